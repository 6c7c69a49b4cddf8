import { and, asc, eq, sql } from 'drizzle-orm'
import { fans } from '#club/fans/tables.server.ts'
import { day } from '#kit/time.ts'
import { recountLongTerms, recountMembers } from '#membership/subscriptions/figures.queries.server.ts'
import { subscriptions } from '#membership/subscriptions/tables.server.ts'
import { backOf, refunded } from '#money/ledger/back.ts'
import { monthAfter, paidOut, payoutSent } from '#money/ledger/ledger.ts'
import { book, heldOfOrder } from '#money/ledger/queries.server.ts'
import { fillSales } from '#money/ledger/sales.queries.server.ts'
import { ledgerEntries, ledgerMonths } from '#money/ledger/tables.server.ts'
import { orders, refunds } from '#money/orders/tables.server.ts'
import { labelOf, sealSecret } from '#money/payouts/bankAccounts/account.server.ts'
import { bankAccounts, identityChecks } from '#money/payouts/bankAccounts/tables.server.ts'
import { closeMonths } from '#money/payouts/revenue/close.server.ts'
import { lastBankingDay } from '#money/payouts/revenue/payout.ts'
import { sumsOf } from '#money/payouts/revenue/queries.server.ts'
import { finalFrom, lastClosable, statementOf } from '#money/payouts/revenue/statement.ts'
import { payouts } from '#money/payouts/revenue/tables.server.ts'
import { type Demo, type DemoClub, pad } from '../parts'

const rates = { platformFee: 100_000, paymentFee: 36_000 }
const fee = 330

/** The sums that bookings keep, of what the demo's orders have booked. */
const demoSums = async (db: Demo['db'], tenantId: string) => {
  // Tables that were just filled have no statistics: nested loops would be planned for what seems to be few rows.
  await db.execute(sql`set local enable_nestloop = off`)
  await db.execute(sql`
    insert into ${ledgerMonths} (tenant_id, brand_id, month, kind, component, amount, entries, reduced)
    select tenant_id, brand_id, recognized_month, kind, component, sum(amount), count(*), sum(reduced) from ${ledgerEntries}
    where tenant_id = ${tenantId} and account = 'brandPayable' and recognized_month is not null group by 1, 2, 3, 4, 5`)
  await fillSales(db, tenantId)
  await db.execute(sql`
    update ${fans} f set lifetime_amount = o.amount, goods_amount = o.goods, order_count = o.orders, last_purchase_at = o.last
    from (select brand_id, uid, sum(subtotal + shipping_fee) as amount,
        coalesce(sum(subtotal + shipping_fee) filter (where kind in ('goods', 'eventGoods')), 0) as goods, count(*)::int as orders, max(paid_at) as last
      from ${orders} where tenant_id = ${tenantId} and paid_at is not null group by 1, 2) o
    where f.tenant_id = ${tenantId} and f.brand_id = o.brand_id and f.uid = o.uid`)
}

/** Some that staff look for: refused cards, people who leave, labels, a ban and a block. */
const demoCases = async ({ db, at }: Demo, { tenantId, brand }: DemoClub) => {
  const { brandId } = brand
  const living = await db
    .select({ subscriptionId: subscriptions.subscriptionId })
    .from(subscriptions)
    .where(
      and(eq(subscriptions.tenantId, tenantId), sql`ended_at is null and method = 'card' and uid <> 'demo_member'`),
    )
    .orderBy(asc(subscriptions.subscriptionId))
    .limit(120)
  await Promise.all(
    living.map(async ({ subscriptionId }, n) => {
      const failed = { paymentFailedAt: at - day, failedCount: 1 + (n % 3), graceUntil: at + 5 * day }
      const leaving = {
        cancelAppliedAt: at - 3 * day,
        cancelScheduledAt: sql`paid_until`,
        cancelReason: 'tooExpensive',
      }
      const changes = n % 4 === 0 ? failed : n % 4 === 1 ? leaving : null
      const isOne = and(eq(subscriptions.tenantId, tenantId), eq(subscriptions.subscriptionId, subscriptionId))
      if (changes) await db.update(subscriptions).set(changes).where(isOne)
    }),
  )
  const ofBrand = and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId))
  await db
    .update(fans)
    .set({ labels: ['常連'], note: 'ライブの感想をよく送ってくださる方。' })
    .where(and(ofBrand, sql`member_number % 9 = 0`))
  await db
    .update(fans)
    .set({ labels: ['遠征', '常連'] })
    .where(and(ofBrand, sql`member_number % 31 = 0`))
  await db
    .update(fans)
    .set({ commentBanUntil: at + 20 * day, commentBanReason: '転売の宣伝' })
    .where(and(ofBrand, sql`member_number = 17`))
  await db
    .update(fans)
    .set({ blockedAt: at - 2 * day, blockedBy: 'demo_owner_hoshi', blockReason: '迷惑行為のため' })
    .where(and(ofBrand, sql`member_number = 23`))
}

/** Everything that the club's sales become: figures, refunds, closed months, an account and payouts. */
export const demoRevenue = async (demo: Demo, club: DemoClub) => {
  const { db, at } = demo
  const { tenantId, brand } = club
  const { brandId, slug, name } = brand
  const ids = { tenantId, brandId }
  await demoSums(db, tenantId)
  await db.execute(sql`
    update ${fans} f set first_seen_at = least(f.first_seen_at, t.first) from (
      select uid, min(starts_at) as first from subscription_terms where tenant_id = ${tenantId} group by 1) t
    where f.tenant_id = ${tenantId} and f.uid = t.uid`)
  await recountMembers(db, ids)
  await db.execute(sql`set local enable_nestloop = on`)
  await recountLongTerms(db, [ids], at)
  await demoCases(demo, club)

  let serial = 0
  const newId = (noun: string) => `${noun}_demo_${slug}_${pad(serial++)}`
  if (club.second) {
    const { brandId: other, name: otherName } = club.second.brand
    const shared = { tenantId, brandId: other, name: otherName, invoiceNumber: '' }
    await closeMonths(db, shared, { until: lastClosable(at), now: at, newId })
  }
  const sold = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.tenantId, tenantId),
        sql`payment_state = 'paid' and kind in ('plan', 'backNumber') and right(order_id, 2) = '77'`,
      ),
    )
    .orderBy(asc(orders.orderId))
    .limit(30)
  const giveBack = async (order: (typeof sold)[number]) => {
    const { orderId, total } = order
    const refundId = newId('refund')
    const when = Math.min(at, (order.paidAt ?? at) + 2 * day)
    const held = await heldOfOrder(db, order)
    for (const movement of refunded(held, backOf(held, total), refundId, rates, when))
      await book(db, newId, movement, { ...ids, orderId })
    await db
      .update(orders)
      .set({ paymentState: 'refunded', refunded: total, refundedAt: when })
      .where(and(eq(orders.tenantId, tenantId), eq(orders.orderId, orderId)))
    await db.insert(refunds).values({
      tenantId,
      orderId,
      refundId,
      amount: total,
      state: 'succeeded',
      reason: '二重のお申し込み',
      requestedBy: 'demo_owner_hoshi',
      requestedAt: when,
      decidedAt: when,
    })
  }
  await Promise.all(sold.map(giveBack))

  // The smaller club has an account still to register, and its documents wait for the operator.
  if (tenantId !== 'tenant_hoshi') {
    await db
      .insert(identityChecks)
      .values({ tenantId, state: 'submitted', submittedBy: 'demo_owner_tsuki', submittedAt: at - day })
    await closeMonths(db, { ...ids, name, invoiceNumber: '' }, { until: lastClosable(at), now: at, newId })
    return
  }
  const bankAccountId = newId('bankAccount')
  const account = {
    ...ids,
    bankAccountId,
    bankCode: '0001',
    bankName: 'みずほ',
    branchCode: '110',
    branchName: '渋谷',
    accountType: 'ordinary' as const,
    holderType: 'individual' as const,
    secret: sealSecret(bankAccountId, { accountNumber: '1234567', holder: 'ﾎｼﾉ ｱｵｲ' }),
    lastDigits: '4567',
    status: 'registered' as const,
    savedBy: 'demo_owner_hoshi',
    savedAt: at - 300 * day,
  }
  await db.insert(bankAccounts).values(account)
  const by = 'demo_owner_hoshi'
  await db.insert(identityChecks).values({
    tenantId,
    state: 'verified',
    submittedBy: by,
    submittedAt: at - 320 * day,
    decidedBy: 'demo_operator',
    decidedAt: at - 318 * day,
  })
  const last = lastClosable(at)
  const first = (await sumsOf(db, ids)).map(({ month }) => month).sort()[0] ?? last
  for (let month = first; month <= last; month = monthAfter(month)) {
    const closed = finalFrom(month)
    await closeMonths(db, { ...ids, name, invoiceNumber: 'T1234567890123' }, { until: month, now: closed, newId })
    const { payable } = statementOf(await sumsOf(db, ids), month)
    const scheduledFor = lastBankingDay(monthAfter(month))
    const payoutId = newId('payout')
    const isSent = scheduledFor <= at
    await db.insert(payouts).values({
      ...ids,
      payoutId,
      month,
      amount: payable,
      fee,
      state: isSent ? 'processing' : 'scheduled',
      bankLabel: labelOf(account),
      bankAccountId,
      traceId: `9${pad(serial).padStart(9, '0')}`,
      scheduledFor,
      createdAt: closed,
      exportedAt: isSent ? closed + day : null,
      bookedAt: isSent ? closed + day : null,
    })
    const payout = { payoutId, amount: payable, fee }
    if (!isSent) continue
    await book(db, newId, paidOut(payout, closed + day), { ...ids, orderId: null })
    await book(db, newId, payoutSent(payout, closed + day), { ...ids, orderId: null })
  }
}
