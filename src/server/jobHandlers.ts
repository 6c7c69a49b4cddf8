import { sweepUploads } from '../features/uploads/receive.server'
import { now } from './clock'
import type { JobData, JobName } from './jobs'
import { deliver } from './mail/deliver'
import { sweepAnswers } from './retries'

export type JobHandlers = { [Name in JobName]: (data: JobData[Name], jobId: string) => Promise<void> }

/** Every job and what it does. A worker can die after the effect and before it says so: each effect is safe to repeat. */
export const jobHandlers: JobHandlers = {
  sendMail: (mail, jobId) => deliver(mail, jobId),
  sweepUploads: () => sweepUploads(now()),
  sweepAnswers: () => sweepAnswers(now()),
}
