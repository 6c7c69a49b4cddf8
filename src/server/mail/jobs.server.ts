import { createHash } from 'node:crypto'
import { job, jobs } from '../jobDefinition'
import { mail } from './mail'

/** The same for the same news and member: who has been written to is not written to again, however often the job is tried. */
export const mailIdOf = (news: string, uid: string) =>
  createHash('sha256')
    .update(`${news} ${uid}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')

export const mailJobs = jobs({
  sendMail: job({ data: mail, retryLimit: 10, concurrency: 20 }, ({ sendMail }, letter) => sendMail(letter)),
})
