import type { NewId } from '../../kit/ids'
import type { Letter, Reader } from '../../kit/letter'
import type { Instant } from '../../kit/time'
import type { Transaction } from '../../server/jobDefinition'
import { mailIdOf, mailJobs } from '../../server/mail/jobs.server'
import { personOf } from '../fans/membership/queries.server'
import type { Fees } from '../ledger/ledger'
import { addOrderEvent, hasHappened, lockFan, type OrderRow } from './queries.server'

/** What moving money inside one transaction needs. */
export type Work = { tx: Transaction; now: Instant; newId: NewId; fees: Fees; origin: string; later: Later }

/** A card's page, or a voucher, of an order that was closed before either was known here. */
export type Orphan = { orderId: string; sessionId: string | null; intentId: string | null }

/** What a move leaves for after its transaction: calls to the provider, each a job that may be tried again. */
export type Later = {
  /** At once, or at a moment. */
  refund(refundId: string, at?: Instant): Promise<void>
  endProviderSubscription(providerSubscriptionId: string): Promise<void>
  /** The provider charges nothing for what has been paid otherwise. */
  chargeFromPaid(subscriptionId: string): Promise<void>
  /** Ends what could still be paid: the card's page, or the voucher. */
  giveUp(orderId: string): Promise<void>
  /** Ends what was made at the provider while its order was closed here. */
  endOrphan(of: Orphan): Promise<void>
  remindFailure(of: { subscriptionId: string; failedAt: Instant }, at: Instant): Promise<void>
}

/** A mail to a fan in their own language; nothing where no address is known. Of the same news each is told once. */
export const mailToFan = async (
  { tx, origin }: Pick<Work, 'tx' | 'origin'>,
  uid: string,
  write: (to: Reader) => Letter,
  news?: string,
): Promise<void> => {
  const person = await personOf(tx.db, uid)
  if (!person?.email) return
  const { email: to, locale } = person
  const mail = { to, locale, ...write({ origin, locale }) }
  await tx.enqueue(mailJobs.sendMail, mail, news === undefined ? {} : { id: mailIdOf(news, uid) })
}

export const note = (
  { tx, now, newId }: Work,
  order: Pick<OrderRow, 'tenantId' | 'orderId'>,
  what: string,
  more: { actorUid?: string; detail?: string } = {},
) => addOrderEvent(tx.db, order, { eventId: newId('event'), at: now, what, ...more })

/**
 * An order that waits is ended without its fan: what could be paid is ended afterwards, and who holds a code is told then that
 * it is dead (`close`).
 */
export const endAwaited = async (work: Work, order: OrderRow, actorUid = ''): Promise<void> => {
  if (!(await hasHappened(work.tx.db, order, 'cancelAsked', { byOthers: true })))
    await note(work, order, 'cancelAsked', { actorUid })
  await work.later.giveUp(order.orderId)
}

type Find<Row> = () => Promise<Row | undefined>
/** The row, seen again under the fan's lock. */
export const locked = async <Row extends { uid: string }>(work: Work, find: Find<Row>): Promise<Row | undefined> => {
  const seen = await find()
  if (!seen) return undefined
  await lockFan(work.tx.db, seen.uid)
  return find()
}
