import PostalMime, { type Email } from 'postal-mime'
import { z } from 'zod'
import { email } from '#kit/text.ts'
import { isOurMail } from './messageId'
import type { Suppression } from './suppressions'

/** What became of a mail that was sent: by the address that it was sent to. */
export type MailReport = { address: string; reason: Suppression }

/** What a mail service posts, in our own words: a recipe turns what it says into these. */
const posted = z.object({
  events: z
    .array(
      z.object({
        type: z.enum(['bounced', 'complained']),
        address: email,
        /** A bounce that may pass (a full mailbox, a server that is away) stops nothing. */
        permanent: z.boolean().default(true),
      }),
    )
    .max(1000),
})

/** The events of a webhook's JSON; null if it is none. */
export const reportsOfEvents = (body: string): MailReport[] | null => {
  let said: unknown
  try {
    said = JSON.parse(body)
  } catch {
    return null
  }
  const read = posted.safeParse(said)
  if (!read.success) return null
  return read.data.events
    .filter(({ type, permanent }) => type === 'complained' || permanent)
    .map(({ type, address }) => ({ address, reason: type }))
}

type Fields = Map<string, string>
/** Header fields of one block, folded lines joined. */
const fieldsOf = (block: string): Fields => {
  const fields: Fields = new Map()
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([A-Za-z-]+)\s*:\s*(.*)$/.exec(line) ?? []
    if (name && value !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim())
  }
  return fields
}
const blocksOf = (text: string) => text.split(/\r?\n\s*\r?\n/).map(fieldsOf)
/** `rfc822; fan@example.com` */
const typedAddress = (value: string | undefined) => value?.split(';').at(-1)?.trim().replace(/^<|>$/g, '') ?? ''
const bareAddress = (value: string | undefined) => /<([^<>]+)>\s*$/.exec(value ?? '')?.[1] ?? value?.trim() ?? ''

const partOf = ({ attachments }: Email, ...types: string[]): string | undefined => {
  const part = attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()))
  if (!part) return undefined
  return typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content)
}

/** 5.2.2 is a full mailbox: it says "failed" and is empty the next day (RFC 3463). */
const isForGood = (status: string | undefined) =>
  /^5\.\d{1,3}\.\d{1,3}/.test(status ?? '') && !/^5\.2\.2\b/.test(status ?? '')

/**
 * What a mail server sent back: a delivery status (RFC 3464) or a reader's complaint (RFC 5965). Only what names a mail of ours and its
 * reader counts; null if it is neither of the two.
 */
export const reportsOfMail = async (source: Buffer): Promise<MailReport[] | null> => {
  const mail = await PostalMime.parse(source, { forceRfc822Attachments: true })
  const original = partOf(mail, 'message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers')
  const status = partOf(mail, 'message/delivery-status')
  const complaint = partOf(mail, 'message/feedback-report')
  if (!original || (status === undefined && complaint === undefined)) return null
  const headers = fieldsOf(original.split(/\r?\n\r?\n/, 1)[0] ?? '')
  const readers = [bareAddress(headers.get('to'))]
  const ours = (candidates: string[]) =>
    candidates.find(
      (address) => email.safeParse(address).success && isOurMail(headers.get('message-id') ?? '', address),
    )
  if (complaint !== undefined) {
    const fields = fieldsOf(complaint)
    const address = ours([bareAddress(fields.get('original-rcpt-to')), ...readers])
    return address && fields.get('feedback-type') !== 'not-spam' ? [{ address, reason: 'complained' }] : []
  }
  const reports: MailReport[] = []
  for (const fields of blocksOf(status ?? '')) {
    if (fields.get('action')?.toLowerCase() !== 'failed' || !isForGood(fields.get('status'))) continue
    const named = [typedAddress(fields.get('original-recipient')), typedAddress(fields.get('final-recipient'))]
    const address = ours([...named, ...readers])
    if (address) reports.push({ address, reason: 'bounced' })
  }
  return reports
}
