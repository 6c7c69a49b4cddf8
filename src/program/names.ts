import { brands } from '#club/brands/tables.server.ts'
import { exportsTable } from '#club/exports/tables.server.ts'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import { uploads } from '#club/uploads/tables.server.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { subscriptions } from '#membership/subscriptions/tables.server.ts'
import { disputes, orders, refunds } from '#money/orders/tables.server.ts'
import { bankAccounts } from '#money/payouts/bankAccounts/tables.server.ts'
import { payouts } from '#money/payouts/revenue/tables.server.ts'
import { comments } from '#publishing/comments/tables.server.ts'
import { contents } from '#publishing/contents/tables.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { streamings } from '#publishing/streamings/tables.server.ts'
import { goods } from '#shop/goods/tables.server.ts'
import { fulfillments } from '#shop/parcels/tables.server.ts'

/** What names rows of clubs from outside without their club: whoever writes one of these enters it in the directory (`withNames`). */
export const namedColumns = [
  bankAccounts.bankAccountId,
  brands.brandId,
  comments.commentId,
  contents.planContentId,
  events.eventId,
  exportsTable.exportId,
  fulfillments.fulfillmentId,
  goods.goodsId,
  orders.orderId,
  plans.planId,
  refunds.refundId,
  streamings.streamingId,
  subscriptions.subscriptionId,
  uploads.uploadId,
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
