import { job, jobs } from '../jobDefinition'
import { mail } from './mail'

export const mailJobs = jobs({
  sendMail: job({ data: mail, retryLimit: 10, concurrency: 20 }, ({ sendMail }, letter) => sendMail(letter)),
})
