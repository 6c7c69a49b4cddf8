import { nextPublishing } from '../features/contents/queries.server'
import { nextOfEvents } from '../features/events/queries.server'
import { nextOfGoods } from '../features/goods/sale/queries.server'
import { nextArchive } from '../features/plans/queries.server'
import { nextOfStreamings } from '../features/streamings/queries.server'
import { addTokyoMonths, type Instant, startOfTokyoMonth, tokyoMonth } from '../kit/time'
import type { Db, PublicBrand } from './proven'

/** The next time at which each feature's public data of a brand changes by itself: such features add a query here. */
const nouns: ((db: Db, brand: PublicBrand, now: Instant) => Promise<Instant | null>)[] = [
  nextArchive,
  nextPublishing,
  nextOfEvents,
  nextOfGoods,
  nextOfStreamings,
  // A month goes on sale when it is over.
  async (_, __, now) => addTokyoMonths(startOfTokyoMonth(tokyoMonth(now)), 1),
]

/** Infinity if no data of this brand changes by itself. */
export const nextMoment = async (db: Db, brand: PublicBrand, now: Instant): Promise<Instant> => {
  const moments = await Promise.all(nouns.map((ask) => ask(db, brand, now)))
  return Math.min(...moments.map((moment) => moment ?? Number.POSITIVE_INFINITY))
}
