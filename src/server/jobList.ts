import { accountJobs } from '../features/accounts/jobs.server'
import { bankAccountJobs } from '../features/bankAccounts/jobs.server'
import { videoJobs } from '../features/contents/video/jobs.server'
import { contentJobs } from '../features/contents/views/jobs.server'
import { dashboardJobs } from '../features/dashboard/jobs.server'
import { downloadJobs } from '../features/downloads/jobs.server'
import { calledOffJobs } from '../features/eventGoods/calledOff/jobs.server'
import { pickUpJobs } from '../features/eventGoods/pickUp/jobs.server'
import { exportJobs } from '../features/exports/jobs.server'
import { failedJobJobs } from '../features/failedJobs/jobs.server'
import { fanJobs } from '../features/fans/jobs.server'
import { memberNewsJobs } from '../features/fans/news/jobs.server'
import { notificationJobs } from '../features/notifications/jobs.server'
import { fulfillmentJobs } from '../features/orders/fulfillments/jobs.server'
import { orderJobs } from '../features/orders/jobs.server'
import { paymentJobs } from '../features/payments/jobs.server'
import { revenueJobs } from '../features/revenue/jobs.server'
import { streamingJobs } from '../features/streamings/jobs.server'
import { subscriptionJobs } from '../features/subscriptions/jobs.server'
import { staffSubscriptionJobs } from '../features/subscriptions/staff/jobs.server'
import { closingJobs } from '../features/tenants/closing/jobs.server'
import { uploadJobs } from '../features/uploads/jobs.server'
import type { JobDefinition } from './jobDefinition'
import { mailJobs } from './mail/jobs.server'
import { retryJobs } from './retries.jobs.server'

const listed = (...nouns: Record<string, JobDefinition>[]): ReadonlyMap<string, JobDefinition> => {
  const all = new Map<string, JobDefinition>()
  for (const definition of nouns.flatMap((noun) => Object.values(noun))) {
    if (all.has(definition.name)) throw new Error(`Two jobs are called ${definition.name}.`)
    all.set(definition.name, definition)
  }
  return all
}

/** Every job of the program, by its name. The only place that lists the features' jobs. */
export const jobList = listed(
  mailJobs,
  retryJobs,
  uploadJobs,
  videoJobs,
  orderJobs,
  fulfillmentJobs,
  pickUpJobs,
  calledOffJobs,
  exportJobs,
  fanJobs,
  memberNewsJobs,
  paymentJobs,
  subscriptionJobs,
  streamingJobs,
  contentJobs,
  staffSubscriptionJobs,
  revenueJobs,
  bankAccountJobs,
  dashboardJobs,
  closingJobs,
  notificationJobs,
  accountJobs,
  downloadJobs,
  failedJobJobs,
)
