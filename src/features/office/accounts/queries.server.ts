import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import { emptyForm } from '#club/applications/application.ts'
import { slugReservations, tenantApplications } from '#club/applications/tables.server.ts'
import { brands } from '#club/brands/tables.server.ts'
import { fans, people } from '#club/fans/tables.server.ts'
import { releaseLetters } from '#club/inquiries/queries.server.ts'
import { inquiries } from '#club/inquiries/tables.server.ts'
import { tenantMembers, tenants } from '#club/tenants/tables.server.ts'
import type { Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { subscriptions, subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { ledgerMonths } from '#money/ledger/tables.server.ts'
import { orderBuyers, orderLines, orders } from '#money/orders/tables.server.ts'
import { payouts } from '#money/payouts/revenue/tables.server.ts'
import { backNumberPurchases } from '#publishing/backNumbers/tables.server.ts'
import { comments } from '#publishing/comments/tables.server.ts'
import { contentLoves } from '#publishing/contents/public/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import { payoutTerms } from '#server/payments/payouts.ts'
import type { Db, Fan } from '#server/proven.ts'
import { cartItems, carts, shippingAddresses } from '#shop/carts/tables.server.ts'
import { notificationsSeen } from '../notifications/tables.server'
import { type FileState, stillToSend } from './account'
import { isOpenOrder } from './deleted/queries.server'
import { accountFiles } from './tables.server'

// --- Account page ----------------------------------------------------------------------------------------------------

export const filesOf = (db: Db, { uid }: Fan) =>
  db.select().from(accountFiles).where(eq(accountFiles.uid, uid)).orderBy(desc(accountFiles.createdAt)).limit(5)

export const fileOf = async (db: Db, { uid }: Fan, exportId: string) => {
  const [row] = await db
    .select()
    .from(accountFiles)
    .where(and(eq(accountFiles.uid, uid), eq(accountFiles.exportId, exportId)))
  return row
}

export const countMemberships = async (db: Db, { uid }: Fan): Promise<number> => {
  const [row] = await db
    .select({ n: count() })
    .from(subscriptions)
    .where(and(eq(subscriptions.uid, uid), isNull(subscriptions.endedAt)))
  return row?.n ?? 0
}

export const countToSend = async (db: Db, { uid }: Fan): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(
      and(
        eq(orders.uid, uid),
        inArray(orders.fulfillmentState, [...stillToSend]),
        inArray(orders.paymentState, ['paid', 'partiallyRefunded']),
      ),
    )
    .limit(1000)
    .as('some')
  const [row] = await db.select({ n: count() }).from(some)
  return row?.n ?? 0
}

/**
 * A club needs an owner while it is open, and after closing until everything is delivered, decided and paid out. A
 * balance below the minimum payout is never paid out, so it does not count.
 */
const needsOwner = (now: Instant, leastPayout: number) =>
  or(
    isNull(tenants.closesAt),
    gt(tenants.closesAt, now),
    subquery`exists (select 1 from ${orders} o where o.tenant_id = ${tenants.tenantId} and ${isOpenOrder})`,
    subquery`exists (select 1 from ${payouts} p where p.tenant_id = ${tenants.tenantId} and (p.state = 'scheduled'
      or (p.state = 'processing' and p.scheduled_for > ${toTimestamp(now)}::timestamptz)))`,
    subquery`exists (select 1 from ${ledgerMonths} m where m.tenant_id = ${tenants.tenantId}
      group by m.brand_id having -sum(m.amount) >= ${leastPayout})`,
  )

/** Clubs that this person owns alone and that still need an owner. */
export const ownedAlone = (db: Db, { uid }: Fan, now: Instant) =>
  db
    .select({ tenantId: tenants.tenantId, name: tenants.name })
    .from(tenantMembers)
    .innerJoin(tenants, eq(tenants.tenantId, tenantMembers.tenantId))
    .where(
      and(
        eq(tenantMembers.uid, uid),
        eq(tenantMembers.status, 'active'),
        eq(tenantMembers.role, 'owner'),
        subquery`not exists (select 1 from ${tenantMembers} o where o.tenant_id = ${tenantMembers.tenantId}
          and o.role = 'owner' and o.status = 'active' and o.uid <> ${uid})`,
        needsOwner(now, payoutTerms().minimum),
      ),
    )
    .orderBy(asc(tenants.tenantId))
    .limit(100)

/** Locks the owners of all clubs that this person owns, so that two owners cannot leave at the same time. */
export const lockOwners = async (db: Db, { uid }: Fan) => {
  await db
    .select({ memberId: tenantMembers.memberId })
    .from(tenantMembers)
    .where(
      and(
        eq(tenantMembers.role, 'owner'),
        eq(tenantMembers.status, 'active'),
        subquery`${tenantMembers.tenantId} in (select m.tenant_id from ${tenantMembers} m where m.uid = ${uid} and m.status = 'active' and m.role = 'owner')`,
      ),
    )
    .orderBy(asc(tenantMembers.memberId))
    .for('update')
}

// --- Export ----------------------------------------------------------------------------------------------------------

export const insertFile = (db: Db, row: typeof accountFiles.$inferInsert) => db.insert(accountFiles).values(row)
export const fileById = async (db: Db, exportId: string) => {
  const [row] = await db.select().from(accountFiles).where(eq(accountFiles.exportId, exportId))
  return row
}
export const setFile = async (
  db: Db,
  exportId: string,
  changes: { state?: FileState; key?: string | null; expiresAt?: Instant },
) => {
  await db.update(accountFiles).set(changes).where(eq(accountFiles.exportId, exportId))
}
export const overdueFiles = (db: Db, now: Instant) =>
  db
    .select({ exportId: accountFiles.exportId, key: accountFiles.key })
    .from(accountFiles)
    .where(and(isNotNull(accountFiles.key), lte(accountFiles.expiresAt, now)))
    .limit(1000)

const most = 10_000

/** The person's own data stored under the account, without notes that others wrote about them. */
export const everythingOf = async (db: Db, uid: string) => {
  const [person] = await db.select().from(people).where(eq(people.uid, uid))
  const known = await db
    .select({
      brand: brands.name,
      memberNumber: fans.memberNumber,
      firstSeenAt: fans.firstSeenAt,
      lastActiveAt: fans.lastActiveAt,
      joinedAt: fans.joinedAt,
      totalMonths: fans.totalMonths,
      lifetimeAmount: fans.lifetimeAmount,
      orderCount: fans.orderCount,
      newsByMail: fans.newsByMail,
      isEmailVisible: fans.isEmailVisible,
    })
    .from(fans)
    .innerJoin(brands, and(eq(brands.tenantId, fans.tenantId), eq(brands.brandId, fans.brandId)))
    .where(eq(fans.uid, uid))
    .limit(most)
  const memberships = await db
    .select({
      plan: plans.name,
      price: subscriptions.price,
      interval: subscriptions.interval,
      method: subscriptions.method,
      purchasedAt: subscriptions.purchasedAt,
      paidUntil: subscriptions.paidUntil,
      cancelAppliedAt: subscriptions.cancelAppliedAt,
      cancelReason: subscriptions.cancelReason,
      endedAt: subscriptions.endedAt,
    })
    .from(subscriptions)
    .innerJoin(plans, and(eq(plans.tenantId, subscriptions.tenantId), eq(plans.planId, subscriptions.planId)))
    .where(eq(subscriptions.uid, uid))
    .orderBy(asc(subscriptions.purchasedAt))
    .limit(most)
  const terms = await db
    .select({
      plan: plans.name,
      from: subscriptionTerms.from,
      to: subscriptionTerms.to,
      amount: subscriptionTerms.amount,
      source: subscriptionTerms.source,
    })
    .from(subscriptionTerms)
    .innerJoin(plans, and(eq(plans.tenantId, subscriptionTerms.tenantId), eq(plans.planId, subscriptionTerms.planId)))
    .where(eq(subscriptionTerms.uid, uid))
    .orderBy(asc(subscriptionTerms.from))
    .limit(most)
  const months = await db
    .select({
      year: backNumberPurchases.periodYear,
      month: backNumberPurchases.periodMonth,
      paidAt: backNumberPurchases.paidAt,
    })
    .from(backNumberPurchases)
    .where(eq(backNumberPurchases.uid, uid))
    .limit(most)
  const bought = await db
    .select({
      orderId: orders.orderId,
      orderNumber: orders.orderNumber,
      kind: orders.kind,
      paymentMethod: orders.paymentMethod,
      paymentState: orders.paymentState,
      fulfillmentState: orders.fulfillmentState,
      total: orders.total,
      refunded: orders.refunded,
      placedAt: orders.placedAt,
      paidAt: orders.paidAt,
      buyer: orderBuyers,
    })
    .from(orders)
    .leftJoin(orderBuyers, and(eq(orderBuyers.tenantId, orders.tenantId), eq(orderBuyers.orderId, orders.orderId)))
    .where(eq(orders.uid, uid))
    .orderBy(asc(orders.placedAt))
    .limit(most)
  const lines = await db
    .select({
      orderId: orderLines.orderId,
      name: orderLines.name,
      variationName: orderLines.variationName,
      unitPrice: orderLines.unitPrice,
      quantity: orderLines.quantity,
    })
    .from(orderLines)
    .innerJoin(orders, and(eq(orders.tenantId, orderLines.tenantId), eq(orders.orderId, orderLines.orderId)))
    .where(eq(orders.uid, uid))
    .limit(5 * most)
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
  const addresses = await db.select().from(shippingAddresses).where(eq(shippingAddresses.uid, uid)).limit(most)
  const written = await db
    .select({ content: comments.content, status: comments.status, commentedAt: comments.commentedAt })
    .from(comments)
    .where(eq(comments.uid, uid))
    .orderBy(asc(comments.commentedAt))
    .limit(most)
  const loved = await db
    .select({ planContentId: contentLoves.planContentId, lovedAt: contentLoves.lovedAt })
    .from(contentLoves)
    .where(eq(contentLoves.uid, uid))
    .limit(most)
  const letters = await db
    .select({
      fromName: inquiries.fromName,
      from: inquiries.from,
      subject: inquiries.subject,
      content: inquiries.content,
      createdAt: inquiries.createdAt,
    })
    .from(inquiries)
    .where(eq(inquiries.uid, uid))
    .limit(most)
  const works = await db
    .select({
      club: tenants.name,
      role: tenantMembers.role,
      email: tenantMembers.email,
      joinedAt: tenantMembers.joinedAt,
    })
    .from(tenantMembers)
    .innerJoin(tenants, eq(tenants.tenantId, tenantMembers.tenantId))
    .where(eq(tenantMembers.uid, uid))
    .limit(most)
  const applied = await db
    .select({
      status: tenantApplications.status,
      form: tenantApplications.form,
      createdAt: tenantApplications.createdAt,
    })
    .from(tenantApplications)
    .where(eq(tenantApplications.applicantUid, uid))
    .limit(most)
  return {
    person: person ?? null,
    fanOf: known,
    memberships,
    terms,
    backNumbers: months,
    orders: bought.map(({ orderId, ...order }) => ({ ...order, lines: linesOf.get(orderId) ?? [] })),
    addresses,
    comments: written,
    loves: loved,
    letters,
    clubs: works,
    applications: applied,
  }
}

// --- Deletion --------------------------------------------------------------------------------------------------------

/**
 * Removes personal data from every row but the orders' buyers (`forgetBuyers`). Amounts, orders and the ledger only contain
 * the uid.
 */
export const forget = async (db: Db, { uid }: Fan, now: Instant) => {
  const isMember = eq(tenantMembers.uid, uid)
  const left = await db
    .update(tenantMembers)
    .set({ status: 'removed', removedAt: now, invitationHash: null })
    .where(and(isMember, eq(tenantMembers.status, 'active')))
    .returning({ tenantId: tenantMembers.tenantId, memberId: tenantMembers.memberId })
  for (const member of left) await releaseLetters(db, member)
  await db.update(tenantMembers).set({ displayName: '', email: '', mailKinds: [] }).where(isMember)
  const isApplicant = eq(tenantApplications.applicantUid, uid)
  await db.update(tenantApplications).set({ applicantEmail: '', applicantName: '' }).where(isApplicant)
  // The form of an approved application belongs to the club; every other one is emptied.
  await db
    .update(tenantApplications)
    .set({ form: { ...emptyForm }, reviewedForm: null })
    .where(and(isApplicant, ne(tenantApplications.status, 'approved')))
  await db
    .update(tenantApplications)
    .set({ status: 'withdrawn' })
    .where(and(isApplicant, notInArray(tenantApplications.status, ['approved', 'rejected'])))
  await db.execute(sql`delete from ${slugReservations} using ${tenantApplications} a
    where a.application_id = ${slugReservations.applicationId} and a.applicant_uid = ${uid} and a.status = 'withdrawn'`)
  await db.execute(sql`
    with gone as (
      update ${comments} set content = '', status = 'deleted', pinned_at = null where uid = ${uid} and status <> 'deleted'
      returning tenant_id, plan_content_id, (select c.status from ${comments} c where c.comment_id = ${comments.commentId}) as was
    ), counted as (
      select tenant_id, plan_content_id, count(*)::int as n from gone where was = 'published' group by tenant_id, plan_content_id
    )
    update content_counts k set comments = greatest(0, k.comments - counted.n) from counted
    where k.tenant_id = counted.tenant_id and k.plan_content_id = counted.plan_content_id`)
  await db.update(comments).set({ content: '' }).where(eq(comments.uid, uid))
  await db.update(inquiries).set({ fromName: '', from: '' }).where(eq(inquiries.uid, uid))
  await db.delete(shippingAddresses).where(eq(shippingAddresses.uid, uid))
  await db.execute(sql`delete from ${cartItems} i using ${carts} c
    where c.uid = ${uid} and i.tenant_id = c.tenant_id and i.cart_id = c.cart_id`)
  await db.delete(carts).where(eq(carts.uid, uid))
  await db.delete(notificationsSeen).where(eq(notificationsSeen.uid, uid))
  await db.update(fans).set({ labels: [], note: '', isEmailVisible: false, editedAt: now }).where(eq(fans.uid, uid))
  await db.delete(people).where(eq(people.uid, uid))
}
