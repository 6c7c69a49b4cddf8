import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { call } from '#client/call.ts'
import { token } from '#client/identity.ts'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { isCallError } from '#kit/callError.ts'
import type { ResultOf } from '#kit/contract.ts'
import type { BackNumberPeriod } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import type { Changeable } from '#membership/subscriptions/fan/ChangePlanDialog.tsx'
import { bothConfirmation, confirmationOf } from '#money/orders/confirmation.ts'
import { confirmationFacts, isForStores, type PaymentMethod } from '#money/orders/order.ts'
import { backNumbers, type PlanOpening } from '#publishing/backNumbers/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import { FactList } from '#ui/fan/FactList.tsx'
import { WaysToPay } from '#ui/fan/WaysToPay.tsx'
import { Link } from '#ui/Link.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useFailure } from '#ui/useFailure.ts'
import { useJoinWords } from './joinWords'
import { OpensToday } from './OpensToday'
import { FanOrderWords, useFanOrderWords } from './words'

export type Bought = {
  tenantId: string
  planId: string
  /** The plan's. */
  name: string
  price: number
  /** Store payment fee, in yen. */
  konbiniFee: number
  /** When its plan ends; null where it goes on. */
  endsAt: number | null
} & (
  | { kind: 'plan'; interval: 'month' | 'year'; brandId: string; opening: PlanOpening | null }
  | {
      kind: 'backNumber'
      period: BackNumberPeriod
      /** Any content of the month: it names the month to the purchase. */
      planContentId: string
      needsPlan: boolean
      /** The buyer is a member of the plan. */
      hasPlan: boolean
      /** What joining the plan costs; null where nobody can join it any more. */
      joining: { price: number; interval: 'month' | 'year' } | null
      /** Reloads the price. */
      reload: () => void
    }
)

const methods = ['card', 'konbini'] as const

type Agreed = { method: PaymentMethod; total: number; returnPath: string; withPlan: boolean }
/** Asks for the page where this is paid. */
const begin = (of: Bought, { method, total, returnPath, withPlan }: Agreed, called: Parameters<typeof call>[2]) => {
  const { tenantId, planId } = of
  if (of.kind === 'backNumber') {
    const operation = backNumbers.purchasePlanBackNumber
    const { planContentId } = of
    const payload = { tenantId, planId, planContentId, paymentType: method, returnPath, expectedTotal: total }
    return call<typeof operation>(operation, { ...payload, ...(withPlan && { withPlan }) }, called)
  }
  const operation =
    method === 'card' ? subscriptions.purchasePlanSubscription : subscriptions.purchasePlanSubscriptionKonbini
  return call<typeof operation>(operation, { tenantId, planId, returnPath }, called)
}

const ChangePlanDialog = dynamic(
  () => import('#membership/subscriptions/fan/ChangePlanDialog.tsx').then((m) => m.ChangePlanDialog),
  { ssr: false },
)

type Held = ResultOf<typeof subscriptions.getPlanSubscriptionChanges>['changes'][number]
const isChangeable = (plan: Held): plan is Changeable => plan.change !== null
/** These are charged no more. */
const isEnding = ({ refusal }: Held) =>
  refusal === 'alreadyLeaving' || refusal === 'planEnding' || refusal === 'complimentary'

/** The buyer's other plans of the brand, with what changing them to this one would be; null until they are known. */
const useOtherPlans = (planId: string, joins: boolean): readonly Held[] | null => {
  const [others, setOthers] = useState<readonly Held[] | null>(joins ? null : [])
  useEffect(() => {
    if (!joins) return
    const stop = new AbortController()
    const operation = subscriptions.getPlanSubscriptionChanges
    call<typeof operation>(operation, { planId }, { token, signal: stop.signal })
      .then(({ changes }) => setOthers(changes))
      // The purchase itself says what is wrong.
      .catch(() => stop.signal.aborted || setOthers([]))
    return () => stop.abort()
  }, [joins, planId])
  return others
}

/** Another press, or something else to buy, is another try. */
const freshKeys = () => ({ card: crypto.randomUUID(), konbini: crypto.randomUUID() })

type Props = { of: Bought; returnPath: string; onClose: () => void }

/** The confirmation before payment (rule: money.confirmation): six facts and the total, then the button. */
export const BuyDialog = (props: Props) => (
  <FanOrderWords>
    <Shown {...props} />
  </FanOrderWords>
)

const Shown = ({ of, returnPath, onClose }: Props) => {
  const { join: words, refusals } = useFanOrderWords()
  const { joined: toMyPlans } = useJoinWords()
  const locale = useLocale()
  const failure = useFailure(refusals)
  const [method, setMethod] = useState<PaymentMethod>('card')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [now] = useState(() => Date.now())
  const isPlan = of.kind === 'plan'
  /** Without it the month could not be read yet. */
  const joining = !isPlan && of.needsPlan && !of.hasPlan ? of.joining : null
  const [withPlan, setWithPlan] = useState(true)
  const joined = withPlan ? joining : null
  const others = useOtherPlans(of.planId, isPlan || joining !== null)
  const charged = isPlan || joined ? (others ?? []).filter((plan) => !isEnding(plan)) : []
  const [changing, setChanging] = useState<Changeable | null>(null)
  const keys = useRef(freshKeys())
  const { konbiniFee } = of
  const price = of.price + (joined?.price ?? 0)
  const told =
    joined && !isPlan
      ? bothConfirmation({ ...of, ...joined, monthPrice: of.price, locale, now, method })
      : confirmationOf({ ...of, locale, now, method })
  const total = method === 'konbini' ? price + konbiniFee : price
  const offered = methods.filter((each) => each === 'card' || isForStores(now, price + konbiniFee, [of.endsAt]))
  const notes =
    isPlan || joined
      ? { card: words.cardNote, konbini: words.konbiniNote(yenText(konbiniFee)) }
      : { card: words.onceNote, konbini: words.konbiniOnceNote(yenText(konbiniFee)) }

  const buy = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const idempotencyKey = keys.current[method]
      const { sessionUrl } = await begin(
        of,
        { method, total, returnPath, withPlan: joined !== null },
        { token, idempotencyKey, locale },
      )
      window.location.assign(sessionUrl)
    } catch (error) {
      setBusy(false)
      if (!isCallError(error)) throw error
      keys.current = freshKeys()
      setProblem(failure.textOf(error))
      if (of.kind === 'backNumber' && error.code === 'priceChanged') of.reload()
    }
  }
  if (changing && of.kind === 'plan')
    return (
      <ChangePlanDialog
        from={changing}
        to={{ planId: of.planId, name: of.name, price, interval: of.interval }}
        {...{ konbiniFee, returnPath, onClose }}
      />
    )
  // Always in sight, whatever is read above it.
  const footer = (
    <chakra.div display="grid" gap={1.5} w="100%">
      {problem && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      <chakra.p display="flex" justifyContent="space-between" alignItems="baseline" fontWeight="bold">
        <span>{words.total}</span>
        <chakra.span fontSize="xl" fontVariantNumeric="tabular-nums" data-testid="join-total">
          {yenText(total)}
          {isPlan && method === 'card' && (
            <chakra.span fontSize="sm" fontWeight="medium" color="muted">
              {of.interval === 'month' ? words.perMonth : words.perYear}
            </chakra.span>
          )}
        </chakra.span>
      </chakra.p>
      <chakra.p fontSize="xs" color="muted">
        {words.agree}
      </chakra.p>
      <BrandButton
        wide
        onClick={() => void buy()}
        disabled={busy || others === null}
        aria-busy={busy || others === null || undefined}
        data-testid="join-buy"
      >
        {method === 'card' ? words.payByCard : words.payAtStore}
      </BrandButton>
    </chakra.div>
  )
  return (
    <Dialog open onClose={busy ? () => {} : onClose} title={words.title} footer={footer}>
      {isPlan && (
        <chakra.p
          display="flex"
          flexWrap="wrap"
          justifyContent="space-between"
          columnGap={3}
          fontWeight="semibold"
          mb={4}
        >
          <span>{of.name}</span>
          <span>
            {yenText(of.price)}
            {of.interval === 'month' ? words.perMonth : words.perYear}
          </span>
        </chakra.p>
      )}
      {joining && (
        <chakra.fieldset display="grid" gap={2} mb={4}>
          <chakra.legend fontSize="0.875rem" fontWeight="semibold" mb={2}>
            {words.what}
          </chakra.legend>
          <WaysToPay
            name="what"
            ways={[
              {
                way: 'both',
                label: words.withPlan.label(of.name, yenText(of.price + joining.price)),
                note: words.withPlan.note[joining.interval](yenText(joining.price)),
                testId: 'buy-both',
              },
              {
                way: 'alone',
                label: words.monthAlone(yenText(of.price)),
                note: words.closedAlone,
                testId: 'buy-alone',
              },
            ]}
            chosen={withPlan ? 'both' : 'alone'}
            onChoose={(way) => {
              keys.current = freshKeys()
              setWithPlan(way === 'both')
            }}
          />
        </chakra.fieldset>
      )}
      <chakra.fieldset display="grid" gap={2} mb={4}>
        <chakra.legend fontSize="0.875rem" fontWeight="semibold" mb={2}>
          {words.how}
        </chakra.legend>
        <WaysToPay
          ways={offered.map((each) => ({
            way: each,
            label: words[each],
            note: notes[each],
            testId: `join-${each}`,
          }))}
          chosen={method}
          onChoose={setMethod}
        />
      </chakra.fieldset>
      {charged.length > 0 && (
        <Notice tone="warn" mb={4} data-testid="join-both" display="grid" gap={2}>
          <chakra.p fontWeight="semibold">{words.both}</chakra.p>
          <chakra.ul display="grid" gap={2}>
            {charged.map((plan) => (
              <chakra.li key={plan.planId} display="grid" gap={1.5}>
                <span>
                  {plan.name} {yenText(plan.price)}
                  {plan.subscriptionInterval === 'month' ? words.perMonth : words.perYear}
                </span>
                {isPlan && isChangeable(plan) ? (
                  <Button wide onClick={() => setChanging(plan)} data-testid="join-change">
                    {words.change(plan.name)}
                  </Button>
                ) : (
                  isPlan && plan.refusal && <chakra.span fontSize="sm">{words.unchangeable[plan.refusal]}</chakra.span>
                )}
              </chakra.li>
            ))}
          </chakra.ul>
          {!(isPlan && charged.some(isChangeable)) && (
            <chakra.p fontSize="sm">
              {words.oneOnly}{' '}
              <Link href={routes.myPlans()}>
                <chakra.span textDecoration="underline">{toMyPlans}</chakra.span>
              </Link>
            </chakra.p>
          )}
        </Notice>
      )}
      {!isPlan && of.needsPlan && !of.hasPlan && !joined && (
        <Notice tone="warn" mb={4} data-testid="join-closed">
          {words.notYet(of.name)}
        </Notice>
      )}
      {isPlan && of.opening && <OpensToday opening={of.opening} />}
      <FactList facts={confirmationFacts.map((fact) => ({ label: words.terms[fact], text: told[fact] }))} />
    </Dialog>
  )
}
