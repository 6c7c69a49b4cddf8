import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useEffect, useRef } from 'react'
import { routes } from '#client/routes.ts'
import { useWrite } from '#client/useOperation.ts'
import { orders } from '#money/orders/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { useFailure } from '#ui/useFailure.ts'
import { subscriptions } from '../contract'
import { useCardChange } from './useCardChange'
import { useFanSubscriptionWords } from './words'

const tones = { paid: 'ok', authentication: 'warn', refused: 'bad' } as const

/** Back from the provider's page with a new card: what was refused is paid with it, and the fan is told. */
export const NewCard = () => {
  const { newCard: words, refusals } = useFanSubscriptionWords()
  const changeCard = useCardChange()
  const { textOf } = useFailure(refusals)
  const pay = useWrite(subscriptions.payWithNewCard, {
    refresh: [subscriptions.getActiveMyPlans, subscriptions.getCanceledMyPlans, orders.getFanClubOrderHistory],
  })
  const { mutate, data, error } = pay
  const { replace } = useRouter()
  const isAsked = useRef(false)
  useEffect(() => {
    // Strict mode runs effects twice; the card would still be charged once.
    if (isAsked.current) return
    isAsked.current = true
    mutate({})
  }, [mutate])
  // Told once: a bookmark, or the way back later on, says nothing of a card that nobody has changed since.
  useEffect(() => {
    if (data) void replace(routes.myPlans(), undefined, { shallow: true, scroll: false })
  }, [data, replace])
  if (error)
    return (
      <Notice tone="bad" role="alert" display="grid" gap={3} justifyItems="start" data-testid="new-card">
        <p>{textOf(error)}</p>
        <Button busy={pay.isPending} onClick={() => mutate({})}>
          {words.again}
        </Button>
      </Notice>
    )
  const renewals = data?.renewals ?? []
  const isMended = renewals.every(({ outcome }) => outcome === 'paid')
  return (
    <chakra.div role="status" display="grid" gap={2} data-testid="new-card">
      {(!data || isMended) && <Notice tone={data ? 'ok' : 'info'}>{data ? words.changed : words.paying}</Notice>}
      {renewals.map(({ planId, name, total, outcome }) => (
        <Notice key={planId} tone={tones[outcome]} display="grid" gap={3} justifyItems="start">
          <p>{words[outcome](name, total)}</p>
          {/* The plan's own button may be far below what was refused. */}
          {outcome === 'refused' && (
            <Button look="primary" busy={changeCard.isPending} onClick={() => void changeCard.go()}>
              {words.another}
            </Button>
          )}
        </Notice>
      ))}
    </chakra.div>
  )
}
