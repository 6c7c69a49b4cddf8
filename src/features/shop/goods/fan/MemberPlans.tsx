import { chakra } from '@chakra-ui/react'
import { Link } from '#ui/Link.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { yenText } from '#ui/text/MoneyText.tsx'
import type { MemberPlan } from '../members'

type Per = Record<MemberPlan['subscriptionInterval'], string>

/** What joining a plan costs, for how long. */
export const feeText = ({ price, subscriptionInterval }: MemberPlan, per: Per): string =>
  `${yenText(price)} / ${per[subscriptionInterval]}`

type Props = { plans: readonly MemberPlan[]; planHref: (planId: string) => string; per: Per }

/** The plans whose members may buy it, each with its price and the way to it. */
export const MemberPlans = ({ plans, planHref, per }: Props) =>
  plans.length > 0 && (
    <chakra.ul mt={1}>
      {plans.map((plan) => (
        <chakra.li key={plan.planId} display="flex" flexWrap="wrap" columnGap={2} minH="24px" alignItems="center">
          <chakra.span
            lang={languageOf(plan.name)}
            color="var(--brand-text, currentColor)"
            fontWeight="semibold"
            textDecoration="underline"
            overflowWrap="anywhere"
          >
            <Link href={planHref(plan.planId)}>{plan.name}</Link>
          </chakra.span>
          <chakra.span color="text" fontVariantNumeric="tabular-nums">
            {feeText(plan, per)}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  )
