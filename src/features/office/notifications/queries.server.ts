import { and, desc, eq, gt, gte, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isNotBinned } from '#club/bin/queries.server.ts'
import { people } from '#club/fans/tables.server.ts'
import { inquiries } from '#club/inquiries/tables.server.ts'
import { closedByPlatformSince, declinedSince } from '#club/tenants/queries.server.ts'
import { formatYen } from '#kit/money.ts'
import { day, type Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { subscriptions } from '#membership/subscriptions/tables.server.ts'
import { latePayments, orderEvents, orders, refunds } from '#money/orders/tables.server.ts'
import { payouts } from '#money/payouts/revenue/tables.server.ts'
import { editableFor } from '#publishing/comments/comment.ts'
import { commentReports, comments } from '#publishing/comments/tables.server.ts'
import { unpublishedBetween } from '#publishing/contents/queries.server.ts'
import { missedStartsBetween } from '#publishing/streamings/queries.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { disputesOpened, evidenceDueSoon, restsLyingStill } from '#shop/desk/needs.queries.server.ts'
import { eventGoodsDrafts } from '#shop/eventGoods/tables.server.ts'
import { failedJobsOfBrand } from '../failedJobs/queries.server'
import { publicActsOf } from '../home/fanActs.queries.server'
import { mostOfKind, type Notification, type NotificationKind, startIsLate } from './notification'

type Ask = (db: Db, brand: Brand, since: Instant, now: Instant) => Promise<Omit<Notification, 'kind'>[]>

/**
 * How long after an event its row may be written at most: a provider that gets no answer retries for three days.
 * Readers who looked in between are still notified.
 */
const writtenWithin = 4 * day

const timestamp = (at: Instant) => sql`${toTimestamp(at)}::timestamptz`
const personName = sql<string>`coalesce(${people.displayName}, '')`
const orderShown = { itemId: orders.orderId, name: orders.orderNumber, total: orders.total }

/** Moment of an entry in the order's history; null without one. */
const notedAt = (what: 'paid' | 'paidLate') => subquery`(select max(e.at) from ${orderEvents} e
  where e.tenant_id = ${orders.tenantId} and e.order_id = ${orders.orderId} and e.what = ${what})`

const ordersPaid: Ask = async (db, { tenantId, brandId }, since) => {
  const at = sql`greatest(${orders.paidAt}, ${notedAt('paid')})`
  const rows = await db
    .select({ ...orderShown, at: at.mapWith(orders.placedAt) })
    .from(orders)
    .where(
      and(
        eq(orders.tenantId, tenantId),
        eq(orders.brandId, brandId),
        // Written like the index on orders of goods, so that it is used.
        sql`${orders.kind} in ('goods', 'eventGoods')`,
        gt(orders.paidAt, since - writtenWithin),
        // Only what was touched since then can have been noted since then.
        or(gt(orders.paidAt, since), gt(orders.editedAt, since)),
        sql`${at} > ${timestamp(since)}`,
      ),
    )
    .orderBy(desc(orders.paidAt))
    .limit(mostOfKind)
  return rows.map(({ total, ...row }) => ({ ...row, detail: formatYen(total) }))
}

const ordersExpired: Ask = async (db, { tenantId, brandId }, since) => {
  const rows = await db
    .select({ ...orderShown, at: orders.closedAt })
    .from(orders)
    .where(
      and(
        eq(orders.tenantId, tenantId),
        eq(orders.brandId, brandId),
        eq(orders.paymentState, 'expired'),
        // A voucher lives for days: what lapsed now was placed before.
        gt(orders.placedAt, since - 20 * day),
        gt(orders.closedAt, since),
      ),
    )
    .orderBy(desc(orders.placedAt))
    .limit(mostOfKind)
  return rows.map(({ total, at, ...row }) => ({ ...row, at: at ?? 0, detail: formatYen(total) }))
}

/** A late payment whose refund failed counts as new from the failure. */
const late: Ask = async (db, { tenantId, brandId }, since) => {
  const at = subquery`greatest(${latePayments.arrivedAt}, ${notedAt('paidLate')}, (select max(r.decided_at) from ${refunds} r
    where r.tenant_id = ${latePayments.tenantId} and r.order_id = ${latePayments.orderId}))`
  const rows = await db
    .select({
      itemId: latePayments.orderId,
      name: orders.orderNumber,
      amount: latePayments.amount,
      at: at.mapWith(latePayments.arrivedAt),
    })
    .from(latePayments)
    .innerJoin(orders, and(eq(orders.tenantId, latePayments.tenantId), eq(orders.orderId, latePayments.orderId)))
    .where(
      and(
        eq(latePayments.tenantId, tenantId),
        eq(latePayments.brandId, brandId),
        isNull(latePayments.resolution),
        sql`${at} > ${timestamp(since)}`,
      ),
    )
    .orderBy(desc(at))
    .limit(mostOfKind)
  return rows.map(({ amount, ...row }) => ({ ...row, detail: formatYen(amount) }))
}

/** The buyer has not got the money: refused, never claimed, or sent back by the bank. Late money has its own place. */
const refundsFailed: Ask = async (db, { tenantId, brandId }, since) => {
  const rows = await db
    .select({ itemId: refunds.orderId, name: orders.orderNumber, amount: refunds.amount, at: refunds.decidedAt })
    .from(refunds)
    .innerJoin(orders, and(eq(orders.tenantId, refunds.tenantId), eq(orders.orderId, refunds.orderId)))
    .where(
      and(
        eq(refunds.tenantId, tenantId),
        eq(orders.brandId, brandId),
        // Written like the partial index, so that it is used.
        sql`${refunds.state} in ('failed', 'canceled')`,
        ne(orders.paymentState, 'paidLate'),
        gt(refunds.decidedAt, since),
      ),
    )
    .orderBy(desc(refunds.decidedAt))
    .limit(mostOfKind)
  return rows.map(({ amount, at, ...row }) => ({ ...row, at: at ?? 0, detail: formatYen(amount) }))
}

/** Chargebacks, and questions of the buyers' banks. */
const disputed: Ask = async (db, brand, since, now) =>
  (await disputesOpened(db, brand, { from: since, to: now }, mostOfKind)).map(
    ({ orderId: itemId, orderNumber: name, amount, at }) => ({ itemId, name, at, detail: formatYen(amount) }),
  )

const evidenceDue: Ask = async (db, brand, since, now) =>
  (await evidenceDueSoon(db, brand, { from: since, to: now }, mostOfKind)).map(
    ({ orderId: itemId, orderNumber: name, amount, at }) => ({ itemId, name, at, detail: formatYen(amount) }),
  )

const restsUnsent: Ask = async (db, brand, since, now) =>
  (await restsLyingStill(db, brand, { from: since, to: now }, mostOfKind)).map(
    ({ orderId: itemId, orderNumber: name, left, of, at }) => ({ itemId, name, at, detail: `${left}/${of}` }),
  )

const memberships = (
  db: Db,
  { tenantId, brandId }: Brand,
  at: SQL | AnyPgColumn,
  which: SQL | undefined,
  newest: AnyPgColumn,
): ReturnType<Ask> =>
  db
    .select({
      itemId: subscriptions.subscriptionId,
      name: personName,
      detail: plans.name,
      at: sql`${at}`.mapWith(subscriptions.purchasedAt),
    })
    .from(subscriptions)
    .innerJoin(plans, and(eq(plans.tenantId, subscriptions.tenantId), eq(plans.planId, subscriptions.planId)))
    .leftJoin(people, eq(people.uid, subscriptions.uid))
    .where(and(eq(subscriptions.tenantId, tenantId), eq(subscriptions.brandId, brandId), which))
    .orderBy(desc(newest))
    .limit(mostOfKind)

const joined: Ask = (db, brand, since) => {
  const { purchasedAt } = subscriptions
  return memberships(db, brand, purchasedAt, gt(purchasedAt, since), purchasedAt)
}

/**
 * An end that the clock has brought is written down some minutes after it; what has ended is not edited again. Who has changed to
 * another plan is not lost.
 */
const left: Ask = (db, brand, since) => {
  const { endedAt, editedAt, endReason } = subscriptions
  const at = sql`greatest(${endedAt}, ${editedAt})`
  const isNew = and(
    isNotNull(endedAt),
    ne(endReason, 'switched'),
    gt(endedAt, since - writtenWithin),
    sql`${at} > ${timestamp(since)}`,
  )
  return memberships(db, brand, at, isNew, endedAt)
}

/**
 * When a comment was held: when it was written, by its author's last edit, or by the report that reached the limit; no
 * reports are accepted after that.
 */
const heldAt = subquery`greatest(${comments.commentedAt}, ${comments.editedAt}, case when ${comments.reportCount} > 0 then
  (select max(r.reported_at) from ${commentReports} r
    where r.tenant_id = ${comments.tenantId} and r.comment_id = ${comments.commentId}) end)`

const held: Ask = async (db, { tenantId, brandId }, since) => {
  const waiting = (which: SQL | undefined) =>
    db
      .select({
        itemId: comments.commentId,
        name: personName,
        detail: sql<string>`left(${comments.content}, 80)`,
        at: heldAt.mapWith(comments.commentedAt),
      })
      .from(comments)
      .leftJoin(people, eq(people.uid, comments.uid))
      .where(
        and(
          eq(comments.tenantId, tenantId),
          eq(comments.brandId, brandId),
          eq(comments.status, 'held'),
          isNotBinned({ tenantId, brandId }, 'content', comments.planContentId),
          which,
          sql`${heldAt} > ${timestamp(since)}`,
        ),
      )
      .orderBy(desc(comments.commentedAt))
      .limit(mostOfKind)
  // Comments that can no longer be edited are held by reports only: of the old ones only those with reports are read.
  const changeable = since - editableFor
  return [
    ...(await waiting(gt(comments.commentedAt, changeable))),
    ...(await waiting(and(lte(comments.commentedAt, changeable), sql`${comments.reportCount} > 0`))),
  ]
}

const requests: Ask = (db, { tenantId, brandId }, since) =>
  db
    .select({
      itemId: inquiries.inquiryId,
      name: inquiries.fromName,
      detail: inquiries.subject,
      at: inquiries.lastMessageAt,
    })
    .from(inquiries)
    .where(
      and(
        eq(inquiries.tenantId, tenantId),
        eq(inquiries.brandId, brandId),
        eq(inquiries.direction, 'fanToCreator'),
        eq(inquiries.state, 'new'),
        gt(inquiries.lastMessageAt, since),
      ),
    )
    .orderBy(desc(inquiries.lastMessageAt))
    .limit(mostOfKind)

const paidOut =
  (column: 'createdAt' | 'returnedAt'): Ask =>
  async (db, { tenantId, brandId }, since) => {
    const time = payouts[column]
    const rows = await db
      .select({ itemId: payouts.payoutId, name: payouts.month, amount: payouts.amount, fee: payouts.fee, at: time })
      .from(payouts)
      .where(
        and(
          eq(payouts.tenantId, tenantId),
          eq(payouts.brandId, brandId),
          // Banks return payouts soon after they were sent, so older ones are not read.
          gte(payouts.createdAt, since - 90 * day),
          gt(time, since),
        ),
      )
      .orderBy(desc(payouts.createdAt))
      .limit(mostOfKind)
    return rows.map(({ amount, fee, at, ...row }) => ({ ...row, at: at ?? 0, detail: formatYen(amount - fee) }))
  }

/** Drafts of event goods whose home this brand is, by what became of them. */
const drafts =
  (state: 'submitted' | 'returned' | 'approved'): Ask =>
  async (db, { tenantId, brandId }, since) => {
    const time = state === 'submitted' ? eventGoodsDrafts.submittedAt : eventGoodsDrafts.decidedAt
    const rows = await db
      .select({
        itemId: eventGoodsDrafts.draftId,
        name: sql<string>`${eventGoodsDrafts.payload} ->> 'name'`,
        detail: eventGoodsDrafts.reason,
        at: time,
      })
      .from(eventGoodsDrafts)
      .where(
        and(
          eq(eventGoodsDrafts.tenantId, tenantId),
          eq(eventGoodsDrafts.brandId, brandId),
          eq(eventGoodsDrafts.state, state),
          // Drafts that were not touched for half a year are ignored.
          gt(eventGoodsDrafts.editedAt, since - 180 * day),
          gt(time, since),
        ),
      )
      .orderBy(desc(eventGoodsDrafts.editedAt))
      .limit(mostOfKind)
    return rows.map(({ at, detail, ...row }) => ({ ...row, at: at ?? 0, detail: [...detail].slice(0, 80).join('') }))
  }

/** Contents not published on schedule, and live streamings that nobody started. Only the clock reveals them. */
const missed: Ask = async (db, brand, since, now) => {
  const contents = await unpublishedBetween(db, brand, { from: since, to: now }, mostOfKind)
  const starts = await missedStartsBetween(db, brand, { from: since - startIsLate, to: now - startIsLate }, mostOfKind)
  return [
    ...contents.map(({ planContentId: itemId, name, at }) => ({ itemId, name, at, detail: 'plansArchived' })),
    ...starts.map(({ planContentId, eventId, name, runAt }) => ({
      itemId: planContentId ?? eventId,
      name,
      at: runAt + startIsLate,
      detail: 'notStarted',
    })),
  ]
}

/** Jobs of the brand that failed for good. */
const unfinished: Ask = async (db, brand, since) =>
  (await failedJobsOfBrand(db, brand, since, mostOfKind)).map(({ area, ...row }) => ({
    ...row,
    name: '',
    detail: area,
  }))

const declined: Ask = async (db, brand, since) =>
  (await declinedSince(db, brand, since, mostOfKind)).map(({ email: name, at }) => ({
    itemId: '',
    name,
    at: at ?? 0,
    detail: '',
  }))

/** One line for each content, of the moment of its newest act. A plus: there were more than the newest that are looked at. */
const ofContents =
  (kind: keyof typeof publicActsOf): Ask =>
  async (db, brand, since, now) => {
    const { acts, back } = await publicActsOf[kind](db, brand, now + 1)
    const more = back !== null && back > since ? '+' : ''
    const lines = Map.groupBy(
      acts.filter(({ at }) => at > since),
      ({ itemId }) => itemId,
    )
    return [...lines].flatMap(([itemId, [newest, ...others]]) =>
      newest ? { itemId, name: newest.about, at: newest.at, detail: `${1 + others.length}${more}` } : [],
    )
  }

/** By the platform: whoever closes their own club knows. */
const closed: Ask = async (db, brand, since) =>
  (await closedByPlatformSince(db, brand, since)).map(({ name, reason, at }) => ({
    ...{ itemId: '', name, at: at ?? 0, detail: reason ?? '' },
  }))

const asks: Record<NotificationKind, Ask> = {
  orderPaid: ordersPaid,
  orderExpired: ordersExpired,
  latePayment: late,
  refundFailed: refundsFailed,
  disputeOpened: disputed,
  disputeDue: evidenceDue,
  restUnsent: restsUnsent,
  memberJoined: joined,
  memberLeft: left,
  commentHeld: held,
  commented: ofContents('commented'),
  loved: ofContents('loved'),
  requestReceived: requests,
  payoutSent: paidOut('createdAt'),
  payoutReturned: paidOut('returnedAt'),
  draftSubmitted: drafts('submitted'),
  draftReturned: drafts('returned'),
  draftApproved: drafts('approved'),
  scheduleFailed: missed,
  jobFailed: unfinished,
  invitationDeclined: declined,
  clubClosed: closed,
}

/** Everything since a moment, limited for each kind; each query reads one range of an index. */
export const happened = async (
  db: Db,
  brand: Brand,
  kinds: readonly NotificationKind[],
  { since, now }: { since: Instant; now: Instant },
): Promise<Notification[]> => {
  const found: Notification[] = []
  // One after the other: a job runs them inside its transaction, which has one connection.
  for (const kind of kinds) found.push(...(await asks[kind](db, brand, since, now)).map((one) => ({ kind, ...one })))
  return found
}
