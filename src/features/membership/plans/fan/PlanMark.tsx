import { Badge } from '#ui/Badge.tsx'
import type { PlanOnCard } from '../contract'
import { useFanPlanWords } from './words'

/** The member's relation to the plan. */
export const PlanMark = ({ plan: { status, paymentIncomplete } }: { plan: PlanOnCard }) => {
  const words = useFanPlanWords()
  if (paymentIncomplete) return <Badge tone="bad">{words.refused}</Badge>
  return status === 'purchased' ? <Badge tone="ok">{words.joined}</Badge> : null
}

/** On the plan's picture: nothing moves when a member is known. */
export const MostChosen = () => (
  <Badge tone="info" position="absolute" top={3} insetInlineStart={3}>
    {useFanPlanWords().mostChosen}
  </Badge>
)
