import { brands } from '#club/brands/tables.server.ts'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import { subscriptions } from '#membership/subscriptions/tables.server.ts'
import { disputes, orders, refunds } from '#money/orders/tables.server.ts'
import { payouts } from '#money/payouts/revenue/tables.server.ts'
import { streamings } from '#publishing/streamings/tables.server.ts'

/** What names rows of clubs from outside without their club: whoever writes one of these enters it in the directory (`withNames`). */
export const namedColumns = [
  brands.slug,
  streamings.streamKey,
  tenantMembers.invitationHash,
  orders.sessionId,
  orders.intentId,
  orders.invoiceId,
  subscriptions.providerSubscriptionId,
  refunds.providerRefundId,
  disputes.providerDisputeId,
  payouts.traceId,
]
