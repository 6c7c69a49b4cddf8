import { beginExport } from '#club/exports/work.server.ts'
import { numberMember } from '#club/fans/membership.queries.server.ts'
import { isAdmin, seesMoney } from '#kit/contract.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { addTokyoMonths, type Instant, monthText } from '#kit/time.ts'
import { planById } from '#membership/plans/queries.server.ts'
import { soldPlans } from '#membership/plans/sold.queries.server.ts'
import { recountMember } from '#membership/subscriptions/figures.queries.server.ts'
import { currentMembership } from '#membership/subscriptions/membership.server.ts'
import { insertSubscription, insertTerm } from '#membership/subscriptions/queries.server.ts'
import { endOf, userPlanStatus } from '#membership/subscriptions/subscription.ts'
import { endByClub } from '#membership/subscriptions/work.server.ts'
import { planKey } from '#money/orders/order.ts'
import { lockFan, openOrderOf, openOrdersOfFan } from '#money/orders/queries.server.ts'
import { cancelOpenOrder, workOf } from '#money/orders/work.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Brand, Db } from '#server/proven.ts'
import type { staffFans as contract } from './contract'
import type { FanExport } from './export.server'
import { calendarOf, continuousMonths, monthsOfTerms, mostLabels, segmentOf } from './fan'
import {
  countComments,
  emailOf,
  membershipsOfFan,
  monthsBoughtBy,
  ordersOfFan,
  staffName,
  termsOfFan,
} from './fan.queries.server'
import { countsOfFans, fanById, fansOf, isNarrowed, labelsOf, lockFanRow, lockFanRows, setFan } from './queries.server'

type Found = NonNullable<Awaited<ReturnType<typeof fanById>>>
const rowOf = ({ fan, displayName, icon, planNames }: Found, { money, now }: { money: boolean; now: Instant }) => ({
  fanId: fan.fanId,
  uid: fan.uid,
  displayName: displayName ?? '',
  icon: icon ?? '',
  memberNumber: fan.memberNumber,
  segment: segmentOf(fan, now),
  planNames,
  firstSeenAt: fan.firstSeenAt,
  joinedAt: fan.joinedAt,
  totalMonths: fan.totalMonths,
  lifetimeAmount: money ? fan.lifetimeAmount : null,
  lastPurchaseAt: fan.lastPurchaseAt,
  lastActiveAt: fan.lastActiveAt,
  labels: fan.labels,
  isBanned: fan.commentBanUntil !== null && fan.commentBanUntil > now,
  isBlocked: fan.blockedAt !== null,
})

/** For each plan, the months from the fan's first one until now. */
const calendarsOf = async (db: Db, brand: Brand, uid: string, now: Instant) => {
  const [terms, bought] = await Promise.all([termsOfFan(db, brand, uid), monthsBoughtBy(db, brand, uid)])
  const plans = new Map([...terms, ...bought].map(({ planId, planName }) => [planId, planName]))
  const paid = monthsOfTerms(terms, now)
  const calendars = [...plans].map(([planId, planName]) => ({
    planId,
    planName,
    months: calendarOf(
      monthsOfTerms(
        terms.filter((term) => term.planId === planId),
        now,
      ),
      bought.filter((month) => month.planId === planId),
      now,
    ),
  }))
  return {
    calendars: calendars.filter(({ months }) => months.length > 0),
    continuous: continuousMonths(paid, now),
    total: new Set(paid.map(monthText)).size,
  }
}

export const staffFanHandlers: Handlers<typeof contract> = {
  async getFans(
    { db, inOwnPlans, brand, member, now },
    { pagination: page = everything, sort, lifetimeAtLeast, ...said },
  ) {
    const money = seesMoney(member.role)
    const findsByEmail = isAdmin(member.role)
    const filter = { ...said, findsByEmail, ...(money && { lifetimeAtLeast }) }
    const look = (seen: typeof db) =>
      Promise.all([
        fansOf(seen, brand, { filter, sort, page, now }),
        labelsOf(seen, brand),
        countsOfFans(seen, brand, filter, now),
      ])
    const [rows, labels, counts] = await (isNarrowed(filter) ? inOwnPlans(look) : look(db))
    return {
      fans: rows.map((row) => rowOf(row, { money, now })),
      counts,
      labels,
      pagination: paginationOf(counts[filter.segment ?? 'all'], page),
      seesMoney: money,
      findsByEmail,
    }
  },

  async getFan({ db, brand, member, now, refuse }, { fanId }) {
    const found = (await fanById(db, brand, fanId, now)) ?? refuse('fanNotFound')
    const { fan } = found
    const money = seesMoney(member.role)
    const [{ calendars, continuous, total }, held, orders, commentCount, plans, blockedBy, email] = await Promise.all([
      calendarsOf(db, brand, fan.uid, now),
      membershipsOfFan(db, brand, fan.uid),
      money ? ordersOfFan(db, brand, fan.uid) : [],
      countComments(db, brand, fan.uid),
      soldPlans(db, brand),
      fan.blockedBy === null ? '' : staffName(db, brand, fan.blockedBy),
      fan.isEmailVisible && isAdmin(member.role) ? emailOf(db, brand, fanId) : undefined,
    ])
    const isBanned = fan.commentBanUntil !== null && fan.commentBanUntil > now
    return {
      fan: {
        ...rowOf(found, { money, now }),
        memberNumberIssuedAt: fan.memberNumberIssuedAt,
        // Counted now; the list shows last night's figure for terms longer than a month.
        totalMonths: total,
        continuousMonths: continuous,
        goodsAmount: money ? fan.goodsAmount : null,
        orderCount: fan.orderCount,
        commentCount,
        note: fan.note,
        email: email ?? '',
        commentBan: isBanned
          ? {
              until: fan.commentBanUntil === Number.POSITIVE_INFINITY ? null : fan.commentBanUntil,
              reason: fan.commentBanReason,
            }
          : null,
        blocked: fan.blockedAt === null ? null : { at: fan.blockedAt, byName: blockedBy, reason: fan.blockReason },
        editedAt: fan.editedAt,
        memberships: held.map(({ subscription, plan, isAwaited }) => ({
          subscriptionId: subscription.subscriptionId,
          planId: subscription.planId,
          planName: plan.name,
          status: userPlanStatus(subscription, plan, { isAwaited, now }),
          method: subscription.method,
          purchasedAt: subscription.purchasedAt,
          paidUntil: subscription.paidUntil,
        })),
        calendars,
        orders,
      },
      plans: isAdmin(member.role) ? plans : [],
      canReveal: isAdmin(member.role),
      canGrant: isAdmin(member.role),
      seesMoney: money,
    }
  },

  async updateFan({ db, brand, now, refuse }, { fanId, labels, note, expectedEditedAt }) {
    const fan = (await lockFanRow(db, brand, fanId)) ?? refuse('fanNotFound')
    if (expectedEditedAt !== undefined && expectedEditedAt !== fan.editedAt) return refuse('conflict')
    const editedAt = Math.max(now, fan.editedAt + 1)
    await setFan(db, brand, fanId, { labels: [...new Set(labels)], note, editedAt })
    return { editedAt }
  },

  async labelFans({ db, brand, now, refuse }, { fanIds, label, on }) {
    const rows = await lockFanRows(db, brand, [...new Set(fanIds)])
    if (rows.length < new Set(fanIds).size) return refuse('fanNotFound')
    let changed = 0
    for (const { fanId, labels, editedAt } of rows) {
      const others = labels.filter((one) => one !== label)
      if (on === labels.includes(label)) continue
      if (on && labels.length >= mostLabels) return refuse('tooManyLabels')
      await setFan(db, brand, fanId, {
        labels: on ? [...others, label] : others,
        editedAt: Math.max(now, editedAt + 1),
      })
      changed++
    }
    return { changed }
  },

  async blockFan(context, { fanId, on, reason = '' }) {
    const { db, brand, user, now, enqueue, refuse } = context
    const seen = (await fanById(db, brand, fanId, now)) ?? refuse('fanNotFound')
    // With the fan's lock, a concurrent purchase is either refused or found below.
    await lockFan(db, seen.fan.uid)
    const fan = (await lockFanRow(db, brand, fanId)) ?? refuse('fanNotFound')
    const editedAt = Math.max(now, fan.editedAt + 1)
    if (!on) {
      await setFan(db, brand, fanId, { blockedAt: null, blockedBy: null, blockReason: '', editedAt })
      return { endingMemberships: 0 }
    }
    await setFan(db, brand, fanId, {
      blockedAt: fan.blockedAt ?? now,
      blockedBy: fan.blockedBy ?? user.uid,
      blockReason: reason,
      editedAt,
    })
    const living = (await membershipsOfFan(db, brand, fan.uid)).filter(
      ({ subscription, plan }) =>
        subscription.endedAt === null && subscription.cancelScheduledAt === null && !endOf(subscription, plan, now),
    )
    for (const { subscription } of living) {
      await endByClub({ enqueue }, { subscriptionId: subscription.subscriptionId, reason: 'blocked' })
    }
    for (const order of await openOrdersOfFan(db, brand, fan.uid))
      await cancelOpenOrder(workOf(context, context), order, user.uid)
    return { endingMemberships: living.length }
  },

  async revealFan({ db, brand, refuse }, { fanId }) {
    const email = await emailOf(db, brand, fanId)
    return email === undefined ? refuse('fanNotFound') : { email }
  },

  async grantComplimentaryTerm(context, { fanId, planId, months }) {
    const { db, brand, user, now, newId, refuse } = context
    const seen = (await fanById(db, brand, fanId, now)) ?? refuse('fanNotFound')
    const { uid } = seen.fan
    await lockFan(db, uid)
    const plan = await planById(db, planId)
    if (!plan || plan.tenantId !== brand.tenantId || plan.brandId !== brand.brandId) return refuse('planNotFound')
    if (plan.status !== 'active' || plan.archivingAt !== null) return refuse('planNotOnSale')
    if (seen.fan.blockedAt !== null) return refuse('fanBlocked')
    const work = workOf(context, context)
    if (await currentMembership(work, { tenantId: brand.tenantId, uid }, plan)) return refuse('alreadyMember')
    // A pending order to join would be useless after this, so it is ended.
    const open = await openOrderOf(db, uid, planKey(planId))
    if (open) await cancelOpenOrder(work, open, user.uid)
    const until = addTokyoMonths(now, months)
    const subscriptionId = newId('subscription')
    const { tenantId, brandId } = brand
    await insertSubscription(db, {
      tenantId,
      brandId,
      subscriptionId,
      planId,
      uid,
      interval: plan.subscriptionInterval,
      price: 0,
      method: 'comp',
      purchasedAt: now,
      paidUntil: until,
      latestOrderId: '',
      editedAt: now,
    })
    const term = { tenantId, termId: newId('term'), subscriptionId, planId, uid, from: now, to: until, amount: 0 }
    await insertTerm(db, { ...term, source: 'comp' }, now)
    await numberMember(db, brand, uid, { newId, now, keepsNumber: true })
    await recountMember(db, { tenantId, planId }, uid, now)
    return { subscriptionId, until }
  },

  async exportFans(context, { encoding, withEmail = false, tenantId: _, brandId: __, lifetimeAtLeast, ...said }) {
    const { member, refuse } = context
    if (withEmail && !isAdmin(member.role)) return refuse('emailNotAllowed')
    const withMoney = seesMoney(member.role)
    const filter = { ...said, findsByEmail: isAdmin(member.role), ...(withMoney && { lifetimeAtLeast }) }
    const params: FanExport = { filter, withEmail, withMoney }
    return beginExport(context, { type: 'fans', encoding, params, isPrivate: withEmail || withMoney })
  },
}
