import { rememberFan, rememberPerson } from '#club/fans/queries.server.ts'
import type { Handlers } from '#server/context.ts'
import { isSoldOut, salesStatusAt } from '../goods'
import { findGoods } from '../queries.server'
import type { goodsWaits } from './contract'
import { addWait, removeWait, waitsOf } from './queries.server'

export const goodsWaitHandlers: Handlers<typeof goodsWaits> = {
  async getGoodsWait({ db, brand, fan }, { goodsId }) {
    return { variationIds: await waitsOf(db, brand, fan, goodsId) }
  },

  async setGoodsWait(context, { goodsId, variationId, isOn }) {
    const { db, brand, user, fan, now, refuse } = context
    const found = await findGoods(db, brand, goodsId)
    if (found?.goods.visibility !== 'visible') return refuse('goodsNotFound')
    const one = found.variations.find((variation) => variation.variationId === variationId)
    if (variationId !== null && !one) return refuse('variationNotFound')
    const waited = { goodsId, variationId: variationId ?? '' }
    if (isOn) {
      const status = salesStatusAt(found.goods, found.variations, now)
      if (status === 'endOfSale') return refuse('goodsEnded')
      if (one?.isHidden) return refuse('variationNotFound')
      if (status === 'onSale' && !(one && isSoldOut(one))) return refuse('goodsOnSale')
      await rememberPerson(db, user, context)
      await rememberFan(db, brand, user.uid, context)
      await addWait(db, brand, fan, waited, now)
    } else await removeWait(db, brand, fan, waited)
    return { variationIds: await waitsOf(db, brand, fan, goodsId) }
  },
}
