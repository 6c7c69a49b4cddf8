import { z } from 'zod'
import { id } from '../../kit/text'
import { instant } from '../../kit/time'
import type { Transaction } from '../../server/jobDefinition'
import { type JobContext, job, jobs } from '../../server/jobDefinition'
import { PaymentRefused, type ProviderRefund } from '../../server/payments/payments'
import type { Db } from '../../server/proven'
import { applyIntent, applySession, applySubscription, mailOfFailure, readSession } from '../payments/apply.server'
import { applyRefund } from '../payments/giveBack.server'
import { itemOf } from '../subscriptions/membership.server'
import { subscriptionById } from '../subscriptions/queries.server'
import { voucherReminder } from './mails'
import {
  brandOfShop,
  buyerOf,
  konbiniOf,
  lockFan,
  type OrderRow,
  orderById,
  refundRow,
  setKonbini,
} from './queries.server'
import { close } from './settle.server'
import { type Later, mailToFan, type Work } from './work.server'

type Parts = Pick<JobContext, 'now' | 'newId' | 'fees' | 'origin'>

const laterOf = ({ enqueue }: Transaction): Later => ({
  refund: (refundId, at) => enqueue(orderJobs.refund, { refundId }, at === undefined ? {} : { at }),
  endProviderSubscription: (providerSubscriptionId) =>
    enqueue(orderJobs.endProviderSubscription, { providerSubscriptionId }),
  giveUp: (orderId) => enqueue(orderJobs.giveUp, { orderId }),
  remindFailure: (of, at) => enqueue(orderJobs.remindFailure, of, { at }),
})

/** What moving money inside this transaction needs. */
export const workOf = ({ now, newId, fees, origin }: Parts, tx: Transaction): Work => ({
  tx,
  now,
  newId,
  fees,
  origin,
  later: laterOf(tx),
})

type Caller = Pick<JobContext, 'transaction' | 'payments'> & Parts
type Context = Caller & Pick<JobContext, 'db'>

/** Asks the provider what has become of an order that waits, and writes it down. */
export const lookAt = async (context: Caller, order: OrderRow): Promise<void> => {
  const { payments, transaction } = context
  if (order.sessionId !== null) {
    const read = await readSession(payments, order.sessionId)
    await transaction((tx) => applySession(workOf(context, tx), read))
  } else if (order.intentId !== null) {
    const intent = await payments.intent(order.intentId)
    await transaction((tx) => applyIntent(workOf(context, tx), intent))
  }
}

/**
 * Ends an order that nobody has paid: what could still be paid is ended at the provider first, and if it was paid in that
 * moment the order is paid.
 */
export const giveUp = async (context: Caller, order: OrderRow, as: 'expired' | 'canceled'): Promise<void> => {
  const { payments, transaction } = context
  if (order.paymentState !== 'awaitingPayment') return
  if (order.sessionId !== null) {
    await payments.expireSession(order.sessionId)
    const read = await readSession(payments, order.sessionId)
    await transaction((tx) => applySession(workOf(context, tx), read))
  } else if (order.intentId !== null) {
    const intent = await payments.cancelIntent(order.intentId)
    await transaction((tx) => applyIntent(workOf(context, tx), intent))
  }
  await transaction(async (tx) => {
    await lockFan(tx.db, order.uid)
    const left = await orderById(tx.db, order.orderId)
    if (left) await close(workOf(context, tx), left, as)
  })
}

const endedAtProvider = async (context: Caller, providerSubscriptionId: string) => {
  const subscription = await context.payments.cancelSubscription(
    providerSubscriptionId,
    `end:${providerSubscriptionId}`,
  )
  await context.transaction((tx) => applySubscription(workOf(context, tx), subscription))
}

/** The provider asks a store's customer for a bank account, by mail. */
const instructions = async (db: Db, order: OrderRow) => {
  const email = order.paymentMethod === 'konbini' ? (await buyerOf(db, order))?.email : undefined
  return email ? { instructionsEmail: email } : {}
}

export const askRefund = async (context: Context, refundId: string) => {
  const { db, payments, transaction } = context
  const refund = await refundRow(db, refundId)
  const order = refund && (await orderById(db, refund.orderId))
  if (!refund || !order?.intentId || (refund.state !== 'requested' && refund.state !== 'requiresCustomerAction')) return
  const { intentId } = order
  const asked = async () =>
    refund.providerRefundId
      ? payments.refundById(refund.providerRefundId)
      : payments.refund(
          { refundId, intentId, amount: refund.amount, ...(await instructions(db, order)) },
          `refund:${refundId}`,
        )
  const told = await asked().catch((error: unknown): ProviderRefund => {
    // A no is for good: staff see that it failed, and nothing waits for it any more.
    if (!(error instanceof PaymentRefused) || refund.providerRefundId) throw error
    return { id: refundId, refundId, intentId, amount: refund.amount, state: 'failed' }
  })
  await transaction((tx) => applyRefund(workOf(context, tx), told))
}

/** What waits for the provider's answer waits for several. */
const atProvider = { retryLimit: 10, concurrency: 4 }

export const orderJobs = jobs({
  endProviderSubscription: job({ data: z.object({ providerSubscriptionId: id }), ...atProvider }, (context, data) =>
    endedAtProvider(context, data.providerSubscriptionId),
  ),
  refund: job({ data: z.object({ refundId: id }), ...atProvider }, (context, { refundId }) =>
    askRefund(context, refundId),
  ),
  giveUp: job({ data: z.object({ orderId: id }), ...atProvider }, async (context, { orderId }) => {
    const order = await orderById(context.db, orderId)
    if (order) await giveUp(context, order, 'canceled')
  }),
  /** At an order's deadline: it has been paid, or it lapses. */
  settleOrder: job({ data: z.object({ orderId: id }), ...atProvider }, async (context, { orderId }) => {
    const order = await orderById(context.db, orderId)
    if (order?.expiresAt && order.expiresAt <= context.now) await giveUp(context, order, 'expired')
  }),
  /** A while after a purchase began: finds out what a call that never came back has left, and frees its key. */
  finishPurchase: job({ data: z.object({ orderId: id, attempt: id }) }, async (context, { orderId, attempt }) => {
    const order = await orderById(context.db, orderId)
    if (order?.paymentState === 'awaitingPayment') await lookAt(context, order)
    await context.free(attempt)
  }),
  remindVoucher: job(
    { data: z.object({ orderId: id, which: z.enum(['day', 'hours']) }) },
    async (context, { orderId, which }) => {
      await context.transaction(async (tx) => {
        const work = workOf(context, tx)
        const order = await orderById(tx.db, orderId)
        const konbini = order && (await konbiniOf(tx.db, order))
        if (order?.paymentState !== 'awaitingPayment' || konbini?.state !== 'issued') return
        if (konbini.remindersSent.includes(which)) return
        await setKonbini(tx.db, order, { remindersSent: [...konbini.remindersSent, which] })
        const { name: brandName } = await brandOfShop(tx.db, order)
        const bought = {
          orderNumber: order.orderNumber,
          brandName,
          item: await itemOf(work, order),
          total: order.total,
        }
        await mailToFan(work, order.uid, (to) => voucherReminder(to, bought, { orderId, expiresAt: konbini.expiresAt }))
      })
    },
  ),
  remindFailure: job(
    { data: z.object({ subscriptionId: id, failedAt: instant }) },
    async (context, { subscriptionId, failedAt }) => {
      await context.transaction(async (tx) => {
        const subscription = await subscriptionById(tx.db, subscriptionId)
        if (subscription?.endedAt !== null || subscription.paymentFailedAt !== failedAt) return
        await mailOfFailure(workOf(context, tx), subscription)
      })
    },
  ),
})
