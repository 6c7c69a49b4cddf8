import { z } from 'zod'
import { reducedTaxRateOn, taxRateOn, taxWithin } from '#kit/tax.ts'
import type { Instant } from '#kit/time.ts'
import { type Component, type MovementKind, monthAfter, monthOf, saleKinds, startOfMonth } from '../../ledger/ledger'

/** A month of the calendar as addresses and tables write it. */
export const statementMonth = z.string().regex(/^(20\d{2}|2100)-(0[1-9]|1[0-2])$/, { error: 'month' })

/** Every month from the first that something was booked in until this one, oldest first: those without a booking too. */
export const monthsUntil = (sums: readonly Pick<Sum, 'month'>[], until: string): string[] => {
  const months: string[] = []
  const [first] = sums.map(({ month }) => month).sort()
  if (first !== undefined) for (let month = first; month <= until; month = monthAfter(month)) months.push(month)
  return months
}

const amount = z.int()
export const figures = z.object({
  gross: z.object({ plan: amount, backNumber: amount, goods: amount, eventGoods: amount }),
  grossTotal: amount,
  /** Refunds and lost disputes: positive, like all deductions. */
  refunds: amount,
  chargebacks: amount,
  platformFee: amount,
  paymentFee: amount,
  adjustments: amount,
  net: amount,
  /** Amount owed when the month began. */
  opening: amount,
  /** Transfers within the month, less those that the bank returned. */
  paidOut: amount,
  /** What those transfers cost. Of statements from before this line was apart, it is within `paidOut`. */
  transferFees: amount.default(0),
  returnFees: amount,
  carriedOverIn: amount,
  payable: amount,
  /** What of the sales, and of the refunds and lost disputes, was at the reduced rate of the consumption tax; absent without such. */
  reduced: z.object({ gross: amount, back: amount }).optional(),
})
export type Figures = z.infer<typeof figures>

/** A sum of the brand's account, as the ledger signs it: what is owed to the brand is negative. */
export type Sum = { month: string; kind: MovementKind; component: Component; amount: number; reduced?: number }

const of = (sums: readonly Sum[], ...components: Component[]) =>
  sums.filter(({ component }) => components.includes(component)).reduce((all, { amount: one }) => all + one, 0)

const reducedIn = (sums: readonly Sum[], ...components: Component[]) =>
  sums.filter(({ component }) => components.includes(component)).reduce((all, { reduced = 0 }) => all + reduced, 0)

// Minus zero is no amount.
const owed = (sum: number) => (sum === 0 ? 0 : -sum)

/** The statement of a month, from the sums of it and of every month before. */
export const statementOf = (sums: readonly Sum[], month: string): Figures => {
  const before = sums.filter((sum) => sum.month < month)
  const now = sums.filter((sum) => sum.month === month)
  const gross = Object.fromEntries(
    saleKinds.map((kind) => [
      kind,
      owed(
        of(
          now.filter((sum) => sum.kind === kind),
          'gross',
          'shippingFee',
        ),
      ),
    ]),
  ) as Figures['gross']
  const grossTotal = owed(of(now, 'gross', 'shippingFee'))
  const refunds = of(now, 'refund')
  const chargebacks = of(now, 'chargeback')
  const platformFee = of(now, 'platformFee')
  const paymentFee = of(now, 'paymentFee', 'konbiniFee')
  const adjustments = owed(of(now, 'adjustment'))
  const net = grossTotal - refunds - chargebacks - platformFee - paymentFee + adjustments
  const opening = owed(before.reduce((all, { amount: one }) => all + one, 0))
  const paidOut = of(now, 'payout')
  const transferFees = of(now, 'payoutFee')
  const returnFees = of(now, 'returnedTransferFee')
  const reduced = { gross: owed(reducedIn(now, 'gross')), back: reducedIn(now, 'refund', 'chargeback') }
  const carriedOverIn = opening - paidOut - transferFees - returnFees
  return {
    gross,
    grossTotal,
    refunds,
    chargebacks,
    platformFee,
    paymentFee,
    adjustments,
    net,
    opening,
    paidOut,
    transferFees,
    returnFees,
    carriedOverIn,
    payable: carriedOverIn + net,
    ...((reduced.gross !== 0 || reduced.back !== 0) && { reduced }),
  }
}

/** Sales of a month at one rate of the consumption tax, less what was refunded or lost of them, and the tax within. */
export type Taxed = { rate: number; isReduced: boolean; sales: number; tax: number }

/**
 * The month by rates, as qualified invoices tell them apart, and the tax within the fees. The reduced rate stands there where
 * anything was at it.
 */
export const taxesOf = (
  figures: Figures,
  month: string,
): { byRate: Taxed[]; fees: Omit<Taxed, 'sales'> & { amount: number } } => {
  // A rate that changes does so with a month.
  const day = `${month}-28`
  const [rate, reducedRate] = [taxRateOn(day), reducedTaxRateOn(day)]
  const left = figures.grossTotal - figures.refunds - figures.chargebacks
  const reduced = figures.reduced && reducedRate !== null ? figures.reduced.gross - figures.reduced.back : 0
  const of = (at: number, sales: number, isReduced: boolean) => ({
    rate: at,
    isReduced,
    sales,
    tax: taxWithin(sales, at),
  })
  const amount = figures.platformFee + figures.paymentFee + figures.transferFees + figures.returnFees
  return {
    byRate: [
      of(rate, left - reduced, false),
      ...(figures.reduced && reducedRate !== null ? [of(reducedRate, reduced, true)] : []),
    ],
    fees: { rate, isReduced: false, amount, tax: taxWithin(amount, rate) },
  }
}

export const statementStates = [
  'open',
  'closing',
  'finalized',
  'carriedOver',
  'payoutScheduled',
  'paid',
  'returned',
] as const
export type StatementState = (typeof statementStates)[number]

/** The first moment at which a month may be final: the 10th of the next one. */
export const finalFrom = (month: string): Instant => startOfMonth(monthAfter(month)) + 9 * 86_400_000

/** The newest month that may be final at this moment. */
export const lastClosable = (now: Instant): string => {
  const current = monthOf(now)
  return finalFrom(monthAfter(current, -1)) <= now ? monthAfter(current, -1) : monthAfter(current, -2)
}

export const stateOf = (
  month: string,
  {
    isFinal,
    payable,
    minimum,
    payout,
    now,
  }: {
    isFinal: boolean
    payable: number
    minimum: number
    payout: 'scheduled' | 'processing' | 'paid' | 'returned' | 'canceled' | null
    now: Instant
  },
): StatementState => {
  if (!isFinal) return month >= monthOf(now) ? 'open' : 'closing'
  if (payout === 'paid') return 'paid'
  if (payout === 'returned') return 'returned'
  if (payout === 'scheduled' || payout === 'processing') return 'payoutScheduled'
  return payable < minimum ? 'carriedOver' : 'finalized'
}

/** What was paid in advance, from the end of the month before to that of this one; of the last, what is for months to come. */
export const advanceParts = ['opening', 'paid', 'handedOver', 'back', 'spread', 'closing', 'toCome'] as const
export type Advances = Record<(typeof advanceParts)[number], number>

/** What the month's account of sales comes to in the journals: years that were paid count month by month. */
export const revenueOf = (
  { grossTotal, refunds, chargebacks }: Pick<Figures, 'grossTotal' | 'refunds' | 'chargebacks'>,
  { spread }: Pick<Advances, 'spread'>,
): number => grossTotal - refunds - chargebacks - spread
