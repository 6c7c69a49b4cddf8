import type { Operation } from '../kit/contract'
import { call } from './call'
import { token } from './identity'
import { saveLeftOut } from './leftOut'
import { isSame, saveWaiting, type WaitingItem, waitingItems } from './waitingCart'

/* Apart from the link to the cart, which every page has: only who has put something aside loads it. */

const named = (name: string) => ({ base: 'cms', name }) as const
type Told = { status?: number; code?: string }
type Carts = { carts: { goodsList: { goodsId: string; goodsType: string }[] }[] }

/** There is one of a file: whoever has it in the cart already has what they put aside. */
const liesThere = async ({ goodsId }: WaitingItem): Promise<boolean> => {
  const answer = (await call<Operation>(named('getCarts'), {} as never, { token }).catch(() => null)) as Carts | null
  const lying = answer?.carts.flatMap(({ goodsList }) => goodsList) ?? []
  return lying.some((one) => one.goodsId === goodsId && one.goodsType === 'digitalGoods')
}

/** What waits after so much of it was taken up: pieces that were put aside meanwhile wait on. */
const without = (item: WaitingItem): WaitingItem[] =>
  waitingItems().flatMap((one) => {
    if (!isSame(one, item)) return [one]
    const quantity = one.quantity - item.quantity
    return one.key !== item.key && quantity > 0 ? [{ ...one, quantity }] : []
  })

/** What waited in the browser goes into the fan's carts; what cannot be put in any more is left out, and told. */
export const join = async (locale: string | undefined): Promise<void> => {
  for (const item of waitingItems()) {
    const { tenantId, brandId, goodsId, variationId, quantity, name, key } = item
    const payload = { tenantId, brandId, goodsId, variationId, quantity }
    const stays = await call<Operation>(named('addGoodsToCart'), payload as never, {
      token,
      ...(locale && { locale }),
      idempotencyKey: key ?? crypto.randomUUID(),
    }).then(
      () => false,
      // Without an answer about the goods themselves it stays for the next time; a refusal is final.
      async ({ status = 0, code }: Told) => {
        if (status === 401 || status === 429 || status < 400 || status >= 500) return true
        if (code !== 'tooMany' || !(await liesThere(item))) saveLeftOut(name)
        return false
      },
    )
    if (stays) return
    saveWaiting(without(item))
  }
}
