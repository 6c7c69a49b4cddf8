import { fanOf } from '#club/fans/membership.queries.server.ts'
import { inLanguage } from '#kit/english.ts'
import { endOfTokyoDay, type Instant } from '#kit/time.ts'
import { giveUp, unlessBeingPaid } from '#money/orders/front.server.ts'
import type { Buying } from '#money/orders/kinds.server.ts'
import { changeKey, planKey } from '#money/orders/order.ts'
import { purchase, type Thing } from '#money/orders/purchase.server.ts'
import { lockFan, openOrderOf } from '#money/orders/queries.server.ts'
import { type Work, workOf } from '#money/orders/work.server.ts'
import { PaymentRefused } from '#server/payments/payments.ts'
import type { Db, Fan } from '#server/proven.ts'
import type { Plan } from '../plans/plan'
import { planById } from '../plans/queries.server'
import { termThatRuns } from './change.queries.server'
import { changeMembership, giveUpChange, scheduleChange, tellOfChange } from './change.server'
import { changeConfirmation } from './changeConfirmation'
import { currentMembership } from './membership.server'
import { type ChangeRefusal, isUndoable, isUp, type PlanChange, planChange, whyNotChanged } from './planChange'
import { membershipsOf, type SubscriptionRow, setSubscription } from './queries.server'
import { endOf } from './subscription'

/* What a fan may change to another plan, and how the change begins (rule: membership.change). */

type Method = 'card' | 'konbini'
export type PlanOffer = {
  plan: Plan
  to: Plan
  subscription: SubscriptionRow
  method: Method
  /** Null where it is not offered, for this reason. */
  change: PlanChange | null
  because: ChangeRefusal | null
}

type Asked = { plan: Plan; to: Plan; now: Instant }

const offerOf = async (db: Db, subscription: SubscriptionRow, { plan, to, now }: Asked): Promise<PlanOffer> => {
  const { uid, tenantId, brandId, paidUntil } = subscription
  const [fan, held] = [
    await fanOf(db, { tenantId, brandId }, uid),
    await membershipsOf(db, { uid } as Fan, { planId: to.planId, limit: 5, now }),
  ]
  const holdsTarget = held.some((one) => one.subscription.endedAt === null && !endOf(one.subscription, one.plan, now))
  const facts = { plan, to, holdsTarget, isBlocked: Boolean(fan?.blockedAt) }
  const method = subscription.method === 'konbini' ? 'konbini' : 'card'
  const of = { plan, to, subscription, method } as const
  const because = whyNotChanged(subscription, facts, now)
  if (because) return { ...of, change: null, because }
  const [from, into] = [
    { price: subscription.price, interval: subscription.interval },
    { price: to.price, interval: to.subscriptionInterval },
  ]
  if (!isUp(from, into)) return { ...of, change: { when: 'atEnd', at: paidUntil }, because: null }
  const term = await termThatRuns(db, subscription, now)
  if (!term) return { ...of, change: null, because: 'nextTermPaid' }
  return { ...of, change: planChange(from, into, { term, method, now }), because: null }
}

/** What a change of each of the fan's other plans of the brand to this one would be. */
export const changesTo = async (db: Db, fan: Fan, to: Plan & { tenantId: string; brandId: string }, now: Instant) => {
  const offers: PlanOffer[] = []
  for (const { subscription } of await membershipsOf(db, fan, { now })) {
    const isOther = subscription.brandId === to.brandId && subscription.planId !== to.planId
    if (subscription.endedAt !== null || !isOther) continue
    const plan = await planById(db, subscription.planId)
    if (plan && !endOf(subscription, plan, now)) offers.push(await offerOf(db, subscription, { plan, to, now }))
  }
  return offers
}

type Refusal =
  | ChangeRefusal
  | 'notFound'
  | 'notSubscribed'
  | 'priceChanged'
  | 'unauthenticated'
  | 'awaitingPayment'
  | 'beingPaid'
  | 'notSelling'
  | 'tenantSuspended'
  | 'konbiniUnavailable'
  | 'paymentRefused'

type Changing = Buying & { refuse: (code: Refusal) => never }
type Choice = { planId: string; toPlanId: string }

/** The change as it is offered now, under the fan's lock; refuses what is not offered. */
const offered = async (context: Changing, work: Work, { planId, toPlanId }: Choice) => {
  const { refuse, brand, user, now } = context
  const { db } = work.tx
  const [plan, to] = [await planById(db, planId), await planById(db, toPlanId)]
  if (plan?.brandId !== brand.brandId) return refuse('notSubscribed')
  if (to?.brandId !== brand.brandId || to.tenantId !== brand.tenantId || to.status === 'draft')
    return refuse('notFound')
  if (plan.planId === to.planId) return refuse('alreadySubscribed')
  await lockFan(db, user.uid)
  const subscription =
    (await currentMembership(work, { tenantId: brand.tenantId, uid: user.uid }, plan)) ?? refuse('notSubscribed')
  const offer = await offerOf(db, subscription, { plan, to, now })
  if (offer.change === null) return refuse(offer.because ?? 'renewalOpen')
  return { ...offer, change: offer.change }
}

type Offered = Awaited<ReturnType<typeof offered>>

const confirmationOf = ({ locale, now, fees }: Buying, { plan, to, subscription, change, method }: Offered) =>
  changeConfirmation({
    ...{ locale, now, change, method, konbiniFee: fees.konbini, paidUntil: subscription.paidUntil },
    from: { name: inLanguage(plan, locale).name, price: subscription.price, interval: subscription.interval },
    to: { name: inLanguage(to, locale).name, price: to.price, interval: to.subscriptionInterval },
  })

/** The line of the order, as lists, receipts and mails call it. */
const lineOf = (locale: 'ja' | 'en', { plan, to }: { plan: { name: string }; to: { name: string } }) =>
  locale === 'ja' ? `${to.name}（${plan.name}からの変更）` : `${to.name} (changed from ${plan.name})`

const englishLineOf = ({ plan, to }: Offered) =>
  lineOf('en', { plan: inLanguage(plan, 'en'), to: inLanguage(to, 'en') })

const thingOf = (
  context: Changing,
  choice: Choice,
  { subscription, ...seen }: Offered & { change: { sum: number } },
): Thing => ({
  kind: 'plan',
  planId: choice.toPlanId,
  period: null,
  expectedTotal: seen.change.sum + (seen.method === 'konbini' ? context.fees.konbini : 0),
  openKeyOf: async () => changeKey(subscription.subscriptionId),
  agree: async (work) => {
    const offer = await offered(context, work, choice)
    const { change, to } = offer
    if (change.when !== 'now' || change.sum !== seen.change.sum) return context.refuse('priceChanged')
    return {
      lines: [
        {
          ...{ name: lineOf(context.locale, offer), english: { name: englishLineOf(offer) }, thumbnail: to.thumbnail },
          ...{ unitPrice: change.sum, quantity: 1 },
        },
      ],
      shippingFee: 0,
      // Nothing is changed any more once the old term is over.
      endsAt: offer.subscription.paidUntil,
      // The sum is that of the day on which the voucher is made.
      issueBy: endOfTokyoDay(context.now),
      confirmation: confirmationOf(context, offer),
      recipient: null,
    }
  },
})

/** A renewal of which nothing was told yet: the provider has begun a term that is not known here. */
const isChargedAhead = async ({ payments }: Buying, { providerSubscriptionId: id, paidUntil }: SubscriptionRow) => {
  if (id === null) return false
  const told = await payments.subscription(id)
  return told.endedAt !== null || told.chargesAt > paidUntil + 1000
}

type Wanted = Choice & { expectedSum?: number | undefined; returnPath?: string | null | undefined }

/** `sessionUrl`: where it is paid; null where there is nothing to pay. */
export const changePlan = async (context: Changing, { expectedSum, returnPath, ...choice }: Wanted) => {
  const { refuse, transaction, user } = context
  const asked = await transaction((tx) => offered(context, workOf(context, tx), choice))
  const isAhead = await isChargedAhead(context, asked.subscription).catch((error: unknown) => {
    if (error instanceof PaymentRefused) return refuse('paymentRefused')
    throw error
  })
  if (isAhead) return refuse('renewalOpen')
  const { offer, other } = await transaction(async (tx) => {
    const work = workOf(context, tx)
    const now = await offered(context, work, choice)
    const { subscription, change, plan, to } = now
    const sum = change.when === 'now' ? change.sum : 0
    if (expectedSum !== undefined && expectedSum !== sum) return refuse('priceChanged')
    const open = await openOrderOf(tx.db, user.uid, changeKey(subscription.subscriptionId))
    const joins = await openOrderOf(tx.db, user.uid, planKey(to.planId))
    // A voucher of another change, or for joining the same plan: who pays it would have paid for nothing.
    const isIssued = [open, joins].some(
      (order) => order?.intentId && (order !== open || open.planId !== to.planId || sum === 0),
    )
    if (isIssued) return refuse('awaitingPayment')
    if (change.when === 'atEnd')
      await scheduleChange(work, subscription, { plan, to, confirmation: confirmationOf(context, now) })
    else if (sum === 0 && to.status === 'active') {
      const term = { from: context.now, to: change.until }
      const changed = await changeMembership(work, subscription, to, { order: null, term })
      await setSubscription(tx.db, changed, { moveConfirmation: confirmationOf(context, now) }, context.now)
      await tellOfChange(work, plan, changed, to)
    }
    return { offer: now, other: open && open.planId !== to.planId && sum > 0 ? open : null }
  })
  const { change, method } = offer
  if (change.when === 'atEnd' || change.sum === 0) return { sessionUrl: null }
  if (other) await unlessBeingPaid(refuse, () => giveUp(context, other, 'canceled'))
  const thing = thingOf(context, choice, { ...offer, change })
  return { sessionUrl: await purchase(context, refuse, thing, method, returnPath ?? '') }
}

type Undoing = {
  brand: { tenantId: string }
  refuse: (code: 'notSubscribed' | 'notChanging' | 'tooLateToUndo') => never
}

/** A change that waits for its term's end is taken back. */
export const undoChange = async (work: Work, { brand, refuse }: Undoing, uid: string, planId: string) => {
  const { tx, now } = work
  const plan = (await planById(tx.db, planId)) ?? refuse('notSubscribed')
  await lockFan(tx.db, uid)
  const subscription =
    (await currentMembership(work, { tenantId: brand.tenantId, uid }, plan)) ?? refuse('notSubscribed')
  if (subscription.nextPlanId === null) return refuse('notChanging')
  if (!isUndoable(subscription, now)) return refuse('tooLateToUndo')
  await giveUpChange(work, subscription, 'undone')
}
