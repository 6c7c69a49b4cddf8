import type { Ask } from '#club/notices/ask.ts'
import { mostOfKind } from '#club/notices/notice.ts'
import { livesFor, newestFor } from './news.queries.server'

type Asked = Parameters<Ask>[2]
const brandOf = ({ slug, name, icon }: Asked['clubs'][number]) => ({ slug, name, icon })

/** Contents of a fan's clubs that were published and that they may read. */
export const publishedForFan: Ask = async (db, { uid }, { clubs, since, now }) => {
  const found = []
  for (const club of clubs)
    for (const { planContentId, name, publishedAt } of await newestFor(db, club, { uid, now, limit: 10 }))
      if (publishedAt > since)
        found.push({
          at: publishedAt,
          brand: brandOf(club),
          itemId: planContentId,
          name,
          detail: '',
          startAt: null,
        })
  return found.toSorted((a, b) => b.at - a.at).slice(0, mostOfKind)
}

const lives =
  (which: 'live' | 'planned'): Ask =>
  async (db, { uid }, { clubs, since, now }) => {
    const found = []
    for (const club of clubs)
      for (const live of await livesFor(db, club, { uid, now, limit: 10 })) {
        const at = which === 'live' ? (live.startedAt ?? live.startAt) : live.publishedAt
        if ((live.state === 'live') !== (which === 'live') || !live.mayWatch || at <= since) continue
        const { planContentId: itemId, name, startAt } = live
        found.push({ at, brand: brandOf(club), itemId, name, detail: '', startAt })
      }
    return found.toSorted((a, b) => b.at - a.at).slice(0, mostOfKind)
  }
export const livesPlannedForFan = lives('planned')
export const livesBegunForFan = lives('live')
