import { brandOfShop } from '#club/brands/queries.server.ts'
import { personOf } from '#club/fans/membership.queries.server.ts'
import { isDeleted } from '#club/identity/queries.server.ts'
import { isSuspendedNow } from '#club/tenants/suspension.queries.server.ts'
import { allInLanguage } from '#kit/english.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Handlers } from '#server/context.ts'
import { isStoreBusy, PaymentRefused } from '#server/payments/payments.ts'
import { platform } from '#server/payments/platform.ts'
import { renderPdf } from '#server/pdf/pdf.ts'
import type { Db, Fan, User } from '#server/proven.ts'
import { reducedLeftOf } from '../ledger/queries.server'
import type { orders as contract } from './contract'
import { disputedOf } from './disputes.queries.server'
import { giveUp, unlessBeingPaid, watchVoucher } from './front.server'
import { historyOf } from './history.queries.server'
import { kindOf } from './kinds.server'
import { voucherIssued } from './mails'
import { changedByKey, historyStatus, isClosed, isPayable, lineName, linesIn, voucherIssueBy } from './order'
import { applyIntent } from './payments/apply.server'
import { addressOf, ensureCustomer, konbiniPage } from './purchase.server'
import {
  buyerOf,
  keepReceiptParties,
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
import { partiesOf, receiptOf, receiptPaper } from './receipt'
import { refundQuestion } from './refund'
import { refundsOfFan } from './refunds.queries.server'
import { beginAgain, sendRefund } from './refunds.server'
import { boughtOf } from './settle.server'
import { mailToFan, note, workOf } from './work.server'

type Locale = 'ja' | 'en'

/** What the fan sees of an order that is paid at a store. */
const konbiniAnswer = async (db: Db, order: OrderRow, user: User, locale: Locale) => {
  const [konbini, sold, brand] = [await konbiniOf(db, order), await linesOf(db, order), await brandOfShop(db, order)]
  if (!konbini) return null
  const mailedTo = (await buyerOf(db, order))?.email ?? ''
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    kind: order.kind,
    brand: { name: brand.name, slug: brand.slug, icon: brand.icon },
    items: linesIn(sold, locale).map((line) => ({
      name: lineName(line),
      price: line.unitPrice,
      quantity: line.quantity,
    })),
    subtotal: order.subtotal,
    shippingFee: order.shippingFee,
    konbiniPaymentFee: order.konbiniFee,
    total: order.total,
    state: konbini.state,
    paymentState: order.paymentState,
    expiresAt: konbini.expiresAt,
    issueBy:
      konbini.state === 'creating' ? voucherIssueBy(order.expiresAt ?? konbini.expiresAt, konbini.expiresAt) : null,
    voucherUrl: konbini.voucherUrl,
    mailedTo,
    isMailVerified: user.emailVerified && user.email.toLowerCase() === mailedTo.toLowerCase(),
    stores: Object.entries(konbini.stores).map(([store, codes]) => ({ store, ...codes })),
    returnPath: order.returnPath,
    confirmation: konbini.state === 'creating' ? order.confirmation : null,
  }
}

/** Null while it has not been paid. */
const receiptFor = async (db: Db, fan: Fan, order: OrderRow, locale: Locale) => {
  const { paidAt } = order
  if (paidAt === null) return null
  const [lines, shop, person] = [await linesOf(db, order), await brandOfShop(db, order), await personOf(db, fan.uid)]
  const named = linesIn(lines, locale).map((line) => ({ ...line, name: lineName(line) }))
  const reducedLeft = lines.some(({ isReducedTax }) => isReducedTax) ? await reducedLeftOf(db, order) : 0
  const parties = partiesOf(order, shop, platform())
  const seller = { ...parties.shop, slug: shop.slug, issuedTo: person?.displayName ?? '' }
  return receiptOf({ ...order, paidAt, reducedLeft }, named, seller, parties.platform)
}

/** The order whose receipt is issued with this: from now on it names its parties as they are now. */
const issued = async (db: Db, order: OrderRow): Promise<OrderRow> => {
  const parties = partiesOf(order, await brandOfShop(db, order), platform())
  return { ...order, receiptParties: await keepReceiptParties(db, order, parties) }
}

export const orderHandlers: Handlers<typeof contract> = {
  async getKonbiniPayment({ db, fan, user, locale, refuse }, { orderId }) {
    const order = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
    return (await konbiniAnswer(db, order, user, locale)) ?? refuse('orderNotFound')
  },

  async issueKonbiniPayment(context, { orderId, name, email, phone }) {
    const { transaction, payments, fan, user, now, refuse } = context
    const order = await transaction(async ({ db }) => {
      await lockFan(db, fan.uid)
      if (await isDeleted(db, fan.uid)) return refuse('unauthenticated')
      const found = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
      const konbini = (await konbiniOf(db, found)) ?? refuse('orderNotFound')
      if (found.paymentState !== 'awaitingPayment') return refuse('orderClosed')
      const isTooLate = voucherIssueBy(konbini.expiresAt, konbini.expiresAt) < now
      if (konbini.expiresAt <= now || (found.intentId === null && isTooLate)) return refuse('orderClosed')
      // A next term goes on, and a voucher that there is is paid; anything else would be new money.
      const isNew = found.intentId === null && found.subscriptionId === null
      if (isNew && (await isSuspendedNow(db, found))) return refuse('tenantSuspended')
      await saveBuyer(db, found, { name, email, phone })
      return { ...found, voucherUntil: konbini.expiresAt }
    })
    if (order.intentId === null) {
      try {
        const customerId = await ensureCustomer({ payments, transaction, now, user })
        const intent = await payments.issueKonbini(
          {
            ...{ orderId, customerId, amount: order.total, name, email, phone, expiresAt: order.voucherUntil },
            returnUrl: konbiniPage(context, order),
          },
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
          await setOrder(tx.db, current, { expiresAt, editedAt: now })
          await setKonbini(tx.db, current, { issuedAt: now })
          await note(work, current, 'voucherIssued')
          await kindOf(tx, current).voucherIssued?.(work, current)
          await watchVoucher(work, orderId, expiresAt)
          const bought = await boughtOf(work, current)
          await mailToFan(work, current, (to) =>
            voucherIssued(to, bought, { orderId, expiresAt, codes: konbini.stores }),
          )
          return false
        })
        if (isGone) return refuse('orderClosed')
      } catch (error) {
        if (!(error instanceof PaymentRefused)) throw error
        return refuse(isStoreBusy(error) ? 'storesUnavailable' : 'paymentRefused')
      }
    }
    return transaction(async ({ db }) => {
      const issued = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
      return (await konbiniAnswer(db, issued, context.user, context.locale)) ?? refuse('orderNotFound')
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
    await unlessBeingPaid(refuse, () => giveUp(context, order, 'canceled'))
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

  async getOrderReceipt({ db, fan, locale, refuse }, { orderId }) {
    const order = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
    return (await receiptFor(db, fan, order, locale)) ?? refuse('notPaid')
  },

  async addressReceipt({ db, fan, now, locale, refuse }, { orderId, issuedTo, purpose }) {
    await lockFan(db, fan.uid)
    if (await isDeleted(db, fan.uid)) return refuse('unauthenticated')
    const order = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
    if (order.paidAt === null) return refuse('notPaid')
    if (order.receiptFor !== null) return refuse('receiptFixed')
    const chosen = { receiptTo: issuedTo.trim(), receiptFor: purpose.trim() }
    await setOrder(db, order, { ...chosen, editedAt: now })
    return (await receiptFor(db, fan, await issued(db, { ...order, ...chosen }), locale)) ?? refuse('notPaid')
  },

  async getOrderReceiptFile({ db, fan, now, locale, refuse }, { orderId }) {
    const order = (await orderOfFan(db, fan, orderId)) ?? refuse('orderNotFound')
    if (order.paidAt === null) return refuse('notPaid')
    const receipt = (await receiptFor(db, fan, await issued(db, order), locale)) ?? refuse('notPaid')
    const pdf = await renderPdf(receiptPaper(receipt, locale, now))
    const fileName = `receipt-${order.orderNumber}.pdf`
    return { fileName, contentType: 'application/pdf', data: pdf.toString('base64') }
  },

  async askRefundAgain(context, { orderId, email: instructionsEmail }) {
    const { transaction, fan, refuse } = context
    const begun = await transaction(async (tx) => {
      await lockFan(tx.db, fan.uid)
      if (await isDeleted(tx.db, fan.uid)) return refuse('unauthenticated')
      const order = (await orderOfFan(tx.db, fan, orderId)) ?? refuse('orderNotFound')
      const again = await beginAgain(workOf(context, tx), order, fan.uid)
      if (again.length === 0) return refuse('nothingToRefund')
      // Who asks later, a job after a crash, asks at the same address.
      const { name = '', phone = '' } = (await buyerOf(tx.db, order)) ?? {}
      await saveBuyer(tx.db, order, { name, phone, email: instructionsEmail })
      return again
    })
    for (const refund of begun)
      if ((await sendRefund(context, { ...refund, instructionsEmail })) === null) return refuse('paymentRefused')
    return {}
  },

  async getFanClubOrderHistory({ db, fan, now, locale }, { filterOption, pagination: page = everything }) {
    const { rows, totalCount } = await historyOf(db, fan, filterOption?.orderItemType ?? null, page)
    const atStores = rows.filter(({ order }) => order.paymentMethod === 'konbini' && order.paidAt !== null)
    const refunds = await refundsOfFan(
      db,
      fan,
      atStores.map(({ order }) => order.orderId),
    )
    const disputed = await disputedOf(
      db,
      fan,
      rows.map(({ order }) => order),
    )
    return {
      historyItems: rows.map(({ order, items, thumbnail, brandName, brandSlug }) => ({
        orderId: order.orderId,
        items: allInLanguage(items, locale),
        thumbnail,
        purchasedAt: order.placedAt,
        brandName,
        brandSlug,
        paymentMode:
          order.kind === 'plan' && order.paymentMethod === 'card' && changedByKey(order.openKey) === null
            ? ('subscription' as const)
            : ('payment' as const),
        status: historyStatus[order.paymentState],
        totalPrice: order.total,
        hasOrderDetail: order.kind === 'goods' || order.kind === 'eventGoods',
        orderNumber: order.orderNumber,
        paymentMethod: order.paymentMethod,
        isPayable: isPayable(order, now),
        isLate: order.paymentState === 'paidLate',
        hasReceipt: order.paidAt !== null,
        refund: refundQuestion(
          order,
          refunds.filter(({ orderId }) => orderId === order.orderId),
        ),
        isDisputed: disputed.has(order.orderId),
      })),
      pagination: paginationOf(totalCount, page),
    }
  },
}
