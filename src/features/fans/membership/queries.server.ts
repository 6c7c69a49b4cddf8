import { and, eq, sql } from 'drizzle-orm'
import type { NewId } from '../../../kit/ids'
import type { Instant } from '../../../kit/time'
import type { Db, Locale, User } from '../../../server/context'
import { nextMemberNumber } from '../../orders/queries.server'
import { fans, people } from '../tables.server'

type BrandIds = { tenantId: string; brandId: string }
export type PersonRow = typeof people.$inferSelect

/** Who is signed in, written down at the first thing that they do; a name or icon that they chose themselves stays. */
export const rememberPerson = async (db: Db, user: User, locale: Locale, now: Instant) => {
  const { uid, displayName, photoURL, email } = user
  await db
    .insert(people)
    .values({ uid, displayName, icon: photoURL, email, locale, createdAt: now, editedAt: now })
    .onConflictDoUpdate({
      target: people.uid,
      set: {
        email,
        locale,
        displayName: sql`case when ${people.chosenAt} is null then ${displayName} else ${people.displayName} end`,
        icon: sql`case when ${people.chosenAt} is null then ${photoURL} else ${people.icon} end`,
      },
    })
}

export const personOf = async (db: Db, uid: string): Promise<PersonRow | undefined> => {
  const [row] = await db.select().from(people).where(eq(people.uid, uid))
  return row
}

const isFan = ({ tenantId, brandId }: BrandIds, uid: string) =>
  and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId), eq(fans.uid, uid))

export const fanOf = async (db: Db, brand: BrandIds, uid: string) => {
  const [row] = await db.select().from(fans).where(isFan(brand, uid))
  return row
}

/** Makes somebody a fan of the brand, or notes that they were active. */
export const seeFan = async (
  db: Db,
  { tenantId, brandId }: BrandIds,
  uid: string,
  { newId, now }: { newId: NewId; now: Instant },
) => {
  await db
    .insert(fans)
    .values({ tenantId, brandId, uid, fanId: newId('fan'), firstSeenAt: now, lastActiveAt: now, editedAt: now })
    .onConflictDoUpdate({
      target: [fans.tenantId, fans.brandId, fans.uid],
      set: { lastActiveAt: sql`greatest(${fans.lastActiveAt}, ${new Date(now).toISOString()}::timestamptz)` },
    })
}

/**
 * The fan's member number in this brand, given now where there is none. Whoever has been away for longer than a number is
 * kept (`keepsNumber` false) gets the next one; an old one is never given to anybody else.
 */
export const numberMember = async (
  db: Db,
  brand: BrandIds,
  uid: string,
  { newId, now, keepsNumber }: { newId: NewId; now: Instant; keepsNumber: boolean },
): Promise<number> => {
  await seeFan(db, brand, uid, { newId, now })
  const [fan] = await db.select({ memberNumber: fans.memberNumber }).from(fans).where(isFan(brand, uid)).for('update')
  if (fan?.memberNumber && keepsNumber) return fan.memberNumber
  const memberNumber = await nextMemberNumber(db, brand)
  await db.update(fans).set({ memberNumber, memberNumberIssuedAt: now }).where(isFan(brand, uid))
  return memberNumber
}
