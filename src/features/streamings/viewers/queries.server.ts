import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Instant } from '../../../kit/time'
import type { Db } from '../../../server/context'
import { toTimestamp } from '../../../server/db/columns'
import { countedEvery, watchedFor } from '../streaming'
import { streamings, streamingViewers } from '../tables.server'

/** On how many other devices an account plays; whoever asks waits for others of the same account. */
export const playsElsewhere = async (db: Db, uid: string, viewer: string, now: Instant): Promise<number> => {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`plays:${uid}`}, 0))`)
  const [row] = await db
    .select({
      others: sql<number>`(count(*) filter (where ${streamingViewers.viewer} <> ${viewer}))::int`,
      isOne: sql<boolean>`coalesce(bool_or(${streamingViewers.viewer} = ${viewer}), false)`,
    })
    .from(streamingViewers)
    .where(and(eq(streamingViewers.uid, uid), gt(streamingViewers.seenAt, now - watchedFor)))
  // Who plays already goes on: it is the newcomer who is told.
  return row?.isOne ? 0 : (row?.others ?? 0)
}

/** A device is there; now and then all of them are counted. */
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
  const counted = sql`(select count(*)::int from ${streamingViewers} v where v.tenant_id = ${tenantId}
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

/** Whoever has not been seen for a while is forgotten. */
export const forgetViewers = (db: Db, before: Instant) =>
  db.delete(streamingViewers).where(lt(streamingViewers.seenAt, before))
