import { brandJobs } from '#club/brands/jobs.server.ts'
import { exportJobs } from '#club/exports/jobs.server.ts'
import { fanJobs } from '#club/fans/jobs.server.ts'
import { presenceJobs } from '#club/presence/jobs.server.ts'
import { pushJobs } from '#club/push/jobs.server.ts'
import { uploadJobs } from '#club/uploads/jobs.server.ts'
import { subscriptionJobs } from '#membership/subscriptions/jobs.server.ts'
import { providerJobs } from '#membership/subscriptions/provider/jobs.server.ts'
import { staffSubscriptionJobs } from '#membership/subscriptions/staff/jobs.server.ts'
import { orderJobs } from '#money/orders/jobs.server.ts'
import { paymentJobs } from '#money/orders/payments/jobs.server.ts'
import { bankAccountJobs } from '#money/payouts/bankAccounts/jobs.server.ts'
import { revenueJobs } from '#money/payouts/revenue/jobs.server.ts'
import { accountJobs } from '#office/accounts/jobs.server.ts'
import { binJobs } from '#office/bin/jobs.server.ts'
import { closingJobs } from '#office/club/closing/jobs.server.ts'
import { dashboardJobs } from '#office/dashboard/jobs.server.ts'
import { failedJobJobs } from '#office/failedJobs/jobs.server.ts'
import { notificationJobs } from '#office/notifications/jobs.server.ts'
import { commentJobs } from '#publishing/comments/jobs.server.ts'
import { videoJobs } from '#publishing/contents/video/jobs.server.ts'
import { contentJobs } from '#publishing/contents/views/jobs.server.ts'
import { memberNewsJobs } from '#publishing/news/jobs.server.ts'
import { streamingJobs } from '#publishing/streamings/jobs.server.ts'
import type { JobDefinition } from '#server/jobDefinition.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { retryJobs } from '#server/retries.jobs.server.ts'
import { downloadJobs } from '#shop/downloads/jobs.server.ts'
import { calledOffJobs } from '#shop/eventGoods/calledOff/jobs.server.ts'
import { pickUpJobs } from '#shop/eventGoods/pickUp/jobs.server.ts'
import { goodsWaitJobs } from '#shop/goods/waits/jobs.server.ts'
import { fulfillmentJobs } from '#shop/parcels/jobs.server.ts'

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
  pushJobs,
  retryJobs,
  brandJobs,
  presenceJobs,
  uploadJobs,
  videoJobs,
  orderJobs,
  fulfillmentJobs,
  pickUpJobs,
  calledOffJobs,
  commentJobs,
  goodsWaitJobs,
  exportJobs,
  fanJobs,
  memberNewsJobs,
  paymentJobs,
  providerJobs,
  subscriptionJobs,
  streamingJobs,
  contentJobs,
  staffSubscriptionJobs,
  revenueJobs,
  bankAccountJobs,
  dashboardJobs,
  closingJobs,
  binJobs,
  notificationJobs,
  accountJobs,
  downloadJobs,
  failedJobJobs,
)
