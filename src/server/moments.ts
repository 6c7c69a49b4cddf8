import { nextPublishing } from '../features/contents/queries.server'
import { nextOfEvents } from '../features/events/queries.server'
import { nextOfGoods } from '../features/goods/sale/queries.server'
import { nextArchive } from '../features/plans/queries.server'
import { nextOfStreamings } from '../features/streamings/queries.server'
import { addTokyoMonths, type Instant, startOfTokyoMonth, tokyoMonth } from '../kit/time'
import type { Db, PublicBrand } from './proven'

/** When each noun's public data of a brand changes next by itself: a noun that the clock changes adds its question here. */
const nouns: ((db: Db, brand: PublicBrand, now: Instant) => Promise<Instant | null>)[] = [
  nextArchive,
  nextPublishing,
  nextOfEvents,
  nextOfGoods,
  nextOfStreamings,
  // A month is sold once it is over.
  async (_, __, now) => addTokyoMonths(startOfTokyoMonth(tokyoMonth(now)), 1),
]

/** Infinity: nothing of this brand waits for its time. */
export const nextMoment = async (db: Db, brand: PublicBrand, now: Instant): Promise<Instant> => {
  const moments = await Promise.all(nouns.map((ask) => ask(db, brand, now)))
  return Math.min(...moments.map((moment) => moment ?? Number.POSITIVE_INFINITY))
}
