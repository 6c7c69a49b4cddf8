import { providerJobs } from '#membership/subscriptions/provider/jobs.server.ts'
import { orderJobs } from '#money/orders/jobs.server.ts'
import type { TillPorts } from '#money/orders/kinds.server.ts'

/** Which job does what follows a transaction at the payment provider. */
export const later: TillPorts['later'] = ({ enqueue }) => ({
  refund: (refundId, at) => enqueue(orderJobs.refund, { refundId }, at === undefined ? {} : { at }),
  endProviderSubscription: (providerSubscriptionId) =>
    enqueue(providerJobs.endProviderSubscription, { providerSubscriptionId }),
  chargeFromPaid: (subscriptionId) => enqueue(providerJobs.chargeFromPaid, { subscriptionId }),
  giveUp: (orderId) => enqueue(orderJobs.giveUp, { orderId }),
  endOrphan: (of) => enqueue(orderJobs.endOrphan, of),
  remindFailure: (of, at) => enqueue(providerJobs.remindFailure, of, { at }),
})
