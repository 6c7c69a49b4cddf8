import { chakra } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { call } from '#client/call.ts'
import { token } from '#client/identity.ts'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { isCallError } from '#kit/callError.ts'
import type { ResultOf } from '#kit/contract.ts'
import { type Confirmation, confirmationFacts } from '#money/orders/order.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import { FactList } from '#ui/fan/FactList.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useFailure } from '#ui/useFailure.ts'
import { useUiWords } from '#ui/words.tsx'
import { changeConfirmation } from '../changeConfirmation'
import { subscriptions } from '../contract'
import type { PlanChange } from '../planChange'
import { FanSubscriptionWords, useFanSubscriptionWords } from './words'

type Held = ResultOf<typeof subscriptions.getPlanSubscriptionChanges>['changes'][number]
/** One of the fan's plans, which can be changed. */
export type Changeable = Held & { change: PlanChange }

type Props = {
  from: Changeable
  to: { planId: string; name: string; price: number; interval: 'month' | 'year' }
  /** Store payment fee, in yen. */
  konbiniFee: number
  returnPath: string
  onClose: () => void
}

/** What a change of the plan costs, now and from then on, before its button (rule: membership.change). */
export const ChangePlanDialog = (props: Props) => (
  <FanSubscriptionWords>
    <ChangeDialog {...props} />
  </FanSubscriptionWords>
)

type Row = { label: string; text: string; note?: string; isTotal?: boolean }

/** The two plans and the two payments, to be compared at a glance. */
const Totals = ({ rows }: { rows: readonly Row[] }) => (
  <chakra.dl
    display="grid"
    gap={0}
    borderWidth="1px"
    borderColor="border"
    borderRadius="m"
    mb={5}
    data-testid="change-totals"
  >
    {rows.map(({ label, text, note, isTotal = false }, n) => (
      <chakra.div
        key={label}
        display="flex"
        justifyContent="space-between"
        alignItems="baseline"
        gap={3}
        px={3.5}
        py={2.5}
        borderTopWidth={n === 0 ? 0 : '1px'}
        borderColor="border"
        bg={isTotal ? 'sunken' : undefined}
      >
        <chakra.dt fontSize="sm" color="muted" flexShrink="0">
          {label}
        </chakra.dt>
        <chakra.dd textAlign="end" minW="0" overflowWrap="anywhere" fontWeight={isTotal ? 'bold' : 'medium'}>
          {note && (
            <chakra.span display="block" fontSize="sm" fontWeight="medium">
              {note}
            </chakra.span>
          )}
          <chakra.span fontSize={isTotal ? 'xl' : undefined} fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
            {text}
          </chakra.span>
        </chakra.dd>
      </chakra.div>
    ))}
  </chakra.dl>
)

const ChangeDialog = ({ from, to, konbiniFee, returnPath, onClose }: Props) => {
  const { changing: words, move, per, refusals } = useFanSubscriptionWords()
  const ui = useUiWords()
  const locale = useLocale()
  const failure = useFailure(refusals)
  const [now] = useState(() => Date.now())
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const key = useRef(crypto.randomUUID())
  const { change, paymentMethod: method, paidUntil } = from
  const sum = change.when === 'now' ? change.sum : 0
  const paid = sum === 0 ? 0 : sum + (method === 'konbini' ? konbiniFee : 0)
  const told: Confirmation = changeConfirmation({
    ...{ locale, now, change, method, konbiniFee, paidUntil },
    from: { name: from.name, price: from.price, interval: from.subscriptionInterval },
    to,
  })
  const priceOf = (yen: number, interval: 'month' | 'year') => `${yenText(yen)} / ${per[interval]}`
  const nextAt = dateText(change.when === 'now' ? change.until : change.at, locale)
  const nextTotal = to.price + (method === 'konbini' ? konbiniFee : 0)
  const rows: Row[] = [
    { label: words.old, note: from.name, text: priceOf(from.price, from.subscriptionInterval) },
    { label: words.new, note: to.name, text: priceOf(to.price, to.interval) },
    { label: words.now, text: paid === 0 ? words.nothing : yenText(paid), isTotal: true },
    { label: words.next, note: nextAt, text: yenText(nextTotal) },
  ]
  const go = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const operation = subscriptions.changePlanSubscription
      const payload = { planId: from.planId, toPlanId: to.planId, expectedSum: sum, returnPath }
      const called = { token, idempotencyKey: key.current, locale }
      const { sessionUrl } = await call<typeof operation>(operation, payload, called)
      window.location.assign(sessionUrl ?? `${locale === 'en' ? '/en' : ''}${routes.myPlans()}`)
    } catch (error) {
      setBusy(false)
      if (!isCallError(error)) throw error
      // Another press is another try.
      key.current = crypto.randomUUID()
      setProblem(failure.textOf(error))
    }
  }
  const button =
    change.when === 'atEnd'
      ? words.schedule
      : sum === 0
        ? words.free
        : method === 'card'
          ? words.payByCard
          : words.payAtStore
  return (
    <Dialog open onClose={busy ? () => {} : onClose} title={words.title}>
      <Totals rows={rows} />
      <FactList facts={confirmationFacts.map((fact) => ({ label: move.terms[fact], text: told[fact] }))} />
      <chakra.div display="grid" gap={2} mt={5} pt={4} borderTopWidth="1px" borderColor="border">
        {problem && (
          <Notice tone="bad" role="alert">
            {problem}
          </Notice>
        )}
        <BrandButton
          wide
          onClick={() => void go()}
          disabled={busy}
          aria-busy={busy || undefined}
          data-testid="change-plan"
        >
          {button}
        </BrandButton>
        <Button look="quiet" wide onClick={onClose} disabled={busy}>
          {ui.cancel}
        </Button>
      </chakra.div>
    </Dialog>
  )
}
