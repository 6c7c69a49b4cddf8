import type { Instant } from '#kit/time.ts'
import type { JobContext } from '#server/jobDefinition.ts'
import { PaymentRefused } from '#server/payments/payments.ts'
import type { Db } from '#server/proven.ts'
import { purchaseDone, voucherExtended, voucherIssued } from './mails'
import { reminderLead } from './order'
import { applyIntent, applySession } from './payments/apply.server'
import { customerOf } from './payments/queries.server'
import {
  buyerOf,
  konbiniOf,
  lockFan,
  type OrderRow,
  orderById,
  setKonbini,
  setOrder,
  timesHappened,
} from './queries.server'
import { boughtOf, close } from './settle.server'
import { mailToFan, note, type Orphan, type Parts, type Work, workOf } from './work.server'

/* What other wings do with an order that waits to be paid. Calls to the provider run with no transaction open. */

type AtProvider = Pick<JobContext, 'transaction' | 'payments'> & Parts

/**
 * The customer stands at the till: the provider ends nothing while it is being paid, and a moment later it is paid
 * (https://docs.stripe.com/payments/konbini/accept-a-payment).
 */
class BeingPaid extends Error {}

/** Ends what can be paid at the provider. */
const ended = async <T>(ending: Promise<T>): Promise<T> => {
  try {
    return await ending
  } catch (error) {
    if (error instanceof PaymentRefused && error.code !== 'resource_missing') throw new BeingPaid(error.code)
    throw error
  }
}

/** Of what a person asked for: said to them, while a job would try again. */
export const unlessBeingPaid = async <T>(refuse: (code: 'beingPaid') => never, call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    if (error instanceof BeingPaid) return refuse('beingPaid')
    throw error
  }
}

/** Asks the provider what has become of an order that waits, and writes it down. */
export const reconcileOrder = async (context: AtProvider, order: OrderRow): Promise<void> => {
  const { payments, transaction } = context
  if (order.sessionId !== null) {
    const read = await payments.session(order.sessionId)
    await transaction((tx) => applySession(workOf(context, tx), read))
  } else if (order.intentId !== null) {
    const intent = await payments.intent(order.intentId)
    await transaction((tx) => applyIntent(workOf(context, tx), intent))
  }
}

/** Closes what could be paid at the provider; if it was paid just before, the order is settled. */
export const endPayable = async (
  context: AtProvider,
  { sessionId, intentId }: Omit<Orphan, 'orderId'>,
): Promise<void> => {
  const { payments, transaction } = context
  if (sessionId !== null) {
    await ended(payments.expireSession(sessionId))
    const read = await payments.session(sessionId)
    await transaction((tx) => applySession(workOf(context, tx), read))
  } else if (intentId !== null) {
    const intent = await ended(payments.cancelIntent(intentId))
    await transaction((tx) => applyIntent(workOf(context, tx), intent))
  }
}

/**
 * Ends an unpaid order, at the provider first. A concurrent call may have stored another page or voucher since the
 * order was read: that one is ended, too, before the order is closed.
 */
export const giveUp = async (context: AtProvider, order: OrderRow, as: 'expired' | 'canceled'): Promise<void> => {
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
export const watchVoucher = async ({ later, now }: Work, orderId: string, expiresAt: Instant) => {
  await later.settleOrder(orderId, expiresAt + 1000)
  for (const which of ['day', 'hours'] as const)
    if (expiresAt - reminderLead[which] > now)
      await later.remindVoucher({ orderId, which }, expiresAt - reminderLead[which])
}

/** Nothing is extended after all: it may be asked for again. The caller holds the fan's lock. */
export const stopExtending = async (db: Db, order: OrderRow) => {
  const sent = (await konbiniOf(db, order))?.remindersSent ?? []
  await setKonbini(db, order, { remindersSent: sent.filter((mark) => mark !== 'extending') })
}

export type Extension = { orderId: string; intentId: string; expiresAt: Instant }

/**
 * Makes the second voucher of an order, whose intention was saved before. Its codes are published only after the first
 * one was cancelled at the provider, so only one of them can be paid. While the first one is being paid nothing is extended: the
 * second one is ended, and may be asked for anew. Safe to repeat after a crash.
 */
export const extendAtProvider = async (
  context: AtProvider,
  { orderId, intentId, expiresAt }: Extension,
): Promise<'extended' | 'alreadyPaid' | 'beingPaid' | 'orderClosed'> => {
  const { payments, transaction, now, origin } = context
  const account = await payments.account()
  const [order, buyer, customerId, tries = 0] = await transaction(async ({ db }) => {
    const found = await orderById(db, orderId)
    const isMeant = found?.intentId === intentId && (await konbiniOf(db, found))?.remindersSent.includes('extending')
    if (!isMeant) return []
    const asked = await timesHappened(db, found, 'extensionAsked')
    return [found, await buyerOf(db, found), await customerOf(db, found.uid, account), asked] as const
  })
  if (!order || !buyer || !customerId) return 'orderClosed'
  const { name, email, phone } = buyer
  const second = await payments.issueKonbini(
    {
      ...{ orderId, customerId, amount: order.total, name, email, phone, expiresAt },
      returnUrl: `${origin}/fc/pay/konbini/${orderId}`,
    },
    // What was made in an earlier try has ended.
    `order:${orderId}:konbini:extended${tries > 1 ? `:${tries}` : ''}`,
  )
  const first = await ended(payments.cancelIntent(intentId)).catch((error: unknown) => {
    if (error instanceof BeingPaid) return 'beingPaid' as const
    throw error
  })
  const outcome = await transaction(async (tx) => {
    const work = workOf(context, tx)
    await lockFan(tx.db, order.uid)
    const current = await orderById(tx.db, orderId)
    if (current?.intentId === second.id) return 'extended'
    if (current?.paymentState !== 'awaitingPayment') return 'orderClosed'
    if (first === 'beingPaid') {
      await stopExtending(tx.db, current)
      return 'beingPaid'
    }
    if (first.status === 'succeeded') {
      await applyIntent(work, first)
      return 'alreadyPaid'
    }
    await setOrder(tx.db, current, { intentId: second.id, expiresAt, editedAt: now })
    await applyIntent(work, second)
    await setKonbini(tx.db, current, { issuedAt: now, expiresAt, remindersSent: ['extended'] })
    await watchVoucher(work, orderId, expiresAt)
    await note(work, current, 'voucherExtended')
    const bought = await boughtOf(work, current)
    const codes = (await konbiniOf(tx.db, current))?.stores ?? {}
    await mailToFan(work, current, (to) => voucherExtended(to, bought, { orderId, expiresAt, codes }))
    return 'extended'
  })
  if (outcome !== 'extended') await payments.cancelIntent(second.id)
  return outcome
}

/** The mail of a payment, or of a voucher that is open until `expiresAt`, is sent once more. */
export const mailAgain = async (work: Work, order: OrderRow, voucher?: { expiresAt: Instant }): Promise<void> => {
  const bought = await boughtOf(work, order)
  const { orderId } = order
  const codes = (voucher && (await konbiniOf(work.tx.db, order)))?.stores ?? {}
  await mailToFan(work, order, (to) =>
    voucher ? voucherIssued(to, bought, { orderId, expiresAt: voucher.expiresAt, codes }) : purchaseDone(to, bought),
  )
}
