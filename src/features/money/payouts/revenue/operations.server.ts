import { legalNameOf } from '#club/applications/queries.server.ts'
import { csvBytes } from '#club/exports/csv.server.ts'
import { beginExport } from '#club/exports/work.server.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import type { Handlers } from '#server/context.ts'
import { payoutTerms } from '#server/payments/payouts.ts'
import { platform } from '#server/payments/platform.ts'
import { renderPdf } from '#server/pdf/pdf.ts'
import type { Db, Member } from '#server/proven.ts'
import { monthOf } from '../../ledger/ledger'
import { lockLedger } from '../../ledger/queries.server'
import type { revenue as contract } from './contract'
import type { LedgerExport } from './export.server'
import { journalsOf, rowsOfJournals } from './journal'
import { advancesOf, daySumsOf, toComeOf } from './month.queries.server'
import { paperOf, rowsOfStatement } from './paper'
import { blockersFor, payableUntil, schedulePayout } from './pay.server'
import { nextPayoutDay, payoutOfMonth, shownPayout } from './payout'
import {
  brandNameOf,
  countEntries,
  countPayouts,
  entriesOfMonth,
  ledgerSumUntil,
  lockPayout,
  newestPayouts,
  payoutsOf,
  statementRow,
  statementsOf,
  sumsOf,
} from './queries.server'
import { finalFrom, monthsUntil, statementOf, stateOf } from './statement'

const loaded = async (db: Db, brand: { tenantId: string; brandId: string }, now: Instant) => {
  // One after the other: this also runs inside a transaction, which has one connection.
  const sums = await sumsOf(db, brand)
  const finals = await statementsOf(db, brand)
  const payouts = (await newestPayouts(db, brand)).map((row) => shownPayout(row, now))
  const final = new Map(finals.map((row) => [row.month, row]))
  const { minimum } = payoutTerms()
  const of = (month: string) => {
    const statement = final.get(month)
    const figures = statement?.figures ?? statementOf(sums, month)
    // A month below the minimum was carried over, whatever happened to the payout that included it.
    const isPaidBy = figures.payable >= minimum || payouts.some((payout) => payout.month === month)
    const payout = (statement && isPaidBy && payoutOfMonth(payouts, month)) || null
    const state = stateOf(month, {
      isFinal: statement !== undefined,
      payable: figures.payable,
      minimum,
      payout: payout?.state ?? null,
      now,
    })
    return { month, figures, payout, state, statement }
  }
  return { sums, of, payouts, months: monthsUntil(sums, monthOf(now)).reverse(), lastFinal: finals[0]?.month ?? null }
}

/** The statement of a final month, or why there is none. */
const finalStatement = async (db: Db, brand: { tenantId: string; brandId: string }, month: string, now: Instant) => {
  const row = await statementRow(db, brand, month)
  if (row)
    return { ...row, legalName: row.legalName ?? (await legalNameOf(db, brand)), platform: row.platform ?? platform() }
  const { months } = await loaded(db, brand, now)
  return months.includes(month) ? ('statementNotFinal' as const) : ('monthNotFound' as const)
}

const worksFor = ({ brandIds }: Member, brandId: string) => brandIds === null || brandIds.includes(brandId)

export const revenueHandlers: Handlers<typeof contract> = {
  async getRevenueMonths({ db, brand, now }, { pagination: page = everything }) {
    const { sums, of, payouts, months, lastFinal } = await loaded(db, brand, now)
    const rows = months.slice(page.offset, page.offset + page.limit).map((month) => {
      const { figures, payout, state } = of(month)
      return {
        month,
        state,
        grossTotal: figures.grossTotal,
        refunds: figures.refunds + figures.chargebacks,
        fees: figures.platformFee + figures.paymentFee,
        net: figures.net,
        payable: figures.payable,
        payout,
      }
    })
    const unpaid = lastFinal === null ? 0 : await payableUntil(db, brand, lastFinal)
    const scheduled = payouts
      .filter(({ state }) => state === 'scheduled' || state === 'processing')
      .reduce((sum, { amount }) => sum + amount, 0)
    const { minimum, fee } = payoutTerms()
    return {
      months: rows,
      pagination: paginationOf(months.length, page),
      balance: { thisMonth: statementOf(sums, monthOf(now)).net, unpaid, scheduled },
      nextPayoutAt: nextPayoutDay(now),
      blockers: await blockersFor(db, brand, lastFinal === null || scheduled > 0 ? null : unpaid, now),
      minimum,
      payoutFee: fee,
    }
  },

  async getRevenue({ db, brand, now, refuse }, { month }) {
    const { of, months } = await loaded(db, brand, now)
    const at = months.indexOf(month)
    if (at < 0) return refuse('monthNotFound')
    const { figures, payout, state, statement } = of(month)
    const shown = await brandNameOf(db, brand)
    const { minimum, fee } = payoutTerms()
    return {
      month,
      state,
      figures,
      payoutFee: fee,
      minimum,
      payout,
      finalFrom: finalFrom(month),
      finalizedAt: statement?.finalizedAt ?? null,
      brandName: statement?.brandName ?? shown.name,
      invoiceNumber: statement?.invoiceNumber ?? shown.invoiceNumber,
      earlier: months[at + 1] ?? null,
      later: months[at - 1] ?? null,
    }
  },

  async checkRevenue({ db, brand, now, refuse }, { month }) {
    const { of, months } = await loaded(db, brand, now)
    if (!months.includes(month)) return refuse('monthNotFound')
    const { amount, entries } = await ledgerSumUntil(db, brand, month)
    const { payable } = of(month).figures
    return { ledger: amount, statement: payable, entries, agrees: amount === payable }
  },

  async getLedgerEntries({ db, brand, member }, { pagination: page = everything, ...filter }) {
    const [rows, count] = await Promise.all([entriesOfMonth(db, brand, filter, page), countEntries(db, brand, filter)])
    return {
      entries: rows.map(({ movementId, position, at, kind, amount, reduced, orderBrandId, ...row }) => ({
        ...row,
        orderBrandId: orderBrandId !== null && worksFor(member, orderBrandId) ? orderBrandId : null,
        entryId: `${movementId}.${position}`,
        at: at ?? 1,
        kind: kind ?? '',
        amount: -amount,
        reduced: reduced === 0 ? 0 : -reduced,
      })),
      pagination: paginationOf(count, page),
    }
  },

  exportLedger(context, { encoding, tenantId: _, brandId: __, ...filter }) {
    const params: LedgerExport = { filter }
    return beginExport(context, { type: 'ledger', encoding, params, isPrivate: false, part: filter.month })
  },

  async getAdvances(context, { month }) {
    const { db, brand } = context
    return advancesOf(db, brand, { month, toCome: await toComeOf(context, brand, month) })
  },

  async exportJournal(context, { month, bookkeeper }) {
    const { db, brand, now, refuse } = context
    const statement = await finalStatement(db, brand, month, now)
    if (typeof statement === 'string') return refuse(statement)
    const toCome = await toComeOf(context, brand, month)
    const rows = rowsOfJournals(journalsOf(await daySumsOf(db, brand, month), month, toCome), bookkeeper, {
      brandName: statement.brandName,
      platformHasInvoice: statement.platform.invoiceNumber !== '',
    })
    return {
      fileName: `${brand.slug}-journal-${bookkeeper}-${month}.csv`,
      contentType: 'text/csv; charset=shift_jis',
      data: csvBytes(rows, 'sjis').toString('base64'),
    }
  },

  async exportStatement(context, { month, format, encoding = 'utf8bom' }) {
    const { db, brand, locale, now, refuse } = context
    const statement = await finalStatement(db, brand, month, now)
    if (typeof statement === 'string') return refuse(statement)
    const name = `${brand.slug}-statement-${month}`
    if (format === 'csv') {
      const advances = await advancesOf(db, brand, { month, toCome: await toComeOf(context, brand, month) })
      const data = csvBytes(rowsOfStatement(statement, locale, advances), encoding).toString('base64')
      const charset = encoding === 'sjis' ? 'shift_jis' : 'utf-8'
      // Both are kept side by side.
      return {
        fileName: `${name}${encoding === 'sjis' ? '-sjis' : ''}.csv`,
        contentType: `text/csv; charset=${charset}`,
        data,
      }
    }
    const pdf = await renderPdf(paperOf(statement, locale, statement.finalizedAt))
    return { fileName: `${name}.pdf`, contentType: 'application/pdf', data: pdf.toString('base64') }
  },

  async getPayouts({ db, brand, now }, { pagination: page = everything }) {
    const [rows, count] = await Promise.all([payoutsOf(db, brand, page), countPayouts(db, brand)])
    return { payouts: rows.map((row) => shownPayout(row, now)), pagination: paginationOf(count, page) }
  },

  async retryPayout(context, { payoutId }) {
    const { db, brand, refuse } = context
    // Same lock as all payout decisions: a run of the operator may be including this one.
    await lockLedger(db, brand)
    const payout = (await lockPayout(db, { ...brand, payoutId })) ?? refuse('payoutNotFound')
    if (payout.state !== 'returned') return refuse('notReturned')
    if (payout.retriedAs !== null) return refuse('alreadyRetried')
    const made = await schedulePayout(context, brand, { month: payout.month })
    if ('blockers' in made)
      return refuse(made.blockers.some(({ kind }) => kind !== 'belowMinimum') ? 'payoutBlocked' : 'belowMinimum')
    return { payoutId: made.payoutId, scheduledFor: made.scheduledFor }
  },
}
