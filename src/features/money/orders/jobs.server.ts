import { z } from 'zod'
import { anyId, id } from '#kit/text.ts'
import { type Instant, instant } from '#kit/time.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import { type JobContext, job, jobs } from '#server/jobDefinition.ts'
import { PaymentRefused, type ProviderRefund } from '#server/payments/payments.ts'
import type { Db } from '#server/proven.ts'
import { voucherExtended, voucherReminder } from './mails'
import { reminderLead } from './order'
import { applyIntent, applySession, readSession } from './payments/apply.server'
import { applyRefund } from './payments/giveBack.server'
import { customerOf } from './payments/queries.server'
import {
  buyerOf,
  konbiniOf,
  lockFan,
  type OrderRow,
  orderById,
  refundRow,
  setKonbini,
  setOrder,
} from './queries.server'
import { boughtOf, close } from './settle.server'
import { atProvider, locked, mailToFan, note, type Orphan, type Parts, workOf } from './work.server'

type Caller = Pick<JobContext, 'transaction' | 'payments'> & Parts
type Context = Caller & Pick<JobContext, 'db'>

/** Asks the provider what has become of an order that waits, and writes it down. */
export const reconcileOrder = async (context: Caller, order: OrderRow): Promise<void> => {
  const { payments, transaction } = context
  if (order.sessionId !== null) {
    const read = await readSession(payments, order.sessionId)
    await transaction((tx) => applySession(workOf(context, tx), read))
  } else if (order.intentId !== null) {
    const intent = await payments.intent(order.intentId)
    await transaction((tx) => applyIntent(workOf(context, tx), intent))
  }
}

/** Closes what could be paid at the provider; if it was paid just before, the order is settled. */
const endPayable = async (context: Caller, { sessionId, intentId }: Omit<Orphan, 'orderId'>): Promise<void> => {
  const { payments, transaction } = context
  if (sessionId !== null) {
    await payments.expireSession(sessionId)
    const read = await readSession(payments, sessionId)
    await transaction((tx) => applySession(workOf(context, tx), read))
  } else if (intentId !== null) {
    const intent = await payments.cancelIntent(intentId)
    await transaction((tx) => applyIntent(workOf(context, tx), intent))
  }
}

/**
 * Ends an unpaid order, at the provider first. A concurrent call may have stored another page or voucher since the
 * order was read: that one is ended, too, before the order is closed.
 */
export const giveUp = async (context: Caller, order: OrderRow, as: 'expired' | 'canceled'): Promise<void> => {
  if (order.paymentState !== 'awaitingPayment') return
  await endPayable(context, order)
  const since = await context.transaction(async (tx) => {
    await lockFan(tx.db, order.uid)
    const left = await orderById(tx.db, order.orderId)
    if (left?.paymentState !== 'awaitingPayment') return null
    // The deadline was moved: a voucher was issued or extended in the meantime.
    if (as === 'expired' && left.expiresAt !== null && left.expiresAt > context.now) return null
    if (left.sessionId !== order.sessionId || left.intentId !== order.intentId) return left
    await close(workOf(context, tx), left, as)
    return null
  })
  if (since) await giveUp(context, since, as)
}

/** Schedules a voucher's reminders before its deadline, and its expiry. */
export const watchVoucher = async ({ enqueue }: Transaction, orderId: string, expiresAt: Instant, now: Instant) => {
  await enqueue(orderJobs.settleOrder, { orderId }, { at: expiresAt + 1000 })
  for (const which of ['day', 'hours'] as const)
    if (expiresAt - reminderLead[which] > now)
      await enqueue(orderJobs.remindVoucher, { orderId, which }, { at: expiresAt - reminderLead[which] })
}

export type Extension = { orderId: string; intentId: string; expiresAt: Instant }

/**
 * Makes the second voucher of an order, whose intention was saved before. Its codes are published only after the first
 * one was cancelled at the provider, so only one of them can be paid. Safe to repeat after a crash.
 */
export const extendAtProvider = async (
  context: Caller,
  { orderId, intentId, expiresAt }: Extension,
): Promise<'extended' | 'alreadyPaid' | 'orderClosed'> => {
  const { payments, transaction, now } = context
  const [order, buyer, customerId] = await transaction(async ({ db }) => {
    const found = await orderById(db, orderId)
    const isMeant = found?.intentId === intentId && (await konbiniOf(db, found))?.remindersSent.includes('extending')
    return isMeant ? ([found, await buyerOf(db, found), await customerOf(db, found.uid)] as const) : []
  })
  if (!order || !buyer || !customerId) return 'orderClosed'
  const { name, email, phone } = buyer
  const second = await payments.issueKonbini(
    { orderId, customerId, amount: order.total, name, email, phone, expiresAt },
    `order:${orderId}:konbini:extended`,
  )
  const first = await payments.cancelIntent(intentId)
  const outcome = await transaction(async (tx) => {
    const work = workOf(context, tx)
    await lockFan(tx.db, order.uid)
    const current = await orderById(tx.db, orderId)
    if (current?.intentId === second.id) return 'extended'
    if (current?.paymentState !== 'awaitingPayment') return 'orderClosed'
    if (first.status === 'succeeded') {
      await applyIntent(work, first)
      return 'alreadyPaid'
    }
    await setOrder(tx.db, orderId, { intentId: second.id, expiresAt, editedAt: now })
    await applyIntent(work, second)
    await setKonbini(tx.db, current, { issuedAt: now, expiresAt, remindersSent: ['extended'] })
    await watchVoucher(tx, orderId, expiresAt, now)
    await note(work, current, 'voucherExtended')
    const bought = await boughtOf(work, current)
    await mailToFan(work, current.uid, (to) => voucherExtended(to, bought, { orderId, expiresAt }))
    return 'extended'
  })
  if (outcome !== 'extended') await payments.cancelIntent(second.id)
  return outcome
}

/** The provider asks a store's customer for a bank account, by mail. */
const instructions = async (db: Db, order: OrderRow) => {
  const email = order.paymentMethod === 'konbini' ? (await buyerOf(db, order))?.email : undefined
  return email ? { instructionsEmail: email } : {}
}

/** After a final refusal: the refund that an earlier try made, whose answer was lost, else a failed one. */
const foundOrFailed = async (
  { payments }: Caller,
  of: { refundId: string; intentId: string; amount: number },
  error: unknown,
): Promise<ProviderRefund> => {
  if (!(error instanceof PaymentRefused)) throw error
  const made = await payments.refundsOf(of.intentId).catch((again: unknown) => {
    if (again instanceof PaymentRefused) return []
    throw again
  })
  return made.find(({ refundId }) => refundId === of.refundId) ?? { ...of, id: of.refundId, state: 'failed' }
}

export const askRefund = async (context: Context, refundId: string) => {
  const { db, payments, transaction } = context
  const refund = await refundRow(db, refundId)
  const order = refund && (await orderById(db, refund.orderId))
  if (!refund || !order?.intentId || (refund.state !== 'requested' && refund.state !== 'requiresCustomerAction')) return
  const of = { refundId, intentId: order.intentId, amount: refund.amount }
  const told = refund.providerRefundId
    ? await payments.refundById(refund.providerRefundId)
    : await payments
        .refund({ ...of, ...(await instructions(db, order)) }, `refund:${refundId}`)
        .catch((error: unknown) => foundOrFailed(context, of, error))
  await transaction((tx) => applyRefund(workOf(context, tx), told))
}

export const orderJobs = jobs({
  refund: job({ data: z.object({ refundId: id }), ...atProvider }, (context, { refundId }) =>
    askRefund(context, refundId),
  ),
  giveUp: job({ data: z.object({ orderId: id }), ...atProvider }, async (context, { orderId }) => {
    const order = await orderById(context.db, orderId)
    if (order) await giveUp(context, order, 'canceled')
  }),
  endOrphan: job(
    { data: z.object({ orderId: id, sessionId: anyId.nullable(), intentId: anyId.nullable() }), ...atProvider },
    endPayable,
  ),
  /** At an order's deadline: it has been paid, or it lapses. */
  settleOrder: job({ data: z.object({ orderId: id }), ...atProvider }, async (context, { orderId }) => {
    const order = await orderById(context.db, orderId)
    if (order?.expiresAt && order.expiresAt <= context.now) await giveUp(context, order, 'expired')
  }),
  /** Runs a while after a purchase began: completes a call that was interrupted, and frees its idempotency key. */
  finishPurchase: job({ data: z.object({ orderId: id, attempt: id }) }, async (context, { orderId, attempt }) => {
    const order = await orderById(context.db, orderId)
    if (order?.paymentState === 'awaitingPayment') await reconcileOrder(context, order)
    await context.free(attempt)
  }),
  /** Runs a while after staff extended a voucher: completes a call that was interrupted. */
  extendVoucher: job(
    { data: z.object({ orderId: id, intentId: id, expiresAt: instant }), ...atProvider },
    async (context, extension) => void (await extendAtProvider(context, extension)),
  ),
  remindVoucher: job(
    { data: z.object({ orderId: id, which: z.enum(['day', 'hours']) }) },
    async (context, { orderId, which }) => {
      await context.transaction(async (tx) => {
        const work = workOf(context, tx)
        // Staff may extend it at this moment: neither writes over what the other has.
        const order = await locked(work, () => orderById(tx.db, orderId))
        const konbini = order && (await konbiniOf(tx.db, order))
        if (order?.paymentState !== 'awaitingPayment' || konbini?.state !== 'issued') return
        if (konbini.remindersSent.includes(which)) return
        // The deadline that this was meant for was put off.
        if (context.now < konbini.expiresAt - reminderLead[which]) return
        await setKonbini(tx.db, order, { remindersSent: [...konbini.remindersSent, which] })
        const bought = await boughtOf(work, order)
        await mailToFan(work, order.uid, (to) => voucherReminder(to, bought, { orderId, expiresAt: konbini.expiresAt }))
      })
    },
  ),
})
