import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { people } from '#club/fans/tables.server.ts'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { shippableStates } from '#money/orders/order.ts'
import { orderBuyers, orderLines, orders } from '#money/orders/tables.server.ts'
import { batchesOf, batchSize, isAfterLast } from '#server/db/batches.ts'
import { jsonList } from '#server/db/jsonList.ts'
import { planForValues } from '#server/db/plans.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { addressColumns, isAddressChanged, isAddressShown } from '../../parcels/queries.server'
import { fulfillments } from '../../parcels/tables.server'
import type { OrderTab } from '../contract'
import { isNarrowed, type OrderFilter, passes, withWhatIsFew } from '../queries.server'
import type { BilledFormat, Billing, Sender } from './sender'
import { labelSenders, trackingImports } from './tables.server'

export type ImportRow = typeof trackingImports.$inferSelect

export const insertImport = (db: Db, row: typeof trackingImports.$inferInsert) => db.insert(trackingImports).values(row)

const isImport = ({ tenantId, brandId }: Brand, importId: string) =>
  and(
    eq(trackingImports.tenantId, tenantId),
    eq(trackingImports.brandId, brandId),
    eq(trackingImports.importId, importId),
  )
export const importOf = async (db: Db, brand: Brand, importId: string): Promise<ImportRow | undefined> => {
  const [row] = await db.select().from(trackingImports).where(isImport(brand, importId))
  return row
}
/** Held until the transaction ends: it is applied or undone once. */
export const heldImport = async (db: Db, brand: Brand, importId: string): Promise<ImportRow | undefined> => {
  const [row] = await db.select().from(trackingImports).where(isImport(brand, importId)).for('update')
  return row
}
export const setImport = async (db: Db, brand: Brand, importId: string, changes: Partial<ImportRow>) => {
  await db.update(trackingImports).set(changes).where(isImport(brand, importId))
}

const ofBrand = ({ tenantId, brandId }: Brand) =>
  and(eq(trackingImports.tenantId, tenantId), eq(trackingImports.brandId, brandId))

export const importsOf = async (db: Db, brand: Brand, page: PaginationRequest) => {
  const rows = await db
    .select({
      importId: trackingImports.importId,
      fileName: trackingImports.fileName,
      state: trackingImports.state,
      rowCount: trackingImports.rowCount,
      appliedCount: trackingImports.appliedCount,
      createdAt: trackingImports.createdAt,
      appliedAt: trackingImports.appliedAt,
      createdByName: subquery<string>`coalesce((select coalesce(nullif(m.display_name, ''), m.email) from ${tenantMembers} m
        where m.tenant_id = ${trackingImports.tenantId} and m.uid = ${trackingImports.createdBy} and m.status = 'active' limit 1), '')`,
    })
    .from(trackingImports)
    .where(ofBrand(brand))
    .orderBy(desc(trackingImports.createdAt), desc(trackingImports.importId))
    .limit(page.limit)
    .offset(page.offset)
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(trackingImports)
    .where(ofBrand(brand))
    .limit(mostCounted)
    .as('some')
  const [total] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return { rows, totalCount: total?.count ?? 0 }
}

/** Orders of the brand by their numbers. */
export const ordersByNumber = (db: Db, { tenantId, brandId }: Brand, numbers: readonly string[]) =>
  numbers.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(orders)
        .where(
          and(eq(orders.tenantId, tenantId), eq(orders.brandId, brandId), inArray(orders.orderNumber, [...numbers])),
        )

/** Whether each of these orders is the brand's. */
export const areOfBrand = async (db: Db, { tenantId, brandId }: Brand, orderIds: readonly string[]) => {
  const wanted = [...new Set(orderIds)]
  const found = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.brandId, brandId), inArray(orders.orderId, wanted)))
  return found.length === wanted.length
}

/** The numbers of the parcels that these orders have. */
export const sentNumbers = async (db: Db, { tenantId }: Brand, orderIds: readonly string[]) => {
  if (orderIds.length === 0) return new Map<string, string[]>()
  const rows = await db
    .select({ orderId: fulfillments.orderId, trackingNumber: fulfillments.trackingNumber })
    .from(fulfillments)
    .where(and(eq(fulfillments.tenantId, tenantId), inArray(fulfillments.orderId, [...orderIds])))
  const sent = new Map<string, string[]>()
  for (const { orderId, trackingNumber } of rows) sent.set(orderId, [...(sent.get(orderId) ?? []), trackingNumber])
  return sent
}

/** Whose parcels carry these numbers already. */
export const buyersByNumber = (db: Db, { tenantId, brandId }: Brand, numbers: readonly string[]) =>
  numbers.length === 0
    ? Promise.resolve([])
    : db
        .select({ trackingNumber: fulfillments.trackingNumber, uid: orders.uid })
        .from(fulfillments)
        .innerJoin(orders, and(eq(orders.tenantId, fulfillments.tenantId), eq(orders.orderId, fulfillments.orderId)))
        .where(
          and(
            eq(fulfillments.tenantId, tenantId),
            eq(orders.brandId, brandId),
            inArray(fulfillments.trackingNumber, [...numbers]),
          ),
        )

/** Who receives these orders, as far as their addresses are still shown. */
export const recipientsOf = async (
  db: Db,
  { tenantId }: Brand,
  orderIds: readonly string[],
  since: Instant,
): Promise<Map<string, string>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select({ orderId: orders.orderId, name: orderBuyers.recipientName })
    .from(orders)
    .innerJoin(orderBuyers, and(eq(orderBuyers.tenantId, orders.tenantId), eq(orderBuyers.orderId, orders.orderId)))
    .where(and(eq(orders.tenantId, tenantId), inArray(orders.orderId, [...orderIds]), isAddressShown(orders, since)))
  return new Map(rows.map(({ orderId, name }) => [orderId, name]))
}

type Ids = { tenantId: string; brandId: string }
export type Exported = {
  tab: OrderTab
  filter: OrderFilter
  orderIds?: readonly string[] | undefined
  /** Only those that get a label now: paid, and with goods that may leave. */
  isLabelled?: boolean
  /** Addresses of what had arrived or ended by then are no longer shown. */
  since: Instant
}

const exported = {
  order: {
    orderId: orders.orderId,
    orderNumber: orders.orderNumber,
    uid: orders.uid,
    paymentMethod: orders.paymentMethod,
    paymentState: orders.paymentState,
    fulfillmentState: orders.fulfillmentState,
    shippingFee: orders.shippingFee,
    konbiniFee: orders.konbiniFee,
    total: orders.total,
    placedAt: orders.placedAt,
    paidAt: orders.paidAt,
    note: orders.note,
  },
  buyer: { ...addressColumns, addressChangedAt: orderBuyers.addressChangedAt },
  isAddressChanged: sql<boolean>`(${isAddressChanged})`,
  email: people.email,
}
const exportedLine = {
  name: orderLines.name,
  unitPrice: orderLines.unitPrice,
  quantity: orderLines.quantity,
  goodsId: orderLines.goodsId,
  variationId: orderLines.variationId,
  variationName: orderLines.variationName,
  deliveryMethod: orderLines.deliveryMethod,
  isPickUp: orderLines.isPickUp,
  fulfilledQuantity: orderLines.fulfilledQuantity,
  refundedQuantity: orderLines.refundedQuantity,
  isReducedTax: orderLines.isReducedTax,
}
const exportedParcel = {
  provider: fulfillments.provider,
  providerName: fulfillments.providerName,
  trackingNumber: fulfillments.trackingNumber,
  shippedAt: fulfillments.shippedAt,
}

const exportOf = (db: Db, of: Ids, { tab, filter, orderIds, isLabelled, since }: Exported) => {
  const lines = db
    .select({ list: jsonList(exportedLine, sql`${orderLines.position}`).as('lines') })
    .from(orderLines)
    .where(and(eq(orderLines.tenantId, orders.tenantId), eq(orderLines.orderId, orders.orderId)))
    .as('lines_of')
  const parcels = db
    .select({ list: jsonList(exportedParcel, sql`${fulfillments.createdAt}`).as('parcels') })
    .from(fulfillments)
    .where(and(eq(fulfillments.tenantId, orders.tenantId), eq(fulfillments.orderId, orders.orderId)))
    .as('parcels_of')
  const getsLabel = isLabelled
    ? and(
        inArray(orders.paymentState, ['paid', 'partiallyRefunded']),
        inArray(orders.fulfillmentState, [...shippableStates]),
      )
    : undefined
  const isChosen = orderIds ? inArray(orders.orderId, [...orderIds]) : undefined
  return db
    .select({
      ...exported,
      isAddressShown: sql<boolean>`${isAddressShown(orders, since)}`,
      lines: lines.list,
      parcels: parcels.list,
    })
    .from(orders)
    .leftJoin(orderBuyers, and(eq(orderBuyers.tenantId, orders.tenantId), eq(orderBuyers.orderId, orders.orderId)))
    .leftJoin(people, eq(people.uid, orders.uid))
    .innerJoinLateral(lines, sql`true`)
    .innerJoinLateral(parcels, sql`true`)
    .where(and(passes(of, tab, filter), isChosen, getsLabel, isAfterLast(orders.placedAt, orders.orderId)))
    .orderBy(asc(orders.placedAt), asc(orders.orderId))
    .limit(batchSize)
    .prepare('')
}
export type ExportedOrder = Awaited<ReturnType<ReturnType<typeof exportOf>['execute']>>[number]

/** The orders of a file, oldest first. */
export const exportedOrders = async function* (db: Db, of: Ids, said: Exported) {
  const asked = { ...said, filter: await withWhatIsFew(db, of, said.filter) }
  if (isNarrowed(asked.filter)) await db.execute(sql.raw(planForValues))
  yield* batchesOf(exportOf(db, of, asked), ({ order }) => ({ at: order.placedAt, id: order.orderId }))
}

const isSenderOf = ({ tenantId, brandId }: Brand) =>
  and(eq(labelSenders.tenantId, tenantId), eq(labelSenders.brandId, brandId))

export const labelSenderOf = async (db: Db, brand: Brand) => {
  const [row] = await db.select().from(labelSenders).where(isSenderOf(brand))
  return row
}

type LabelSender = { format: BilledFormat; sender?: Sender | undefined; billing?: Billing | undefined }
/** Keeps what was said for a file, for the next one. A sender that is left out stays known. */
export const keepLabelSender = async (db: Db, brand: Brand, said: LabelSender, now: Instant) => {
  const before = await labelSenderOf(db, brand)
  const { format, billing } = said
  const sender = said.sender ?? before?.sender ?? null
  const { [format]: _, ...others } = before?.billing ?? {}
  const row = {
    isGiven: format === 'b2cloud' ? said.sender !== undefined : (before?.isGiven ?? false),
    sender,
    billing: { ...others, ...(billing && { [format]: billing }) },
    editedAt: now,
  }
  await db
    .insert(labelSenders)
    .values({ tenantId: brand.tenantId, brandId: brand.brandId, ...row })
    .onConflictDoUpdate({ target: [labelSenders.tenantId, labelSenders.brandId], set: row })
}
