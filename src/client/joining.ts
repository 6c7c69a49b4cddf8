import type { carts } from '#shop/carts/contract.ts'
import { at } from './at'
import { call } from './call'
import { token } from './identity'
import { saveLeftOut } from './leftOut'
import { isSame, saveWaiting, type WaitingItem, waitingItems } from './waitingCart'

/* A module of its own: the link to the cart is on every page, but only visitors with a waiting cart need this. */

type JoinNotice = { status?: number; code?: string }

/** Whether the fan's carts already contain this digital product, which is limited to one per person. */
const isInCart = async ({ goodsId }: WaitingItem): Promise<boolean> => {
  const answer = await call(at<typeof carts>()('getCarts'), {}, { token }).catch(() => null)
  const lying = answer?.carts.flatMap(({ goodsList }) => goodsList) ?? []
  return lying.some((one) => one.goodsId === goodsId && one.goodsType === 'digitalGoods')
}

/** The waiting items without this one's quantity; pieces that were added meanwhile stay. */
const without = (item: WaitingItem): WaitingItem[] =>
  waitingItems().flatMap((one) => {
    if (!isSame(one, item)) return [one]
    const quantity = one.quantity - item.quantity
    return one.key !== item.key && quantity > 0 ? [{ ...one, quantity }] : []
  })

/**
 * Puts the visitor's waiting items into the fan's carts; items that are refused wait no longer and are kept for `takeLeftOut`.
 */
export const join = async (locale: string | undefined): Promise<void> => {
  for (const item of waitingItems()) {
    const { tenantId, brandId, goodsId, variationId, quantity, key } = item
    const payload = { tenantId, brandId, goodsId, variationId, quantity }
    const stays = await call(at<typeof carts>()('addGoodsToCart'), payload, {
      token,
      ...(locale && { locale }),
      idempotencyKey: key ?? crypto.randomUUID(),
    }).then(
      () => false,
      // 401, 429, 5xx and no answer say nothing about the goods: the item stays for the next time. A refusal is final.
      async ({ status = 0, code }: JoinNotice) => {
        if (status === 401 || status === 429 || status < 400 || status >= 500) return true
        if (code !== 'tooMany' || !(await isInCart(item))) {
          const { name, brandSlug, plans } = item
          saveLeftOut(code === 'membersOnly' && plans ? item : { name, brandSlug })
        }
        return false
      },
    )
    if (stays) return
    saveWaiting(without(item))
  }
}
