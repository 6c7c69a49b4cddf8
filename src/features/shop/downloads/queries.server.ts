import { and, asc, countDistinct, desc, eq, exists, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { people } from '#club/fans/tables.server.ts'
import { uploads } from '#club/uploads/tables.server.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { disputes, orderLines, orders } from '#money/orders/tables.server.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db, Fan, PublicBrand } from '#server/proven.ts'
import { isKept } from '../goods/owned.queries.server'
import { mostWaiting, type SuspendReason } from './download'
import { downloadGrants, downloadLog, goodsFiles } from './tables.server'

// --- The files of a product ------------------------------------------------------------------------------------------------

type OfTenant = { tenantId: string }
export type FileRow = typeof goodsFiles.$inferSelect

const fileColumns = {
  fileId: goodsFiles.fileId,
  mediaId: goodsFiles.mediaId,
  name: goodsFiles.name,
  contentType: uploads.contentType,
  size: uploads.size,
}
const ofUpload = and(eq(uploads.tenantId, goodsFiles.tenantId), eq(uploads.mediaId, goodsFiles.mediaId))

/** Files that are sold now, in order. */
export const filesOf = (db: Db, { tenantId }: OfTenant, goodsId: string) =>
  db
    .select(fileColumns)
    .from(goodsFiles)
    .innerJoin(uploads, ofUpload)
    .where(and(eq(goodsFiles.tenantId, tenantId), eq(goodsFiles.goodsId, goodsId), isNull(goodsFiles.removedAt)))
    .orderBy(asc(goodsFiles.position), asc(goodsFiles.fileId))

export const insertFiles = async (db: Db, rows: readonly (typeof goodsFiles.$inferInsert)[]) => {
  if (rows.length > 0) await db.insert(goodsFiles).values([...rows])
}
/** The caller has locked the product with `lockGoods`. */
export const setFile = (
  db: Db,
  { tenantId }: OfTenant,
  fileId: string,
  changes: Partial<Pick<FileRow, 'mediaId' | 'name' | 'position' | 'removedAt'>>,
) =>
  db
    .update(goodsFiles)
    .set(changes)
    .where(and(eq(goodsFiles.tenantId, tenantId), eq(goodsFiles.fileId, fileId)))

/** Deletes the files of goods that nobody has ordered; answers their media. */
export const deleteFiles = async (db: Db, { tenantId }: OfTenant, goodsId: string): Promise<string[]> => {
  const gone = await db
    .delete(goodsFiles)
    .where(and(eq(goodsFiles.tenantId, tenantId), eq(goodsFiles.goodsId, goodsId)))
    .returning({ mediaId: goodsFiles.mediaId })
  return gone.map(({ mediaId }) => mediaId)
}

// --- Grants ----------------------------------------------------------------------------------------------------------------

type NewGrant = typeof downloadGrants.$inferInsert
/** Orders of the fan that have paid for the goods of a file and keep them. */
const keptBy = (db: Db, { tenantId, uid }: OfTenant & { uid: string }) =>
  db
    .select({ one: sql`1` })
    .from(orders)
    .innerJoin(orderLines, and(eq(orderLines.tenantId, orders.tenantId), eq(orderLines.orderId, orders.orderId)))
    .where(
      and(
        eq(orders.tenantId, tenantId),
        eq(orders.uid, uid),
        eq(orderLines.deliveryMethod, 'digital'),
        eq(orderLines.goodsId, goodsFiles.goodsId),
        isKept,
      ),
    )
/**
 * Files for the grants of an order's lines: those sold now, and those sold when the order was placed. A store payment
 * arrives days later, and must grant what was ordered. `isOwned`: the fan has bought them before.
 */
export const filesOfGoods = (
  db: Db,
  { tenantId, placedAt, uid }: OfTenant & { placedAt: Instant; uid: string },
  goodsIds: readonly string[],
) =>
  goodsIds.length === 0
    ? Promise.resolve([])
    : db
        .select({
          goodsId: goodsFiles.goodsId,
          fileId: goodsFiles.fileId,
          mediaId: goodsFiles.mediaId,
          isOwned: sql<boolean>`${exists(keptBy(db, { tenantId, uid }))}`,
        })
        .from(goodsFiles)
        .where(
          and(
            eq(goodsFiles.tenantId, tenantId),
            inArray(goodsFiles.goodsId, [...goodsIds]),
            or(isNull(goodsFiles.removedAt), gt(goodsFiles.removedAt, placedAt)),
          ),
        )
        .orderBy(asc(goodsFiles.goodsId), asc(goodsFiles.position))
/** What grants these files, as one of the writes that are sent together. */
export const insertedGrants = (db: Db, rows: readonly NewGrant[]): SQL[] =>
  rows.length === 0
    ? []
    : [
        db
          .insert(downloadGrants)
          .values([...rows])
          .onConflictDoNothing()
          .getSQL(),
      ]

/** Brand of a fan's own grant, for `access.ts`. */
export const brandOfGrant = async (db: Db, grantId: string, uid: string) => {
  const [row] = await db
    .select({ tenantId: downloadGrants.tenantId, brandId: downloadGrants.brandId })
    .from(downloadGrants)
    .where(and(eq(downloadGrants.grantId, grantId), eq(downloadGrants.uid, uid)))
  return row ?? null
}

/** Whether the order was refunded or is disputed, or all pieces of this line were refunded. */
const isGivenBack = subquery<boolean>`(${orders.paymentState} not in ('paid', 'partiallyRefunded')
  or ${orderLines.refundedQuantity} >= ${orderLines.quantity}
  or exists (select 1 from ${disputes} d where d.tenant_id = ${downloadGrants.tenantId}
    and d.order_id = ${downloadGrants.orderId} and d.state in ('open', 'lost')))`

const columns = {
  grantId: downloadGrants.grantId,
  orderId: downloadGrants.orderId,
  orderNumber: orders.orderNumber,
  goodsId: downloadGrants.goodsId,
  goodsName: orderLines.name,
  name: goodsFiles.name,
  key: uploads.key,
  fileName: uploads.fileName,
  size: uploads.size,
  maxDownloads: downloadGrants.maxDownloads,
  usedCount: downloadGrants.usedCount,
  countedAt: downloadGrants.countedAt,
  lastDownloadAt: downloadGrants.lastDownloadAt,
  suspendedAt: downloadGrants.suspendedAt,
  suspendReason: downloadGrants.suspendReason,
  resumedAt: downloadGrants.resumedAt,
  isGivenBack: isGivenBack.as('is_given_back'),
}
const withAll = (db: Db) =>
  db
    .select({ ...columns, buyerName: sql<string>`coalesce(${people.displayName}, '')`.as('buyer_name') })
    .from(downloadGrants)
    .innerJoin(orders, and(eq(orders.tenantId, downloadGrants.tenantId), eq(orders.orderId, downloadGrants.orderId)))
    .innerJoin(
      orderLines,
      and(eq(orderLines.tenantId, downloadGrants.tenantId), eq(orderLines.lineId, downloadGrants.lineId)),
    )
    .innerJoin(
      goodsFiles,
      and(eq(goodsFiles.tenantId, downloadGrants.tenantId), eq(goodsFiles.fileId, downloadGrants.fileId)),
    )
    .innerJoin(uploads, ofUpload)
    .leftJoin(people, eq(people.uid, downloadGrants.uid))

/** All grants of one order, in the order of its lines and files. */
export const grantsOfOrder = (db: Db, { tenantId, orderId }: OfTenant & { orderId: string }) =>
  withAll(db)
    .where(and(eq(downloadGrants.tenantId, tenantId), eq(downloadGrants.orderId, orderId)))
    .orderBy(asc(orderLines.position), asc(goodsFiles.position), asc(downloadGrants.grantId))
    .limit(1000)

/** Neither suspended nor refunded. */
const isLive = and(isNull(downloadGrants.suspendedAt), sql`not ${isGivenBack}`)
const isOutdated = sql`${downloadGrants.toldMediaId} is distinct from ${goodsFiles.mediaId}`
const outdated = (db: Db) =>
  db
    .select({
      orderId: downloadGrants.orderId,
      uid: downloadGrants.uid,
      grantId: downloadGrants.grantId,
      mediaId: goodsFiles.mediaId,
      orderNumber: orders.orderNumber,
      brandId: orders.brandId,
      goodsName: orderLines.name,
      english: orderLines.english,
      name: goodsFiles.name,
      fileName: uploads.fileName,
    })
    .from(downloadGrants)
    .innerJoin(orders, and(eq(orders.tenantId, downloadGrants.tenantId), eq(orders.orderId, downloadGrants.orderId)))
    .innerJoin(
      orderLines,
      and(eq(orderLines.tenantId, downloadGrants.tenantId), eq(orderLines.lineId, downloadGrants.lineId)),
    )
    .innerJoin(
      goodsFiles,
      and(eq(goodsFiles.tenantId, downloadGrants.tenantId), eq(goodsFiles.fileId, downloadGrants.fileId)),
    )
    .innerJoin(uploads, ofUpload)

type Replaced = OfTenant & { goodsId: string; fileIds: readonly string[] }
const isReplaced = ({ tenantId, goodsId, fileIds }: Replaced) =>
  and(
    eq(downloadGrants.tenantId, tenantId),
    eq(downloadGrants.goodsId, goodsId),
    inArray(downloadGrants.fileId, [...fileIds]),
    isLive,
    isOutdated,
  )

/** Next page of grants whose buyers were not notified of the newest version of these files. */
export const outdatedGrants = (db: Db, replaced: Replaced, after: string) =>
  outdated(db)
    .where(and(isReplaced(replaced), gt(downloadGrants.grantId, after)))
    .orderBy(asc(downloadGrants.grantId))
    .limit(200)

/**
 * Marks the outdated grants of one order as notified; returns those that no concurrent call had marked before. A buyer
 * who had used up all downloads gets one more for the newer version.
 */
export const tellOutdated = async (db: Db, replaced: Replaced, orderId: string) => {
  const found = await outdated(db)
    .where(and(isReplaced(replaced), eq(downloadGrants.orderId, orderId)))
    .orderBy(asc(goodsFiles.position), asc(downloadGrants.grantId))
  const mine = []
  for (const grant of found) {
    const told = await db
      .update(downloadGrants)
      .set({
        toldMediaId: grant.mediaId,
        usedCount: sql`case when ${downloadGrants.maxDownloads} = 0 then ${downloadGrants.usedCount}
          else least(${downloadGrants.usedCount}, ${downloadGrants.maxDownloads} - 1) end`,
      })
      .where(
        and(
          eq(downloadGrants.tenantId, replaced.tenantId),
          eq(downloadGrants.grantId, grant.grantId),
          sql`${downloadGrants.toldMediaId} is distinct from ${grant.mediaId}`,
        ),
      )
      .returning({ grantId: downloadGrants.grantId })
    if (told.length > 0) mine.push(grant)
  }
  return mine
}

type GrantFilter = { orderId: string | undefined; goodsId: string | undefined; uid: string | undefined }
const passes = ({ tenantId, brandId }: Brand, { orderId, goodsId, uid }: GrantFilter): SQL | undefined =>
  and(
    eq(downloadGrants.tenantId, tenantId),
    eq(downloadGrants.brandId, brandId),
    orderId === undefined ? undefined : eq(downloadGrants.orderId, orderId),
    goodsId === undefined ? undefined : eq(downloadGrants.goodsId, goodsId),
    // By the fan's orders, which are few, instead of scanning all grants.
    uid === undefined
      ? undefined
      : subquery`${downloadGrants.orderId} = any (array(select o.order_id from ${orders} o where o.uid = ${uid} and o.tenant_id = ${tenantId}))`,
  )

/** Newest first, with the total count. */
export const grantsOf = async (db: Db, brand: Brand, asked: GrantFilter & { page: PaginationRequest }) => {
  const which = passes(brand, asked)
  const page = db
    .select({ grantId: downloadGrants.grantId })
    .from(downloadGrants)
    .where(which)
    .orderBy(desc(downloadGrants.createdAt), asc(downloadGrants.grantId))
    .limit(asked.page.limit)
    .offset(asked.page.offset)
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(downloadGrants)
    .where(which)
    .limit(mostCounted)
    .as('some')
  const ids = (await page).map(({ grantId }) => grantId)
  const [rows, [counted]] = await Promise.all([
    ids.length === 0
      ? []
      : withAll(db)
          .where(and(eq(downloadGrants.tenantId, brand.tenantId), inArray(downloadGrants.grantId, ids)))
          .orderBy(desc(downloadGrants.createdAt), asc(downloadGrants.grantId)),
    db.select({ count: sql<number>`count(*)::int` }).from(some),
  ])
  return { rows, total: counted?.count ?? 0 }
}

/** Of a line of an order: whether any of its files was loaded down, and whether all are stopped. */
const ofLine = subquery`(select max(g.last_download_at) as loaded_at,
    bool_and(g.suspended_at is not null) as is_stopped
  from ${downloadGrants} g where g.tenant_id = ${orderLines.tenantId} and g.line_id = ${orderLines.lineId}) of_line`

/**
 * Digital lines that were paid since then and of which nothing was loaded down, by goods; one row more than are shown. What went back
 * or is disputed waits for nobody.
 */
export const waitingFiles = async (db: Db, { tenantId, brandId }: Brand, since: Instant) => {
  const oldestAt = sql`min(${orders.placedAt})`
  const countOf = (which: SQL) => sql<number>`(count(*) filter (where ${which}))::int`
  const rows = await db
    .select({
      goodsId: orderLines.goodsId,
      // As the newest order calls it.
      name: sql<string>`(array_agg(${orderLines.name} order by ${orders.placedAt} desc))[1]`,
      isOfEvent: sql<boolean>`bool_or(${orders.kind} = 'eventGoods')`,
      waiting: countOf(sql`not of_line.is_stopped`),
      stopped: countOf(sql`of_line.is_stopped`),
      oldestAt: oldestAt.mapWith(orders.placedAt),
    })
    .from(orders)
    .innerJoin(orderLines, and(eq(orderLines.tenantId, orders.tenantId), eq(orderLines.orderId, orders.orderId)))
    .crossJoinLateral(ofLine)
    .where(
      and(
        eq(orders.tenantId, tenantId),
        eq(orders.brandId, brandId),
        // Written like the index on paid orders of goods, so that it is used.
        sql`${orders.kind} in ('goods', 'eventGoods')`,
        gt(orders.paidAt, since),
        isKept,
        sql`not ${orders.isDisputed}`,
        eq(orderLines.deliveryMethod, 'digital'),
        sql`of_line.loaded_at is null`,
      ),
    )
    .groupBy(orderLines.goodsId)
    .orderBy(oldestAt, orderLines.goodsId)
    .limit(mostWaiting + 1)
  return rows.map((row) => ({ ...row, goodsId: row.goodsId ?? '' }))
}

/** Locked until the transaction ends, so that of two simultaneous requests the second sees the first one's count. */
const locked = async (db: Db, which: SQL | undefined) => {
  const [held] = await db
    .select({ tenantId: downloadGrants.tenantId, grantId: downloadGrants.grantId })
    .from(downloadGrants)
    .where(which)
    .for('update')
  if (!held) return undefined
  const [row] = await withAll(db).where(
    and(eq(downloadGrants.tenantId, held.tenantId), eq(downloadGrants.grantId, held.grantId)),
  )
  return row
}
export const lockGrantOfFan = (db: Db, brand: PublicBrand, fan: Fan, grantId: string) =>
  locked(
    db,
    and(
      eq(downloadGrants.tenantId, brand.tenantId),
      eq(downloadGrants.grantId, grantId),
      eq(downloadGrants.uid, fan.uid),
    ),
  )
export const lockGrant = (db: Db, brand: Brand, grantId: string) =>
  locked(
    db,
    and(
      eq(downloadGrants.tenantId, brand.tenantId),
      eq(downloadGrants.brandId, brand.brandId),
      eq(downloadGrants.grantId, grantId),
    ),
  )

/** The caller has locked the row with `lockGrant`. */
export const setGrant = (
  db: Db,
  { tenantId }: OfTenant,
  grantId: string,
  changes: {
    usedCount?: number
    countedAt?: Instant | null
    lastDownloadAt?: Instant
    suspendedAt?: Instant | null
    suspendReason?: SuspendReason | null
    resumedAt?: Instant
  },
) =>
  db
    .update(downloadGrants)
    .set(changes)
    .where(and(eq(downloadGrants.tenantId, tenantId), eq(downloadGrants.grantId, grantId)))

export const noteDownload = (db: Db, row: typeof downloadLog.$inferInsert) => db.insert(downloadLog).values(row)

/** Number of networks that downloaded since then. */
export const networksOf = async (db: Db, { tenantId }: OfTenant, grantId: string, since: Instant): Promise<number> => {
  const [row] = await db
    .select({ networks: countDistinct(downloadLog.network) })
    .from(downloadLog)
    .where(and(eq(downloadLog.tenantId, tenantId), eq(downloadLog.grantId, grantId), gt(downloadLog.at, since)))
  return row?.networks ?? 0
}
