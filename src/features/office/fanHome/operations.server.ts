import { clubsAtOnce, clubsOfFan } from '#club/fans/clubs.queries.server.ts'
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

type Context = Parameters<Handlers<typeof fanHome>['getMyHome']>[0]

/** A page of the caller's clubs, each with what is new in it; one more is read, to know whether there are more. */
const clubsFrom = async ({ db, fan, locale, now }: Pick<Context, 'db' | 'fan' | 'locale' | 'now'>, offset: number) => {
  const { uid } = fan
  const found = await clubsOfFan(db, fan, now, { offset, limit: clubsAtOnce + 1 })
  const all = []
  for (const club of found.slice(0, clubsAtOnce)) {
    const { brandId, slug, name, icon, accentColor, memberNumber, memberUntil, seenAt } = club
    const brand = { slug, name, icon }
    const newest = (await newestFor(db, club, { uid, locale, now, limit: looked })).map((one) => ({
      ...one,
      brand,
      isNew: one.publishedAt > seenAt,
    }))
    const lives = (await livesFor(db, club, { uid, locale, now, limit: looked })).map((one) => ({ ...one, brand }))
    const isMember = memberUntil !== null && memberUntil > now
    const newCount = newest.filter(({ isNew }) => isNew).length
    const isLive = lives.some(({ state, mayWatch }) => state === 'live' && mayWatch)
    all.push({ card: { brandId, ...brand, accentColor, memberNumber, isMember, newCount, isLive }, newest, lives })
  }
  return { all, clubs: all.map(({ card }) => card), hasMore: found.length > clubsAtOnce }
}

export const fanHomeHandlers: Handlers<typeof fanHome> = {
  async getMyClubs(context, { offset }) {
    const { clubs, hasMore } = await clubsFrom(context, offset)
    return { clubs, hasMore }
  },

  async getMyHome(context) {
    const { db, fan, now } = context
    const { all, clubs, hasMore: hasMoreClubs } = await clubsFrom(context, 0)
    return {
      clubs,
      hasMoreClubs,
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
