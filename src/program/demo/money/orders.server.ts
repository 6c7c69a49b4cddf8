import { asc, eq, sql } from 'drizzle-orm'
import { fans, people, serials } from '#club/fans/tables.server.ts'
import { day } from '#kit/time.ts'
import { subscriptions, subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { paid } from '#money/ledger/ledger.ts'
import { orderNumberOf } from '#money/orders/order.ts'
import { konbiniPayments, orderEvents, orderLines, orders } from '#money/orders/tables.server.ts'
import { demoAccounts } from '../accounts'
import { insertAll } from '../insertAll'
import { type Demo, type DemoClub, emailOf, personName } from '../parts'
import { bookDemo } from './ledger.server'

const fees = { platformFee: 100_000, paymentFee: 36_000 }
const konbiniFee = 200

/** Every so many orders of the demo is one of the states that staff look for. */
const unusual = (n: number) => (n % 97 === 5 ? 'expired' : n % 61 === 7 ? 'awaitingPayment' : null)

/**
 * The memberships behind the demo's terms, and the orders of the last months with their places in the ledger, by the same
 * rules as any sale.
 */
export const demoOrders = async ({ db, at }: Demo, club: DemoClub) => {
  const { tenantId, brand } = club
  const { brandId, slug } = brand
  const terms = await db
    .select()
    .from(subscriptionTerms)
    .where(eq(subscriptionTerms.tenantId, tenantId))
    .orderBy(asc(subscriptionTerms.from), asc(subscriptionTerms.termId))
  const plans = new Map(club.plans.map((plan) => [plan.planId, plan]))

  const held = Map.groupBy(terms, ({ subscriptionId }) => subscriptionId ?? '')
  const memberships = [...held].flatMap(([subscriptionId, all]) => {
    const [first, last] = [all[0], all.at(-1)]
    const plan = last && plans.get(last.planId)
    if (!first || !last || !plan || (last.source !== 'card' && last.source !== 'konbini')) return []
    const isOver = last.to <= at
    return [
      {
        tenantId,
        brandId,
        subscriptionId,
        planId: last.planId,
        uid: last.uid,
        interval: plan.subscriptionInterval,
        price: plan.price,
        method: last.source,
        purchasedAt: first.from,
        paidUntil: last.to,
        ...(isOver && { endedAt: last.to, endReason: 'user' as const, cancelAppliedAt: last.from + 5 * day }),
        latestOrderId: last.orderId ?? '',
        editedAt: last.from,
      },
    ]
  })
  insertAll(db, subscriptions, memberships)

  const sold = terms.filter(({ orderId }) => orderId !== null)
  type Row = typeof orders.$inferInsert
  const rows: Row[] = []
  for (const [n, term] of sold.entries()) {
    const plan = plans.get(term.planId)
    if (!plan || term.orderId === null) continue
    const isKonbini = term.source === 'konbini'
    const fee = isKonbini ? konbiniFee : 0
    rows.push({
      tenantId,
      brandId,
      orderId: term.orderId,
      orderNumber: orderNumberOf(n + 1),
      uid: term.uid,
      kind: 'plan',
      paymentMethod: isKonbini ? 'konbini' : 'card',
      paymentState: 'paid',
      openKey: `demo:${n}`,
      subscriptionId: term.subscriptionId,
      planId: term.planId,
      subtotal: plan.price,
      konbiniFee: fee,
      total: plan.price + fee,
      locale: 'ja',
      placedAt: term.from - 60_000,
      paidAt: term.from,
      editedAt: term.from,
    })
  }
  // Some that were never paid, for the lists that staff look through: they opened nothing, so they have no term.
  const paidCount = rows.length
  for (let n = 0; n < paidCount; n++) {
    const state = unusual(n)
    const model = rows[n]
    if (!state || !model || model.paymentMethod !== 'konbini') continue
    const placedAt = at - (n % 40) * (day / 20) - 3_600_000
    const serial = rows.length + 1
    rows.push({
      ...model,
      orderId: `order_${slug}_open_${n}`,
      orderNumber: orderNumberOf(serial),
      uid: `demo_fan_${slug}_late_${n}`,
      paymentState: state,
      openKey: `demo:${serial}`,
      subscriptionId: null,
      placedAt,
      paidAt: null,
      expiresAt: at + 2 * day,
      closedAt: state === 'expired' ? placedAt + day / 24 : null,
      editedAt: placedAt,
    })
  }
  insertAll(db, orders, rows)
  const planOf = ({ planId }: Row) => plans.get(planId ?? '')
  insertAll(
    db,
    orderLines,
    rows.map((order) => ({
      tenantId,
      orderId: order.orderId,
      lineId: order.orderId.replace('order', 'line'),
      position: 0,
      name: planOf(order)?.name ?? '',
      english: { name: planOf(order)?.english?.name },
      unitPrice: order.subtotal,
      quantity: 1,
    })),
  )
  insertAll(
    db,
    konbiniPayments,
    rows
      .filter(({ paymentMethod }) => paymentMethod === 'konbini')
      .map(({ orderId, paymentState, placedAt }) => ({
        tenantId,
        orderId,
        state:
          paymentState === 'paid'
            ? ('paid' as const)
            : paymentState === 'expired'
              ? ('expired' as const)
              : ('creating' as const),
        expiresAt: placedAt + 3 * day,
      })),
  )
  insertAll(
    db,
    orderEvents,
    rows.map((order) => ({
      tenantId,
      orderId: order.orderId,
      eventId: order.orderId.replace('order', 'event'),
      at: order.paidAt ?? order.placedAt,
      what: order.paymentState === 'paid' ? 'paid' : order.paymentState === 'expired' ? 'expired' : 'placed',
    })),
  )

  const booked = rows
    .filter(({ paymentState }) => paymentState === 'paid')
    .map((order) => {
      const { orderId, subtotal, total, kind } = order
      const sale = { orderId, kind, subtotal, deferred: 0, shippingFee: 0, konbiniFee: order.konbiniFee ?? 0, total }
      return {
        orderId,
        movementId: orderId.replace('order', 'movement'),
        movement: paid(sale, fees, order.paidAt ?? at),
      }
    })
  bookDemo(db, { tenantId, brandId }, booked)
  const members = [...new Set(memberships.map(({ uid }) => uid))]
  insertAll(
    db,
    people,
    [...members, 'demo_fan'].map((uid, n) => {
      const account = demoAccounts.find((one) => one.uid === uid)
      return {
        uid,
        displayName: account?.displayName ?? personName(Number.parseInt(uid.slice(-4), 10) || 0),
        // A few can be looked for; news by mail to all of them would fill the outbox.
        email: account?.email ?? (n < 10 ? emailOf(uid) : ''),
        createdAt: at,
        editedAt: at,
      }
    }),
    sql`on conflict do nothing`,
  )
  insertAll(
    db,
    fans,
    members
      .map((uid, n) => ({ uid, number: n + 1 }))
      .map(({ uid, number }) => ({
        tenantId,
        brandId,
        uid,
        fanId: `fan_${slug}_${number}`,
        memberNumber: number,
        memberNumberIssuedAt: at,
        firstSeenAt: at,
        lastActiveAt: at,
        isEmailVisible: number % 3 === 1,
        editedAt: at,
      })),
    sql`on conflict (tenant_id, brand_id, uid) do update set
      member_number = excluded.member_number, member_number_issued_at = excluded.member_number_issued_at`,
  )
  insertAll(db, serials, [
    { tenantId, brandId, series: 'order', last: rows.length },
    { tenantId, brandId, series: 'member', last: members.length },
  ])
}
