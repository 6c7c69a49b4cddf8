import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { type Clubs, isOfClubs } from '#club/tenants/clubs.queries.server.ts'
import type { Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db } from '#server/proven.ts'
import { streamings, streamingViewers } from './tables.server'
import { countedEvery, mostPlays, watchedFor } from './watching'

/** Devices are stored as a hash, so that they cannot be identified. */
export const deviceOf = (uid: string | undefined, viewer: string): string =>
  createHash('sha256')
    .update(`${uid ?? ''} ${viewer}`)
    .digest('base64url')
    .slice(0, 22)

/** Whether a new device has to be refused because the account already plays on the maximum number of devices. */
export const playsElsewhere = async (db: Db, uid: string, device: string, now: Instant): Promise<boolean> => {
  const [row] = await db
    .select({
      others: sql<number>`(count(*) filter (where ${streamingViewers.viewer} <> ${device}))::int`,
      isOne: sql<boolean>`coalesce(bool_or(${streamingViewers.viewer} = ${device}), false)`,
    })
    .from(streamingViewers)
    .where(and(eq(streamingViewers.uid, uid), gt(streamingViewers.seenAt, now - watchedFor)))
  // A device that is already playing may continue; only a new one is refused.
  return !row?.isOne && (row?.others ?? 0) >= mostPlays
}

/**
 * Locks playback starts of one account until the transaction ends, so that simultaneous starts on several devices
 * cannot exceed the limit.
 */
export const lockPlays = (db: Db, uid: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`plays:${uid}`}, 0))`)

/** Records that a device is watching, and updates the number of viewers at most once per `countedEvery`. */
export const noteViewer = async (
  db: Db,
  { tenantId, streamingId }: { tenantId: string; streamingId: string },
  device: { viewer: string; uid: string | null },
  now: Instant,
) => {
  await db
    .insert(streamingViewers)
    .values({ tenantId, streamingId, ...device, seenAt: now })
    .onConflictDoUpdate({
      target: [streamingViewers.tenantId, streamingViewers.streamingId, streamingViewers.viewer],
      set: { seenAt: now },
    })
  const counted = subquery`(select count(*)::int from ${streamingViewers} v where v.tenant_id = ${tenantId}
    and v.streaming_id = ${streamingId} and v.seen_at > ${toTimestamp(now - watchedFor)}::timestamptz)`
  await db
    .update(streamings)
    .set({
      viewers: counted,
      viewersPeak: sql`greatest(${streamings.viewersPeak}, ${counted})`,
      viewersCountedAt: now,
    })
    .where(
      and(
        eq(streamings.tenantId, tenantId),
        eq(streamings.streamingId, streamingId),
        or(isNull(streamings.viewersCountedAt), lte(streamings.viewersCountedAt, now - countedEvery)),
      ),
    )
}

/** Deletes viewers that were last seen before the given time. */
export const forgetViewers = (db: Db, clubs: Clubs, before: Instant) =>
  db
    .delete(streamingViewers)
    .where(and(isOfClubs(streamingViewers.tenantId, clubs), lt(streamingViewers.seenAt, before)))
