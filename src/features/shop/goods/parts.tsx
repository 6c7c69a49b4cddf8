import { routes } from '#client/routes.ts'
import { useFanPage } from '#club/identity/useFanPage.ts'
import { Badge, type Tone } from '#ui/Badge.tsx'
import type { GoodsListItem } from './contract'
import type { SalesStatus } from './goods'
import { useGoodsWords } from './words'

const tones: Record<SalesStatus, Tone> = { onSale: 'ok', beforeSale: 'info', soldOut: 'warn', endOfSale: 'plain' }

type GoodsState = Pick<GoodsListItem, 'salesStatus' | 'visibility'>

export const GoodsStateBadge = ({ goods: { salesStatus, visibility } }: { goods: GoodsState }) => {
  const words = useGoodsWords()
  if (visibility === 'hidden') return <Badge>{words.hidden}</Badge>
  return <Badge tone={tones[salesStatus]}>{words.status[salesStatus]}</Badge>
}

/** Path of the fan page; undefined while hidden. */
export const useGoodsPage = (brandId: string | undefined) => {
  const pageOf = useFanPage(brandId)
  return ({ goodsId, visibility }: Pick<GoodsListItem, 'goodsId' | 'visibility'>) =>
    visibility === 'hidden' ? undefined : pageOf(routes.fanGoodsItem, { goodsId })
}
