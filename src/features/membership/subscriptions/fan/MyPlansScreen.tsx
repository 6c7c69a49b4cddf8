import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useShownQueryValue } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonCards } from '#ui/faces/Skeleton.tsx'
import { StarIcon } from '#ui/look/icons.tsx'
import { subscriptions } from '../contract'
import { CardsAtHand } from './CardsAtHand'
import { MyPlan } from './MyPlan'
import { NewCard } from './NewCard'
import { FanSubscriptionWords, useFanSubscriptionWords } from './words'

/** A fan's current and past plans, each with its member card and actions. */
export const MyPlansScreen = () => (
  <FanSubscriptionWords>
    <Screen />
  </FanSubscriptionWords>
)

const Screen = () => {
  const words = useFanSubscriptionWords()
  const active = useRead(subscriptions.getActiveMyPlans, {})
  const saysChanged = useShownQueryValue('card') === 'changed'
  const [isBackWithCard, setIsBackWithCard] = useState(false)
  // Its address is corrected once the fan is told (NewCard), who goes on reading.
  if (saysChanged && !isBackWithCard) setIsBackWithCard(true)
  const ended = useRead(subscriptions.getCanceledMyPlans, {})
  if (active.failed) return <FailedState {...active.failed} />
  if (!active.data) return <SkeletonCards cards={2} minWidth={320} />
  const past = ended.data?.canceledMyPlans ?? []
  return (
    <>
      <CardsAtHand plans={active.data.activeMyPlans} />
      {isBackWithCard && <NewCard />}
      {active.data.activeMyPlans.length === 0 ? (
        <EmptyState icon={<StarIcon size={24} />} title={words.none} text={words.noneText} />
      ) : (
        <chakra.ul display="grid" gap={5} data-testid="my-plans">
          {active.data.activeMyPlans.map((plan) => (
            <MyPlan key={plan.planId} plan={plan} />
          ))}
        </chakra.ul>
      )}
      {past.length > 0 && (
        <chakra.section display="grid" gap={4} mt={4} aria-labelledby="past">
          <chakra.h2 id="past" fontSize="xl">
            {words.past}
          </chakra.h2>
          <chakra.ul display="grid" gap={4}>
            {past.map((plan) => (
              <MyPlan key={`${plan.planId} ${'canceledAt' in plan ? plan.canceledAt : plan.purchasedAt}`} plan={plan} />
            ))}
          </chakra.ul>
        </chakra.section>
      )}
    </>
  )
}
