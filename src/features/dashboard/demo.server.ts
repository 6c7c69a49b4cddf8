import { sql } from 'drizzle-orm'
import { day } from '../../kit/time'
import type { Demo, DemoClub } from '../../server/demo/parts'
import type { Brand } from '../../server/proven'
import { daysBetween, dayTextOf } from './dashboard'
import { countDay } from './queries.server'

/** A month of counted days, by the count that the nights make. */
export const demoDays = async ({ db, at }: Demo, { tenantId, brand: { brandId } }: DemoClub) => {
  const brand = { tenantId, brandId } as Brand
  // Nothing is known yet of tables that were just filled: what looks like a handful of rows is thousands.
  await db.execute(sql`set local enable_nestloop = off`)
  // One connection answers them in order; asked together, none of them waits for this side.
  const days = daysBetween(dayTextOf(at - 31 * day), dayTextOf(at - day))
  await Promise.all(days.map((one) => countDay(db, brand, one, at)))
  await db.execute(sql`set local enable_nestloop = on`)
}
