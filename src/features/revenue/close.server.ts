import type { NewId } from '../../kit/ids'
import type { Instant } from '../../kit/time'
import type { Db } from '../../server/proven'
import { lockLedger } from '../ledger/queries.server'
import { insertStatement, lastMonthOf, ledgerSumUntil, sumsOf } from './queries.server'
import { statementOf } from './statement'

type BrandOfLedger = { tenantId: string; brandId: string; name: string; invoiceNumber: string }

/** Months of the brand until this one that are not final yet, oldest first. */
const openMonths = async (db: Db, brand: BrandOfLedger, until: string): Promise<string[]> => {
  const last = await lastMonthOf(db, brand)
  const sums = await sumsOf(db, brand, until)
  const first = sums.map(({ month }) => month).sort()[0]
  if (first === undefined) return []
  const months: string[] = []
  for (let month = first; month <= until; month = nextMonth(month))
    if (last === null || month > last) months.push(month)
  return months
}
const nextMonth = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/**
 * Makes the months of a brand final until this one. Nothing is booked for the brand meanwhile; the figures are those of the
 * kept sums, and have to be what the entries themselves add up to.
 */
export const closeMonths = async (
  db: Db,
  brand: BrandOfLedger,
  { until, now, newId }: { until: string; now: Instant; newId: NewId },
): Promise<{ finalized: number; agrees: boolean }> => {
  await lockLedger(db, brand)
  const months = await openMonths(db, brand, until)
  const sums = await sumsOf(db, brand)
  for (const month of months) {
    const figures = statementOf(sums, month)
    if ((await ledgerSumUntil(db, brand, month)).amount !== figures.payable) return { finalized: 0, agrees: false }
    await insertStatement(db, {
      tenantId: brand.tenantId,
      brandId: brand.brandId,
      month,
      statementId: newId('statement'),
      figures,
      payable: figures.payable,
      brandName: brand.name,
      invoiceNumber: brand.invoiceNumber,
      finalizedAt: now,
    })
  }
  return { finalized: months.length, agrees: true }
}
