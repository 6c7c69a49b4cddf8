import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { routes } from '#client/routes.ts'
import { useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { orders } from '#money/orders/contract.ts'
import type { Confirmation } from '#money/orders/order.ts'
import { AnchorButton, Button, LinkButton } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { cancelReasons, subscriptions, type UserPlan } from '../contract'
import { movedToCard } from '../moveToCard'
import { useCardChange } from './useCardChange'
import { useFanSubscriptionWords } from './words'
import type { FanSubscriptionWordsText } from './words.ja'

const MoveToCardDialog = dynamic(() => import('./MoveToCardDialog').then((m) => m.MoveToCardDialog), { ssr: false })

const reads = [subscriptions.getActiveMyPlans, subscriptions.getCanceledMyPlans]

/** A fan's actions on a plan, by its state. */
export const PlanActions = ({ plan }: { plan: UserPlan }) => {
  const words = useFanSubscriptionWords()
  const locale = useLocale()
  const attempt = useAttempt(words.refusals)
  const resume = useWrite(subscriptions.resumePlanSubscription, { refresh: reads })
  const change = useCardChange()
  const order = useWrite(subscriptions.purchasePlanSubscriptionKonbini)
  const [asks, setAsks] = useState(false)
  const undo = useWrite(subscriptions.undoPlanSubscriptionChange, { refresh: reads })
  const [givesUp, setGivesUp] = useState(false)
  const toCard = useWrite(subscriptions.moveSubscriptionToCard)
  const [told, setTold] = useState<Confirmation | null>(null)
  const { planId, status, paymentMethod, brand } = plan
  const here = `${locale === 'en' ? '/en' : ''}${routes.myPlans()}`
  const named = (action: string) => ({ 'aria-label': words.nameOf(action, plan.name) })
  const authenticationUrl = plan.status === 'paymentIncomplete' ? plan.authenticationUrl : null
  const isByCard = paymentMethod === 'card'
  const runs = status === 'active' || status === 'paymentIncomplete'
  /** A member whose next fee is awaited; a first order is given up, not left. */
  const renews = status === 'requiredKonbiniPayment' && !plan.isFirstOrder

  const toldOfCard = () => {
    const { name, price, subscriptionInterval: interval, nextFrom } = plan
    return nextFrom === undefined
      ? null
      : movedToCard({ locale, now: Date.now(), name, price, interval, from: nextFrom })
  }
  const moveToCard = () =>
    attempt(async () => {
      const { sessionUrl } = await toCard.mutateAsync({ planId, returnPath: here })
      window.location.assign(sessionUrl)
    })
  /** The order was given up, or has not been made yet: paying begins with a new one. */
  const payNext = () =>
    attempt(async () => {
      const { sessionUrl } = await order.mutateAsync({ tenantId: plan.tenantId, planId, returnPath: here })
      window.location.assign(sessionUrl)
    })
  const takeChangeBack = () =>
    attempt(async () => {
      await undo.mutateAsync({ planId })
      toast({ tone: 'ok', title: words.changing.undone })
    })
  const stay = () =>
    attempt(async () => {
      await resume.mutateAsync({ planId })
      toast({ tone: 'ok', title: words.resumed })
    })
  return (
    <chakra.div display="flex" flexWrap="wrap" gap={2}>
      {status === 'requiredKonbiniPayment' &&
        (plan.isOrderWaiting ? (
          <LinkButton look="primary" href={routes.konbini({ orderId: plan.latestOrderId })} {...named(words.pay)}>
            {words.pay}
          </LinkButton>
        ) : (
          <Button look="primary" busy={order.isPending} onClick={() => void payNext()} {...named(words.pay)}>
            {words.pay}
          </Button>
        ))}
      {authenticationUrl !== null && (
        <AnchorButton look="primary" href={authenticationUrl} {...named(words.authenticate)}>
          {words.authenticate}
        </AnchorButton>
      )}
      {isByCard && runs && (
        <Button
          look={status === 'paymentIncomplete' && authenticationUrl === null ? 'primary' : 'plain'}
          busy={change.isPending}
          onClick={() => void change.go()}
          {...named(words.changeCard)}
        >
          {words.changeCard}
        </Button>
      )}
      {paymentMethod === 'konbini' && plan.nextFrom !== undefined && (status === 'active' || renews) && (
        <Button onClick={() => setTold(toldOfCard())} {...named(words.toCard)}>
          {words.toCard}
        </Button>
      )}
      {plan.status === 'scheduledToCancel' && plan.canResume && (
        <Button look="primary" busy={resume.isPending} onClick={() => void stay()} {...named(words.resume)}>
          {words.resume}
        </Button>
      )}
      {plan.changeOrder && (
        <>
          <LinkButton look="primary" href={routes.konbini({ orderId: plan.changeOrder.orderId })} {...named(words.pay)}>
            {words.pay}
          </LinkButton>
          <Button onClick={() => setGivesUp(true)} {...named(words.changing.giveUp.action)}>
            {words.changing.giveUp.action}
          </Button>
          <GiveUpDialog
            orderId={plan.changeOrder.orderId}
            name={plan.changeOrder.name}
            words={words.changing.giveUp}
            open={givesUp}
            onClose={() => setGivesUp(false)}
          />
        </>
      )}
      {plan.change?.canUndo && (
        <Button busy={undo.isPending} onClick={() => void takeChangeBack()} {...named(words.changing.undo)}>
          {words.changing.undo}
        </Button>
      )}
      {status === 'active' && paymentMethod !== 'comp' && !plan.change && !plan.changeOrder && (
        <LinkButton href={routes.fanPlans({ brandSlug: brand.slug })} {...named(words.changing.other)}>
          {words.changing.other}
        </LinkButton>
      )}
      {status === 'canceled' && (
        <LinkButton href={routes.fanPlan({ brandSlug: brand.slug, planId })} {...named(words.rejoin)}>
          {words.rejoin}
        </LinkButton>
      )}
      {plan.status === 'canceled' && plan.endReason === 'dispute' && (
        <LinkButton href={routes.fanContact({ brandSlug: brand.slug })} {...named(words.contact)}>
          {words.contact}
        </LinkButton>
      )}
      {(runs || renews) && paymentMethod !== 'comp' && (
        <Button look="dangerQuiet" onClick={() => setAsks(true)} {...named(words.cancel)}>
          {words.cancel}
        </Button>
      )}
      {status === 'requiredKonbiniPayment' && plan.isFirstOrder ? (
        <>
          <Button look="dangerQuiet" onClick={() => setAsks(true)} {...named(words.giveUp.action)}>
            {words.giveUp.action}
          </Button>
          <GiveUpDialog
            orderId={plan.latestOrderId}
            name={plan.name}
            words={words.giveUp}
            open={asks}
            onClose={() => setAsks(false)}
          />
        </>
      ) : (
        <CancelDialog plan={plan} open={asks} onClose={() => setAsks(false)} />
      )}
      {told && (
        <MoveToCardDialog
          told={told}
          busy={toCard.isPending}
          onGo={() => void moveToCard()}
          onClose={() => setTold(null)}
        />
      )}
    </chakra.div>
  )
}

type GivenUp = {
  orderId: string
  /** The plan's. */
  name: string
  words: FanSubscriptionWordsText['giveUp']
  open: boolean
  onClose: () => void
}

/** An order for a plan, to join it or to change to it, is given up before it is paid. */
const GiveUpDialog = ({ orderId, name, words, open, onClose }: GivenUp) => {
  const { refusals } = useFanSubscriptionWords()
  const attempt = useAttempt(refusals)
  const cancel = useWrite(orders.cancelPaymentKonbini, {
    refresh: [...reads, orders.getKonbiniPayment, orders.getFanClubOrderHistory],
  })
  const giveUp = async () => {
    const went = await attempt(() => cancel.mutateAsync({ orderId }))
    if (went) toast({ tone: 'ok', title: words.done })
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={giveUp}
      title={words.title(name)}
      confirm={words.confirm}
      cancel={words.keep}
    >
      {words.text}
    </ConfirmDialog>
  )
}

type Reason = (typeof cancelReasons)[number]

const CancelDialog = ({ plan, open, onClose }: { plan: UserPlan; open: boolean; onClose: () => void }) => {
  const { dialog: words, refusals } = useFanSubscriptionWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const cancel = useWrite(subscriptions.cancelPlanSubscription, { refresh: reads })
  const [reason, setReason] = useState<Reason | ''>('')
  const leave = async () => {
    const went = await attempt(() =>
      cancel.mutateAsync({ planId: plan.planId, cancelAtPeriodEnd: true, ...(reason && { cancelReason: reason }) }),
    )
    if (went) toast({ tone: 'ok', title: words.done })
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={leave}
      title={words.title(plan.name)}
      confirm={words.confirm}
      cancel={words.keep}
    >
      {'expiredAt' in plan && plan.status !== 'paymentIncomplete' && (
        <p>{words.until(dateText(plan.expiredAt, locale))}</p>
      )}
      <p>
        {plan.months > 0 && words.months(plan.months)} {words.noRefund}
      </p>
      {plan.monthsToClose > 0 && <p data-testid="months-to-close">{words.monthsToClose(plan.monthsToClose)}</p>}
      <chakra.fieldset display="grid" gap={1} color="text">
        <chakra.legend fontWeight="semibold" mb={1}>
          {words.reason}
        </chakra.legend>
        {([...cancelReasons, ''] as const).map((each) => (
          <chakra.label key={each} display="flex" gap={2.5} alignItems="center" minH="36px" cursor="pointer">
            <chakra.input
              type="radio"
              name={`reason-${plan.planId}`}
              checked={reason === each}
              onChange={() => setReason(each)}
              accentColor="var(--brand)"
            />
            {each === '' ? words.noReason : words.reasons[each]}
          </chakra.label>
        ))}
      </chakra.fieldset>
    </ConfirmDialog>
  )
}
