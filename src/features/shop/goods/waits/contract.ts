import { z } from 'zod'
import { contract, fanRead, fanWrite } from '#kit/contract.ts'
import { id } from '#kit/text.ts'

/** What of the goods the caller asked to be told of: ids of variations; empty: whichever of them. */
const result = z.object({ variationIds: z.array(z.string()) })

export const goodsWaits = contract({
  getGoodsWait: fanRead({ by: 'brand', payload: { goodsId: id }, result, refusals: ['goodsNotFound'] }),
  /**
   * The caller is told once, by mail and as a message, when the goods, or one of their variations, can be bought. `variationId` null:
   * whichever of them.
   */
  setGoodsWait: fanWrite({
    by: 'brand',
    payload: { goodsId: id, variationId: id.nullable(), isOn: z.boolean() },
    result,
    refusals: ['goodsNotFound', 'variationNotFound', 'goodsOnSale', 'goodsEnded'],
    limit: { points: 60, seconds: 60 },
  }),
})
