import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { Link } from '#ui/Link.tsx'
import { MemberPlans } from '../../goods/fan/MemberPlans'
import type { MemberPlan } from '../../goods/members'
import { useCartWords } from './words'

type Props = {
  brandSlug: string
  /** What is wanted: whoever joins comes back to it. */
  goodsId: string | undefined
  /** Those that can be joined. */
  plans: readonly MemberPlan[]
  /** Members of every plan may buy it. */
  isAnyPlan?: boolean
}

/** Of a line that its reader cannot buy yet: whose members can, and the way to become one. */
export const ForMembers = ({ brandSlug, goodsId, plans, isAnyPlan = false }: Props) => {
  const words = useCartWords()
  return (
    <chakra.div fontSize="sm" color="warn" data-testid="for-members">
      {isAnyPlan ? words.forAnyMember : plans.length > 0 ? words.forMembers : words.noPlan}
      {isAnyPlan && (
        <chakra.p textDecoration="underline">
          <Link href={routes.fanPlans({ brandSlug })}>{words.toPlans}</Link>
        </chakra.p>
      )}
      <MemberPlans
        plans={plans}
        planHref={(planId) => routes.fanPlan({ brandSlug, planId }, { query: { goods: goodsId } })}
        per={words.per}
      />
    </chakra.div>
  )
}
