import { brandOfShop } from '#club/brands/queries.server.ts'
import { fanOf } from '#club/fans/membership.queries.server.ts'
import { inLanguage, nameFor } from '#kit/english.ts'
import type { Reader } from '#kit/letter.ts'
import type { Instant } from '#kit/time.ts'
import type { KindOfSale, PaidLetter } from '#money/orders/kinds.server.ts'
import type { Bought } from '#money/orders/letter.ts'
import { changedByKey, periodEnd } from '#money/orders/order.ts'
import type { OrderRow } from '#money/orders/queries.server.ts'
import type { Db } from '#server/proven.ts'
import { planById } from '../plans/queries.server'
import { planChanged } from './change.mails'
import { lastLeft } from './living.queries.server'
import { renewableAt } from './membership.server'
import { termPaid, welcome } from './paidTerm.mails'
import { paidTerms, type SubscriptionRow, subscriptionById, termOfOrder } from './queries.server'
import { nextPeriodEnd, numberKeptFor } from './subscription'

/* The mail of a paid term says when the next one begins and what it costs; the first one welcomes. */

type Paid = Pick<
  SubscriptionRow,
  'planId' | 'method' | 'price' | 'interval' | 'paidUntil' | 'cancelScheduledAt' | 'changedFromId'
>
type Told = { isFirst: boolean; memberNumber: number | 'toCome' | null }

const writeOf = async (db: Db, order: OrderRow, paid: Paid, { isFirst, memberNumber }: Told) => {
  const plan = await planById(db, paid.planId)
  if (!plan) return null
  const { paidUntil, method, price, interval, cancelScheduledAt, changedFromId } = paid
  const goesOn = cancelScheduledAt === null && plan.archivingAt === null
  const { name: brandName, slug, welcomeLetter, english } = await brandOfShop(db, order)
  const letterFor = ({ locale }: Reader) => inLanguage({ welcomeLetter, english }, locale).welcomeLetter
  const former = changedFromId === null ? undefined : await subscriptionById(db, changedFromId)
  if (isFirst && former) {
    const from = await planById(db, former.planId)
    const changed = { brandName, slug, price, interval, at: paidUntil, byCard: method === 'card' }
    return (to: Reader, bought: Bought) =>
      planChanged(to, { ...changed, from: from ? nameFor(from, to) : '', to: nameFor(plan, to) }, bought)
  }
  const of = { slug, memberNumber, paidUntil, next: method === 'card' && goesOn ? price : null }
  return (to: Reader, bought: Bought) =>
    isFirst ? welcome(to, bought, { ...of, letter: letterFor(to) }) : termPaid(to, bought, of)
}

const numberOf = async (db: Db, order: OrderRow) => (await fanOf(db, order, order.uid))?.memberNumber ?? null

export const letterOfTerm: NonNullable<KindOfSale['paidLetter']> = async ({ tx: { db } }, order) => {
  const term = await termOfOrder(db, order)
  const paid = term?.subscriptionId ? await subscriptionById(db, term.subscriptionId) : undefined
  if (!paid) return null
  return writeOf(db, order, paid, {
    isFirst: (await paidTerms(db, paid)) === 1,
    memberNumber: await numberOf(db, order),
  })
}

/** What the membership will be once the order is delivered (sold.server.ts). */
export const letterAhead: NonNullable<KindOfSale['paidLetterAhead']> = async (db, order, { now, madeAt }) => {
  const plan = order.planId === null ? undefined : await planById(db, order.planId)
  if (!plan) return null
  const { planId, price, subscriptionInterval: interval } = plan
  const changed = (former: SubscriptionRow, paidUntil: Instant): Promise<PaidLetter | null> => {
    const { method, cancelScheduledAt, subscriptionId: changedFromId } = former
    const paid = { planId, method, price, interval, paidUntil, cancelScheduledAt, changedFromId }
    return writeOf(db, order, paid, { isFirst: true, memberNumber: null })
  }
  const changedId = changedByKey(order.openKey)
  const former = changedId === null ? undefined : await subscriptionById(db, changedId)
  if (former) return changed(former, interval === former.interval ? former.paidUntil : periodEnd(now, interval, 1))

  const { subscriptionId, uid } = order
  const seen = subscriptionId === null ? undefined : await subscriptionById(db, subscriptionId)
  const own = seen && (await planById(db, seen.planId))
  const renewed = own && (await renewableAt(db, { uid, subscription: seen }, own, { now, madeAt }))
  if (renewed && renewed.planId !== planId) return changed(renewed, nextPeriodEnd(renewed, interval))
  if (renewed)
    return writeOf(
      db,
      order,
      { ...renewed, paidUntil: nextPeriodEnd(renewed, renewed.interval) },
      { isFirst: (await paidTerms(db, renewed)) === 0, memberNumber: await numberOf(db, order) },
    )

  const left = await lastLeft(db, order, uid)
  const keepsNumber = left === null || now - left <= numberKeptFor
  const joined = {
    ...{ planId, interval, method: order.paymentMethod, price: order.subtotal },
    ...{ paidUntil: periodEnd(now, interval, 1), cancelScheduledAt: null, changedFromId: null },
  }
  const memberNumber = (keepsNumber ? await numberOf(db, order) : null) ?? 'toCome'
  return writeOf(db, order, joined, { isFirst: true, memberNumber })
}
