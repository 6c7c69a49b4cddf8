import type { Ask } from '#club/notices/ask.ts'
import { mostOfKind, type Notice, newest } from '#club/notices/notice.ts'
import { livesFor, newestFor } from './news.queries.server'

type Asked = Parameters<Ask>[2]
const brandOf = ({ slug, name, icon }: Asked['clubs'][number]) => ({ slug, name, icon })
/** How many of a club's newest are looked at. */
const looked = 10

/** Contents of a fan's clubs that were published and that they may read. */
export const publishedForFan: Ask = async (db, { uid }, { clubs, since, now }) => {
  const found: Notice[] = []
  for (const club of clubs)
    for (const { planContentId: itemId, name, publishedAt: at } of await newestFor(db, club, {
      uid,
      now,
      limit: looked,
    }))
      if (at > since) found.push({ kind: 'content', at, brand: brandOf(club), itemId, name, detail: '', startAt: null })
  return newest(found, mostOfKind)
}

/** Lives that a fan may watch: those that were planned, and those that have begun and are on. */
export const livesForFan: Ask = async (db, { uid }, { clubs, since, now }) => {
  const found: Notice[] = []
  for (const club of clubs)
    for (const live of await livesFor(db, club, { uid, now, limit: looked })) {
      const { planContentId: itemId, name, startAt } = live
      const isOn = live.state === 'live'
      const at = isOn ? (live.startedAt ?? startAt) : live.publishedAt
      if (!live.mayWatch || at <= since) continue
      const kind = isOn ? 'liveBegan' : 'livePlanned'
      found.push({ kind, at, brand: brandOf(club), itemId, name, detail: '', startAt })
    }
  return newest(found, mostOfKind)
}
