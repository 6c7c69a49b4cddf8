import { and, asc, desc, eq, inArray, isNull, lte, max, ne, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { type Clubs, isOfClubs } from '#club/tenants/clubs.queries.server.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import { withNames } from '#server/db/directory.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db, Operator } from '#server/proven.ts'
import type { SaleKind } from '../../ledger/ledger'
import { ledgerEntries, ledgerMovements, ledgerSums } from '../../ledger/tables.server'
import { orderLines, orders } from '../../orders/tables.server'
import type { ledgerParts } from './contract'
import type { PayoutState } from './payout'
import type { Sum } from './statement'
import { payoutSerials, payouts, statementCorrections, statements } from './tables.server'

export type BrandIds = { tenantId: string; brandId: string }
export type PayoutRow = typeof payouts.$inferSelect
export type StatementRow = typeof statements.$inferSelect

// --- Sums --------------------------------------------------------------------------------------------------------------

const sumsOfBrand = ({ tenantId, brandId }: BrandIds) =>
  and(eq(ledgerSums.tenantId, tenantId), eq(ledgerSums.brandId, brandId))

/** Sums of the brand's account by month: a few rows per month, however much was booked; of one part there may be several. */
export const sumsOf = (db: Db, brand: BrandIds, until?: string): Promise<Sum[]> =>
  db
    .select({
      month: ledgerSums.month,
      kind: ledgerSums.kind,
      component: ledgerSums.component,
      amount: ledgerSums.amount,
      reduced: ledgerSums.reduced,
    })
    .from(ledgerSums)
    .where(and(sumsOfBrand(brand), until === undefined ? undefined : lte(ledgerSums.month, until)))

/** The same, added up from the entries themselves. */
export const ledgerSumUntil = async (db: Db, { tenantId, brandId }: BrandIds, month: string) => {
  const [row] = await db
    .select({
      amount: sql`coalesce(-sum(${ledgerEntries.amount}), 0)`.mapWith(Number),
      entries: sql<number>`count(*)::int`,
    })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.tenantId, tenantId),
        eq(ledgerEntries.brandId, brandId),
        eq(ledgerEntries.account, 'brandPayable'),
        lte(ledgerEntries.recognizedMonth, month),
      ),
    )
  return { amount: row?.amount ?? 0, entries: row?.entries ?? 0 }
}

/** Every brand that something was booked for until the end of the month, in one order; for jobs those of some clubs. */
export const brandsWithLedger = (db: Db, month: string, clubs?: Clubs) =>
  db
    .selectDistinct({
      tenantId: ledgerSums.tenantId,
      brandId: ledgerSums.brandId,
      name: brands.name,
      invoiceNumber: brands.invoiceNumber,
    })
    .from(ledgerSums)
    .innerJoin(brands, and(eq(brands.tenantId, ledgerSums.tenantId), eq(brands.brandId, ledgerSums.brandId)))
    .where(and(clubs && isOfClubs(ledgerSums.tenantId, clubs), lte(ledgerSums.month, month)))
    .orderBy(asc(ledgerSums.tenantId), asc(ledgerSums.brandId))

// --- Statements --------------------------------------------------------------------------------------------------------

export const statementsOf = (db: Db, { tenantId, brandId }: BrandIds): Promise<StatementRow[]> =>
  db
    .select()
    .from(statements)
    .where(and(eq(statements.tenantId, tenantId), eq(statements.brandId, brandId)))
    .orderBy(desc(statements.month))
    .limit(600)

export const statementRow = async (db: Db, { tenantId, brandId }: BrandIds, month: string) => {
  const [row] = await db
    .select()
    .from(statements)
    .where(and(eq(statements.tenantId, tenantId), eq(statements.brandId, brandId), eq(statements.month, month)))
  return row as StatementRow | undefined
}

export const insertStatement = async (db: Db, statement: typeof statements.$inferInsert) => {
  await db.insert(statements).values(statement)
}

export const countFinal = async (db: Db, _: Operator, month: string): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(statements)
    .where(eq(statements.month, month))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}
export const countBrandsWithLedger = async (db: Db, _: Operator, month: string): Promise<number> => {
  const some = db
    .selectDistinct({ brandId: ledgerSums.brandId })
    .from(ledgerSums)
    .where(lte(ledgerSums.month, month))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

// --- Entries -----------------------------------------------------------------------------------------------------------

const componentsOf: Record<Exclude<(typeof ledgerParts)[number], 'all'>, readonly string[]> = {
  gross: ['gross', 'shippingFee'],
  refunds: ['refund'],
  chargebacks: ['chargeback'],
  platformFee: ['platformFee'],
  paymentFee: ['paymentFee', 'konbiniFee'],
  adjustments: ['adjustment'],
  payouts: ['payout', 'payoutFee', 'returnedTransferFee'],
}
export type EntryFilter = {
  month: string
  part?: (typeof ledgerParts)[number] | undefined
  kind?: SaleKind | undefined
}

export const entriesOf = (brand: Brand, { month, part = 'all', kind }: EntryFilter): SQL | undefined =>
  and(
    eq(ledgerEntries.tenantId, brand.tenantId),
    eq(ledgerEntries.brandId, brand.brandId),
    // Written like the indexes of parts and kinds, so that they are used.
    sql`${ledgerEntries.account} = 'brandPayable'`,
    eq(ledgerEntries.recognizedMonth, month),
    part === 'all' ? undefined : inArray(ledgerEntries.component, componentsOf[part] as never),
    kind && eq(ledgerEntries.kind, kind),
  )

/** Each with the order behind it. */
export const listedEntries = (db: Db, which: SQL | undefined) =>
  db
    .select({
      movementId: ledgerEntries.movementId,
      position: ledgerEntries.position,
      at: ledgerEntries.occurredAt,
      kind: ledgerEntries.kind,
      component: ledgerEntries.component,
      amount: ledgerEntries.amount,
      reduced: ledgerEntries.reduced,
      orderId: ledgerEntries.orderId,
      orderBrandId: orders.brandId,
      orderNumber: sql<string>`coalesce(${orders.orderNumber}, '')`,
      corrects: subquery<
        string | null
      >`case when ${ledgerEntries.component} = 'adjustment' then (select split_part(m.fact, ':', 2) from ${ledgerMovements} m
        where m.tenant_id = ${ledgerEntries.tenantId} and m.movement_id = ${ledgerEntries.movementId}) end`,
      reason: subquery<string>`coalesce((select c.reason from ${ledgerMovements} m join ${statementCorrections} c
        on c.tenant_id = ${ledgerEntries.tenantId} and c.correction_id = split_part(m.fact, ':', 3)
        where m.tenant_id = ${ledgerEntries.tenantId} and m.movement_id = ${ledgerEntries.movementId} and ${ledgerEntries.component} = 'adjustment'), '')`,
      item: subquery<string>`coalesce((select l.name from ${orderLines} l where l.tenant_id = ${ledgerEntries.tenantId} and l.order_id = ${ledgerEntries.orderId} order by l.position limit 1), '')`,
    })
    .from(ledgerEntries)
    .leftJoin(orders, and(eq(orders.tenantId, ledgerEntries.tenantId), eq(orders.orderId, ledgerEntries.orderId)))
    .where(which)

/** Newest first. */
export const entriesOfMonth = (db: Db, brand: Brand, filter: EntryFilter, page: PaginationRequest) =>
  listedEntries(db, entriesOf(brand, filter))
    .orderBy(desc(ledgerEntries.occurredAt), desc(ledgerEntries.movementId), desc(ledgerEntries.position))
    .limit(page.limit)
    .offset(page.offset)

export const countEntries = async (db: Db, brand: Brand, filter: EntryFilter): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(ledgerEntries)
    .where(entriesOf(brand, filter))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

// --- Payouts -----------------------------------------------------------------------------------------------------------

const ofBrand = ({ tenantId, brandId }: BrandIds) => and(eq(payouts.tenantId, tenantId), eq(payouts.brandId, brandId))

/** The payouts of the brand, of twenty years, newest first. */
export const newestPayouts = (db: Db, brand: BrandIds): Promise<PayoutRow[]> =>
  db
    .select()
    .from(payouts)
    .where(and(ofBrand(brand), ne(payouts.state, 'canceled')))
    .orderBy(desc(payouts.createdAt), desc(payouts.payoutId))
    .limit(240)

/** The newest payout of each month. */
export const payoutsByMonth = async (db: Db, brand: BrandIds): Promise<Map<string, PayoutRow>> =>
  // The newest of a month stays.
  new Map((await newestPayouts(db, brand)).reverse().map((row) => [row.month, row]))

export const payoutsOf = (db: Db, brand: BrandIds, page: PaginationRequest): Promise<PayoutRow[]> =>
  db
    .select()
    .from(payouts)
    .where(ofBrand(brand))
    .orderBy(desc(payouts.createdAt), desc(payouts.payoutId))
    .limit(page.limit)
    .offset(page.offset)

export const countPayouts = async (db: Db, brand: BrandIds): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(payouts)
    .where(ofBrand(brand))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

export const lockPayout = async (
  db: Db,
  which: { payoutId: string } & Partial<BrandIds>,
): Promise<PayoutRow | undefined> => {
  const { payoutId, tenantId, brandId } = which
  const [row] = await db
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.payoutId, payoutId),
        tenantId === undefined ? undefined : eq(payouts.tenantId, tenantId),
        brandId === undefined ? undefined : eq(payouts.brandId, brandId),
      ),
    )
    .for('update')
  return row
}

/** A payout that was not sent to the bank yet: its account must not be changed. */
export const scheduledPayoutOf = async (db: Db, brand: BrandIds): Promise<PayoutRow | undefined> => {
  const [row] = await db
    .select()
    .from(payouts)
    .where(and(ofBrand(brand), eq(payouts.state, 'scheduled')))
    .orderBy(desc(payouts.createdAt))
    .limit(1)
  return row
}

/** Yen of the brand's scheduled payouts that nobody has made yet: still in its balance, and not to be paid out twice. */
export const waitingAmount = async (db: Db, brand: BrandIds): Promise<number> => {
  const [row] = await db
    .select({ amount: sql`coalesce(sum(${payouts.amount}), 0)`.mapWith(Number) })
    .from(payouts)
    .where(and(ofBrand(brand), eq(payouts.state, 'scheduled'), isNull(payouts.bookedAt)))
  return row?.amount ?? 0
}

export const insertCorrection = async (db: Db, correction: typeof statementCorrections.$inferInsert) => {
  await db.insert(statementCorrections).values(correction)
}

export const insertPayout = async (db: Db, payout: typeof payouts.$inferInsert) => {
  const { tenantId, traceId } = payout
  await withNames(db, tenantId, [[payouts.traceId, traceId]])
    .insert(payouts)
    .values(payout)
}
export const setPayout = async (
  db: Db,
  { tenantId, payoutId }: Pick<PayoutRow, 'tenantId' | 'payoutId'>,
  changes: Partial<Omit<PayoutRow, 'tenantId' | 'payoutId' | 'traceId'>>,
) => {
  await db
    .update(payouts)
    .set(changes)
    .where(and(eq(payouts.tenantId, tenantId), eq(payouts.payoutId, payoutId)))
}

/** Returned payouts until the month are included in this payout: they must not be sent again. */
export const markRetried = async (
  db: Db,
  brand: BrandIds,
  { payoutId, month }: { payoutId: string; month: string },
) => {
  await db
    .update(payouts)
    .set({ retriedAs: payoutId })
    .where(and(ofBrand(brand), eq(payouts.state, 'returned'), isNull(payouts.retriedAs), lte(payouts.month, month)))
}

/** 10 digits for the bank's file, each given once. */
export const nextTrace = async (db: Db): Promise<string> => {
  const [row] = await db
    .insert(payoutSerials)
    .values({ series: 'trace', last: 1 })
    .onConflictDoUpdate({ target: payoutSerials.series, set: { last: sql`${payoutSerials.last} + 1` } })
    .returning({ last: payoutSerials.last })
  return String(row?.last ?? 0).padStart(10, '0')
}

export const deskPayouts = (db: Db, _: Operator, state: PayoutState | undefined, page: PaginationRequest) =>
  db
    .select({
      payout: payouts,
      tenantName: tenants.name,
      suspendedAt: tenants.suspendedAt,
      brandName: brands.name,
    })
    .from(payouts)
    .innerJoin(tenants, eq(tenants.tenantId, payouts.tenantId))
    .innerJoin(brands, and(eq(brands.tenantId, payouts.tenantId), eq(brands.brandId, payouts.brandId)))
    .where(state && eq(payouts.state, state))
    .orderBy(desc(payouts.createdAt), desc(payouts.payoutId))
    .limit(page.limit)
    .offset(page.offset)

export const countDesk = async (db: Db, _: Operator, state: PayoutState | undefined): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(payouts)
    .where(state && eq(payouts.state, state))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

/** Payouts whose bank file has not been made, counted to 10,000, and when the first of them leaves. */
export const payoutsToSend = async (db: Db, _: Operator) => {
  const some = db
    .select({ scheduledFor: payouts.scheduledFor })
    .from(payouts)
    .where(and(eq(payouts.state, 'scheduled'), isNull(payouts.exportedAt)))
    .limit(mostCounted)
    .as('some')
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      first: sql`min(${some.scheduledFor})`.mapWith(payouts.scheduledFor),
    })
    .from(some)
  return { count: row?.count ?? 0, first: row?.first ?? null }
}

export const lastMonthOf = async (db: Db, { tenantId, brandId }: BrandIds): Promise<string | null> => {
  const [row] = await db
    .select({ month: max(statements.month) })
    .from(statements)
    .where(and(eq(statements.tenantId, tenantId), eq(statements.brandId, brandId)))
  return row?.month ?? null
}

export const brandNameOf = async (db: Db, { tenantId, brandId }: BrandIds) => {
  const [row] = await db
    .select({ name: brands.name, invoiceNumber: brands.invoiceNumber })
    .from(brands)
    .where(and(eq(brands.tenantId, tenantId), eq(brands.brandId, brandId)))
  return row ?? { name: '', invoiceNumber: '' }
}
