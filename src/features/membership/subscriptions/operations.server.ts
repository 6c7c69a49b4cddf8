import { brandOfShop } from '#club/brands/queries.server.ts'
import { fanOf } from '#club/fans/membership.queries.server.ts'
import { inLanguage, nameFor } from '#kit/english.ts'
import type { Instant } from '#kit/time.ts'
import { noteInEnglish, unissuedFor } from '#money/orders/order.ts'
import { customerOf } from '#money/orders/payments/queries.server.ts'
import { addressOf, ensureCustomer } from '#money/orders/purchase.server.ts'
import { awaitedFirstOrders, linesOf, lockFan } from '#money/orders/queries.server.ts'
import { mailToFan, workOf } from '#money/orders/work.server.ts'
import type { Handlers } from '#server/context.ts'
import { PaymentRefused } from '#server/payments/payments.ts'
import type { Db, Fan, Locale } from '#server/proven.ts'
import { planById } from '../plans/queries.server'
import { nextOf } from './change.server'
import type { subscriptions as contract, UserPlan } from './contract'
import { enqueueSettlement } from './jobs.server'
import { leave, stopCharging } from './leave.server'
import { firstJoinedBefore } from './living.queries.server'
import { membershipCanceled } from './mails'
import { currentMembership, giveUpAwaited, resume } from './membership.server'
import { movedToCard } from './moveToCard'
import { isUndoable } from './planChange'
import { changePlan, changesTo, undoChange } from './planChange.server'
import { payWithNewCard } from './provider/newCard.server'
import { ensurePrice } from './provider/price.server'
import { purchasePlan } from './purchase.server'
import {
  isRunningAtProvider,
  livingSubscription,
  membershipsOf,
  type SubscriptionRow,
  setSubscription,
} from './queries.server'
import {
  clubReasonOf,
  endOf,
  numberKeptUntil,
  retriedFor,
  userPlanStatus,
  whyNotMoved,
  whyNotResumed,
} from './subscription'

type Held = Awaited<ReturnType<typeof membershipsOf>>[number]

/** A membership in the specification's words, with the dates of its state. */
const userPlanOf = (held: Held, locale: Locale, now: Instant): UserPlan => {
  const plan = inLanguage(held.plan, locale)
  const brand = inLanguage(held.brand, locale)
  const { subscription, memberNumber, blockedAt, runsAtProvider, months, monthsToClose } = held
  const { changeOrder, awaitedOrderId, givenDays } = held
  const next = held.next && inLanguage(held.next, locale)
  const { planId, tenantId, price, interval, method, purchasedAt, paidUntil } = subscription
  const status = userPlanStatus(subscription, plan, { isAwaited: awaitedOrderId !== null, now })
  const end = endOf(subscription, plan, now)
  const numberUntil = numberKeptUntil(subscription, end?.at ?? now)
  const base = {
    planId,
    tenantId,
    name: plan.name,
    price,
    subscriptionInterval: interval,
    thumbnail: plan.thumbnail,
    description: plan.description,
    brand: end === null ? brand : { ...brand, welcomeLetter: '' },
    paymentMethod: method,
    memberNumber,
    months,
    givenDays: end === null ? givenDays : 0,
    monthsToClose,
    purchasedAt,
    change:
      next === null || end !== null
        ? null
        : {
            ...{ planId: next.planId, name: next.name, price: next.price, subscriptionInterval: next.interval },
            ...{ at: paidUntil, canUndo: isUndoable(subscription, now) },
          },
    changeOrder: end === null && changeOrder !== null ? { ...changeOrder, dueAt: changeOrder.dueAt } : null,
    ...(end === null && whyNotMoved(subscription, plan, now) === null && { nextFrom: paidUntil }),
  }
  switch (status) {
    case 'active':
      return { ...base, status, expiredAt: paidUntil }
    case 'scheduledToCancel':
      return {
        ...base,
        status,
        cancelAppliedAt: subscription.cancelAppliedAt ?? now,
        cancelScheduledAt: subscription.cancelScheduledAt ?? paidUntil,
        canResume: whyNotResumed(subscription, plan, { isBlocked: blockedAt !== null, runsAtProvider }) === null,
      }
    case 'canceled':
      return {
        ...base,
        status,
        cancelAppliedAt: subscription.cancelAppliedAt ?? end?.at ?? now,
        canceledAt: end?.at ?? now,
        endReason: end?.reason ?? 'user',
        // Who has another plan instead has the number.
        numberUntil: memberNumber !== null && end?.reason !== 'switched' && numberUntil > now ? numberUntil : null,
      }
    case 'scheduledToArchive':
      return {
        ...base,
        status,
        archiveScheduledAt: plan.archivingAt ?? now,
        expiredAt: paidUntil,
        archivingMessage: plan.archiveMessage,
      }
    case 'archived':
      return { ...base, status, archivedAt: end?.at ?? plan.archivingAt ?? now }
    case 'paymentIncomplete':
      return {
        ...base,
        status,
        expiredAt: (subscription.paymentFailedAt ?? now) + retriedFor,
        graceUntil: subscription.graceUntil,
        authenticationUrl: subscription.authenticationUrl,
      }
    case 'requiredKonbiniPayment':
      return {
        ...base,
        status,
        latestOrderId: awaitedOrderId ?? subscription.latestOrderId,
        isOrderWaiting: awaitedOrderId !== null,
        isFirstOrder: false,
        issueBy: null,
        dueAt: subscription.graceUntil,
      }
  }
}

/** First orders that wait to be paid at a store: shown among the plans, bought when they were ordered. */
const awaitedPlans = async (db: Db, fan: Fan, locale: Locale, planId?: string): Promise<UserPlan[]> => {
  const found: UserPlan[] = []
  for (const order of await awaitedFirstOrders(db, fan)) {
    if (order.planId === null || (planId !== undefined && order.planId !== planId)) continue
    const [plan, shop, lines] = [
      await planById(db, order.planId),
      await brandOfShop(db, order),
      await linesOf(db, order),
    ]
    if (!plan) continue
    const { description, english } = plan
    const told = inLanguage({ name: lines[0]?.name ?? plan.name, description, english }, locale)
    found.push({
      planId: order.planId,
      tenantId: order.tenantId,
      ...told,
      price: lines[0]?.unitPrice ?? order.subtotal,
      subscriptionInterval: plan.subscriptionInterval,
      thumbnail: plan.thumbnail,
      brand: {
        id: order.brandId,
        ...{ name: shop.name, icon: shop.icon, slug: shop.slug, accentColor: shop.accentColor },
        welcomeLetter: '',
      },
      paymentMethod: 'konbini',
      memberNumber: null,
      months: 0,
      givenDays: 0,
      monthsToClose: 0,
      change: null,
      changeOrder: null,
      status: 'requiredKonbiniPayment',
      purchasedAt: order.placedAt,
      latestOrderId: order.orderId,
      isOrderWaiting: true,
      isFirstOrder: true,
      issueBy: order.intentId === null ? order.expiresAt : null,
      dueAt: order.expiresAt,
    })
  }
  return found
}

const isOver = ({ status }: UserPlan) => status === 'canceled' || status === 'archived'

/** Turns the provider's final refusal into `paymentRefused`; after any other failure the outcome is unknown. */
const unlessRefused = async <T>(refuse: (code: 'paymentRefused') => never, call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    if (error instanceof PaymentRefused) return refuse('paymentRefused')
    throw error
  }
}

export const subscriptionHandlers: Handlers<typeof contract> = {
  purchasePlanSubscription: (context, payload) => purchasePlan(context, payload, 'card'),
  purchasePlanSubscriptionKonbini: (context, payload) => purchasePlan(context, payload, 'konbini'),

  async getActiveMyPlans({ db, fan, locale, now }) {
    const held = await membershipsOf(db, fan, { now })
    const living = held.map((one) => userPlanOf(one, locale, now)).filter((one) => !isOver(one))
    return { activeMyPlans: [...(await awaitedPlans(db, fan, locale)), ...living] }
  },

  async getCanceledMyPlans({ db, fan, locale, now }) {
    const held = await membershipsOf(db, fan, { now })
    return {
      canceledMyPlans: held
        .map((one) => userPlanOf(one, locale, now))
        .filter(isOver)
        .slice(0, 100),
    }
  },

  async getActiveUserPlan({ db, fan, locale, now }, { planId }) {
    const held = await membershipsOf(db, fan, { planId, limit: 1, now })
    const [membership] = held
    const plan = membership && userPlanOf(membership, locale, now)
    if (!plan || isOver(plan))
      return { userPlan: (await awaitedPlans(db, fan, locale, planId))[0] ?? null, memberSince: null }
    return { userPlan: plan, memberSince: await firstJoinedBefore(db, membership.subscription) }
  },

  async changePaymentMethod(context, { returnUrl }) {
    const { transaction, payments, fan, locale, refuse } = context
    const account = await payments.account()
    const customerId = (await transaction(({ db }) => customerOf(db, fan.uid, account))) ?? refuse('noCustomer')
    const path = returnUrl ?? '/fc/me/plans'
    const returns = { returnUrl: addressOf(context, path), doneUrl: addressOf(context, path, { card: 'changed' }) }
    return {
      customerPortalUrl: await unlessRefused(refuse, () => payments.portalUrl({ customerId, locale, ...returns })),
    }
  },

  async payWithNewCard(context) {
    const { fan, refuse } = context
    const renewals = await unlessRefused(refuse, () => payWithNewCard(context, fan.uid))
    return { renewals: renewals.map(({ plan, ...renewal }) => ({ ...renewal, name: nameFor(plan, context) })) }
  },

  async cancelPlanSubscription(context, { planId, cancelAtPeriodEnd = true, cancelReason = 'other' }) {
    const { transaction, brand, fan, refuse, attempt } = context
    const find = (db: Db) => livingSubscription(db, { tenantId: brand.tenantId, planId }, fan.uid)
    const subscription = (await transaction(async ({ db }) => find(db))) ?? refuse('notSubscribed')
    const stop = { atPeriodEnd: cancelAtPeriodEnd, key: `cancel:${attempt}` }
    const told = await unlessRefused(refuse, () => stopCharging(context, subscription, stop))
    const isAtEnd = await transaction(async (tx) => {
      await lockFan(tx.db, fan.uid)
      const current = await find(tx.db)
      const work = workOf(context, tx)
      await giveUpAwaited(work, fan.uid, planId)
      if (!current) return false
      const byClub = clubReasonOf(current)
      const stays = await leave(work, current, {
        told,
        atPeriodEnd: cancelAtPeriodEnd,
        reason: byClub ?? cancelReason,
        endReason: byClub ?? 'user',
      })
      // An end set by the club cannot be taken back, so no mail offers that.
      if (stays && byClub) return stays
      const { name: brandName } = await brandOfShop(tx.db, current)
      const item = (await planById(tx.db, planId))?.name ?? ''
      const until = stays ? current.paidUntil : null
      await mailToFan(work, current, (to) => membershipCanceled(to, { brandName, item, until }))
      return stays
    })
    return { cancelAtPeriodEnd: isAtEnd }
  },

  async resumePlanSubscription(context, { planId }) {
    const { transaction, payments, brand, fan, now, refuse, attempt } = context
    const why = async (db: Db, current: SubscriptionRow, plan: { archivingAt: Instant | null }) =>
      whyNotResumed(current, plan, {
        isBlocked: Boolean((await fanOf(db, current, fan.uid))?.blockedAt),
        runsAtProvider: await isRunningAtProvider(db, current, now),
      })
    const { subscription, plan } = await transaction(async (tx) => {
      const found = (await planById(tx.db, planId)) ?? refuse('notSubscribed')
      await lockFan(tx.db, fan.uid)
      const current =
        (await currentMembership(workOf(context, tx), { tenantId: brand.tenantId, uid: fan.uid }, found)) ??
        refuse('notSubscribed')
      if (current.cancelScheduledAt === null) return refuse('notCanceling')
      const because = await why(tx.db, current, found)
      if (because) return refuse(because)
      return { subscription: current, plan: found }
    })
    const { providerSubscriptionId: id } = subscription
    if (id !== null)
      await payments.setCancelAtPeriodEnd(id, false, `resume:${attempt}`).catch(async (error: unknown) => {
        if (!(error instanceof PaymentRefused)) throw error
        return refuse((await payments.subscription(id)).endedAt === null ? 'paymentRefused' : 'cardEnded')
      })
    const because = await transaction(async (tx) => {
      await lockFan(tx.db, fan.uid)
      const current = await livingSubscription(tx.db, { tenantId: brand.tenantId, planId }, fan.uid)
      if (!current || current.cancelScheduledAt === null) return null
      // The provider was told to continue; the club may have decided otherwise meanwhile, so it is checked again.
      await enqueueSettlement(tx, current)
      const since = await why(tx.db, current, (await planById(tx.db, planId)) ?? plan)
      if (since === null) await resume(workOf(context, tx), current)
      return since
    })
    return because ? refuse(because) : {}
  },

  async getPlanSubscriptionChanges({ db, fan, now, locale }, { planId }) {
    const to = await planById(db, planId)
    const offers = to ? await changesTo(db, fan, to, now) : []
    return {
      changes: offers.map(({ plan, subscription, method, change, because }) => ({
        planId: plan.planId,
        name: nameFor(plan, { locale }),
        price: subscription.price,
        subscriptionInterval: subscription.interval,
        paymentMethod: method,
        paidUntil: subscription.paidUntil,
        change,
        refusal: because,
      })),
    }
  },

  changePlanSubscription: (context, payload) => changePlan(context, payload),

  async undoPlanSubscriptionChange(context, { planId }) {
    await undoChange(workOf(context, context), context, context.fan.uid, planId)
    return {}
  },

  async moveSubscriptionToCard(context, { planId, returnPath }) {
    const { transaction, payments, brand, fan, now, locale, attempt, refuse } = context
    const { subscription, plan, slug } = await transaction(async (tx) => {
      const found = (await planById(tx.db, planId)) ?? refuse('notSubscribed')
      await lockFan(tx.db, fan.uid)
      const current =
        (await currentMembership(workOf(context, tx), { tenantId: brand.tenantId, uid: fan.uid }, found)) ??
        refuse('notSubscribed')
      const because = whyNotMoved(current, found, now)
      if (because) return refuse(because)
      const { paidUntil: from } = current
      const { plan: next, price, interval } = await nextOf(tx.db, current, found)
      const moveConfirmation = movedToCard({ locale, now, name: next.name, price, interval, from })
      await setSubscription(tx.db, current, { moveConfirmation }, now)
      return { subscription: current, plan: next, slug: (await brandOfShop(tx.db, brand)).slug }
    })
    return unlessRefused(refuse, async () => {
      const session = await payments.openSession(
        {
          orderId: subscription.subscriptionId,
          customerId: await ensureCustomer(context),
          mode: 'subscription',
          lines: [{ priceId: await ensurePrice(context, plan) }],
          successUrl: addressOf(context, returnPath ?? '/fc/me/plans'),
          cancelUrl: addressOf(context, returnPath ?? `/fc/${slug}/plans/${planId}`),
          expiresAt: now + unissuedFor + 5 * 60_000,
          startsAt: subscription.paidUntil,
          note: noteInEnglish(
            [{ name: plan.name, variationName: '', english: { name: plan.english.name ?? '' } }],
            locale,
          ),
          locale,
        },
        `move:${attempt}`,
      )
      return { sessionUrl: session.url ?? refuse('paymentRefused') }
    })
  },
}
