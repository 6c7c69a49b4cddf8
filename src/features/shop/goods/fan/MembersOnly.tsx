import { Notice } from '#ui/Card.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import type { PublicGoodsDetail } from '../contract'
import { feeText, MemberPlans } from './MemberPlans'
import { useFanGoodsWords } from './words'

type Item = { item: PublicGoodsDetail }
type Href = (planId: string) => string

/** Before the button: whose members may buy it, and what joining costs. */
export const MembersNotice = ({ item: { plans, isYours }, planHref }: Item & { planHref: Href }) => {
  const { members: words, membersOnlyText } = useFanGoodsWords()
  return (
    <Notice data-testid="for-members">
      {isYours ? words.yours : plans.length > 0 ? membersOnlyText : words.closed}
      <MemberPlans plans={plans} planHref={planHref} per={words.per} />
    </Notice>
  )
}

/** In place of the button, for a fan who is no member: joining the cheapest of the plans. */
export const JoinInstead = ({ item: { plans }, joinHref }: Item & { joinHref: Href }) => {
  const { members: words } = useFanGoodsWords()
  const [cheapest] = plans
  if (!cheapest) return null
  return (
    <BrandLink wide href={joinHref(cheapest.planId)} data-testid="join-instead">
      {words.join(cheapest.name, feeText(cheapest, words.per))}
    </BrandLink>
  )
}
