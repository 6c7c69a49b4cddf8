import { brandOfShop } from '#club/brands/queries.server.ts'
import { type PersonRow, personOf } from '#club/fans/membership.queries.server.ts'
import type { Fees } from '#kit/fees.ts'
import type { NewId } from '#kit/ids.ts'
import { type Letter, type Reader, senderOf } from '#kit/letter.ts'
import type { Instant } from '#kit/time.ts'
import type { JobContext, Transaction } from '#server/jobDefinition.ts'
import { mailIdOf, mailJobs } from '#server/mail/jobs.server.ts'
import { addOrderEvent, hasHappened, lockFan, type OrderRow } from './queries.server'
import type { questionReminders } from './refund'

/** What moving money inside one transaction needs. */
export type Work = { tx: Transaction; now: Instant; newId: NewId; fees: Fees; origin: string; later: Later }

/** What a handler, a job and a callback have in common. */
export type Parts = Pick<JobContext, 'now' | 'newId' | 'fees' | 'origin'>

export const workOf = ({ now, newId, fees, origin }: Parts, tx: Transaction): Work => ({
  tx,
  now,
  newId,
  fees,
  origin,
  later: tx.ports.till.later(tx),
})

/** A payment page or voucher that became known only after its order was closed. */
export type Orphan = { orderId: string; sessionId: string | null; intentId: string | null }

type Brand = { tenantId: string; brandId: string }
type Shop = Awaited<ReturnType<typeof brandOfShop>>

/** What follows the transaction, mostly calls to the provider: each a job that can be retried (`program/later.ts`). */
export type Later = {
  /** At once, or at a moment. */
  refund(refundId: string, at?: Instant): Promise<void>
  /** `of`: whose staff learn of it if it fails for good. */
  endProviderSubscription(providerSubscriptionId: string, of: Brand): Promise<void>
  /** The provider charges nothing for what has been paid otherwise. */
  chargeFromPaid(subscriptionId: string): Promise<void>
  /** The provider charges the price of the plan that the next term is of. */
  settlePrice(subscriptionId: string): Promise<void>
  /** Ends what could still be paid: the card's page, or the voucher. */
  giveUp(orderId: string): Promise<void>
  /** Ends what was made at the provider while its order was closed here. */
  endOrphan(of: Orphan): Promise<void>
  /** At an order's deadline: it has been paid, or it lapses. */
  settleOrder(orderId: string, at: Instant): Promise<void>
  /** Completes a purchase whose call was interrupted. */
  finishPurchase(of: { orderId: string; attempt: string }, at: Instant): Promise<void>
  /** Completes an extension whose call was interrupted. */
  extendVoucher(of: { orderId: string; intentId: string; expiresAt: Instant }, at: Instant): Promise<void>
  remindVoucher(of: { orderId: string; which: 'day' | 'hours' }, at: Instant): Promise<void>
  /** Refunds or ends at the provider what nobody knows. `refundId`: of this try; `email`: who is asked for a bank account. */
  settleUnallocated(of: { providerId: string; refundId: string; email: string | null }): Promise<void>
  /** The buyer of a refund is reminded of the bank account that it waits for. */
  remindRefund(
    of: { refundId: string; until: Instant; which: (typeof questionReminders)[number] },
    at: Instant,
  ): Promise<void>
  /** A member who pays at stores has not paid the term that follows `paidUntil`. */
  remindNextTerm(
    of: { subscriptionId: string; paidUntil: Instant; which: 'day' | 'hours' | 'due' },
    at: Instant,
  ): Promise<void>
  remindFailure(of: { subscriptionId: string; failedAt: Instant }, at: Instant): Promise<void>
}

type MailOptions = { news?: string; isBulk?: boolean; shop?: Shop; person?: PersonRow | null }
/**
 * A brand mails a fan of its in the fan's language and under its own name; does nothing without a known address. `news` is told once, and
 * waits behind the mails of those who have just done something, as whatever many are told at one hour (`isBulk`). `shop`, `person`: where
 * they have been read.
 */
export const mailToFan = async (
  { tx, origin }: Pick<Work, 'tx' | 'origin'>,
  { uid, ...brand }: Brand & { uid: string },
  write: (to: Reader) => Letter,
  { news, isBulk = news !== undefined, shop, person: known }: MailOptions = {},
): Promise<void> => {
  const person = known === undefined ? await personOf(tx.db, uid) : known
  if (!person?.email) return
  const { email: to, locale, displayName } = person
  const sender = senderOf(shop ?? (await brandOfShop(tx.db, brand)))
  const mail = { to, locale, sender, ...write({ origin, locale, name: displayName }) }
  const job = isBulk ? mailJobs.sendBulkMail : mailJobs.sendMail
  await tx.enqueue(job, mail, news === undefined ? {} : { id: mailIdOf(news, uid) })
}

export const note = (
  { tx, now, newId }: Work,
  order: Pick<OrderRow, 'tenantId' | 'orderId'>,
  what: string,
  more: { actorUid?: string; detail?: string; at?: Instant } = {},
) => addOrderEvent(tx.db, order, { eventId: newId('event'), at: now, what, ...more })

/**
 * Cancels an open order for somebody other than its fan. A job cancels the payment at the provider, and mails a fan
 * who holds a voucher code (`close`).
 */
export const cancelOpenOrder = async (work: Work, order: OrderRow, actorUid = ''): Promise<void> => {
  if (!(await hasHappened(work.tx.db, order, 'cancelAsked', { byOthers: true })))
    await note(work, order, 'cancelAsked', { actorUid })
  await work.later.giveUp(order.orderId)
}

type Find<Row> = () => Promise<Row | undefined>
/** Reads the row, takes the fan's lock, and reads it again. */
export const locked = async <Row extends { uid: string }>(work: Work, find: Find<Row>): Promise<Row | undefined> => {
  const seen = await find()
  if (!seen) return undefined
  await lockFan(work.tx.db, seen.uid)
  return find()
}

/** These jobs wait for the provider, so several may run at a time. */
export const atProvider = { retryLimit: 10, concurrency: 4 }
