import { legalNameOf } from '#club/applications/queries.server.ts'
import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import { platform } from '#server/payments/platform.ts'
import type { Db } from '#server/proven.ts'
import { lockLedger } from '../../ledger/queries.server'
import { foldSlots } from '../../ledger/sums.queries.server'
import { insertStatement, lastMonthOf, ledgerSumUntil, sumsOf } from './queries.server'
import { monthsUntil, statementOf } from './statement'

type BrandOfLedger = { tenantId: string; brandId: string; name: string; invoiceNumber: string }

/** Months of the brand until this one that are not final yet, oldest first. */
const openMonths = async (db: Db, brand: BrandOfLedger, until: string): Promise<string[]> => {
  const last = await lastMonthOf(db, brand)
  return monthsUntil(await sumsOf(db, brand, until), until).filter((month) => last === null || month > last)
}

/**
 * Makes the months of a brand up to and including `until` final. Bookings of the brand are locked out; the figures come
 * from the stored sums and have to agree with the entries (`agrees`).
 */
export const closeMonths = async (
  db: Db,
  brand: BrandOfLedger,
  { until, now, newId }: { until: string; now: Instant; newId: NewId },
): Promise<{ finalized: number; agrees: boolean }> => {
  await lockLedger(db, brand)
  await foldSlots(db, brand)
  const months = await openMonths(db, brand, until)
  const sums = await sumsOf(db, brand)
  const parties = { legalName: months.length === 0 ? '' : await legalNameOf(db, brand), platform: platform() }
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
      ...parties,
      finalizedAt: now,
    })
  }
  return { finalized: months.length, agrees: true }
}
