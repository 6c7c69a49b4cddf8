import { addTokyoMonths, type Instant, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { nextArchive } from '#membership/plans/queries.server.ts'
import { nextPublishing } from '#publishing/contents/queries.server.ts'
import { nextOfEvents } from '#publishing/events/queries.server.ts'
import { nextOfStreamings } from '#publishing/streamings/queries.server.ts'
import { database } from '#server/db.ts'
import type { Db, PublicBrand } from '#server/proven.ts'
import type { Rendering } from '#server/rendering.ts'
import { nextOfGoods } from '#shop/goods/sale.queries.server.ts'
import { publicBrand } from './access'

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

/** End of the page's validity: the next moment at which data of its brands change without a write. */
export const endOf = async ({ brands, at }: Rendering) => {
  const db = database()
  const moments = [...brands].map(async ([brandId, tenantId]) => {
    const brand = await publicBrand(db, { tenantId, brandId })
    return brand ? nextMoment(db, brand, at) : at
  })
  return Math.min(...(await Promise.all(moments)), Number.POSITIVE_INFINITY)
}
