import { and, eq, inArray, sql } from 'drizzle-orm'
import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import { prepared, rowBy } from '#server/db/prepared.ts'
import type { Db } from '#server/proven.ts'
import { rememberedFan } from './queries.server'
import { nextSerial } from './serials.queries.server'
import { fans, people } from './tables.server'

const arg = sql.placeholder

type BrandIds = { tenantId: string; brandId: string }
export type PersonRow = typeof people.$inferSelect

export const personOf = rowBy<PersonRow>(people, people.uid)

export const peopleOf = async (db: Db, uids: readonly string[]): Promise<Map<string, PersonRow>> => {
  if (uids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(people)
    .where(inArray(people.uid, [...new Set(uids)]))
  return new Map(rows.map((row) => [row.uid, row]))
}

const isFan = ({ tenantId, brandId }: BrandIds, uid: string) =>
  and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId), eq(fans.uid, uid))

const fanQuery = prepared((db) =>
  db
    .select()
    .from(fans)
    .where(and(eq(fans.tenantId, arg('tenantId')), eq(fans.brandId, arg('brandId')), eq(fans.uid, arg('uid'))))
    .prepare(''),
)
export const fanOf = async (db: Db, { tenantId, brandId }: BrandIds, uid: string) => {
  const [row] = await fanQuery(db).execute({ tenantId, brandId, uid })
  return row
}

/**
 * The fan's member number in this brand, assigned now if there is none. A fan who was away for too long (`keepsNumber`
 * false) gets a new one; old numbers are not reused.
 */
export const numberMember = async (
  db: Db,
  brand: BrandIds,
  uid: string,
  { newId, now, keepsNumber }: { newId: NewId; now: Instant; keepsNumber: boolean },
): Promise<number> => {
  await db.execute(rememberedFan(db, brand, uid, { newId, now }))
  const [fan] = await db.select({ memberNumber: fans.memberNumber }).from(fans).where(isFan(brand, uid)).for('update')
  if (fan?.memberNumber && keepsNumber) return fan.memberNumber
  const memberNumber = await nextSerial(brand, 'member')
  await db.update(fans).set({ memberNumber, memberNumberIssuedAt: now }).where(isFan(brand, uid))
  return memberNumber
}
