import { Badge } from '#ui/Badge.tsx'
import type { PlanOnCard } from '../contract'
import { useFanPlanWords } from './words'

type Props = { plan: PlanOnCard; mostChosenPlanId: string | null }

/** The member's relation to the plan; to others, whether most members have chosen it. */
export const PlanMark = ({ plan: { planId, status, paymentIncomplete }, mostChosenPlanId }: Props) => {
  const words = useFanPlanWords()
  if (paymentIncomplete) return <Badge tone="bad">{words.refused}</Badge>
  if (status === 'purchased') return <Badge tone="ok">{words.joined}</Badge>
  return planId === mostChosenPlanId ? <Badge tone="info">{words.mostChosen}</Badge> : null
}
