import { serverConfig } from '#config.server.ts'
import { isSigned, signatureOf } from '../signing'

/*
 * The id of a mail names the job that wrote it and is signed for its reader: a report that comes back (RFC 3464, RFC 5965) repeats it, and
 * nobody can report a mail that was never sent. In hex: some servers change the case.
 */
const purpose = 'message id'
const signed = (jobId: string, to: string) => `${purpose} ${jobId} ${to.trim().toLowerCase()}`
/** Bytes of the signature that an id has room for. */
const length = 12

/** The same for every retry: a receiver that gets the mail twice can recognize the duplicate. */
export const messageIdOf = (jobId: string, to: string): string =>
  `<${jobId}.${signatureOf(signed(jobId, to)).toString('hex', 0, length)}@${new URL(serverConfig().PUBLIC_ORIGIN).hostname}>`

/** Whether the mail with this id was written by us to this reader. */
export const isOurMail = (messageId: string, to: string): boolean => {
  const [, jobId = '', mark = ''] = /^<([A-Za-z0-9-]{1,64})\.([0-9a-f]{24})@[^<>@]+>$/i.exec(messageId.trim()) ?? []
  return mark !== '' && isSigned(signed(jobId.toLowerCase(), to), Buffer.from(mark, 'hex'), length)
}
