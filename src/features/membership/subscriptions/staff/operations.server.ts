import { figuresOrCount } from '#club/brands/statistics.server.ts'
import { beginExport } from '#club/exports/work.server.ts'
import { personOf } from '#club/fans/membership.queries.server.ts'
import { isAdmin } from '#kit/contract.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day, type Instant } from '#kit/time.ts'
import { planKey } from '#money/orders/order.ts'
import { lockFan, openOrderOf } from '#money/orders/queries.server.ts'
import { mailToFan, workOf } from '#money/orders/work.server.ts'
import type { Handlers } from '#server/context.ts'
import { PaymentRefused } from '#server/payments/payments.ts'
import { daysGivenSince } from '../days.queries.server'
import { extendMembership } from '../days.server'
import { freeDaysWithin, mostFreeDays, whyNotGiven } from '../freeDays'
import { leave, stopCharging } from '../leave.server'
import { giveUpAwaited } from '../membership.server'
import { setSubscription, subscriptionById } from '../queries.server'
import { endOf, userPlanStatus } from '../subscription'
import { type staffSubscriptions as contract, subscriberTabs } from './contract'
import type { SubscriberExport } from './export.server'
import { chargeMoved, settleCharge, storeFreeDays } from './freeDays.server'
import { staffSubscriptionJobs } from './jobs.server'
import { endedByClub, paymentReminder } from './mails'
import {
  countMembersAt,
  countSubscribers,
  isNarrowed,
  momentOf,
  type Subscriber,
  subscriberById,
  subscribersOf,
  withFound,
} from './queries.server'
import { summaryName, summaryOfMonth } from './statistics.server'
import { isAtRisk, nextBilling, remindableFrom, renewsByItself } from './subscriber'
import { freeDaysOfSubscription, ordersOfSubscription, termsOfSubscription } from './subscriber.queries.server'

const rowOf = (
  { subscription, plan, fan, person, months, isAwaited, changesTo, changedFrom, changedInto }: Subscriber,
  now: Instant,
) => {
  const end = endOf(subscription, plan, now)
  return {
    subscriptionId: subscription.subscriptionId,
    fan: {
      fanId: fan?.fanId ?? null,
      displayName: person?.displayName ?? '',
      icon: person?.icon ?? '',
      memberNumber: fan?.memberNumber ?? null,
    },
    planId: subscription.planId,
    planName: plan.name,
    interval: subscription.interval,
    price: subscription.price,
    status: userPlanStatus(subscription, plan, { isAwaited, now }),
    method: subscription.method,
    startedAt: subscription.purchasedAt,
    paidUntil: subscription.paidUntil,
    nextBillingAt: nextBilling(subscription, plan, now),
    cancelAppliedAt: subscription.cancelAppliedAt,
    cancelReason: subscription.cancelReason,
    failedCount: subscription.failedCount,
    graceUntil: subscription.graceUntil,
    endedAt: end?.at ?? null,
    endReason: end?.reason ?? '',
    months,
    isFirstMonth: months <= 1 && !end,
    change:
      changesTo === null || end || subscription.nextPlanId === null
        ? null
        : { planId: subscription.nextPlanId, planName: changesTo, at: subscription.paidUntil },
    changedFrom,
    changedInto,
  }
}

/** The longest that a membership can be extended ahead of now. */
const mostAhead = 3 * 366 * day

export const staffSubscriptionHandlers: Handlers<typeof contract> = {
  async getSubscribers(context, { tab = 'living', asOf, pagination: page = everything, ...said }) {
    const { db, inOwnPlans, brand, member, now } = context
    const look = async (seen: typeof db) => {
      const filter = await withFound(seen, brand, said)
      const which = { tab, asOf: asOf === undefined ? undefined : Math.min(asOf, now), filter }
      const rows = await subscribersOf(seen, brand, which, page, now)
      const moment = momentOf(which, now)
      const past = moment === undefined ? null : await countMembersAt(seen, brand, { ...which, asOf: moment }, now)
      const counted = await Promise.all(
        // Whoever is listed as of now has just been counted.
        subscriberTabs.map((one) =>
          past && one === tab && asOf === undefined
            ? past.memberships
            : countSubscribers(seen, brand, { tab: one, filter }, now),
        ),
      )
      return { rows, past, counted }
    }
    const { rows, past, counted } = await (isNarrowed(said) ? inOwnPlans(look) : look(db))
    const [living = 0, atRisk = 0, leaving = 0, ended = 0, all = 0] = counted
    const counts = { living, atRisk, leaving, ended, all }
    return {
      subscribers: rows.map((row) => rowOf(row, now)),
      counts,
      people: past?.people ?? null,
      pagination: paginationOf(past ? past.memberships : counts[tab], page),
      canEdit: isAdmin(member.role),
    }
  },

  async getSubscriber({ db, brand, member, now, refuse }, { subscriptionId }) {
    const found = (await subscriberById(db, brand, subscriptionId, now)) ?? refuse('subscriberNotFound')
    const [terms, orders, person, given] = await Promise.all([
      termsOfSubscription(db, brand, subscriptionId),
      ordersOfSubscription(db, brand, subscriptionId),
      personOf(db, found.subscription.uid),
      daysGivenSince(db, found.subscription, now - freeDaysWithin),
    ])
    const freeDays = await freeDaysOfSubscription(db, brand, [
      found.subscription.latestOrderId,
      ...orders.map(({ orderId }) => orderId),
    ])
    const row = rowOf(found, now)
    const admin = isAdmin(member.role)
    const isOver = row.endedAt !== null
    return {
      subscriber: { ...row, remindedAt: found.subscription.remindedAt, terms, orders, freeDays },
      to: {
        locale: person?.locale ?? 'ja',
        displayName: person?.displayName ?? '',
        isReachable: Boolean(person?.email),
      },
      canRemind: admin && isAtRisk(row.status),
      remindableFrom: isAtRisk(row.status) ? remindableFrom(found.subscription, now) : null,
      canExtend: admin && !isOver && !renewsByItself(found.subscription),
      freeDaysLeft:
        admin && !whyNotGiven(found.subscription, found.plan, { days: 1, given, now }) ? mostFreeDays - given : 0,
      canCancel: admin && !isOver && found.subscription.cancelScheduledAt === null,
    }
  },

  getSubscriberSummary: ({ db, brand, now }, { month }) =>
    figuresOrCount(db, brand, summaryName(month), () => summaryOfMonth(db, brand, month, now)),

  async remindPayment(context, { subscriptionId }) {
    const { db, brand, now, refuse } = context
    const seen = (await subscriberById(db, brand, subscriptionId, now)) ?? refuse('subscriberNotFound')
    await lockFan(db, seen.subscription.uid)
    const found = (await subscriberById(db, brand, subscriptionId, now)) ?? refuse('subscriberNotFound')
    const { subscription, plan, isAwaited } = found
    if (!isAtRisk(userPlanStatus(subscription, plan, { isAwaited, now }))) return refuse('nothingToRemind')
    if (remindableFrom(subscription, now) !== null) return refuse('remindedLately')
    await setSubscription(db, subscription, { remindedAt: now }, now)
    const { uid, planId, method } = subscription
    const open = method === 'konbini' ? await openOrderOf(db, uid, planKey(planId)) : undefined
    const of = { brandName: brand.name, item: plan.name, method }
    await mailToFan(workOf(context, context), subscription, (to) => paymentReminder(to, of, open?.orderId ?? null))
    return { remindedAt: now }
  },

  async extendTerm(context, { subscriptionId, days }) {
    const { db, brand, now, newId, refuse } = context
    const seen = (await subscriberById(db, brand, subscriptionId, now)) ?? refuse('subscriberNotFound')
    await lockFan(db, seen.subscription.uid)
    const { subscription, plan } =
      (await subscriberById(db, brand, subscriptionId, now)) ?? refuse('subscriberNotFound')
    if (endOf(subscription, plan, now)) return refuse('alreadyEnded')
    // Of a plan that is to be archived nothing renews, but the provider ends the card's subscription with its period, and
    // every later term with it: given days would be lost.
    if (renewsByItself(subscription)) return refuse(plan.archivingAt === null ? 'renewsByItself' : 'planEnding')
    const from = Math.max(subscription.paidUntil, now)
    const to = from + days * day
    if (to > now + mostAhead) return refuse('tooLong')
    await extendMembership(workOf(context, context), subscription, plan, { termId: newId('term'), from, to })
    return { paidUntil: to }
  },

  async giveFreeDays(context, { subscriptionId, days, reason, note = '', nextBillingAt: from }) {
    const { transaction, brand, user, now, newId, refuse, attempt } = context
    const { given, providerSubscriptionId } = await transaction(async (tx) => {
      const seen = (await subscriberById(tx.db, brand, subscriptionId, now)) ?? refuse('subscriberNotFound')
      await lockFan(tx.db, seen.subscription.uid)
      const { subscription, plan } =
        (await subscriberById(tx.db, brand, subscriptionId, now)) ?? refuse('subscriberNotFound')
      if (subscription.paidUntil !== from) return refuse('chargeMoved')
      const lately = await daysGivenSince(tx.db, subscription, now - freeDaysWithin)
      const because = whyNotGiven(subscription, plan, { days, given: lately, now })
      if (because) return refuse(because)
      const to = from + days * day
      const gift = { subscriptionId, termId: newId('term'), from, to, days, reason, note, actorUid: user.uid }
      await tx.enqueue(staffSubscriptionJobs.finishFreeDays, { ...gift, attempt }, { at: now + 2 * 60_000 })
      return { given: gift, providerSubscriptionId: subscription.providerSubscriptionId ?? '' }
    })
    const isMoved = await chargeMoved(context, given, providerSubscriptionId).catch((error: unknown) => {
      if (error instanceof PaymentRefused) return refuse('paymentRefused')
      throw error
    })
    if (!isMoved) return refuse('renewalOpen')
    const outcome = await storeFreeDays(context, given)
    if (outcome === 'given') return { nextBillingAt: given.to }
    await settleCharge(context, subscriptionId, `days:${given.termId}:settled`)
    return refuse(outcome === 'over' ? 'alreadyEnded' : 'chargeMoved')
  },

  async cancelSubscriptionByStaff(context, { subscriptionId }) {
    const { transaction, brand, now, refuse, attempt } = context
    const held = await transaction(async ({ db }) => {
      const found = (await subscriberById(db, brand, subscriptionId, now)) ?? refuse('subscriberNotFound')
      if (endOf(found.subscription, found.plan, now)) return refuse('alreadyEnded')
      if (found.subscription.cancelScheduledAt !== null) return refuse('alreadyLeaving')
      return found
    })
    const { uid, planId } = held.subscription
    const stop = { atPeriodEnd: true, key: `staff:${attempt}` }
    const told = await stopCharging(context, held.subscription, stop).catch((error: unknown) => {
      if (error instanceof PaymentRefused) return refuse('paymentRefused')
      throw error
    })
    const endsAt = await transaction(async (tx) => {
      await lockFan(tx.db, uid)
      const work = workOf(context, tx)
      const current = await subscriptionById(tx.db, subscriptionId)
      const isLiving = current && current.endedAt === null && current.cancelScheduledAt === null
      if (isLiving) {
        const staysOpen = await leave(work, current, { told, atPeriodEnd: true, reason: 'staff', endReason: 'staff' })
        const of = { brandName: brand.name, item: held.plan.name, staysOpen }
        await mailToFan(work, current, (to) => endedByClub(to, of))
      }
      await giveUpAwaited(work, uid, planId)
      return Math.max(current?.paidUntil ?? now, now)
    })
    return { endsAt }
  },

  async exportSubscribers(context, { encoding, withEmail = false, tenantId: _, brandId: __, tab, asOf, ...filter }) {
    const { member, now, refuse } = context
    if (withEmail && !isAdmin(member.role)) return refuse('emailNotAllowed')
    const params: SubscriberExport = {
      tab: tab ?? 'living',
      asOf: asOf === undefined ? undefined : Math.min(asOf, now),
      filter,
      withEmail,
    }
    return beginExport(context, { type: 'subscribers', encoding, params, isPrivate: withEmail })
  },
}
