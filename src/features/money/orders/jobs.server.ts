import { z } from 'zod'
import { anyId, id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { type JobContext, job, jobs } from '#server/jobDefinition.ts'
import { PaymentRefused, type ProviderRefund } from '#server/payments/payments.ts'
import type { Db } from '#server/proven.ts'
import { endPayable, extendAtProvider, giveUp, reconcileOrder } from './front.server'
import { refundReminder, voucherReminder } from './mails'
import { reminderLead } from './order'
import { applyRefund } from './payments/giveBack.server'
import { buyerOf, konbiniOf, type OrderRow, orderById, setKonbini } from './queries.server'
import { questionReminders } from './refund'
import { refundRow } from './refunds.queries.server'
import { boughtOf } from './settle.server'
import { atProvider, locked, mailToFan, type Parts, workOf } from './work.server'

type Caller = Pick<JobContext, 'transaction' | 'payments'> & Parts
type Context = Caller & Pick<JobContext, 'db'>

/** The provider asks a store's customer for a bank account, by mail. */
const instructions = async (db: Db, order: OrderRow) => {
  const email = order.paymentMethod === 'konbini' ? (await buyerOf(db, order))?.email : undefined
  return email ? { instructionsEmail: email } : {}
}

type RefundToMake = { refundId: string; intentId: string; amount: number }

/** The refund that an earlier try made, whose answer was lost: it is looked for, as a key is forgotten after a day. */
const madeBefore = async (
  { payments }: Caller,
  { refundId, intentId }: RefundToMake,
): Promise<ProviderRefund | undefined> => {
  const made = await payments.refundsOf(intentId).catch((error: unknown) => {
    if (error instanceof PaymentRefused) return []
    throw error
  })
  return made.find((one) => one.refundId === refundId)
}

/** A refund that the provider refuses for good has failed. */
const failed =
  (of: RefundToMake) =>
  (error: unknown): ProviderRefund => {
    if (!(error instanceof PaymentRefused)) throw error
    return { ...of, id: of.refundId, state: 'failed', answerUntil: null }
  }

export const askRefund = async (context: Context, refundId: string) => {
  const { db, payments, transaction } = context
  const refund = await refundRow(db, refundId)
  const order = refund && (await orderById(db, refund.orderId))
  const intentId = refund?.intentId ?? order?.intentId
  if (!refund || !order || !intentId || (refund.state !== 'requested' && refund.state !== 'requiresCustomerAction'))
    return
  const of = { refundId, intentId, amount: refund.amount }
  const told = refund.providerRefundId
    ? await payments.refundById(refund.providerRefundId)
    : ((await madeBefore(context, of)) ??
      (await payments.refund({ ...of, ...(await instructions(db, order)) }, `refund:${refundId}`).catch(failed(of))))
  await transaction((tx) => applyRefund(workOf(context, tx), told))
}

const orderOfRefund = async (db: Db, { refundId }: { refundId: string }) => {
  const row = await refundRow(db, refundId)
  return row && orderById(db, row.orderId)
}

export const orderJobs = jobs({
  refund: job(
    {
      about: orderOfRefund,
      data: z.object({ refundId: id }),
      ...atProvider,
    },
    (context, { refundId }) => askRefund(context, refundId),
  ),
  giveUp: job(
    { about: (db, { orderId }) => orderById(db, orderId), data: z.object({ orderId: id }), ...atProvider },
    async (context, { orderId }) => {
      const order = await orderById(context.db, orderId)
      if (order) await giveUp(context, order, 'canceled')
    },
  ),
  endOrphan: job(
    {
      about: (db, { orderId }) => orderById(db, orderId),
      data: z.object({ orderId: id, sessionId: anyId.nullable(), intentId: anyId.nullable() }),
      ...atProvider,
    },
    endPayable,
  ),
  /** At an order's deadline: it has been paid, or it lapses. */
  settleOrder: job(
    { about: (db, { orderId }) => orderById(db, orderId), data: z.object({ orderId: id }), ...atProvider },
    async (context, { orderId }) => {
      const order = await orderById(context.db, orderId)
      if (order?.expiresAt && order.expiresAt <= context.now) await giveUp(context, order, 'expired')
    },
  ),
  /** Runs a while after a purchase began: completes a call that was interrupted, and frees its idempotency key. */
  finishPurchase: job(
    {
      about: (db, { orderId }) => orderById(db, orderId),
      data: z.object({ orderId: id, attempt: id }),
      // Every purchase has one, and nearly all find it completed.
      concurrency: 20,
    },
    async (context, { orderId, attempt }) => {
      const order = await orderById(context.db, orderId)
      if (order?.paymentState === 'awaitingPayment') await reconcileOrder(context, order)
      await context.free(attempt)
    },
  ),
  /** Runs a while after staff extended a voucher: completes a call that was interrupted. */
  extendVoucher: job(
    {
      about: (db, { orderId }) => orderById(db, orderId),
      data: z.object({ orderId: id, intentId: id, expiresAt: instant }),
      ...atProvider,
    },
    async (context, extension) => void (await extendAtProvider(context, extension)),
  ),
  remindRefund: job(
    {
      about: orderOfRefund,
      data: z.object({ refundId: id, until: instant, which: z.enum(questionReminders) }),
    },
    async (context, { refundId, until }) => {
      await context.transaction(async (tx) => {
        const refund = await refundRow(tx.db, refundId)
        // Answered, or asked anew with another end.
        if (refund?.state !== 'requiresCustomerAction' || refund.answerUntil !== until) return
        const order = await orderById(tx.db, refund.orderId)
        if (!order) return
        const work = workOf(context, tx)
        const bought = await boughtOf(work, order)
        await mailToFan(work, order, (to) => refundReminder(to, bought, { amount: refund.amount, until }))
      })
    },
  ),
  remindVoucher: job(
    {
      about: (db, { orderId }) => orderById(db, orderId),
      data: z.object({ orderId: id, which: z.enum(['day', 'hours']) }),
    },
    async (context, { orderId, which }) => {
      await context.transaction(async (tx) => {
        const work = workOf(context, tx)
        // Staff may extend it at this moment: neither writes over what the other has.
        const order = await locked(work, () => orderById(tx.db, orderId))
        const konbini = order && (await konbiniOf(tx.db, order))
        if (order?.paymentState !== 'awaitingPayment' || konbini?.state !== 'issued') return
        if (konbini.remindersSent.includes(which)) return
        // A member is reminded of the next term by its own mails (rule: membership.nextTerm): the last hours apart.
        if (order.subscriptionId !== null && which === 'day') return
        // The deadline that this was meant for was put off.
        if (context.now < konbini.expiresAt - reminderLead[which]) return
        await setKonbini(tx.db, order, { remindersSent: [...konbini.remindersSent, which] })
        const bought = await boughtOf(work, order)
        await mailToFan(work, order, (to) =>
          voucherReminder(to, bought, { orderId, expiresAt: konbini.expiresAt, codes: konbini.stores }),
        )
      })
    },
  ),
})
