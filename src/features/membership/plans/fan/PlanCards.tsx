import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { CardGrid, PlanCard } from '#ui/fan/PlanCard.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import type { Savings } from '../benefits'
import type { PlanOnCard } from '../contract'
import { MostChosen, PlanMark } from './PlanMark'
import { FanPlanWords, useFanPlanWords } from './words'
import { YearsSaving } from './YearsSaving'

type Props = {
  brandSlug: string
  /** The plan that most members have, if that is told. */
  mostChosenPlanId: string | null
  plans: readonly PlanOnCard[]
  savings: Savings
  /** Nobody can join now, which the page says itself. */
  isPaused: boolean
  level: 2 | 3
}

export const PlanCards = (props: Props) => (
  <FanPlanWords>
    <Cards {...props} />
  </FanPlanWords>
)

const Cards = ({ brandSlug, mostChosenPlanId, plans, savings, isPaused, level }: Props) => {
  const words = useFanPlanWords()
  const locale = useLocale()
  if (plans.length === 0) return <EmptyState title={words.empty} text={words.emptyText} />
  return (
    <CardGrid>
      {plans.map((plan) => {
        const href = routes.fanPlan({ brandSlug, planId: plan.planId })
        const [price] = plan.prices
        if (!price) return null
        // One press, and then whatever is missing: an account, the payment.
        const isSold = plan.archivingAt === null
        const isOpen = plan.status === 'onSale' && isSold
        const joinHref = routes.fanPlan({ brandSlug, planId: plan.planId }, { query: { join: true } })
        return (
          <PlanCard
            key={plan.planId}
            level={level}
            name={plan.name}
            href={href}
            thumbnail={plan.thumbnail}
            description={plan.description}
            price={price.price}
            interval={price.subscriptionInterval}
            mark={<PlanMark plan={plan} />}
            {...(plan.planId === mostChosenPlanId && { onPicture: <MostChosen /> })}
            note={<YearsSaving saving={savings[plan.planId]} />}
            action={
              <chakra.div display="grid" gap={1} justifyItems="center">
                {/* Two, whoever looks: nothing moves once a member is known. */}
                {isOpen
                  ? !isPaused && (
                      <BrandLink wide href={joinHref} aria-label={words.joinOf(plan.name)}>
                        {words.join}
                      </BrandLink>
                    )
                  : isSold && (
                      <BrandLink look="outline" wide href={routes.myPlans()}>
                        {words.mine}
                      </BrandLink>
                    )}
                <BrandLink look={isSold && !isPaused ? 'plain' : 'outline'} wide href={href}>
                  {words.seePlan}
                </BrandLink>
              </chakra.div>
            }
            fine={
              plan.archivingAt === null
                ? words.renewal[price.subscriptionInterval]
                : words.archivingAt(dateText(plan.archivingAt, locale))
            }
          />
        )
      })}
    </CardGrid>
  )
}
