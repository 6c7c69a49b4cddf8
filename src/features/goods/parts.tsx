import { routes } from '../../client/routes'
import { useConfig } from '../../client/useConfig'
import { Badge, type Tone } from '../../ui/Badge'
import { useTenantUser } from '../identity/session'
import type { GoodsListItem } from './contract'
import type { SalesStatus } from './goods'
import { useGoodsWords } from './words'

const tones: Record<SalesStatus, Tone> = { onSale: 'ok', beforeSale: 'info', soldOut: 'warn', endOfSale: 'plain' }

type Shown = Pick<GoodsListItem, 'salesStatus' | 'visibility'>

export const GoodsStateBadge = ({ goods: { salesStatus, visibility } }: { goods: Shown }) => {
  const words = useGoodsWords()
  if (visibility === 'hidden') return <Badge>{words.hidden}</Badge>
  return <Badge tone={tones[salesStatus]}>{words.status[salesStatus]}</Badge>
}

/** Where fans see it; undefined while it is hidden. */
export const useGoodsPage = (brandId: string | undefined) => {
  const config = useConfig()
  const { user } = useTenantUser()
  const brandSlug =
    user.state === 'authorized' ? user.brands.find((brand) => brand.brandId === brandId)?.brandSlug : undefined
  return ({ goodsId, visibility }: Pick<GoodsListItem, 'goodsId' | 'visibility'>) => {
    if (!brandSlug || visibility === 'hidden') return undefined
    const href = routes.fanGoodsItem({ brandSlug, goodsId })
    return { href, address: `${config?.publicOrigin ?? ''}${href}` }
  }
}
