import { createHash } from 'node:crypto'
import { and, asc, desc, eq, exists, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import type { Db, Fan } from '#server/proven.ts'
import type { PushTarget } from '#server/push/send.ts'
import { fans } from '../fans/tables.server'
import { byDefault, isFixed, isNews, type NoticeKind, type NoticeWay, newsKinds, type QuietHours } from './notice'
import { fanNotices, pushDevices, quietHours } from './tables.server'

type BrandIds = { tenantId: string; brandId: string }
type FanIds = BrandIds & { uid: string }

// --- Devices ---------------------------------------------------------------------------------------------------------

/** More than a person carries: the oldest make room. */
export const mostDevices = 10
const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url')

/** Newest first. */
export const devicesOf = (db: Db, { uid }: { uid: string }) =>
  db
    .select({ deviceId: pushDevices.deviceId, name: pushDevices.name, createdAt: pushDevices.createdAt })
    .from(pushDevices)
    .where(eq(pushDevices.uid, uid))
    .orderBy(desc(pushDevices.createdAt), asc(pushDevices.deviceId))
    .limit(mostDevices)

/** The caller's device with this address; undefined where it is nobody's or another person's. */
export const deviceAt = async (db: Db, { uid }: Fan, endpoint: string) => {
  const [found] = await db
    .select({ deviceId: pushDevices.deviceId })
    .from(pushDevices)
    .where(and(eq(pushDevices.endpointHash, hashOf(endpoint)), eq(pushDevices.uid, uid)))
  return found?.deviceId
}

type NewDevice = PushTarget & { deviceId: string; name: string }
/** An address that another person allowed messages at before is this person's from now on. */
export const saveDevice = async (db: Db, { uid }: Fan, { deviceId, ...device }: NewDevice, now: Instant) => {
  const kept = { ...device, uid, failures: 0, createdAt: now }
  const [saved] = await db
    .insert(pushDevices)
    .values({ ...kept, deviceId, endpointHash: hashOf(device.endpoint) })
    .onConflictDoUpdate({ target: pushDevices.endpointHash, set: kept })
    .returning({ deviceId: pushDevices.deviceId })
  const newest = (await devicesOf(db, { uid })).map((one) => one.deviceId)
  await db.delete(pushDevices).where(and(eq(pushDevices.uid, uid), notInArray(pushDevices.deviceId, newest)))
  return saved?.deviceId ?? deviceId
}

export const removeDevice = async (db: Db, { uid }: { uid: string }, deviceId: string): Promise<boolean> => {
  const gone = await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.uid, uid), eq(pushDevices.deviceId, deviceId)))
    .returning({ deviceId: pushDevices.deviceId })
  return gone.length > 0
}

/** Somebody's device as messages reach it; undefined where it has been forgotten meanwhile, or is another person's. */
export const targetOf = async (db: Db, { uid }: { uid: string }, deviceId: string) => {
  const [found] = await db
    .select({
      endpoint: pushDevices.endpoint,
      p256dh: pushDevices.p256dh,
      auth: pushDevices.auth,
      failures: pushDevices.failures,
    })
    .from(pushDevices)
    .where(and(eq(pushDevices.deviceId, deviceId), eq(pushDevices.uid, uid)))
  return found
}

export const setFailures = (db: Db, { uid }: { uid: string }, deviceId: string, failures: number) =>
  db
    .update(pushDevices)
    .set({ failures })
    .where(and(eq(pushDevices.uid, uid), eq(pushDevices.deviceId, deviceId)))

/** For a join with `fans`. */
export const hasDevice = (db: Db): SQL =>
  exists(db.select({ one: sql`1` }).from(pushDevices).where(eq(pushDevices.uid, fans.uid)))

// --- Quiet hours -----------------------------------------------------------------------------------------------------

export const quietHoursOf = async (db: Db, { uid }: { uid: string }): Promise<QuietHours | null> => {
  const [found] = await db
    .select({ from: quietHours.fromMinute, to: quietHours.toMinute, timeZone: quietHours.timeZone })
    .from(quietHours)
    .where(eq(quietHours.uid, uid))
  return found ?? null
}

export const saveQuietHours = async (db: Db, { uid }: Fan, quiet: QuietHours | null, now: Instant) => {
  if (!quiet) return void (await db.delete(quietHours).where(eq(quietHours.uid, uid)))
  const { from: fromMinute, to: toMinute, timeZone } = quiet
  const values = { fromMinute, toMinute, timeZone, editedAt: now }
  await db
    .insert(quietHours)
    .values({ uid, ...values })
    .onConflictDoUpdate({ target: quietHours.uid, set: values })
}

/** The devices of these people, each with its owner's quiet hours. */
export const devicesOfAll = async (db: Db, uids: readonly string[]) => {
  if (uids.length === 0) return []
  const rows = await db
    .select({
      deviceId: pushDevices.deviceId,
      uid: pushDevices.uid,
      from: quietHours.fromMinute,
      to: quietHours.toMinute,
      timeZone: quietHours.timeZone,
    })
    .from(pushDevices)
    .leftJoin(quietHours, eq(quietHours.uid, pushDevices.uid))
    .where(inArray(pushDevices.uid, [...uids]))
    .limit(uids.length * mostDevices)
  return rows.map(({ deviceId, uid, from, to, timeZone }) => ({
    deviceId,
    uid,
    quiet: from === null || to === null || timeZone === null ? null : { from, to, timeZone },
  }))
}

// --- What a fan is told ----------------------------------------------------------------------------------------------

/** For a left join of `fans` with what they have chosen of this kind. */
export const isNoticeOf = (kind: NoticeKind): SQL =>
  sql`${fanNotices.tenantId} = ${fans.tenantId} and ${fanNotices.brandId} = ${fans.brandId} and ${fanNotices.uid} = ${fans.uid} and ${fanNotices.kind} = ${kind}`

/** With `isNoticeOf`: as `waysOf` of notice.ts. */
export const takesByMail = (kind: NoticeKind): SQL<boolean> => {
  if (isFixed(kind, 'mail')) return sql<boolean>`true`
  const chosen = sql<boolean>`coalesce(${fanNotices.byMail}, ${byDefault[kind].mail}::boolean)`
  return isNews(kind) ? sql<boolean>`(${fans.newsByMail} and ${chosen})` : chosen
}
export const takesByPush = (kind: NoticeKind): SQL<boolean> =>
  sql<boolean>`coalesce(${fanNotices.byPush}, ${byDefault[kind].push}::boolean)`

/** Whether a fan takes this kind of the brand's notices by mail and by message; null where the brand does not know them. */
export const waysOfFan = async (db: Db, { tenantId, brandId, uid }: FanIds, kind: NoticeKind) => {
  const [found] = await db
    .select({ byMail: takesByMail(kind), byPush: takesByPush(kind) })
    .from(fans)
    .leftJoin(fanNotices, isNoticeOf(kind))
    .where(and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId), eq(fans.uid, uid)))
  return found ?? null
}

/** What the caller has chosen, of all brands. */
export const noticesOf = (db: Db, { uid }: Fan) =>
  db
    .select({
      tenantId: fanNotices.tenantId,
      brandId: fanNotices.brandId,
      kind: fanNotices.kind,
      byMail: fanNotices.byMail,
      byPush: fanNotices.byPush,
    })
    .from(fanNotices)
    .where(eq(fanNotices.uid, uid))
    .limit(2000)

const save = (db: Db, fan: FanIds, kind: NoticeKind, values: { byMail?: boolean; byPush?: boolean }) => {
  const { tenantId, brandId, uid } = fan
  return db
    .insert(fanNotices)
    .values({ tenantId, brandId, uid, kind, ...values })
    .onConflictDoUpdate({
      target: [fanNotices.tenantId, fanNotices.brandId, fanNotices.uid, fanNotices.kind],
      set: values,
    })
}

/**
 * Stores a choice; false where the brand does not know the fan. Who had stopped all news by mail and chooses one kind of them gets that
 * kind alone.
 */
export const saveNotice = async (
  db: Db,
  fan: FanIds,
  kind: NoticeKind,
  way: NoticeWay,
  isOn: boolean,
): Promise<boolean> => {
  const { tenantId, brandId, uid } = fan
  const isSame = and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId), eq(fans.uid, uid))
  const [found] = await db.select({ newsByMail: fans.newsByMail }).from(fans).where(isSame).for('update')
  if (!found) return false
  await save(db, fan, kind, way === 'mail' ? { byMail: isOn } : { byPush: isOn })
  if (way === 'push' || !isOn || !isNews(kind) || found.newsByMail) return true
  for (const other of newsKinds) if (other !== kind) await save(db, fan, other, { byMail: false })
  await db.update(fans).set({ newsByMail: true }).where(isSame)
  return true
}
