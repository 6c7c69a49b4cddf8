import { and, eq } from 'drizzle-orm'
import { becauseOf, exported, fatesOf, forgotten, kept, mostCopied, own, type PersonalData } from '#server/personal.ts'
import { brands } from '../brands/tables.server'
import { fans, people } from './tables.server'

export const personalOfFans: PersonalData = {
  columns: [
    fatesOf(people, { uid: own, displayName: own, icon: own, email: own }),
    fatesOf(fans, {
      uid: exported('member numbers and figures belong to the books of the brand; without the account only a uid'),
      labels: forgotten,
      note: forgotten,
      commentBanReason: forgotten,
      blockReason: forgotten,
      blockedBy: kept(becauseOf.record),
    }),
  ],

  async export(db, { uid }) {
    const [person] = await db.select().from(people).where(eq(people.uid, uid))
    const fanOf = await db
      .select({
        brand: brands.name,
        memberNumber: fans.memberNumber,
        firstSeenAt: fans.firstSeenAt,
        lastActiveAt: fans.lastActiveAt,
        joinedAt: fans.joinedAt,
        totalMonths: fans.totalMonths,
        lifetimeAmount: fans.lifetimeAmount,
        orderCount: fans.orderCount,
        newsByMail: fans.newsByMail,
        isEmailVisible: fans.isEmailVisible,
      })
      .from(fans)
      .innerJoin(brands, and(eq(brands.tenantId, fans.tenantId), eq(brands.brandId, fans.brandId)))
      .where(eq(fans.uid, uid))
      .limit(mostCopied)
    return { person: person ?? null, fanOf }
  },

  async forget(db, { uid }, now) {
    // What staff wrote about somebody goes with them.
    const words = { labels: [], note: '', blockReason: '', commentBanReason: '' }
    await db
      .update(fans)
      .set({ ...words, isEmailVisible: false, editedAt: now })
      .where(eq(fans.uid, uid))
    await db.delete(people).where(eq(people.uid, uid))
  },
}
