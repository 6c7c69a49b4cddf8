import { type Mocks, mockNow, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import { monthAfter, monthOf, startOfMonth } from '../../ledger/ledger'
import type { payoutDesk, revenue } from './contract'
import { lastBankingDay, nextPayoutDay } from './payout'
import { finalFrom, type Sum, statementOf, stateOf } from './statement'

const current = monthOf(mockNow)
const months = Array.from({ length: 14 }, (_, n) => monthAfter(current, -n))

/** The sums of a club that grows a little every month and is paid in the month after. */
const sums: Sum[] = months.flatMap((month, n) => {
  const gross = Math.round((2_219_000 * (20 - n)) / 20 / 100) * 100
  const goods = Math.round((340_000 * (18 - n)) / 18 / 100) * 100
  const refund = 12_000 + n * 500
  const rows: Sum[] = [
    { month, kind: 'plan', component: 'gross', amount: -gross },
    { month, kind: 'backNumber', component: 'gross', amount: -64_500 },
    // A tenth of the goods is tea.
    { month, kind: 'goods', component: 'gross', amount: -goods, reduced: -Math.round(goods / 10) },
    { month, kind: 'plan', component: 'refund', amount: refund },
    { month, kind: 'plan', component: 'platformFee', amount: Math.floor((gross + goods + 64_500 - refund) / 10) },
    { month, kind: 'plan', component: 'paymentFee', amount: Math.floor((gross + goods + 64_500) * 0.036) },
  ]
  return rows
})
for (const month of months.slice(0, -1).reverse()) {
  const before = statementOf(sums, monthAfter(month, -1)).payable
  sums.push({ month, kind: 'payout', component: 'payout', amount: before - 330 })
  sums.push({ month, kind: 'payout', component: 'payoutFee', amount: 330 })
}

const payoutOf = (month: string) => {
  if (month >= current) return null
  const paidIn = monthAfter(month)
  const scheduledFor = lastBankingDay(paidIn)
  const isPaid = scheduledFor <= mockNow
  return {
    payoutId: `payout_${month}`,
    month,
    amount: statementOf(sums, month).payable,
    fee: 330,
    state: isPaid ? ('paid' as const) : ('scheduled' as const),
    bankLabel: 'みずほ 渋谷 ***4567',
    scheduledFor,
    createdAt: finalFrom(month),
    returnedAt: null,
    returnReason: null,
    retriedAs: null,
    isOverdue: false,
  }
}
const stateOfMonth = (month: string) =>
  stateOf(month, {
    isFinal: month < current,
    payable: statementOf(sums, month).payable,
    minimum: 3000,
    payout: payoutOf(month)?.state ?? null,
    now: mockNow,
  })
const rowOf = (month: string) => {
  const figures = statementOf(sums, month)
  return {
    month,
    state: stateOfMonth(month),
    grossTotal: figures.grossTotal,
    refunds: figures.refunds + figures.chargebacks,
    fees: figures.platformFee + figures.paymentFee,
    net: figures.net,
    payable: figures.payable,
    payout: payoutOf(month),
  }
}
const blocked = [
  {
    tenantId: 'tenant_tsuki',
    brandId: 'brand_luna',
    brandName: 'Luna',
    blockers: [{ kind: 'noAccount' as const, until: null, amount: null }],
  },
]
const components = [
  ['gross', -1500],
  ['platformFee', 150],
  ['paymentFee', 54],
] as const
const entries = Array.from({ length: 66 }, (_, n) => {
  const [component, amount] = components[n % 3] ?? components[0]
  const sale = Math.floor(n / 3)
  const isTea = sale % 5 === 2
  return {
    entryId: `movement_mock_${sale}.${n % 3}`,
    at: mockNow - sale * 7_200_000,
    kind: isTea ? 'goods' : 'plan',
    component,
    amount: -amount,
    reduced: isTea && component === 'gross' ? -amount : 0,
    orderId: `order_mock_${sale}`,
    orderBrandId: 'brand_aoi',
    corrects: null,
    reason: '',
    orderNumber: `A-${String(812 - sale).padStart(6, '0')}`,
    item: isTea ? '星空のハーブティー' : '星座プラン',
  }
})
const payouts = months.flatMap((month) => payoutOf(month) ?? [])

export const revenueMocks: Mocks<typeof revenue> = {
  examples: ({ month, returnedPayout, ids }) => ({
    getRevenueMonths: { ...ids, pagination: { limit: 20, offset: 0 } },
    getRevenue: { ...ids, month: month },
    checkRevenue: { ...ids, month: month },
    getLedgerEntries: {
      ...ids,
      month: month,
      part: 'gross',
      kind: 'plan',
      pagination: { limit: 20, offset: 0 },
    },
    exportLedger: { ...ids, encoding: 'utf8bom', month, part: 'gross', kind: 'plan' },
    getAdvances: { ...ids, month },
    exportJournal: { ...ids, month, bookkeeper: 'yayoi' },
    exportStatement: { ...ids, month: month, format: 'pdf', encoding: 'sjis' },
    getPayouts: { ...ids, pagination: { limit: 20, offset: 0 } },
    retryPayout: { ...ids, payoutId: returnedPayout },
  }),
  answers: {
    getRevenueMonths: ({ pagination: page = everything }) => ({
      months: months.slice(page.offset, page.offset + page.limit).map(rowOf),
      pagination: paginationOf(months.length, page),
      balance: {
        thisMonth: statementOf(sums, current).net,
        unpaid: 0,
        scheduled: payoutOf(monthAfter(current, -1))?.amount ?? 0,
      },
      nextPayoutAt: nextPayoutDay(mockNow),
      blockers: [{ kind: 'accountHeld', until: mockNow + day, amount: null }],
      minimum: 3000,
      payoutFee: 330,
    }),
    getRevenue: ({ month }) => {
      const at = months.indexOf(month)
      if (at < 0) return refused('monthNotFound')
      return {
        month,
        state: stateOfMonth(month),
        figures: statementOf(sums, month),
        payoutFee: 330,
        minimum: 3000,
        payout: payoutOf(month),
        finalFrom: finalFrom(month),
        finalizedAt: month < current ? finalFrom(month) : null,
        brandName: '葵 — AOI',
        invoiceNumber: 'T1234567890123',
        earlier: months[at + 1] ?? null,
        later: months[at - 1] ?? null,
      }
    },
    checkRevenue: ({ month }) => {
      if (!months.includes(month)) return refused('monthNotFound')
      const { payable } = statementOf(sums, month)
      return { ledger: payable, statement: payable, entries: 8214, agrees: true }
    },
    getLedgerEntries: ({ part = 'all', pagination: page = everything }) => {
      const found = entries.filter(({ component }) => part === 'all' || component === part)
      return {
        entries: found.slice(page.offset, page.offset + page.limit),
        pagination: paginationOf(found.length, page),
      }
    },
    exportLedger: () => ({ exportId: 'export_mock_0' }),
    getAdvances: () => ({
      ...{ opening: 248_200, paid: 126_500, handedOver: -98_700, back: -4_400, spread: -18_400 },
      ...{ closing: 253_200, toCome: 181_600 },
    }),
    exportJournal: ({ month, bookkeeper }) => ({
      fileName: `aoi-journal-${bookkeeper}-${month}.csv`,
      contentType: 'text/csv; charset=shift_jis',
      data: 'MjAwMA0K',
    }),
    exportStatement: ({ month, format, encoding }) => ({
      fileName: `aoi-statement-${month}.${format}`,
      contentType:
        format === 'pdf' ? 'application/pdf' : `text/csv; charset=${encoding === 'sjis' ? 'shift_jis' : 'utf-8'}`,
      data: 'JVBERi0xLjMK',
    }),
    getPayouts: ({ pagination: page = everything }) => ({
      payouts: payouts.slice(page.offset, page.offset + page.limit),
      pagination: paginationOf(payouts.length, page),
    }),
    retryPayout: () => ({ payoutId: 'payout_retried', scheduledFor: nextPayoutDay(mockNow) }),
  },
  scenarios: {
    staleSignIn: { retryPayout: () => refused('signInAgain') },
    empty: {
      getRevenueMonths: () => ({
        months: [],
        pagination: paginationOf(0, everything),
        balance: { thisMonth: 0, unpaid: 0, scheduled: 0 },
        nextPayoutAt: nextPayoutDay(mockNow),
        blockers: [
          { kind: 'noAccount', until: null, amount: null },
          { kind: 'identityMissing', until: null, amount: null },
        ],
        minimum: 3000,
        payoutFee: 330,
      }),
      getPayouts: () => ({ payouts: [], pagination: paginationOf(0, everything) }),
    },
    returned: {
      getPayouts: () => ({
        payouts: payouts.slice(0, 3).map((payout, n) =>
          n === 1
            ? {
                ...payout,
                state: 'returned' as const,
                returnedAt: startOfMonth(current) + 5 * day,
                returnReason: 'nameMismatch' as const,
              }
            : payout,
        ),
        pagination: paginationOf(3, everything),
      }),
    },
  },
}

const clubs = ['Hoshi Club', 'Tsuki Club', 'ひだまりクラブ', 'Kaze Club']
const desk = Array.from({ length: 60 }, (_, n) => ({
  payoutId: `payout_desk_${n}`,
  month: monthAfter(current, -1 - Math.floor(n / 12)),
  amount: 120_000 + n * 7310,
  fee: 330,
  state:
    n < 8
      ? ('scheduled' as const)
      : n < 12
        ? ('processing' as const)
        : n === 15
          ? ('returned' as const)
          : ('paid' as const),
  bankLabel: 'みずほ 渋谷 ***4567',
  scheduledFor: lastBankingDay(monthAfter(current, -Math.floor(n / 12))),
  createdAt: mockNow - n * day,
  returnedAt: n === 15 ? mockNow - 8 * day : null,
  returnReason: n === 15 ? ('nameMismatch' as const) : null,
  retriedAs: null,
  tenantId: 'tenant_hoshi',
  brandId: 'brand_aoi',
  tenantName: clubs[n % clubs.length] ?? '',
  brandName: n % 2 === 0 ? '葵 — AOI' : 'Luna',
  exportedAt: n < 8 ? null : mockNow - n * day,
  isSuspended: n === 2,
  isOverdue: false,
}))
const firstPaid = {
  tenantId: 'tenant_hoshi',
  brandId: 'brand_aoi',
  brandName: '葵 — AOI',
  amount: 120_000 - 330,
  account: 'みずほ 渋谷 ***4567',
}
/** Two whose file nobody made last month. */
const overdue = desk
  .slice(6, 8)
  .map((one) => ({ ...one, scheduledFor: lastBankingDay(monthAfter(current, -1)), isOverdue: true }))

export const payoutDeskMocks: Mocks<typeof payoutDesk> = {
  examples: ({ month, scheduledPayout, overduePayout, sentPayout, ids }) => ({
    getPayoutDesk: { state: 'scheduled', pagination: { limit: 20, offset: 0 } },
    finalizeStatements: { month: month },
    getPayoutPreflight: { month: month },
    createPayoutBatch: { month: month },
    exportZenginFile: { payoutIds: [scheduledPayout] },
    reschedulePayoutBatch: { payoutIds: [overduePayout] },
    getCorrectionMonth: ids,
    getPayoutOwners: { tenantId: ids.tenantId },
    correctStatement: { ...ids, month: month, amount: -1000, reason: 'Counted twice.' },
    markPayoutReturned: { payoutId: sentPayout, reason: 'nameMismatch', fee: 880, note: 'Told by the bank.' },
  }),
  answers: {
    getPayoutDesk: ({ state, pagination: page = everything }) => {
      const found = state ? desk.filter((one) => one.state === state) : desk
      return {
        payouts: found.slice(page.offset, page.offset + page.limit),
        pagination: paginationOf(found.length, page),
        closable: { month: monthAfter(current, -1), brands: 34, finalized: 34 },
        nextPayoutAt: nextPayoutDay(mockNow),
        canExport: true,
      }
    },
    finalizeStatements: () => ({ finalized: 34, already: 0 }),
    getPayoutPreflight: () => ({
      ready: 31,
      total: 4_218_300,
      done: 2,
      notFinal: 1,
      blocked,
      scheduledFor: nextPayoutDay(mockNow),
      told: { owners: 34, locales: ['en', 'ja'], first: firstPaid },
    }),
    createPayoutBatch: () => ({
      created: 31,
      total: 4_218_300,
      scheduledFor: nextPayoutDay(mockNow),
      skipped: blocked,
    }),
    exportZenginFile: ({ payoutIds }) => ({
      fileName: 'zengin-2026-11-30.txt',
      data: 'MQ==',
      count: payoutIds.length,
      total: 960_000,
      ...{ cut: [], again: [] },
    }),
    reschedulePayoutBatch: ({ payoutIds }) => ({ count: payoutIds.length, scheduledFor: nextPayoutDay(mockNow) }),
    getCorrectionMonth: () => ({ countsIn: '2026-11', owners: 2, locales: ['ja'] }),
    getPayoutOwners: () => ({ owners: 2, locales: ['ja'] }),
    correctStatement: () => ({ countsIn: '2026-11' }),
    markPayoutReturned: () => ({}),
  },
  scenarios: {
    overdue: {
      getPayoutDesk: () => ({
        payouts: overdue,
        pagination: paginationOf(overdue.length, everything),
        closable: { month: monthAfter(current, -1), brands: 34, finalized: 34 },
        nextPayoutAt: nextPayoutDay(mockNow),
        canExport: true,
      }),
      exportZenginFile: () => refused('payoutDayPassed'),
    },
    aboveMonth: {
      correctStatement: ({ confirmsAmount }) => (confirmsAmount ? { countsIn: '2026-11' } : refused('aboveMonth')),
    },
    twice: {
      exportZenginFile: ({ payoutIds, confirmsAgain = false }) => ({
        fileName: 'zengin-2026-11-30.txt',
        data: confirmsAgain ? 'MQ==' : '',
        count: payoutIds.length,
        total: 960_000,
        cut: [],
        again: [{ payoutId: payoutIds[0] ?? '', holder: 'ｻﾄｳ ｱｵｲ', exportedAt: mockNow - day }],
      }),
    },
    longName: {
      exportZenginFile: ({ payoutIds, confirmsCut = false }) => ({
        fileName: 'zengin-2026-11-30.txt',
        data: confirmsCut ? 'MQ==' : '',
        count: payoutIds.length,
        total: 960_000,
        again: [],
        cut: [
          {
            payoutId: payoutIds[0] ?? '',
            holder: 'ｲﾂﾊﾟﾝｼﾔﾀﾞﾝﾎｳｼﾞﾝﾎｼｿﾞﾗｵﾝｶﾞｸﾌﾞﾝｶｼﾝｺｳ',
            inFile: 'ｲﾂﾊﾟﾝｼﾔﾀﾞﾝﾎｳｼﾞﾝﾎｼｿﾞﾗｵﾝｶﾞｸﾌﾞ',
          },
        ],
      }),
    },
    empty: {
      getPayoutDesk: () => ({
        payouts: [],
        pagination: paginationOf(0, everything),
        closable: { month: monthAfter(current, -1), brands: 0, finalized: 0 },
        nextPayoutAt: nextPayoutDay(mockNow),
        canExport: true,
      }),
    },
  },
}
