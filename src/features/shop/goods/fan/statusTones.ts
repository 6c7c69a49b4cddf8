import type { Tone } from '#ui/Badge.tsx'
import type { PublicGoods } from '../contract'

export const statusTones = {
  beforeSale: 'info',
  onSale: 'ok',
  soldOut: 'plain',
  endOfSale: 'plain',
} as const satisfies Record<PublicGoods['goodsStatus']['salesStatus'], Tone>
