import { type English, inLanguage } from '#kit/english.ts'
import type { Yen } from '#kit/money.ts'
import { addTokyoMonths, type BackNumberPeriod, day, endOfTokyoDay, type Instant, monthText } from '#kit/time.ts'

export const orderKinds = ['plan', 'backNumber', 'goods', 'eventGoods'] as const
export type OrderKind = (typeof orderKinds)[number]
/** As a fan's history names them. */
export const kindsOf: Record<'plan' | 'goods', OrderKind[]> = {
  plan: ['plan', 'backNumber'],
  goods: ['goods', 'eventGoods'],
}
export type PaymentMethod = 'card' | 'konbini'
export const paymentStates = [
  'awaitingPayment',
  'paid',
  'partiallyRefunded',
  'refunded',
  'expired',
  'canceled',
  'failed',
  'paidLate',
] as const
export type PaymentState = (typeof paymentStates)[number]
export type HistoryStatus = 'active' | 'incomplete' | 'canceled' | 'refunded'

/** Every move that a payment may make (rule: money.moves); what is not here does not happen. */
export const paymentMoves: Record<PaymentState, readonly PaymentState[]> = {
  awaitingPayment: ['paid', 'expired', 'canceled', 'failed'],
  paid: ['partiallyRefunded', 'refunded'],
  partiallyRefunded: ['partiallyRefunded', 'refunded', 'paid'],
  // Only where the bank sent a refund back after it had succeeded.
  refunded: ['partiallyRefunded', 'paid', 'paidLate'],
  expired: ['paidLate'],
  canceled: ['paidLate'],
  failed: ['paidLate'],
  // Accepted, or given back.
  paidLate: ['paid', 'refunded'],
}
/** Where the goods of an order are (rule: goods.moves): beside the payment, never mixed with it. */
export const fulfillmentStates = [
  'notRequired',
  'unfulfilled',
  'preparing',
  'partiallyShipped',
  'shipped',
  'delivered',
  'onHold',
  'returned',
  'canceled',
] as const
export type FulfillmentState = (typeof fulfillmentStates)[number]

const paidStates: readonly PaymentState[] = ['paid', 'partiallyRefunded']
/** Goods leave the house only for an order that is paid. */
export const isPaid = (state: PaymentState): boolean => paidStates.includes(state)

/** States in which something can be sent; an order on hold has to be released first. */
export const shippableStates: readonly FulfillmentState[] = ['unfulfilled', 'preparing', 'partiallyShipped']

/** Whether the order can no longer be paid. */
export const isClosed = (state: PaymentState): boolean =>
  state === 'expired' || state === 'canceled' || state === 'failed'
export const closedStates = paymentStates.filter(isClosed)

export const mayMove = (from: PaymentState, to: PaymentState): boolean => paymentMoves[from].includes(to)

type Awaited = {
  paymentState: PaymentState
  expiresAt: Instant | null
  paymentMethod: PaymentMethod
  sessionUrl: string | null
}
/** It waits to be paid, and there is a page to pay it: a card's is missing where the provider's answer was lost. */
export const isPayable = ({ paymentState, expiresAt, paymentMethod, sessionUrl }: Awaited, now: Instant): boolean =>
  paymentState === 'awaitingPayment' &&
  expiresAt !== null &&
  expiresAt > now &&
  (paymentMethod === 'konbini' || sessionUrl !== null)

/** The specification's four words for a fan's history (rule: money.moves). */
export const historyStatus: Record<PaymentState, HistoryStatus> = {
  awaitingPayment: 'incomplete',
  paid: 'active',
  partiallyRefunded: 'active',
  refunded: 'refunded',
  expired: 'canceled',
  canceled: 'canceled',
  failed: 'canceled',
  paidLate: 'incomplete',
}

/** The six facts shown before payment (rule: money.confirmation), in display order. */
export const confirmationFacts = ['quantity', 'price', 'payment', 'start', 'cancellation', 'deadline'] as const
/** They are kept as they were shown. */
export type Confirmation = Record<(typeof confirmationFacts)[number], string>

export const planKey = (planId: string) => `plan:${planId}`
/** The change of a membership to another plan; there is one at a time. */
export const changeKey = (subscriptionId: string) => `change:${subscriptionId}`
/** The membership that an order changes; null of everything else. */
export const changedByKey = (openKey: string): string | null => /^change:([^:]+)$/.exec(openKey)?.[1] ?? null
export const monthKey = (planId: string, period: BackNumberPeriod) => `month:${planId}:${monthText(period)}`

/**
 * Whether a month of the plan was bought with joining it, in one payment: the first line of the order is the plan's, the second one
 * the month's.
 */
export const isWithMonth = ({ kind, periodYear }: { kind: OrderKind; periodYear: number | null }): boolean =>
  kind === 'plan' && periodYear !== null

export const cartKey = (cartId: string, version: number) => `cart:${cartId}:${version}`
/** The cart that an order was made of; null of everything else. */
export const cartOfKey = (openKey: string): string | null => /^cart:([^:]+):/.exec(openKey)?.[1] ?? null

/**
 * What of a brand's address stands on a card's statement: capital Latin letters and digits, a letter among them, as many as fit
 * beside the platform's own name (https://docs.stripe.com/get-started/account/statement-descriptors).
 */
export const descriptorOf = (slug: string): string | undefined => {
  const text = slug
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 10)
  return text.length >= 2 && /[A-Z]/.test(text) ? text : undefined
}

/**
 * What stands on the statement for a membership: of a subscription the provider knows a whole text alone, of 5 to 22 characters
 * (https://docs.stripe.com/api/products/object#product_object-statement_descriptor).
 */
export const memberDescriptorOf = (slug: string): string | undefined => {
  const text = descriptorOf(slug)
  return text && `${text} FANCLUB`
}

type Line = { name: string; variationName: string; english: English<'name' | 'variationName'> }

/** Lines as their reader is told them, by the texts that were kept with the order (rule: texts.english). */
export const linesIn = <One extends Line>(lines: readonly One[], locale: 'ja' | 'en'): One[] =>
  lines.map((line) => ({ ...line, ...inLanguage(line, locale) }))

/** Name and variation of a line in one text. */
export const lineName = ({ name, variationName }: { name: string; variationName: string }): string =>
  variationName === '' ? name : `${name} (${variationName})`

/**
 * For the provider's page, which knows what recurs by one name for all buyers: what is bought, in the buyer's language; none where it is
 * called so there.
 */
export const noteInEnglish = (lines: readonly Line[], locale: 'ja' | 'en'): string | undefined => {
  const [own, told] = [lines, linesIn(lines, locale)].map((all) => all.map(lineName).join(', '))
  return own === told ? undefined : `You are buying: ${told}`
}

export const orderNumberOf = (serial: number) => `A-${String(serial).padStart(6, '0')}`

// --- Convenience stores (rule: konbini.deadline) ------------------------------------------------------------------------------------

/** Yen (rule: konbini.amount). */
export const konbiniLimits = { least: 120, most: 300_000 } as const
/** An order whose voucher was never issued lapses after this; a card's page lives as long (the provider's shortest). */
export const unissuedFor = 30 * 60_000
const voucherDays = 3
/** The provider makes no voucher that runs out sooner than this. */
const shortestVoucher = 30 * 60_000

/** Until when the voucher of an order has to be made: later the provider makes none for its deadline. */
export const voucherIssueBy = (orderUntil: Instant, deadline: Instant): Instant =>
  Math.min(orderUntil, deadline - shortestVoucher)

/** Until when a first purchase can be paid at a store: the end of the third day in Tokyo, or when the thing itself ends. */
export const payableUntil = (now: Instant, ends: readonly (Instant | null)[]): Instant =>
  Math.min(endOfTokyoDay(now + voucherDays * day), ...ends.filter((end) => end !== null))

/** The same, but null where that leaves less than half an hour: no voucher is offered then. */
export const voucherDeadline = (now: Instant, ends: readonly (Instant | null)[]): Instant | null => {
  const latest = payableUntil(now, ends)
  return latest - now < shortestVoucher ? null : latest
}

/**
 * Whether stores accept this total, in yen, before the first of these ends. Does not check whether the fan may use
 * stores.
 */
export const isForStores = (now: Instant, total: number, ends: readonly (Instant | null)[]): boolean =>
  voucherDeadline(now, ends) !== null && total >= konbiniLimits.least && total <= konbiniLimits.most

/**
 * This many vouchers that lapsed within `lapsesWithin` bar a fan from stores for `closedFor`, counted from the last
 * one.
 */
const lapses = 3
const lapsesWithin = 90 * day
const closedFor = 30 * day
/** How far back a lapse can still matter. */
export const lapsesMatterFor = lapsesWithin + closedFor

/** Whether a fan is barred from stores (rule: konbini.barred); `lapsedAt` is newest first. */
export const isClosedToStores = (lapsedAt: readonly Instant[], now: Instant): boolean =>
  lapsedAt.some((last, n) => {
    const first = lapsedAt[n + lapses - 1]
    return last + closedFor > now && first !== undefined && last - first <= lapsesWithin
  })

/** How long before the deadline of a voucher its fan is reminded. */
export const reminderLead = { day: day, hours: 3 * 3_600_000 } as const

/** Marks in `remindersSent` beside the reminders: a second voucher is being made, or was made. */
export const extensionMarks = ['extending', 'extended'] as const
export const isExtended = ({ remindersSent }: { remindersSent: readonly string[] }) =>
  extensionMarks.some((mark) => remindersSent.includes(mark))

// --- Paid periods ----------------------------------------------------------------------------------------------------------

export const monthsOf = { month: 1, year: 12 } as const

/**
 * The end of the n-th period of something that was joined at `start`: the same day of the month in Tokyo, or its last day
 * (rule: time.term). Counted from the start, so that the 31st comes back after February.
 */
export const periodEnd = (start: Instant, interval: keyof typeof monthsOf, n: number): Instant =>
  addTokyoMonths(start, monthsOf[interval] * n)

/** A back number's price (rule: months.price): the creator's own, else that of the plan's month, at least 500. */
export const backNumberPrice = (
  plan: { price: Yen; subscriptionInterval: 'month' | 'year' },
  priceOverride: Yen | null,
): Yen =>
  priceOverride ?? Math.max(500, plan.subscriptionInterval === 'year' ? Math.floor(plan.price / 12) : plan.price)
