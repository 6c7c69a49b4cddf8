import { useEffect } from 'react'
import { keepCards } from '#client/atHand.ts'
import { useFan } from '#client/useFan.ts'
import type { UserPlan } from '../contract'
import { cardAtHand } from './cardAtHand'
import { FanSubscriptionWords, useFanSubscriptionWords } from './words'

/** Shows nothing: keeps the member cards on this device, until the day to which each is paid now. */
export const CardsAtHand = ({ plans }: { plans: readonly UserPlan[] | undefined }) => (
  <FanSubscriptionWords>
    <Keeping plans={plans} />
  </FanSubscriptionWords>
)

const Keeping = ({ plans }: { plans: readonly UserPlan[] | undefined }) => {
  const words = useFanSubscriptionWords()
  const fan = useFan()
  useEffect(() => {
    if (fan && plans)
      void keepCards(
        fan.uid,
        plans.map((plan) => cardAtHand(plan, fan.displayName, words)),
      )
  }, [fan, plans, words])
  return null
}
