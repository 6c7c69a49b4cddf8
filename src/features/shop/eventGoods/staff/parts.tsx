import { Badge, type Tone } from '#ui/Badge.tsx'
import type { SalesStatus } from '../../goods/goods'
import type { EventGoodsItem } from '../contract'
import type { DraftState } from '../eventGoods'
import { useEventGoodsWords } from './words'

const tones: Record<SalesStatus, Tone> = { onSale: 'ok', beforeSale: 'info', soldOut: 'warn', endOfSale: 'plain' }
export const SaleBadge = ({ item }: { item: Pick<EventGoodsItem, 'visibility' | 'salesStatus'> }) => {
  const { tabs } = useEventGoodsWords()
  if (item.visibility === 'hidden') return <Badge>{tabs.hidden}</Badge>
  return <Badge tone={tones[item.salesStatus]}>{tabs[item.salesStatus]}</Badge>
}

const draftTones: Record<DraftState, Tone> = { editing: 'plain', submitted: 'info', approved: 'ok', returned: 'warn' }
export const DraftBadge = ({ state }: { state: DraftState }) => {
  const { states } = useEventGoodsWords()
  return <Badge tone={draftTones[state]}>{states[state]}</Badge>
}
