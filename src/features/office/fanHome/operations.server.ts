import { clubsOfFan } from '#club/fans/clubs.queries.server.ts'
import { day } from '#kit/time.ts'
import { byTurn, livesFor, newestFor } from '#publishing/contents/public/news.queries.server.ts'
import type { Handlers } from '#server/context.ts'
import { ordersGoingOn } from '#shop/orders/going.queries.server.ts'
import type { fanHome } from './contract'
import { monthsBought } from './queries.server'

/** How many of a club's newest contents are looked at, how old they may be, and how many of all clubs are shown. */
const looked = 12
const newestFrom = 31 * day
const shown = 12

export const fanHomeHandlers: Handlers<typeof fanHome> = {
  async getMyHome({ db, fan, now }) {
    const { uid } = fan
    const clubs = await clubsOfFan(db, fan, now)
    const all = []
    for (const club of clubs) {
      const { brandId, slug, name, icon, accentColor, memberNumber, memberUntil, seenAt } = club
      const brand = { slug, name, icon }
      const newest = (await newestFor(db, club, { uid, now, limit: looked })).map((one) => ({
        ...one,
        brand,
        isNew: one.publishedAt > seenAt,
      }))
      const lives = (await livesFor(db, club, { uid, now, limit: looked })).map((one) => ({ ...one, brand }))
      const isMember = memberUntil !== null && memberUntil > now
      const newCount = newest.filter(({ isNew }) => isNew).length
      const isLive = lives.some(({ state, mayWatch }) => state === 'live' && mayWatch)
      all.push({ card: { brandId, ...brand, accentColor, memberNumber, isMember, newCount, isLive }, newest, lives })
    }
    return {
      clubs: all.map(({ card }) => card),
      newest: all
        .flatMap(({ newest }) => newest)
        .filter(({ publishedAt }) => publishedAt > now - newestFrom)
        .toSorted((a, b) => b.publishedAt - a.publishedAt)
        .slice(0, shown),
      lives: all
        .flatMap(({ lives }) => lives)
        .toSorted(byTurn)
        .slice(0, shown),
      orders: (await ordersGoingOn(db, fan, now)).slice(0, 20),
      months: await monthsBought(db, fan, now),
    }
  },
}
