import { feeOf, type Rates } from '#kit/fees.ts'
import type { Yen } from '#kit/money.ts'
import { addTokyoMonths, type Instant, monthText, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'

/**
 * The accounts of the platform (rule: money.ledger). Debits are positive and credits negative: `cash` is money at
 * the payment provider before what that keeps of it (`providerFees`), `brandPayable` what the platform owes to brands, the fees
 * are its own: `paymentFee` what it takes for the provider's fees less what these were.
 */
export const accounts = [
  'cash',
  'providerFees',
  'deferred',
  'brandPayable',
  'platformFee',
  'paymentFee',
  'konbiniFee',
  'unallocated',
  'disputes',
  'payouts',
] as const
export type Account = (typeof accounts)[number]
export type SaleKind = 'plan' | 'backNumber' | 'goods' | 'eventGoods'
export const saleKinds = ['plan', 'backNumber', 'goods', 'eventGoods'] as const satisfies readonly SaleKind[]
export type MovementKind =
  | SaleKind
  | 'late'
  | 'lateAccepted'
  | 'lateRefund'
  | 'refund'
  | 'refundFailed'
  | 'dispute'
  | 'disputeWon'
  | 'disputeLost'
  | 'shipped'
  | 'unshipped'
  | 'shared'
  | 'payout'
  | 'payoutReturned'
  | 'adjustment'
  | 'providerFee'
export type Component =
  | 'gross'
  | 'shippingFee'
  | 'platformFee'
  | 'paymentFee'
  | 'konbiniFee'
  | 'refund'
  | 'chargeback'
  | 'cash'
  | 'payout'
  | 'payoutFee'
  | 'returnedTransferFee'
  | 'adjustment'

/** `amount` in yen, signed; never zero. */
export type Entry = {
  account: Account
  component: Component
  amount: number
  /** What of it is at the reduced rate of the consumption tax, signed as the amount (reduced.ts). */
  reduced?: number
  recognizedMonth: string | null
  /** Where it is not the brand that the movement is booked for. */
  brandId?: string
  /** Where it is not the kind of the order that the movement is booked for. */
  kind?: MovementKind | null
}
export type Movement = { kind: MovementKind; fact: string; occurredAt: Instant; entries: readonly Entry[] }

export const balance = (entries: readonly Pick<Entry, 'amount'>[]): number =>
  entries.reduce((sum, { amount }) => sum + amount, 0)

export const entriesOf = (
  month: string | null,
  ...rows: readonly (readonly [account: Account, component: Component, amount: number, reduced?: number])[]
): Entry[] =>
  rows.flatMap(([account, component, amount, reduced = 0]) =>
    amount === 0 ? [] : [{ account, component, amount, ...(reduced !== 0 && { reduced }), recognizedMonth: month }],
  )

/** The same entry the other way round. */
export const opposite = <E extends Pick<Entry, 'amount' | 'reduced'>>(entry: E): E => ({
  ...entry,
  amount: -entry.amount,
  ...(entry.reduced && { reduced: -entry.reduced }),
})

/** The sale of one order. `total` is the amount that the fan paid: price, shipping and store fee. */
export type Sale = {
  orderId: string
  kind: SaleKind
  subtotal: Yen
  /** The part of the subtotal that has to be shipped. It is deferred, with the shipping, until then (rule: money.recognised). */
  deferred: Yen
  shippingFee: Yen
  konbiniFee: Yen
  total: Yen
  /** What of the subtotal, and of its deferred part, is at the reduced rate of the consumption tax. */
  reduced?: { subtotal: Yen; deferred: Yen }
}

/** The paid part of an order that has not been handed over yet. */
export type Deferred = { price: Yen; shipping: Yen; reduced?: Yen }

const waitingOf = ({ deferred, shippingFee, reduced }: Sale): Required<Deferred> =>
  deferred === 0
    ? { price: 0, shipping: 0, reduced: 0 }
    : { price: deferred, shipping: shippingFee, reduced: reduced?.deferred ?? 0 }

/** Entries of a sale: earned by the brand at once, deferred until shipment, and kept by the platform. */
const earned = (sale: Sale, rates: Rates, month: string): Entry[] => {
  const waiting = waitingOf(sale)
  const price = sale.subtotal - waiting.price
  const reduced = (sale.reduced?.subtotal ?? 0) - waiting.reduced
  const platformFee = feeOf(price, rates.platformFee)
  // The provider keeps its fee when it is paid, whenever the goods are sent.
  const paymentFee = feeOf(sale.total, rates.paymentFee)
  return [
    ...entriesOf(
      null,
      ['deferred', 'gross', -waiting.price, -waiting.reduced],
      ['deferred', 'shippingFee', -waiting.shipping],
    ),
    ...entriesOf(
      month,
      ['brandPayable', 'gross', -price, -reduced],
      ['brandPayable', 'shippingFee', -(sale.shippingFee - waiting.shipping)],
      ['brandPayable', 'platformFee', platformFee],
      ['platformFee', 'platformFee', -platformFee],
      ['brandPayable', 'paymentFee', paymentFee],
      ['paymentFee', 'paymentFee', -paymentFee],
      ['konbiniFee', 'konbiniFee', -sale.konbiniFee],
    ),
  ]
}

export const monthOf = (at: Instant) => monthText(tokyoMonth(at))

/** `2026-11-21`, the day of Tokyo that holds `at`. */
export const dayOf = (at: Instant) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)

/** `2026-11` as a year and a month. */
export const monthParts = (month: string) => ({ year: Number(month.slice(0, 4)), month: Number(month.slice(5, 7)) })
export const startOfMonth = (month: string): Instant => startOfTokyoMonth(monthParts(month))
export const monthAfter = (month: string, n = 1): string => monthOf(addTokyoMonths(startOfMonth(month), n))

/** A payment that came in time: recognised in its month (rule: money.recognised). */
export const paid = (sale: Sale, rates: Rates, at: Instant): Movement => ({
  kind: sale.kind,
  fact: `paid:${sale.orderId}`,
  occurredAt: at,
  entries: [...entriesOf(null, ['cash', 'cash', sale.total]), ...earned(sale, rates, monthOf(at))],
})

/** Recognised for the brand so far: the price less returns, without shipping, and the platform's fee on it. */
export type Recognized = { price: Yen; platformFee: Yen }

/**
 * Goods left the house: what was paid for them becomes the brand's, in the month in which they were sent. The fee is that of
 * all that is recognised by now less what was taken before, so that it is exact however many shipments there are.
 */
export const shipped = (
  { fact, sent, before }: { fact: string; sent: Deferred; before: Recognized },
  rates: Rates,
  at: Instant,
): Movement => {
  const platformFee = feeOf(Math.max(0, before.price + sent.price), rates.platformFee) - before.platformFee
  const { reduced = 0 } = sent
  return {
    kind: 'shipped',
    fact,
    occurredAt: at,
    entries: [
      ...entriesOf(null, ['deferred', 'gross', sent.price, reduced], ['deferred', 'shippingFee', sent.shipping]),
      ...entriesOf(
        monthOf(at),
        ['brandPayable', 'gross', -sent.price, -reduced],
        ['brandPayable', 'shippingFee', -sent.shipping],
        ['brandPayable', 'platformFee', platformFee],
        ['platformFee', 'platformFee', -platformFee],
      ),
    ],
  }
}

/** Components of a brand's account that are shared with other brands. */
const shared: readonly Component[] = ['gross', 'platformFee', 'refund', 'chargeback']

/** Each brand's part of an amount; the parts add up to it. The home brand comes first. */
type Shares = (
  amount: Yen,
  component: Component,
  reduced: Yen,
) => readonly { brandId: string; amount: Yen; reduced?: Yen }[]

/**
 * Goods of several brands (rule: money.shares): passes what a movement gives to or takes from the home brand on to the others
 * by share. Shipping and the provider's fee stay with the home brand.
 */
export const sharedOut = (of: Movement, shares: Shares, at: Instant): Movement => ({
  kind: 'shared',
  fact: `shared:${of.fact}`,
  occurredAt: at,
  entries: of.entries
    .filter(({ account, component }) => account === 'brandPayable' && shared.includes(component))
    .flatMap(({ component, amount, reduced = 0, recognizedMonth }) =>
      shares(amount, component, reduced)
        .slice(1)
        .flatMap(({ brandId, ...part }) => [
          ...entriesOf(recognizedMonth, ['brandPayable', component, -part.amount, -(part.reduced ?? 0)]),
          ...entriesOf(recognizedMonth, ['brandPayable', component, part.amount, part.reduced]).map((entry) => ({
            ...entry,
            brandId,
          })),
        ]),
    ),
})

/** A month that was bought with a plan: what its part of the order becomes with a movement, in yen. */
type MonthMoved = { price: Yen; platformFee: Yen }

/**
 * Passes on to the kind of months what a movement of a plan's order gives to or takes from it: the price, and the platform's fee on
 * it. The provider's fee stays with the plan.
 */
export const splitOff = (of: Movement, { price, platformFee }: MonthMoved): Movement => {
  const month = monthOf(of.occurredAt)
  const component = of.entries.find(({ account, component: one }) => account === 'brandPayable' && priced.includes(one))
  const parts = entriesOf(
    month,
    ['brandPayable', component?.component ?? 'gross', -price],
    ['brandPayable', 'platformFee', platformFee],
  )
  return {
    kind: 'shared',
    fact: `shared:${of.fact}`,
    occurredAt: of.occurredAt,
    entries: parts.flatMap((part) => [
      { ...part, amount: -part.amount },
      { ...part, kind: 'backNumber' as const },
    ]),
  }
}
const priced: readonly Component[] = ['gross', 'refund', 'chargeback']

/** Reverses shared entries, in the month in which that became known. */
export const unshared = (booked: readonly Entry[], fact: string, at: Instant): Movement => ({
  kind: 'shared',
  fact: `unshared:${fact}`,
  occurredAt: at,
  entries: booked.map((entry) => ({ ...opposite(entry), recognizedMonth: entry.recognizedMonth && monthOf(at) })),
})

/** Money for an order that was closed, or paid before: it belongs to nobody yet. `of`: the order, or the second payment. */
export const late = (of: string, amount: Yen, at: Instant): Movement => ({
  kind: 'late',
  fact: `late:${of}`,
  occurredAt: at,
  entries: entriesOf(null, ['cash', 'cash', amount], ['unallocated', 'cash', -amount]),
})

export const lateAccepted = (sale: Sale, rates: Rates, at: Instant): Movement => ({
  kind: 'lateAccepted',
  fact: `paid:${sale.orderId}`,
  occurredAt: at,
  entries: [...entriesOf(null, ['unallocated', 'cash', sale.total]), ...earned(sale, rates, monthOf(at))],
})

export const lateRefunded = (refundId: string, amount: Yen, at: Instant): Movement => ({
  kind: 'lateRefund',
  fact: `refund:${refundId}`,
  occurredAt: at,
  entries: entriesOf(null, ['unallocated', 'refund', amount], ['cash', 'cash', -amount]),
})

/** The bank took back what belonged to nobody. */
export const lateDisputed = (disputeId: string, amount: Yen, at: Instant): Movement => ({
  kind: 'dispute',
  fact: `dispute:${disputeId}`,
  occurredAt: at,
  entries: entriesOf(
    null,
    ['disputes', 'cash', amount],
    ['cash', 'cash', -amount],
    ['disputes', 'chargeback', -amount],
    ['unallocated', 'chargeback', amount],
  ),
})

/**
 * What the provider kept of a payment, or took for a dispute. Clubs pay by the rate, so what differs from it is the platform's
 * (rule: money.fees).
 */
export const providerFee = (transactionId: string, fee: Yen, at: Instant): Movement => ({
  kind: 'providerFee',
  fact: `fee:${transactionId}`,
  occurredAt: at,
  entries: entriesOf(null, ['paymentFee', 'paymentFee', fee], ['providerFees', 'paymentFee', -fee]),
})

/** A transfer takes this from the brand's balance: the amount, of which the brand pays the fee. */
export const paidOut = (
  { payoutId, amount, fee }: { payoutId: string; amount: Yen; fee: Yen },
  at: Instant,
): Movement => ({
  kind: 'payout',
  fact: `payout:${payoutId}`,
  occurredAt: at,
  entries: entriesOf(
    monthOf(at),
    ['brandPayable', 'payout', amount - fee],
    ['payouts', 'payout', -(amount - fee)],
    ['brandPayable', 'payoutFee', fee],
    ['platformFee', 'payoutFee', -fee],
  ),
})

/** The transfer was sent to the bank: the money leaves the balance at the provider. */
export const payoutSent = (
  { payoutId, amount, fee }: { payoutId: string; amount: Yen; fee: Yen },
  at: Instant,
): Movement => ({
  kind: 'payout',
  fact: `payoutSent:${payoutId}`,
  occurredAt: at,
  entries: entriesOf(null, ['payouts', 'cash', amount - fee], ['cash', 'cash', -(amount - fee)]),
})

/** The bank sent a transfer back: it is owed again, less what the return costs. */
export const payoutReturned = (
  { payoutId, amount, fee, returnFee }: { payoutId: string; amount: Yen; fee: Yen; returnFee: Yen },
  at: Instant,
): Movement => ({
  kind: 'payoutReturned',
  fact: `payoutReturned:${payoutId}`,
  occurredAt: at,
  entries: [
    ...entriesOf(null, ['cash', 'cash', amount - fee]),
    ...entriesOf(
      monthOf(at),
      ['brandPayable', 'payout', -(amount - fee)],
      ['brandPayable', 'returnedTransferFee', returnFee],
      ['platformFee', 'returnedTransferFee', -returnFee],
    ),
  ],
})
