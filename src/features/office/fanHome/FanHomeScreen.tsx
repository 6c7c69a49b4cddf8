import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useRead } from '#client/useOperation.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { needsFan, paymentsOf } from '#membership/subscriptions/payments.ts'
import { isTheirs } from '#shop/orders/going.ts'
import { Notice } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonCards, SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Clubs } from './Clubs'
import { fanHome } from './contract'
import { Lives, Newest } from './News'
import { NoClubs } from './NoClubs'
import { Orders } from './Orders'
import { Payments } from './Payments'
import { FanHomeWords, useFanHomeWords } from './words'

const CardsAtHand = dynamic(() => import('#membership/subscriptions/fan/CardsAtHand.tsx').then((m) => m.CardsAtHand), {
  ssr: false,
})

/** A fan's home: their clubs, and what each of them has for them. */
export const FanHomeScreen = () => (
  <FanHomeWords>
    <Screen />
  </FanHomeWords>
)

const Screen = () => {
  const words = useFanHomeWords()
  const home = useRead(fanHome.getMyHome, {})
  const mine = useRead(subscriptions.getActiveMyPlans, {})
  const failures = [home.failed, mine.failed].filter((one) => one !== null)
  const retry = () => {
    for (const { onRetry } of failures) onRetry()
  }
  if (failures[0]) return <FailedState {...failures[0]} onRetry={retry} />
  if (!home.data || !mine.data)
    return (
      <>
        <SkeletonCards cards={2} minWidth={300} />
        <SkeletonText lines={8} />
      </>
    )
  const { clubs, hasMoreClubs, newest, lives, orders, months } = home.data
  const plans = mine.data.activeMyPlans
  if (clubs.length === 0 && plans.length === 0 && orders.length === 0) return <NoClubs />
  const waiting = orders.filter(({ going, kind }) => kind !== 'plan' && isTheirs(going))
  const needs = {
    payments: paymentsOf(plans).filter(needsFan).length,
    orders: waiting.filter(({ going }) => going === 'pay' || going === 'refund').length,
  }
  return (
    <>
      {/* A card ends with its paid term: who renews and only comes here has the next one at hand too. */}
      <CardsAtHand plans={plans} />
      {needs.payments + needs.orders > 0 && (
        <Notice tone="warn" data-testid="needs">
          {(['payments', 'orders'] as const)
            .filter((where) => needs[where] > 0)
            .map((where) => (
              <chakra.p key={where} display="flex" flexWrap="wrap" columnGap={2} justifyContent="space-between">
                <span>{words.needs[where](needs[where])}</span>
                <chakra.a href={`#${where}`} fontWeight="semibold" textDecoration="underline">
                  {words.seeNeeds}
                </chakra.a>
              </chakra.p>
            ))}
        </Notice>
      )}
      <Clubs clubs={clubs} hasMore={hasMoreClubs} plans={plans} />
      <Lives lives={lives} />
      <Newest newest={newest} />
      <Orders orders={orders} />
      <Payments plans={plans} orders={orders} months={months} />
    </>
  )
}
