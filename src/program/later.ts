import { subscriptionJobs } from '#membership/subscriptions/jobs.server.ts'
import { providerJobs } from '#membership/subscriptions/provider/jobs.server.ts'
import { orderJobs } from '#money/orders/jobs.server.ts'
import type { TillPorts } from '#money/orders/kinds.server.ts'
import { paymentJobs } from '#money/orders/payments/jobs.server.ts'
import { mailIdOf } from '#server/mail/jobs.server.ts'

/** Which job does what follows a transaction of the till. */
export const later: TillPorts['later'] = ({ enqueue }) => ({
  refund: (refundId, at) => enqueue(orderJobs.refund, { refundId }, at === undefined ? {} : { at }),
  endProviderSubscription: (providerSubscriptionId, { tenantId, brandId }) =>
    enqueue(providerJobs.endProviderSubscription, { providerSubscriptionId, of: { tenantId, brandId } }),
  chargeFromPaid: (subscriptionId) => enqueue(providerJobs.chargeFromPaid, { subscriptionId }),
  settlePrice: (subscriptionId) => enqueue(providerJobs.settlePrice, { subscriptionId }),
  giveUp: (orderId) => enqueue(orderJobs.giveUp, { orderId }),
  endOrphan: (of) => enqueue(orderJobs.endOrphan, of),
  settleOrder: (orderId, at) => enqueue(orderJobs.settleOrder, { orderId }, { at }),
  finishPurchase: (of, at) => enqueue(orderJobs.finishPurchase, of, { at }),
  extendVoucher: (of, at) => enqueue(orderJobs.extendVoucher, of, { at }),
  remindVoucher: (of, at) => enqueue(orderJobs.remindVoucher, of, { at }),
  settleUnallocated: (of) => enqueue(paymentJobs.settleUnallocated, of),
  remindRefund: (of, at) => enqueue(orderJobs.remindRefund, of, { at }),
  remindNextTerm: (of, at) =>
    enqueue(subscriptionJobs.remindNextTerm, of, {
      at,
      id: mailIdOf(`nextTerm ${of.paidUntil} ${of.which}`, of.subscriptionId),
    }),
  remindFailure: (of, at) => enqueue(providerJobs.remindFailure, of, { at }),
})
