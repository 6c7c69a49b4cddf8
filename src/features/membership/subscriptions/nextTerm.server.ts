import { type English, inLanguage } from '#kit/english.ts'
import type { Instant } from '#kit/time.ts'
import { confirmationOf } from '#money/orders/confirmation.ts'
import { changeKey, konbiniLimits, planKey, unissuedFor } from '#money/orders/order.ts'
import { insertKonbini, insertOrder, type OrderRow, openOrderOf } from '#money/orders/queries.server.ts'
import { note, type Work } from '#money/orders/work.server.ts'
import { nextOf } from './change.server'
import type { SubscriptionRow } from './queries.server'
import { isNextTermDue, konbiniDueAt, nextTermReminders } from './subscription'

type NextTermRequest = { locale: 'ja' | 'en'; returnPath?: string | null | undefined; actorUid?: string }

/**
 * The order for the next term of a membership that is paid at stores: the open one, or a new one. Null if the term is
 * not due, another order of this plan is open, the total is above the stores' limit, or too little time is left to pay
 * a voucher. The caller must have locked the fan.
 */
export const nextTermOrder = async (
  work: Work,
  subscription: SubscriptionRow,
  plan: { name: string; english: English<'name'>; thumbnail: string; archivingAt: Instant | null },
  { actorUid = '', returnPath, locale }: NextTermRequest,
): Promise<{ order: OrderRow; isNew: boolean } | null> => {
  const { tx, now, newId, fees } = work
  const { tenantId, brandId, subscriptionId, planId, uid, paidUntil } = subscription
  if (!isNextTermDue(subscription, plan, now)) return null
  const waiting = await openOrderOf(tx.db, uid, planKey(planId))
  if (waiting) return waiting.subscriptionId === subscriptionId ? { order: waiting, isNew: false } : null
  // Who pays it changes the plan, and the next term with it.
  if (await openOrderOf(tx.db, uid, changeKey(subscriptionId))) return null
  const { plan: sold, price, interval } = await nextOf(tx.db, subscription, plan)
  const total = price + fees.konbini
  const expiresAt = konbiniDueAt(paidUntil)
  if (total > konbiniLimits.most || expiresAt - now < unissuedFor) return null
  const { order } = await insertOrder(
    tx.db,
    {
      locale,
      returnPath: returnPath || '/fc/me/plans',
      tenantId,
      brandId,
      orderId: newId('order'),
      uid,
      kind: 'plan',
      paymentMethod: 'konbini',
      paymentState: 'awaitingPayment',
      openKey: planKey(planId),
      subscriptionId,
      planId: subscription.nextPlanId ?? planId,
      subtotal: price,
      konbiniFee: fees.konbini,
      total,
      confirmation: confirmationOf({
        kind: 'plan',
        locale,
        now,
        name: inLanguage(sold, locale).name,
        price,
        interval,
        method: 'konbini',
        konbiniFee: fees.konbini,
        endsAt: plan.archivingAt,
        next: { from: paidUntil, until: expiresAt },
      }),
      placedAt: now,
      expiresAt,
      editedAt: now,
    },
    [
      {
        lineId: newId('line'),
        ...{ name: sold.name, english: { name: sold.english.name }, thumbnail: sold.thumbnail },
        ...{ unitPrice: price, quantity: 1 },
      },
    ],
  )
  await insertKonbini(tx.db, order, expiresAt)
  await work.later.settleOrder(order.orderId, expiresAt + 1000)
  for (const { which, at } of nextTermReminders(paidUntil))
    if (at > now) await work.later.remindNextTerm({ subscriptionId, paidUntil, which }, at)
  await note(work, order, 'renewalOrdered', { actorUid })
  return { order, isNew: true }
}
