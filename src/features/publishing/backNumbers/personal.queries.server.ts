import { eq } from 'drizzle-orm'
import { becauseOf, exported, fatesOf, kept, mostCopied, type PersonalData } from '#server/personal.ts'
import { backNumberPurchases, backNumbers } from './tables.server'

export const personalOfBackNumbers: PersonalData = {
  columns: [
    fatesOf(backNumberPurchases, { uid: exported(becauseOf.money) }),
    fatesOf(backNumbers, { editedBy: kept(becauseOf.record) }),
  ],

  async export(db, { uid }) {
    const bought = await db
      .select({
        year: backNumberPurchases.periodYear,
        month: backNumberPurchases.periodMonth,
        paidAt: backNumberPurchases.paidAt,
      })
      .from(backNumberPurchases)
      .where(eq(backNumberPurchases.uid, uid))
      .limit(mostCopied)
    return { backNumbers: bought }
  },
}
