import { and, eq } from 'drizzle-orm'
import { becauseOf, fatesOf, kept, mostCopied, own, type PersonalData } from '#server/personal.ts'
import { goods, goodsWaits, stockMoves } from './tables.server'

export const personalOfGoods: PersonalData = {
  columns: [
    fatesOf(goods, { editedBy: kept(becauseOf.record) }),
    fatesOf(stockMoves, { actorUid: kept(becauseOf.record), note: kept(becauseOf.club) }),
    fatesOf(goodsWaits, { uid: own }),
  ],

  async export(db, { uid }) {
    const asked = await db
      .select({ goods: goods.name, askedAt: goodsWaits.askedAt })
      .from(goodsWaits)
      .innerJoin(goods, and(eq(goods.tenantId, goodsWaits.tenantId), eq(goods.goodsId, goodsWaits.goodsId)))
      .where(eq(goodsWaits.uid, uid))
      .limit(mostCopied)
    return { goodsAskedFor: asked }
  },

  async forget(db, { uid }) {
    await db.delete(goodsWaits).where(eq(goodsWaits.uid, uid))
  },
}
