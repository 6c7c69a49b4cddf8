import { brandOfShop } from '#club/brands/queries.server.ts'
import { personOf } from '#club/fans/membership.queries.server.ts'
import { isDeleted } from '#club/identity/queries.server.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { tokyoMonth } from '#kit/time.ts'
import { statusAt } from '#membership/plans/plan.ts'
import { planById } from '#membership/plans/queries.server.ts'
import { nextTermOrder } from '#membership/subscriptions/nextTerm.server.ts'
import { isNextTermDue } from '#membership/subscriptions/subscription.ts'
import { decisionOfMonth, hasPaidForMonth } from '#publishing/backNumbers/owned.queries.server.ts'
import { monthOfContent } from '#publishing/contents/queries.server.ts'
import type { Handlers } from '#server/context.ts'
import { PaymentRefused } from '#server/payments/payments.ts'
import { renderPdf } from '#server/pdf/pdf.ts'
import type { Db, Fan } from '#server/proven.ts'
import { leaveCart } from '#shop/orders/settle.server.ts'
import { backNumberName, confirmationOf } from './confirmation'
import type { orders as contract } from './contract'
import { giveUp, watchVoucher, workOf } from './jobs.server'
import { voucherIssued } from './mails'
import { backNumberPrice, historyStatus, isClosed, isPayable, lineName, monthKey, planKey } from './order'
import { applyIntent } from './payments/apply.server'
import { addressOf, type Buying, ensureCustomer, isAsShown, konbiniPage, purchase, single } from './purchase.server'
import {
  historyOf,
  konbiniOf,
  linesOf,
  lockFan,
  type OrderRow,
  orderById,
  orderOfFan,
  saveBuyer,
  setKonbini,
  setOrder,
} from './queries.server'
import { receiptOf, receiptPaper } from './receipt'
import { currentMembership } from './settle.server'
import { mailToFan, note } from './work.server'

/** What the fan sees of an order that is paid at a store. */
const konbiniAnswer = async (db: Db, order: OrderRow) => {
  const [konbini, lines, brand] = [await konbiniOf(db, order), await linesOf(db, order), await brandOfShop(db, order)]
  if (!konbini) return null
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    kind: order.kind,
    brand: { name: brand.name, slug: brand.slug, icon: brand.icon },
    items: lines.map((line) => ({ name: lineName(line), price: line.unitPrice, quantity: line.quantity })),
    subtotal: order.subtotal,
    shippingFee: order.shippingFee,
    konbiniPaymentFee: order.konbiniFee,
    total: order.total,
    state: konbini.state,
    paymentState: order.paymentState,
    expiresAt: konbini.expiresAt,
    issueBy: konbini.state === 'creating' ? order.expiresAt : null,
    voucherUrl: konbini.voucherUrl,
    stores: Object.entries(konbini.stores).map(([store, codes]) => ({ store, ...codes })),
    returnPath: order.returnPath,
    confirmation: konbini.state === 'creating' ? order.confirmation : null,
  }
}

type PlanRefusal =
  | 'unauthenticated'
  | 'planNotFound'
  | 'planNotOnSale'
  | 'alreadySubscribed'
  | 'awaitingPayment'
  | 'notSelling'
  | 'blocked'
  | 'konbiniUnavailable'
  | 'paymentRefused'

const purchasePlan = async (
  context: Buying & { refuse: (code: PlanRefusal) => never },
  { planId, returnPath }: { planId: string; returnPath?: string | null | undefined },
  method: 'card' | 'konbini',
) => {
  const { refuse, transaction, brand, user, now, locale } = context
  const { plan, nextTerm } = await transaction(async (tx) => {
    const found = (await planById(tx.db, planId)) ?? refuse('planNotFound')
    const status = statusAt(found, now)
    if (status === 'draft') return refuse('planNotFound')
    if (status !== 'active') return refuse('planNotOnSale')
    await lockFan(tx.db, user.uid)
    const work = workOf(context, tx)
    const member = await currentMembership(work, { tenantId: brand.tenantId, uid: user.uid }, found)
    // A member who pays at stores buys the next term here, once it is due.
    if (member && (method === 'card' || !isNextTermDue(member, found, now))) return refuse('alreadySubscribed')
    if (!member) return { plan: found, nextTerm: null }
    const asked = { locale, returnPath, actorUid: user.uid }
    const made = (await nextTermOrder(work, member, found, asked)) ?? refuse('konbiniUnavailable')
    return { plan: found, nextTerm: made.order }
  })
  if (nextTerm) return { sessionUrl: konbiniPage(context, nextTerm) }
  const sessionUrl = await purchase(
    context,
    refuse,
    single({
      kind: 'plan',
      openKey: planKey(planId),
      planId,
      period: null,
      name: plan.name,
      thumbnail: plan.thumbnail,
      price: plan.price,
      endsAt: plan.archivingAt,
      check: async (work) => {
        if (await currentMembership(work, { tenantId: brand.tenantId, uid: user.uid }, plan))
          return refuse('alreadySubscribed')
      },
      confirmation: (konbiniFee) =>
        confirmationOf({
          kind: 'plan',
          locale,
          now,
          name: plan.name,
          price: plan.price,
          interval: plan.subscriptionInterval,
          endsAt: plan.archivingAt,
          method,
          konbiniFee,
        }),
    }),
    method,
    returnPath ?? '',
  )
  return { sessionUrl }
}

/** Null while it has not been paid. */
const receiptFor = async (db: Db, fan: Fan, order: OrderRow) => {
  const { paidAt } = order
  if (paidAt === null) return null
  const [lines, shop, person] = [await linesOf(db, order), await brandOfShop(db, order), await personOf(db, fan.uid)]
  const named = lines.map((line) => ({ ...line, name: lineName(line) }))
  return receiptOf({ ...order, paidAt }, named, { ...shop, issuedTo: person?.displayName ?? '' })
}

export const orderHandlers: Handlers<typeof contract> = {
  purchasePlanSubscription: (context, payload) => purchasePlan(context, payload, 'card'),
  purchasePlanSubscriptionKonbini: (context, payload) => purchasePlan(context, payload, 'konbini'),

  async purchasePlanBackNumber(context, payload) {
    const { tenantId, planId, planContentId, paymentType, returnPath, expectedTotal } = payload
    const { refuse, transaction, brand, user, now, locale, fees } = context
    const { plan, period, price, needsPlan } = await transaction(async ({ db }) => {
      const found = (await planById(db, planId)) ?? refuse('planNotFound')
      if (found.status === 'draft') return refuse('planNotFound')
      const content = (await monthOfContent(db, brand, planContentId, now)) ?? refuse('contentNotFound')
      if (content.period === null || !content.planIds.includes(planId)) return refuse('noBackNumber')
      const current = tokyoMonth(now)
      const isPast = content.period.year * 12 + content.period.month < current.year * 12 + current.month
      if (!isPast) return refuse('currentMonth')
      const month = { tenantId, planId, period: content.period }
      if (await hasPaidForMonth(db, month, user.uid)) return refuse('alreadyOwned')
      const decision = await decisionOfMonth(db, month)
      // An archived plan's months are no longer sold; what was bought stays.
      if (decision?.saleState === 'notForSale' || statusAt(found, now) === 'archived') return refuse('notForSale')
      const { backNumberNeedsActivePlan } = await brandOfShop(db, brand)
      return {
        plan: found,
        period: content.period,
        price: backNumberPrice(found, decision?.priceOverride ?? null),
        needsPlan: backNumberNeedsActivePlan,
      }
    })
    const sessionUrl = await purchase(
      context,
      refuse,
      single({
        kind: 'backNumber',
        openKey: monthKey(planId, period),
        planId,
        period,
        expectedTotal,
        name: backNumberName(locale, plan.name, period),
        thumbnail: plan.thumbnail,
        price,
        endsAt: plan.archivingAt,
        check: async ({ tx }) => {
          if (await hasPaidForMonth(tx.db, { tenantId, planId, period }, user.uid)) return refuse('alreadyOwned')
          const total = price + (paymentType === 'konbini' ? fees.konbini : 0)
          if (!isAsShown(total, { expectedTotal })) return refuse('priceChanged')
        },
        confirmation: (konbiniFee) =>
          confirmationOf({
            kind: 'backNumber',
            locale,
            now,
            name: plan.name,
            price,
            period,
            needsPlan,
            endsAt: plan.archivingAt,
            method: paymentType,
            konbiniFee,
          }),
      }),
      paymentType,
      returnPath ?? '',
    )
    return { sessionUrl }
  },

  async getKonbiniPayment({ db, fan, refuse }, { orderId }) {
    const order = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
    return (await konbiniAnswer(db, order)) ?? refuse('orderNotFound')
  },

  async issueKonbiniPayment(context, { orderId, name, email, phone }) {
    const { transaction, payments, fan, user, now, refuse } = context
    const order = await transaction(async ({ db }) => {
      await lockFan(db, fan.uid)
      if (await isDeleted(db, fan.uid)) return refuse('unauthenticated')
      const found = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
      const konbini = (await konbiniOf(db, found)) ?? refuse('orderNotFound')
      if (found.paymentState !== 'awaitingPayment' || konbini.expiresAt <= now) return refuse('orderClosed')
      await saveBuyer(db, found, { name, email, phone })
      return { ...found, voucherUntil: konbini.expiresAt }
    })
    if (order.intentId === null) {
      try {
        const customerId = await ensureCustomer({ payments, transaction, now, user })
        const intent = await payments.issueKonbini(
          { orderId, customerId, amount: order.total, name, email, phone, expiresAt: order.voucherUntil },
          `order:${orderId}:konbini`,
        )
        const isGone = await transaction(async (tx) => {
          const work = workOf(context, tx)
          await lockFan(tx.db, fan.uid)
          const found = await orderById(tx.db, orderId)
          if (!found || isClosed(found.paymentState)) {
            // Closed meanwhile by another press or by staff: this voucher must not be paid.
            await work.later.endOrphan({ orderId, sessionId: null, intentId: intent.id })
            return true
          }
          await applyIntent(work, intent)
          const current = await orderById(tx.db, orderId)
          const konbini = current && (await konbiniOf(tx.db, current))
          if (current?.paymentState !== 'awaitingPayment' || konbini?.state !== 'issued') return false
          // A double click: the same voucher, and its mail has been sent.
          if (konbini.issuedAt !== null) return false
          const { expiresAt } = konbini
          await setOrder(tx.db, orderId, { expiresAt, editedAt: now })
          await setKonbini(tx.db, current, { issuedAt: now })
          await note(work, current, 'voucherIssued')
          await leaveCart(work, current)
          await watchVoucher(tx, orderId, expiresAt, now)
          const { name: brandName } = await brandOfShop(tx.db, current)
          const item = (await linesOf(tx.db, current))[0]?.name ?? ''
          const bought = { orderNumber: current.orderNumber, brandName, item, total: current.total }
          await mailToFan(work, fan.uid, (to) => voucherIssued(to, bought, { orderId, expiresAt }))
          return false
        })
        if (isGone) return refuse('orderClosed')
      } catch (error) {
        if (error instanceof PaymentRefused) return refuse('paymentRefused')
        throw error
      }
    }
    return transaction(async ({ db }) => {
      const issued = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
      return (await konbiniAnswer(db, issued)) ?? refuse('orderNotFound')
    })
  },

  async cancelPaymentKonbini(context, { orderId }) {
    const { transaction, fan, refuse } = context
    const find = () => transaction(async ({ db }) => (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound'))
    const order = await find()
    if (order.paymentMethod !== 'konbini') return refuse('orderNotFound')
    if (order.paymentState === 'paid') return refuse('alreadyPaid')
    if (order.paymentState !== 'awaitingPayment') return refuse('orderClosed')
    // Said before it is done: what a fan gave up is not ordered again by itself.
    await transaction((tx) => note(workOf(context, tx), order, 'cancelAsked', { actorUid: fan.uid }))
    await giveUp(context, order, 'canceled')
    const after = await find()
    return after.paymentState === 'paid' ? refuse('alreadyPaid') : {}
  },

  async getOrderPaymentUrl(context, { orderId }) {
    const { db, fan, now, refuse } = context
    const order = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
    if (!isPayable(order, now)) return refuse('orderClosed')
    if (order.paymentMethod === 'konbini') return { paymentUrl: konbiniPage(context, order) }
    return { paymentUrl: order.sessionUrl ?? refuse('orderClosed') }
  },

  async getOrderReceiptUrl(context, { orderId }) {
    const { db, fan, refuse } = context
    const order = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
    if (order.paidAt === null) return refuse('notPaid')
    return { receiptUrl: addressOf(context, `/fc/me/orders/${orderId}/receipt`) }
  },

  async getOrderReceipt({ db, fan, refuse }, { orderId }) {
    const order = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
    return (await receiptFor(db, fan, order)) ?? refuse('notPaid')
  },

  async getOrderReceiptFile({ db, fan, now, locale, refuse }, { orderId }) {
    const order = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
    const receipt = (await receiptFor(db, fan, order)) ?? refuse('notPaid')
    const pdf = await renderPdf(receiptPaper(receipt, locale, now))
    const fileName = `receipt-${order.orderNumber}.pdf`
    return { fileName, contentType: 'application/pdf', data: pdf.toString('base64') }
  },

  async getFanClubOrderHistory({ db, fan, now }, { filterOption, pagination: page = everything }) {
    const { rows, totalCount } = await historyOf(db, fan, filterOption?.orderItemType ?? null, page)
    return {
      historyItems: rows.map(({ order, items, brandName, brandSlug }) => ({
        orderId: order.orderId,
        items,
        purchasedAt: order.placedAt,
        brandName,
        brandSlug,
        paymentMode:
          order.kind === 'plan' && order.paymentMethod === 'card' ? ('subscription' as const) : ('payment' as const),
        status: historyStatus[order.paymentState],
        totalPrice: order.total,
        hasOrderDetail: order.kind === 'goods' || order.kind === 'eventGoods',
        orderNumber: order.orderNumber,
        paymentMethod: order.paymentMethod,
        isPayable: isPayable(order, now),
        isLate: order.paymentState === 'paidLate',
        hasReceipt: order.paidAt !== null,
      })),
      pagination: paginationOf(totalCount, page),
    }
  },
}
