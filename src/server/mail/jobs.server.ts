import { createHash } from 'node:crypto'
import { job, jobs } from '../jobDefinition'
import { mail } from './mail'

/** The same for the same news and member, so that retries of the job do not send a second mail. */
export const mailIdOf = (news: string, uid: string) =>
  createHash('sha256')
    .update(`${news} ${uid}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')

export const mailJobs = jobs({
  sendMail: job({ about: 'platform', data: mail, retryLimit: 10, concurrency: 20 }, ({ sendMail }, letter) =>
    sendMail(letter),
  ),
})
