import { type SQL, sql } from 'drizzle-orm'
import type { Ask } from '#club/notices/ask.ts'
import { mostOfKind, type Notice, newest } from '#club/notices/notice.ts'
import type { Instant } from '#kit/time.ts'
import { rowsOf } from '#server/db/brandRows.ts'
import { toTimestamp } from '#server/db/columns.ts'
import type { Db } from '#server/proven.ts'
import { livesFor, livesSince, newestFor } from './news.queries.server'

type Asked = Parameters<Ask>[2]
const brandOf = ({ slug, name, icon }: Asked['clubs'][number]) => ({ slug, name, icon })
/** How many of a club's newest are looked at. */
const looked = 10

/** Of so many clubs each kind is looked for: those with the newest of it first. */
const mostClubs = 100

/** The clubs that may have something of a kind: `newestOf` says of a brand `b` when its newest one was, null where it has none. */
const clubsWith = async (
  db: Db,
  clubs: Asked['clubs'],
  newestOf: SQL,
): Promise<{ club: Asked['clubs'][number]; at: Instant }[]> => {
  if (clubs.length === 0) return []
  const { rows } = await db.execute<{ brand_id: string; at: string }>(sql`
    select b.brand_id, extract(epoch from newest.at) * 1000 as at
    from ${rowsOf(clubs)} cross join lateral (${newestOf}) newest
    where newest.at is not null order by newest.at desc limit ${mostClubs}`)
  const known = new Map(clubs.map((club) => [club.brandId, club]))
  return rows.flatMap(({ brand_id, at }) => {
    const club = known.get(brand_id)
    return club ? [{ club, at: Number(at) }] : []
  })
}

/** Contents of a fan's clubs that were published and that they may read. */
export const publishedForFan: Ask = async (db, { uid }, { clubs, since, locale, now }) => {
  const found: Notice[] = []
  const publishing = await clubsWith(
    db,
    clubs,
    sql`select max(contents.visible_from) as at from contents
      where contents.tenant_id = b.tenant_id and contents.brand_id = b.brand_id and contents.deleted_at is null
        and contents.visible_from > ${toTimestamp(since)}::timestamptz and contents.visible_from <= ${toTimestamp(now)}::timestamptz`,
  )
  for (const { club, at: newestThere } of publishing) {
    // Nothing newer than what is known comes of those that are left.
    if ((newest(found, mostOfKind)[mostOfKind - 1]?.at ?? 0) > newestThere) break
    for (const { planContentId: itemId, name, publishedAt: at } of await newestFor(db, club, {
      uid,
      locale,
      now,
      limit: looked,
    }))
      if (at > since) found.push({ kind: 'content', at, brand: brandOf(club), itemId, name, detail: '', startAt: null })
  }
  return newest(found, mostOfKind)
}

/** Lives that a fan may watch: those that were planned, and those that have begun and are on. */
export const livesForFan: Ask = async (db, { uid }, { clubs, since, locale, now }) => {
  const found: Notice[] = []
  const streaming = await clubsWith(
    db,
    clubs,
    sql`select max(streamings.created_at) as at from streamings
      where streamings.tenant_id = b.tenant_id and streamings.brand_id = b.brand_id
        and streamings.scheduled_start_at > ${toTimestamp(livesSince(now))}::timestamptz and streamings.ended_at is null`,
  )
  for (const { club } of streaming)
    for (const live of await livesFor(db, club, { uid, locale, now, limit: looked })) {
      const { planContentId: itemId, name, startAt } = live
      const isOn = live.state === 'live'
      const at = isOn ? (live.startedAt ?? startAt) : live.publishedAt
      if (!live.mayWatch || at <= since) continue
      const kind = isOn ? 'liveBegan' : 'livePlanned'
      found.push({ kind, at, brand: brandOf(club), itemId, name, detail: '', startAt })
    }
  return newest(found, mostOfKind)
}
