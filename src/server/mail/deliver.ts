import { createTransport, type Transporter } from 'nodemailer'
import { serverConfig } from '#config.server.ts'
import { now } from '../clock'
import { refuseInRestoredCopy } from '../restored'
import { shared } from '../shared'
import { outsideCall } from '../telemetry/outside'
import { type Mail, mail as mailSchema } from './mail'
import { mailPage } from './mailPage'
import { messageIdOf } from './messageId'
import { putIntoOutbox } from './outbox'

/** The bare address of `Name <address>`. */
const addressOf = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

/** Mails to one person who waits for them, and those that many get. */
export type Lane = 'single' | 'bulk'

declare module '../shared' {
  interface Shared {
    /** The connections to the mail server: each lane has its own, so that nobody's receipt waits for one that news are sent by. */
    smtp?: Partial<Record<Lane, Transporter>> | undefined
  }
}

/**
 * Milliseconds for a mail server that does not answer. The last is longer than for others: a server may look at a mail for a while before
 * it takes it (RFC 5321, 4.5.3.2.6), and one that is given up then is sent a second time.
 */
const patience = { connectionTimeout: 3000, dnsTimeout: 3000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** A few connections that stay open: opening one takes longer than a mail does, and a server counts them. */
const smtp = (url: string, lane: Lane): Transporter => {
  const { SMTP_RATE: rateLimit } = serverConfig()
  // Half of the rate for each of the two.
  const pace = rateLimit > 0 ? { rateLimit, rateDelta: 2000 } : {}
  shared.smtp ??= {}
  shared.smtp[lane] ??= createTransport({ url, pool: true, maxConnections: 4, ...pace, ...patience })
  return shared.smtp[lane]
}

export const closeMail = (): void => {
  for (const transport of Object.values(shared.smtp ?? {})) transport.close()
  shared.smtp = undefined
}

/** Sends one mail: by SMTP if configured, otherwise to the demo's outbox. */
export const deliver = async (value: Mail, { jobId, lane }: { jobId: string; lane: Lane }): Promise<void> => {
  await refuseInRestoredCopy()
  const mail = mailSchema.parse(value)
  const { to, subject, text, locale, replyTo, oneClickUrl, sender, parts } = mail
  const { MAIL_FROM, SMTP_URL } = serverConfig()
  const message = {
    from: sender ? { name: sender.name, address: addressOf(MAIL_FROM) } : MAIL_FROM,
    to,
    subject,
    text,
    ...(parts && { html: mailPage({ ...mail, parts }) }),
    ...(replyTo && { replyTo }),
    ...(oneClickUrl && { list: { unsubscribe: oneClickUrl } }),
    date: new Date(now()),
    messageId: messageIdOf(jobId, to),
    headers: {
      'Content-Language': locale,
      'Auto-Submitted': 'auto-generated',
      ...(oneClickUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    // Mails never load files or URLs, whatever their text contains.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  if (SMTP_URL) {
    await outsideCall({ service: 'smtp', call: 'send' }, () => smtp(SMTP_URL, lane).sendMail(message))
    return
  }
  const { message: source } = await createTransport({ streamTransport: true, buffer: true }).sendMail(message)
  if (!Buffer.isBuffer(source)) throw new Error('The mail was not rendered into a buffer.')
  await putIntoOutbox(jobId, source)
}
