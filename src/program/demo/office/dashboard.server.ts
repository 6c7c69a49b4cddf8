import { sql } from 'drizzle-orm'
import { daysBetween, dayTextOf } from '#kit/days.ts'
import { day } from '#kit/time.ts'
import { countDay } from '#office/dashboard/queries.server.ts'
import type { Brand } from '#server/proven.ts'
import type { Demo, DemoClub } from '../parts'

/** A month of daily figures, counted by the nightly job's function. */
export const demoDays = async ({ db, at }: Demo, { tenantId, brand: { brandId } }: DemoClub) => {
  const brand = { tenantId, brandId } as Brand
  // Newly filled tables have no statistics yet: without them PostgreSQL would choose nested loops.
  await db.execute(sql`set local enable_nestloop = off`)
  // Pipelined: the connection runs them in order, without waiting for a round trip each.
  const days = daysBetween(dayTextOf(at - 31 * day), dayTextOf(at - day))
  await Promise.all(days.map((one) => countDay(db, [brand], one, at)))
  await db.execute(sql`set local enable_nestloop = on`)
}
