import { z } from 'zod'
import { id } from '../../kit/text'
import { day, instant } from '../../kit/time'
import { eachOnItsOwn } from '../../server/each'
import { type JobContext, job, jobs } from '../../server/jobDefinition'
import { orderJobs, workOf } from '../orders/jobs.server'
import { archiveNotice, renewalAhead, renewalOrder } from '../orders/mails'
import { brandOfShop, lockFan, openOrdersOfPlan, orderById } from '../orders/queries.server'
import { beginRefund } from '../orders/refunds.server'
import { mailToFan, type Work } from '../orders/work.server'
import { applySubscription } from '../payments/apply.server'
import type { ActivePlan } from '../plans/plan'
import { planById } from '../plans/queries.server'
import { endIfLapsed, goesOn, stopsAtPeriodEnd } from './membership.server'
import { nextTermOrder } from './nextTerm.server'
import {
  dueForKonbini,
  lapsedSubscriptions,
  livingSubscription,
  membersOfPlanAfter,
  paidTermsBeyond,
  type SubscriptionRow,
  setSubscription,
  subscriptionById,
  type TermRow,
  termOfOrder,
  voidTermOfOrder,
  yearlyRenewals,
} from './queries.server'
import { konbiniDueAt, monthsLeft, refundOfMonths, renewalNoticeDue } from './subscription'

/** The order for the next term of a membership that is paid at stores, and the fan is told of it. */
const orderNextTerm = async (context: JobContext, { tenantId, planId, uid }: SubscriptionRow) => {
  await context.transaction(async (tx) => {
    const work = workOf(context, tx)
    await lockFan(tx.db, uid)
    const subscription = await livingSubscription(tx.db, { tenantId, planId }, uid)
    const plan = subscription && (await planById(tx.db, planId))
    if (!subscription || !plan || (await endIfLapsed(work, subscription, plan))) return
    const made = await nextTermOrder(work, subscription, plan, { locale: 'ja' })
    if (!made?.isNew) return
    const { orderId, orderNumber, total } = made.order
    const { paidUntil } = subscription
    const { name: brandName } = await brandOfShop(tx.db, subscription)
    const bought = { orderNumber, brandName, item: plan.name, total }
    await mailToFan(work, uid, (to) => renewalOrder(to, bought, { orderId, paidUntil, dueAt: konbiniDueAt(paidUntil) }))
  })
}

/** Every living membership of a plan, each in a transaction of its own. */
const eachMember = async (
  context: JobContext,
  plan: { tenantId: string; planId: string },
  act: (subscription: SubscriptionRow) => Promise<void>,
) => {
  for (let after = ''; ; ) {
    const members = await membersOfPlanAfter(context.db, plan, after)
    for (const member of members) await act(member)
    const last = members.at(-1)
    if (!last) return
    after = last.subscriptionId
  }
}

/** The months of a term that have not begun are given back, and the term ends with its plan. */
const refundTerm = async (work: Work, seen: TermRow, plan: ActivePlan, archivingAt: number) => {
  const { tx } = work
  await lockFan(tx.db, seen.uid)
  const order = seen.orderId === null ? undefined : await orderById(tx.db, seen.orderId)
  const term = order && (await termOfOrder(tx.db, order))
  if (!order || term?.voidedAt !== null || term.subscriptionId === null) return
  const amount = refundOfMonths(term.amount, monthsLeft(term, archivingAt))
  // Of a month that has begun nothing is given back: it stays open until its end.
  if (amount === 0) return
  const asked = { amount, reason: 'planArchived', by: '', lines: [], shippingFee: 0, restock: false }
  if (order.paymentState === 'paid' || order.paymentState === 'partiallyRefunded') {
    if ((await beginRefund(work, order, asked)) === 'tooMuch') return
  }
  const subscription = await subscriptionById(tx.db, term.subscriptionId)
  if (subscription && subscription.endedAt === null) await endIfLapsed(work, subscription, plan)
  await voidTermOfOrder(tx.db, order, { at: archivingAt, now: work.now })
  if (subscription?.providerSubscriptionId)
    await work.later.endProviderSubscription(subscription.providerSubscriptionId)
}

export const subscriptionJobs = jobs({
  orderKonbiniRenewals: job({ data: z.object({}), cron: '0 9 * * *', expireInSeconds: 3600 }, async (context) => {
    const { each, end } = eachOnItsOwn('orderKonbiniRenewals')
    await each(
      dueForKonbini(context.db, context.now),
      ({ subscription }) => subscription.subscriptionId,
      ({ subscription }) => orderNextTerm(context, subscription),
    )
    end()
  }),
  /** Whoever pays by the year is told before it happens again: 30 days and 7 days ahead (records, 2.7). */
  tellOfYearlyRenewals: job({ data: z.object({}), cron: '30 9 * * *', expireInSeconds: 3600 }, async (context) => {
    const { db, now } = context
    for (const seen of await yearlyRenewals(db, now)) {
      if (renewalNoticeDue(seen, now) === null) continue
      await context.transaction(async (tx) => {
        await lockFan(tx.db, seen.uid)
        const subscription = await livingSubscription(tx.db, seen, seen.uid)
        const plan = subscription && (await planById(tx.db, subscription.planId))
        const notice = subscription && renewalNoticeDue(subscription, now)
        if (!subscription || !plan || !notice) return
        if (plan.archivingAt !== null || subscription.cancelScheduledAt !== null) return
        await setSubscription(tx.db, subscription, { renewalToldAt: now }, now)
        const { name: brandName } = await brandOfShop(tx.db, subscription)
        const { price: total, method, paidUntil } = subscription
        const of = { brandName, item: plan.name, total, paidUntil, byCard: method === 'card', notice }
        await mailToFan(workOf(context, tx), subscription.uid, (to) => renewalAhead(to, of))
      })
    }
  }),
  /** A yearly plan has been archived before its last term is over, and the club gives back the months that have not begun. */
  refundRemainingMonths: job(
    { data: z.object({ planId: id, archivingAt: instant }), expireInSeconds: 3600 },
    async (context, { planId, archivingAt }) => {
      const plan = await planById(context.db, planId)
      if (!plan || plan.archivingAt !== archivingAt || !plan.archiveRefunds) return
      for (let after = ''; ; ) {
        const terms = await paidTermsBeyond(context.db, plan, { at: archivingAt, after })
        for (const term of terms)
          await context.transaction((tx) => refundTerm(workOf(context, tx), term, plan, archivingAt))
        const last = terms.at(-1)
        if (!last) return
        after = last.termId
      }
    },
  ),
  /** Writes down what the clock has ended: nothing waits for it, the mails do. */
  endLapsedMemberships: job({ data: z.object({}), cron: '10 0 * * *', expireInSeconds: 3600 }, async (context) => {
    const { each, end } = eachOnItsOwn('endLapsedMemberships')
    await each(
      lapsedSubscriptions(context.db, context.now),
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
  }),
  /** A plan is to be archived: nobody is charged for it again, and what could still be paid is given up. */
  stopPlan: job(
    { data: z.object({ planId: id, archivingAt: instant }), expireInSeconds: 3600 },
    async (context, { planId, archivingAt }) => {
      const { db, payments, transaction } = context
      const plan = await planById(db, planId)
      if (!plan || plan.archivingAt !== archivingAt) return
      for (const { orderId } of await openOrdersOfPlan(db, plan, planId))
        await transaction((tx) => tx.enqueue(orderJobs.giveUp, { orderId }))
      await eachMember(context, plan, async (member) => {
        if (member.providerSubscriptionId !== null) {
          const told = await payments.setCancelAtPeriodEnd(
            member.providerSubscriptionId,
            true,
            `stop:${member.subscriptionId}:${archivingAt}`,
          )
          await transaction((tx) => applySubscription(workOf(context, tx), told))
        }
        await transaction(async (tx) => {
          await lockFan(tx.db, member.uid)
          await stopsAtPeriodEnd(workOf(context, tx), member)
        })
      })
    },
  ),
  /** The archive was called off: whoever had not left by themselves goes on. */
  resumePlan: job({ data: z.object({ planId: id }), expireInSeconds: 3600 }, async (context, { planId }) => {
    const { db, payments, transaction } = context
    const plan = await planById(db, planId)
    if (!plan || plan.archivingAt !== null) return
    await eachMember(context, plan, async (member) => {
      if (member.cancelScheduledAt !== null) return
      if (member.providerSubscriptionId !== null)
        await payments.setCancelAtPeriodEnd(
          member.providerSubscriptionId,
          false,
          `resume:${member.subscriptionId}:${plan.editedAt}`,
        )
      await transaction(async (tx) => {
        await lockFan(tx.db, member.uid)
        await goesOn(workOf(context, tx), member)
      })
    })
  }),
  tellMembersOfArchive: job(
    {
      data: z.object({ planId: id, archivingAt: instant, when: z.enum(['now', 'week', 'today']) }),
      expireInSeconds: 3600,
    },
    async (context, { planId, archivingAt, when }) => {
      const plan = await planById(context.db, planId)
      if (!plan || plan.archivingAt !== archivingAt) return
      const { name: brandName } = await brandOfShop(context.db, plan)
      const of = { brandName, item: plan.name, archivingAt, message: plan.archiveMessage, refunds: plan.archiveRefunds }
      await eachMember(context, plan, (member) =>
        context.transaction((tx) => mailToFan(workOf(context, tx), member.uid, (to) => archiveNotice(to, of, when))),
      )
    },
  ),
})

/** When members are told that their plan ends: now, a week before, and on the day. */
export const archiveNotices = (archivingAt: number, now: number) =>
  (
    [
      ['now', now],
      ['week', archivingAt - 7 * day],
      ['today', archivingAt - day / 2],
    ] as const
  ).filter(([when, at]) => when === 'now' || at > now)
