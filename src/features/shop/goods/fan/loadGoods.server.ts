import type { AskAsVisitor } from '#server/rendering.ts'
import { goods, type PublicGoods, type PublicGoodsDetail } from '../contract'
import { endedBelow, type FirstGoods, goodsPerPage } from './filter'
import type { GoodsOnTop } from './NewestGoods'
import { statusTones } from './statusTones'
import en from './words.en'
import ja from './words.ja'

const onTop = 4

type Ids = { tenantId: string; brandId: string }

const onTopOf = (list: readonly PublicGoods[], locale: string | undefined): GoodsOnTop[] => {
  const words = locale === 'en' ? en : ja
  return list.map(({ goodsId, name, price, thumbnails: [first], goodsStatus: { salesStatus } }) => ({
    goodsId,
    name,
    price,
    thumbnail: first?.url ?? '',
    // A word from here: all words of goods are too many for the pages that show these.
    closed: salesStatus === 'onSale' ? null : { word: words.status[salesStatus], tone: statusTones[salesStatus] },
  }))
}

/** The first page of what is or will be on sale, and the newest of what is no longer. */
export const loadGoodsList = async (
  ask: AskAsVisitor,
  { tenantId, brandId }: Ids,
  locale: string | undefined,
): Promise<{ first: FirstGoods; ended: FirstGoods } | null> => {
  const listed = async (isEnded: boolean, limit: number) => {
    const payload = { tenantId, brandId, filterOption: null, isEnded, pagination: { limit, offset: 0 } }
    const answer = await ask(goods.getPublicGoodsList, payload, locale)
    return answer.ok ? { list: answer.data.goodsList, count: answer.data.pagination.totalCount } : null
  }
  const [first, ended] = await Promise.all([listed(false, goodsPerPage), listed(true, endedBelow)])
  return first && ended && { first, ended }
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

/** Goods of an event for its page, and whether there are more of them. */
export const loadEventGoods = async (
  ask: AskAsVisitor,
  { tenantId, brandId }: Ids,
  eventId: string,
  locale: string | undefined,
): Promise<{ list: GoodsOnTop[]; hasMore: boolean }> => {
  const pagination = { limit: onTop, offset: 0 }
  const answer = await ask(
    goods.getPublicGoodsList,
    { tenantId, brandId, filterOption: null, eventId, pagination },
    locale,
  )
  if (!answer.ok) return { list: [], hasMore: false }
  const { goodsList, pagination: of } = answer.data
  return { list: onTopOf(goodsList, locale), hasMore: of.totalCount > onTop }
}

/** What a brand's page shows of its goods: those that the creator pinned, where they are public, and the newest. */
export const loadNewestGoods = async (
  ask: AskAsVisitor,
  { tenantId, brandId, pinnedGoods }: Ids & { pinnedGoods: readonly string[] },
  locale: string | undefined,
): Promise<GoodsOnTop[]> => {
  const filterOption = { deliveryMethod: null, isPurchasableOnly: true }
  const payload = { tenantId, brandId, filterOption, pagination: { limit: onTop, offset: 0 } }
  const [answer, ...named] = await Promise.all([
    ask(goods.getPublicGoodsList, payload, locale),
    ...pinnedGoods.map((goodsId) => loadGoods(ask, { tenantId, brandId }, goodsId, locale)),
  ])
  const pinned = named.filter((one) => one !== null)
  const newest = answer.ok ? answer.data.goodsList : []
  const list = [...pinned, ...newest.filter(({ goodsId }) => !pinned.some((one) => one.goodsId === goodsId))]
  return onTopOf(list.slice(0, onTop), locale)
}
