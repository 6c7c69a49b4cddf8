import type { KindOfSale, PiecesOfSale } from '#money/orders/kinds.server.ts'
import { cartOfKey } from '#money/orders/order.ts'
import { linesOf } from '#money/orders/queries.server.ts'
import { lastPaymentOf } from '../carts/cart'
import { saleEndsOf } from '../goods/queries.server'
import { earnRest } from '../parcels/earn.server'
import { restockPieces, settleAnew, takeBackGoods, takeBackPieces, takePieces, unpack } from '../parcels/pieces.server'
import { holdUnsent, releaseFromDispute } from '../parcels/state.server'
import { deferredOf, deliverGoods, leaveCart, release, unsentOf } from './settle.server'

/* What an order of goods is to the till. */

const pieces: PiecesOfSale = {
  take: takePieces,
  putBack: takeBackPieces,
  settle: settleAnew,
  restock: restockPieces,
  unpack,
  earnRest,
  hold: holdUnsent,
  release: releaseFromDispute,
}

export const soldGoods: KindOfSale = {
  deliver: deliverGoods,
  endsAt: async (db, order) => {
    const goodsIds = (await linesOf(db, order)).flatMap(({ goodsId }) => (goodsId === null ? [] : [goodsId]))
    return lastPaymentOf(await saleEndsOf(db, order, goodsIds))
  },
  deferred: deferredOf,
  whenPaid: unsentOf,
  release,
  voucherIssued: leaveCart,
  // After a dispute the goods stay where they are: on hold.
  takeBack: async (work, order, why) => {
    if (why === 'refund') await takeBackGoods(work, order)
  },
  pieces,
  page: async (_, { openKey }) => {
    const cartId = cartOfKey(openKey)
    return cartId === null ? {} : { cancelPath: `/fc/checkout/${cartId}` }
  },
}

/** Goods of an event, whose income several brands may share. */
export const soldEventGoods: KindOfSale = { ...soldGoods, isShared: true }
