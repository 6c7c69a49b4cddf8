import type { AskAsVisitor } from '#server/rendering.ts'
import { goods, type PublicGoods, type PublicGoodsDetail } from '../contract'
import type { GoodsOnTop } from './NewestGoods'

type Ids = { tenantId: string; brandId: string }
export type FirstGoods = { list: PublicGoods[]; count: number }
/** Number of goods on the page, and per press on "more". */
export const goodsPage = 24

export const loadGoodsList = async (
  ask: AskAsVisitor,
  { tenantId, brandId }: Ids,
  locale: string | undefined,
): Promise<FirstGoods | null> => {
  const pagination = { limit: goodsPage, offset: 0 }
  const answer = await ask(goods.getPublicGoodsList, { tenantId, brandId, filterOption: null, pagination }, locale)
  return answer.ok ? { list: answer.data.goodsList, count: answer.data.pagination.totalCount } : null
}

export const loadGoods = async (
  ask: AskAsVisitor,
  { tenantId, brandId }: Ids,
  goodsId: string,
  locale: string | undefined,
): Promise<PublicGoodsDetail | null> => {
  const answer = await ask(goods.getPublicGoods, { tenantId, brandId, goodsId }, locale)
  return answer.ok ? answer.data.goods : null
}

/** What of the newest goods a brand's page shows. */
export const loadNewestGoods = async (
  ask: AskAsVisitor,
  { tenantId, brandId }: Ids,
  locale: string | undefined,
): Promise<GoodsOnTop[]> => {
  const filterOption = { deliveryMethod: null, isPurchasableOnly: true }
  const payload = { tenantId, brandId, filterOption, pagination: { limit: 4, offset: 0 } }
  const answer = await ask(goods.getPublicGoodsList, payload, locale)
  const list = answer.ok ? answer.data.goodsList : []
  return list.map(({ goodsId, name, price, thumbnails: [first] }) => ({
    goodsId,
    name,
    price,
    thumbnail: first?.url ?? '',
  }))
}
