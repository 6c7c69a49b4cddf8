import { createHash } from 'node:crypto'
import { job, jobs } from '../jobDefinition'
import { mail } from './mail'

/** The same for the same news and member, so that retries of the job do not send a second mail. */
export const mailIdOf = (news: string, uid: string) =>
  createHash('sha256')
    .update(`${news} ${uid}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')

const kind = { about: 'platform', data: mail, retryLimit: 10, concurrency: 20 } as const

export const mailJobs = jobs({
  /** What one person waits for: a receipt, a voucher's codes, a link. */
  sendMail: job(kind, ({ sendMail }, letter) => sendMail(letter)),
  /** What many are told at once: news, and what is told by the calendar. It has a queue of its own, so that nobody's receipt waits behind it. */
  sendBulkMail: job(kind, ({ sendMail }, letter) => sendMail(letter, 'bulk')),
})
