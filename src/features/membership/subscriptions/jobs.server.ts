import { z } from 'zod'
import { brandOfShop } from '#club/brands/queries.server.ts'
import { personOf } from '#club/fans/membership.queries.server.ts'
import { nameFor } from '#kit/english.ts'
import { id } from '#kit/text.ts'
import { addTokyoMonths, day, instant } from '#kit/time.ts'
import { isPaid, planKey } from '#money/orders/order.ts'
import { lockFan, type OrderRow, openOrderOf, orderById } from '#money/orders/queries.server.ts'
import { pendingRefundTotal } from '#money/orders/refunds.queries.server.ts'
import { beginRefund } from '#money/orders/refunds.server.ts'
import { openOrdersOfPlan } from '#money/orders/vouchers/queries.server.ts'
import { cancelOpenOrder, locked, mailToFan, type Work, workOf } from '#money/orders/work.server.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { type JobContext, job, jobs, type Transaction } from '#server/jobDefinition.ts'
import type { Db } from '#server/proven.ts'
import type { ActivePlan } from '../plans/plan'
import { planById } from '../plans/queries.server'
import { changesOf, changingToAfter } from './change.queries.server'
import { giveUpChange, nextOf } from './change.server'
import { settleCharges } from './charges.server'
import { endedByTime, membersOfPlanAfter } from './living.queries.server'
import { archiveCalledOff } from './mails'
import { endIfLapsed } from './membership.server'
import { nextTermOrder } from './nextTerm.server'
import {
  dueForKonbini,
  livingSubscription,
  paidTerms,
  paidTermsBeyond,
  type SubscriptionRow,
  setSubscription,
  subscriptionById,
  type TermRow,
  termOfOrder,
  voidTermOfOrder,
  yearlyRenewals,
} from './queries.server'
import { archiveNotice, nextTermAwaited, renewalAhead, renewalOrder } from './renewal.mails'
import {
  endOf,
  isNextTermDue,
  konbiniDueAt,
  monthsLeft,
  nextTermReminders,
  numberKeptFor,
  refundOfMonths,
  renewalNoticeDue,
} from './subscription'

/** Creates the order for the next term of a store-paying member, and mails the fan. */
const orderNextTerm = async (context: JobContext, { tenantId, planId, uid }: SubscriptionRow) => {
  await context.transaction(async (tx) => {
    const work = workOf(context, tx)
    await lockFan(tx.db, uid)
    const subscription = await livingSubscription(tx.db, { tenantId, planId }, uid)
    const plan = subscription && (await planById(tx.db, planId))
    if (!subscription || !plan || (await endIfLapsed(work, subscription, plan))) return
    const locale = (await personOf(tx.db, uid))?.locale ?? 'ja'
    const made = await nextTermOrder(work, subscription, plan, { locale })
    if (!made?.isNew) return
    const { orderId, orderNumber, total } = made.order
    const { paidUntil } = subscription
    const { name: brandName } = await brandOfShop(tx.db, subscription)
    const { plan: next } = await nextOf(tx.db, subscription, plan)
    const bought = { orderNumber, brandName, total }
    await mailToFan(work, subscription, (to) =>
      renewalOrder(to, { ...bought, item: nameFor(next, to) }, { orderId, paidUntil, dueAt: konbiniDueAt(paidUntil) }),
    )
  })
}

const nextTermReminder = z.object({ subscriptionId: id, paidUntil: instant, which: z.enum(['day', 'hours', 'due']) })

/** Mails a store-paying member who has neither paid the next term nor left. */
const remindOfNextTerm = async (
  context: JobContext,
  { subscriptionId, paidUntil, which }: z.infer<typeof nextTermReminder>,
) => {
  const { transaction, now } = context
  // One that comes late is left to the one that follows it.
  const latest = nextTermReminders(paidUntil).findLast(({ at }) => at <= now)
  if (latest?.which !== which) return
  await transaction(async (tx) => {
    const work = workOf(context, tx)
    const subscription = await locked(work, () => subscriptionById(tx.db, subscriptionId))
    const plan = subscription && (await planById(tx.db, subscription.planId))
    if (!subscription || !plan || subscription.paidUntil !== paidUntil || endOf(subscription, plan, now)) return
    if (!isNextTermDue(subscription, plan, now)) return
    const awaited = await openOrderOf(tx.db, subscription.uid, planKey(plan.planId))
    const { name: brandName } = await brandOfShop(tx.db, subscription)
    const { plan: next, price } = await nextOf(tx.db, subscription, plan)
    const of = {
      brandName,
      total: price + work.fees.konbini,
      orderId: awaited?.orderId ?? null,
      paidUntil,
      dueAt: konbiniDueAt(paidUntil),
      numberUntil: konbiniDueAt(paidUntil) + numberKeptFor,
    }
    await mailToFan(work, subscription, (to) => nextTermAwaited(to, { ...of, item: nameFor(next, to) }, now))
  })
}

/** Mails a fan before a yearly renewal, once. */
const tellOfRenewal = async (context: JobContext, seen: SubscriptionRow) => {
  const { now } = context
  if (renewalNoticeDue(seen, now) === null) return
  await context.transaction(async (tx) => {
    await lockFan(tx.db, seen.uid)
    const subscription = await livingSubscription(tx.db, seen, seen.uid)
    const plan = subscription && (await planById(tx.db, subscription.planId))
    const notice = subscription && renewalNoticeDue(subscription, now)
    if (!subscription || !plan || !notice) return
    if (plan.archivingAt !== null || subscription.cancelScheduledAt !== null) return
    const { plan: next, price: total, interval } = await nextOf(tx.db, subscription, plan)
    // Who changes to a month's plan was told so, and is charged no year.
    if (interval !== 'year') return
    await setSubscription(tx.db, subscription, { renewalToldAt: now }, now)
    const { name: brandName } = await brandOfShop(tx.db, subscription)
    const { method, paidUntil } = subscription
    const of = { brandName, total, paidUntil, byCard: method === 'card', notice }
    await mailToFan(workOf(context, tx), subscription, (to) => renewalAhead(to, { ...of, item: nameFor(next, to) }), {
      isBulk: true,
    })
  })
}

type PlanIds = { tenantId: string; planId: string }
const inPortions = async function* (
  portion: (after: string) => Promise<SubscriptionRow[]>,
): AsyncGenerator<SubscriptionRow[]> {
  for (let after = ''; ; ) {
    const members = await portion(after)
    const last = members.at(-1)
    if (!last) return
    yield members
    after = last.subscriptionId
  }
}
/** Every living membership of a plan, in portions. */
const membersOf = (db: Db, plan: PlanIds) => inPortions((after) => membersOfPlanAfter(db, plan, after))

/** Nobody is changed from a plan that ends, nor to it. */
const giveUpChanges = async (context: JobContext, plan: PlanIds) => {
  const giveUp = ({ subscriptionId, uid }: SubscriptionRow) =>
    context.transaction(async (tx) => {
      await lockFan(tx.db, uid)
      const current = await subscriptionById(tx.db, subscriptionId)
      if (current?.endedAt === null) await giveUpChange(workOf(context, tx), current, 'planEnds')
    })
  const { each, end } = eachOnItsOwn('giveUpChanges')
  const ofBoth = async function* () {
    yield* membersOf(context.db, plan)
    yield* inPortions((after) => changingToAfter(context.db, plan, after))
  }
  await each(ofBoth(), ({ subscriptionId }) => subscriptionId, giveUp)
  end()
}

/** Does something for every member: a failure does not stop the others, and is tried again with the job. */
const eachMember = async (
  name: string,
  { db }: JobContext,
  plan: PlanIds,
  act: (member: SubscriptionRow) => Promise<void>,
) => {
  const { each, end } = eachOnItsOwn(name)
  await each(membersOf(db, plan), ({ subscriptionId }) => subscriptionId, act)
  end()
}

/** Who goes on had been told in writing that nothing would be charged any more: told before it is. */
const tellOfCalledOffArchive = (
  context: JobContext,
  { tenantId, planId, uid }: SubscriptionRow,
  { name: item }: { name: string },
  calledOffAt: number | undefined,
) =>
  context.transaction(async (tx) => {
    const current = await livingSubscription(tx.db, { tenantId, planId }, uid)
    if (!current || current.cancelScheduledAt !== null) return
    const { name: brandName } = await brandOfShop(tx.db, current)
    const next = current.method === 'card' ? { at: current.paidUntil, price: current.price } : null
    const news = `archive off ${planId} ${calledOffAt ?? ''}`
    await mailToFan(workOf(context, tx), current, (to) => archiveCalledOff(to, { brandName, item, next }), { news })
  })

/** What paid for a term, the newest first: a term that was changed within was paid by the order of the old one, too. */
const paidBy = async ({ tx }: Work, term: TermRow, order: OrderRow): Promise<OrderRow[]> => {
  const subscription = term.subscriptionId === null ? undefined : await subscriptionById(tx.db, term.subscriptionId)
  const isOfChange = subscription && (await paidTerms(tx.db, subscription)) === 1
  if (!isOfChange) return [order]
  const [, ...former] = await changesOf(tx.db, subscription)
  const orders = await Promise.all(former.map(({ latestOrderId }) => orderById(tx.db, latestOrderId)))
  return [order, ...orders.flatMap((one) => (one && one.orderId !== order.orderId ? [one] : []))]
}

/** The months of a term that have not begun are given back, and the term ends with its plan. */
const refundTerm = async (work: Work, seen: TermRow, plan: ActivePlan, archivingAt: number) => {
  const { tx } = work
  await lockFan(tx.db, seen.uid)
  const order = seen.orderId === null ? undefined : await orderById(tx.db, seen.orderId)
  const term = order && (await termOfOrder(tx.db, order))
  if (!order || term?.voidedAt !== null || term.subscriptionId === null) return
  const payers = await paidBy(work, term, order)
  const membership = await subscriptionById(tx.db, term.subscriptionId)
  // Of a term that was changed within: what the plan costs, from the beginning of the year that ends with it.
  const whole = payers.length > 1 ? { price: membership?.price ?? 0, from: addTokyoMonths(term.to, -12) } : null
  const amount = refundOfMonths(whole?.price ?? term.amount, monthsLeft(whole ?? term, archivingAt))
  // The month that has begun is not refunded: it stays open until its end.
  if (amount === 0) return
  const asked = { reason: 'planArchived', by: '', lines: [], shippingFee: 0, restock: false }
  let owed = amount
  for (const payer of payers) {
    // Some of it may have been given back before, or be about to.
    const left = payer.total - payer.refunded - (await pendingRefundTotal(tx.db, payer))
    const back = Math.min(owed, left)
    if (back <= 0 || !isPaid(payer.paymentState)) continue
    await beginRefund(work, payer, { ...asked, amount: back })
    owed -= back
  }
  const subscription = await subscriptionById(tx.db, term.subscriptionId)
  if (subscription && subscription.endedAt === null) await endIfLapsed(work, subscription, plan)
  await voidTermOfOrder(tx.db, order, { at: archivingAt, now: work.now })
  if (subscription?.providerSubscriptionId)
    await work.later.endProviderSubscription(subscription.providerSubscriptionId, subscription)
}

export const subscriptionJobs = jobs({
  orderKonbiniRenewals: job(
    { about: 'platform', data: z.object({}), cron: '0 9 * * *', expireInSeconds: 3600 },
    async (context) => {
      const { each, end } = eachOnItsOwn('orderKonbiniRenewals')
      await each(
        dueForKonbini(context.db, context.now),
        ({ subscription }) => subscription.subscriptionId,
        ({ subscription }) => orderNextTerm(context, subscription),
      )
      end()
    },
  ),
  remindNextTerm: job(
    { about: (db, { subscriptionId }) => subscriptionById(db, subscriptionId), data: nextTermReminder },
    remindOfNextTerm,
  ),
  /** Yearly renewals are announced 30 days and 7 days ahead (rule: membership.notices). */
  tellOfYearlyRenewals: job(
    { about: 'platform', data: z.object({}), cron: '30 9 * * *', expireInSeconds: 3600 },
    async (context) => {
      const { each, end } = eachOnItsOwn('tellOfYearlyRenewals')
      await each(
        yearlyRenewals(context.db, context.now),
        ({ subscription }) => subscription.subscriptionId,
        ({ subscription }) => tellOfRenewal(context, subscription),
      )
      end()
    },
  ),
  /** A yearly plan has been archived before its last term is over, and the club gives back the months that have not begun. */
  refundRemainingMonths: job(
    {
      about: (db, { planId }) => planById(db, planId),
      data: z.object({ planId: id, archivingAt: instant }),
      expireInSeconds: 3600,
    },
    async (context, { planId, archivingAt }) => {
      const plan = await planById(context.db, planId)
      if (!plan || plan.archivingAt !== archivingAt || !plan.archiveRefunds) return
      const { each, end } = eachOnItsOwn('refundRemainingMonths')
      await each(
        paidTermsBeyond(context.db, plan, archivingAt),
        ({ termId }) => termId,
        (term) => context.transaction((tx) => refundTerm(workOf(context, tx), term, plan, archivingAt)),
      )
      end()
    },
  ),
  /** Stores the ends that the clock has brought; nothing but the mails depends on it. */
  endLapsedMemberships: job(
    { about: 'platform', data: z.object({}), cron: '10 0 * * *', expireInSeconds: 3600 },
    async (context) => {
      const { each, end } = eachOnItsOwn('endLapsedMemberships')
      await each(
        endedByTime(context.db, context.now),
        ({ subscriptionId }) => subscriptionId,
        ({ tenantId, planId, uid }) =>
          context.transaction(async (tx) => {
            await lockFan(tx.db, uid)
            const subscription = await livingSubscription(tx.db, { tenantId, planId }, uid)
            const plan = subscription && (await planById(tx.db, planId))
            if (subscription && plan) await endIfLapsed(workOf(context, tx), subscription, plan)
          }),
      )
      end()
    },
  ),
  /** A plan is to be archived: nobody is charged for it again, and what could still be paid is given up. */
  stopPlan: job(
    {
      about: (db, { planId }) => planById(db, planId),
      data: z.object({ planId: id, archivingAt: instant, decidedAt: instant.optional() }),
      expireInSeconds: 3600,
    },
    async (context, { planId, archivingAt, decidedAt: since }) => {
      const { db, transaction } = context
      const plan = await planById(db, planId)
      if (!plan) return
      // Called off or changed since: a call of an earlier try of this job may have reached the provider after that.
      const isAsked = plan.archivingAt !== archivingAt
      if (!isAsked)
        for (const order of await openOrdersOfPlan(db, plan, archivingAt))
          await transaction((tx) => cancelOpenOrder(workOf(context, tx), order))
      if (!isAsked) await giveUpChanges(context, plan)
      await eachMember('stopPlan', context, plan, (member) =>
        settleCharges(context, member, { since, isAsked, meant: false }),
      )
    },
  ),
  /** The archiving was cancelled: members who had not left on their own go on. */
  resumePlan: job(
    {
      about: (db, { planId }) => planById(db, planId),
      data: z.object({ planId: id, calledOffAt: instant.optional() }),
      expireInSeconds: 3600,
    },
    async (context, { planId, calledOffAt: since }) => {
      const plan = await planById(context.db, planId)
      if (!plan) return
      const isAsked = plan.archivingAt !== null
      await eachMember('resumePlan', context, plan, async (member) => {
        await settleCharges(context, member, { since, isAsked, meant: true })
        if (!isAsked) await tellOfCalledOffArchive(context, member, plan, since)
      })
    },
  ),
  /** After a member left or stayed: the calls to the provider may have arrived in another order. */
  settleCharges: job(
    {
      about: (db, { subscriptionId }) => subscriptionById(db, subscriptionId),
      data: z.object({ subscriptionId: id }),
      retryLimit: 10,
    },
    async (context, { subscriptionId }) => {
      const subscription = await subscriptionById(context.db, subscriptionId)
      if (subscription?.endedAt === null) await settleCharges(context, subscription, { isAsked: true })
    },
  ),
  tellMembersOfArchive: job(
    {
      about: (db, { planId }) => planById(db, planId),
      data: z.object({ planId: id, archivingAt: instant, when: z.enum(['now', 'week', 'today']) }),
      expireInSeconds: 3600,
    },
    async (context, { planId, archivingAt, when }) => {
      const plan = await planById(context.db, planId)
      if (!plan || plan.archivingAt !== archivingAt) return
      const { name: brandName } = await brandOfShop(context.db, plan)
      const of = { brandName, archivingAt, message: plan.archiveMessage, refunds: plan.archiveRefunds }
      // The id of the mail: an archive that was called off and set for the same moment again has two of these jobs.
      const news = `archive ${planId} ${archivingAt} ${when}`
      await eachMember('tellMembersOfArchive', context, plan, (member) =>
        context.transaction((tx) =>
          mailToFan(workOf(context, tx), member, (to) => archiveNotice(to, { ...of, item: nameFor(plan, to) }, when), {
            news,
          }),
        ),
      )
    },
  ),
})

/** Checks the provider's state once more later, in case of a concurrent call. */
export const enqueueSettlement = async (
  { enqueue }: Transaction,
  { subscriptionId, providerSubscriptionId }: SubscriptionRow,
) => {
  if (providerSubscriptionId !== null) await enqueue(subscriptionJobs.settleCharges, { subscriptionId })
}

/** Members are notified that their plan ends: now, a week before, and on the day. */
export const archiveNotices = (archivingAt: number, now: number) =>
  (
    [
      ['now', now],
      ['week', archivingAt - 7 * day],
      ['today', archivingAt - day / 2],
    ] as const
  ).filter(([when, at]) => when === 'now' || at > now)
