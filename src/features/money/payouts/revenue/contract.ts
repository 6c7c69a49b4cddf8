import { z } from 'zod'
import { exportLimit, exportMade, exportPayload, keysOf } from '#club/exports/contract.ts'
import { encodings } from '#club/exports/export.ts'
import { brandRead, brandWrite, contract, operatorRead, operatorWrite, type Role } from '#kit/contract.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { blocker } from '../bankAccounts/contract'
import { bookkeepers } from './journal'
import { returnReasons } from './payout'
import { figures, statementMonth, statementStates } from './statement'

/** Roles that see payouts (rule: access.roles). */
export const revenueRoles = ['owner', 'accountant'] as const satisfies readonly Role[]

const month = statementMonth
const payoutState = z.enum(['scheduled', 'processing', 'paid', 'returned', 'canceled'])
const payout = z.object({
  payoutId: id,
  month: z.string(),
  amount: z.int(),
  fee: z.int(),
  state: payoutState,
  bankLabel: z.string(),
  scheduledFor: instant,
  createdAt: instant,
  returnedAt: instant.nullable(),
  returnReason: z.enum(returnReasons).nullable(),
  /** The payout that took its place. */
  retriedAs: id.nullable(),
  /** Its day has come and nobody has made it: the money is still in the balance. */
  isOverdue: z.boolean(),
})
const monthRow = z.object({
  month: z.string(),
  state: z.enum(statementStates),
  grossTotal: z.int(),
  refunds: z.int(),
  fees: z.int(),
  net: z.int(),
  payable: z.int(),
  payout: payout.nullable(),
})
/** Components of a month's figures; the entries behind a figure are found by the same word. */
export const ledgerParts = [
  'gross',
  'refunds',
  'chargebacks',
  'platformFee',
  'paymentFee',
  'adjustments',
  'payouts',
  'all',
] as const
const saleKind = z.enum(['plan', 'backNumber', 'goods', 'eventGoods'])
/** Filter of the entries and of their file. */
const entryFilter = { month, part: z.enum(ledgerParts).optional(), kind: saleKind.optional() }

export const revenue = contract({
  getRevenueMonths: brandRead({
    roles: revenueRoles,
    payload: { pagination: paginationRequest.optional() },
    result: z.object({
      months: z.array(monthRow),
      pagination,
      /** Amounts earned this month, final but not sent, and on their way. */
      balance: z.object({ thisMonth: z.int(), unpaid: z.int(), scheduled: z.int() }),
      nextPayoutAt: instant,
      blockers: z.array(blocker),
      minimum: z.int(),
      payoutFee: z.int(),
    }),
  }),
  getRevenue: brandRead({
    roles: revenueRoles,
    payload: { month },
    result: z.object({
      month: z.string(),
      state: z.enum(statementStates),
      figures,
      payoutFee: z.int(),
      minimum: z.int(),
      payout: payout.nullable(),
      finalFrom: instant,
      finalizedAt: instant.nullable(),
      brandName: z.string(),
      invoiceNumber: z.string(),
      /** The months before and after that there is something to see of. */
      earlier: z.string().nullable(),
      later: z.string().nullable(),
    }),
    refusals: ['monthNotFound'],
  }),
  /** Adds up all ledger entries until the end of the month and compares the sum with the statement. */
  checkRevenue: brandRead({
    roles: revenueRoles,
    snapshot: true,
    payload: { month },
    result: z.object({ ledger: z.int(), statement: z.int(), entries: z.int(), agrees: z.boolean() }),
    refusals: ['monthNotFound'],
  }),
  getLedgerEntries: brandRead({
    roles: revenueRoles,
    payload: { ...entryFilter, pagination: paginationRequest.optional() },
    result: z.object({
      entries: z.array(
        z.object({
          entryId: z.string(),
          at: instant,
          kind: z.string(),
          component: z.string(),
          /** Change of the club's balance, in yen. */
          amount: z.int(),
          /** What of it is of goods at the reduced rate of the consumption tax. */
          reduced: z.int(),
          orderId: id.nullable(),
          /** Brand of the order; null where the reader has no access to it. */
          orderBrandId: id.nullable(),
          orderNumber: z.string(),
          item: z.string(),
          /** Corrections only: the month that is corrected. */
          corrects: z.string().nullable(),
          /** Corrections only: why. */
          reason: z.string(),
        }),
      ),
      pagination,
    }),
  }),
  exportLedger: brandWrite({
    roles: revenueRoles,
    audit: ['encoding', ...keysOf(entryFilter)],
    payload: { ...exportPayload, ...entryFilter },
    result: exportMade,
    limit: exportLimit,
  }),
  /**
   * The bridge from sales to revenue: what was paid in advance (前受金) for goods that were not handed over yet and for the months to
   * come of plans that are paid by the year, in yen. What went back is negative, as is what was handed over; `spread` is what the months
   * to come grew by. The parts of the month add up from `opening` to `closing`, of which `toCome` is for months to come.
   */
  getAdvances: brandRead({
    roles: revenueRoles,
    snapshot: true,
    payload: { month },
    result: z.object({
      opening: z.int(),
      paid: z.int(),
      handedOver: z.int(),
      back: z.int(),
      spread: z.int(),
      closing: z.int(),
      toCome: z.int(),
    }),
  }),
  /** A final month as journals for a program of bookkeeping, in Shift_JIS. */
  exportJournal: brandWrite({
    roles: revenueRoles,
    audit: ['month', 'bookkeeper'],
    payload: { month, bookkeeper: z.enum(bookkeepers) },
    result: z.object({ fileName: z.string(), contentType: z.string(), data: z.string() }),
    refusals: ['monthNotFound', 'statementNotFinal'],
    limit: { points: 30, seconds: 60 },
  }),
  exportStatement: brandWrite({
    roles: revenueRoles,
    audit: ['month', 'format', 'encoding'],
    /** `encoding` is that of a CSV. */
    payload: { month, format: z.enum(['csv', 'pdf']), encoding: z.enum(encodings).optional() },
    result: z.object({ fileName: z.string(), contentType: z.string(), data: z.string() }),
    refusals: ['monthNotFound', 'statementNotFinal'],
    limit: { points: 30, seconds: 60 },
  }),
  getPayouts: brandRead({
    roles: revenueRoles,
    checksRevoked: true,
    payload: { pagination: paginationRequest.optional() },
    result: z.object({ payouts: z.array(payout), pagination }),
  }),
  /** Sends a returned payout again, to the present account. */
  retryPayout: brandWrite({
    roles: revenueRoles,
    fresh: true,
    audit: ['payoutId'],
    payload: { payoutId: id },
    result: z.object({ payoutId: id, scheduledFor: instant }),
    refusals: ['payoutNotFound', 'notReturned', 'alreadyRetried', 'payoutBlocked', 'belowMinimum'],
  }),
})

const mostCorrected = 99_999_999
/** Who is told: how many owners, and the languages that they read. */
export const ownersTold = { owners: z.int(), locales: z.array(z.enum(['ja', 'en'])) }
const skipped = z.object({ tenantId: id, brandId: id, brandName: z.string(), blockers: z.array(blocker) })

export const payoutDesk = contract({
  getPayoutDesk: operatorRead({
    payload: { state: payoutState.optional(), pagination: paginationRequest.optional() },
    result: z.object({
      payouts: z.array(
        payout.extend({
          tenantId: id,
          brandId: id,
          tenantName: z.string(),
          brandName: z.string(),
          exportedAt: instant.nullable(),
          /** Its club is suspended: it is in no file for the bank. */
          isSuspended: z.boolean(),
        }),
      ),
      pagination,
      /** The newest month that may be closed, and whether it is. */
      closable: z.object({ month: z.string(), brands: z.int(), finalized: z.int() }),
      nextPayoutAt: instant,
      canExport: z.boolean(),
    }),
  }),
  finalizeStatements: operatorWrite({
    audit: ['month'],
    payload: { month },
    result: z.object({ finalized: z.int(), already: z.int() }),
    refusals: ['tooEarly', 'ledgerMismatch'],
  }),
  /** Preview of a month's payouts, with the reason for each brand that gets none. */
  getPayoutPreflight: operatorRead({
    payload: { month },
    result: z.object({
      ready: z.int(),
      total: z.int(),
      /** Has its payout of the month already. */
      done: z.int(),
      /** Its month has not been closed. */
      notFinal: z.int(),
      blocked: z.array(skipped),
      scheduledFor: instant,
      /** How many owners are told, in which languages, and the first payout as their mail names it. */
      told: z.object({
        ...ownersTold,
        first: z
          .object({ tenantId: id, brandId: id, brandName: z.string(), amount: z.int(), account: z.string() })
          .nullable(),
      }),
    }),
    refusals: ['tooEarly'],
  }),
  createPayoutBatch: operatorWrite({
    fresh: true,
    audit: ['month'],
    payload: { month },
    result: z.object({ created: z.int(), total: z.int(), scheduledFor: instant, skipped: z.array(skipped) }),
    refusals: ['tooEarly'],
  }),
  /**
   * The file holds 30 characters of a holder's name. Where one is longer and `confirmsCut` is not said, nothing is made or booked:
   * `cut` answers what would stand in the file, and `data` is empty. The same holds, with `again` and `confirmsAgain`, where a payout
   * stands in a file already: a bank that gets both pays it twice.
   */
  exportZenginFile: operatorWrite({
    fresh: true,
    audit: ['payoutIds', 'confirmsCut', 'confirmsAgain'],
    payload: {
      payoutIds: z.array(id).min(1).max(1000),
      confirmsCut: z.boolean().optional(),
      confirmsAgain: z.boolean().optional(),
    },
    result: z.object({
      fileName: z.string(),
      data: z.string(),
      count: z.int(),
      total: z.int(),
      cut: z.array(z.object({ payoutId: id, holder: z.string(), inFile: z.string() })),
      /** In a file since then. */
      again: z.array(z.object({ payoutId: id, holder: z.string(), exportedAt: instant })),
    }),
    refusals: [
      'payoutNotFound',
      'notExportable',
      'payoutDayPassed',
      'differentDays',
      'senderMissing',
      'tenantSuspended',
    ],
  }),
  /** Gives payouts whose file was not made in time the next day, by the rule of a new batch. */
  reschedulePayoutBatch: operatorWrite({
    fresh: true,
    audit: ['payoutIds'],
    payload: { payoutIds: z.array(id).min(1).max(1000) },
    result: z.object({ count: z.int(), scheduledFor: instant }),
    refusals: ['payoutNotFound', 'notOverdue'],
  }),
  /** In which month a correction would count now, and how many owners are told of it. */
  getCorrectionMonth: operatorRead({
    payload: { tenantId: id, brandId: id },
    result: z.object({ countsIn: z.string(), ...ownersTold }),
  }),
  /** A final month never changes: what was wrong in it is put right in the month of the correction. */
  correctStatement: operatorWrite({
    fresh: true,
    audit: ['tenantId', 'brandId', 'month', 'amount', 'reason', 'confirmsAmount'],
    limit: { points: 30, seconds: 60 },
    payload: {
      tenantId: id,
      brandId: id,
      /** The month that was wrong. */
      month,
      /** Amount for the brand in yen; negative when the brand has to pay. */
      amount: z.int().min(-mostCorrected).max(mostCorrected),
      reason: text({ min: 1, max: 200 }),
      /** Said for an amount above the month's own net, after a second look. */
      confirmsAmount: z.boolean().optional(),
    },
    check: ({ amount }, issue) => {
      if (amount === 0) issue('amount', 'invalid')
    },
    result: z.object({ countsIn: z.string() }),
    refusals: ['statementNotFinal', 'aboveMonth'],
  }),
  /** Who is told where a payout of the club came back, or its identity was decided about. */
  getPayoutOwners: operatorRead({ payload: { tenantId: id }, result: z.object(ownersTold) }),
  markPayoutReturned: operatorWrite({
    fresh: true,
    audit: ['payoutId', 'reason', 'fee'],
    payload: {
      payoutId: id,
      reason: z.enum(returnReasons),
      fee: z.int().min(0).max(10_000).optional(),
      note: text({ max: 200 }).optional(),
    },
    result: z.object({}),
    refusals: ['payoutNotFound', 'notSent'],
  }),
})
