import { isSuspendedNow, suspensionOf } from '#club/tenants/suspension.queries.server.ts'
import type { NewId } from '#kit/ids.ts'
import { formatYen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import { payoutTerms } from '#server/payments/payouts.ts'
import type { Db } from '#server/proven.ts'
import { monthAfter, monthOf, paidOut, payoutSent } from '../../ledger/ledger'
import { book, lockLedger } from '../../ledger/queries.server'
import { labelOf, mailToOwners, payeeOf } from '../bankAccounts/account.server'
import { payoutSentMail } from '../bankAccounts/mails'
import { currentAccount } from '../bankAccounts/queries.server'
import { type Blocker, blockersOf, nextPayoutDay } from './payout'
import {
  insertPayout,
  markRetried,
  nextTrace,
  type PayoutRow,
  scheduledPayoutOf,
  setPayout,
  sumsOf,
  waitingAmount,
} from './queries.server'
import type { Sum } from './statement'

type BrandIds = { tenantId: string; brandId: string }

/** Amount owed now for everything until the month, less later refunds and payouts. */
export const owedUntil = (sums: readonly Sum[], month: string): number => {
  const sum = (which: readonly Sum[]) => -which.reduce((all, { amount }) => all + amount, 0)
  const paid = sums.filter(
    (one) => one.month > month && ['payout', 'payoutFee', 'returnedTransferFee'].includes(one.component),
  )
  const until = sum(sums.filter((one) => one.month <= month)) + sum(paid)
  return Math.max(0, Math.min(until, sum(sums)))
}

/** What would be paid out now for everything until the month: what scheduled payouts carry is on its way already. */
export const payableUntil = async (db: Db, brand: BrandIds, month: string): Promise<number> =>
  Math.max(0, owedUntil(await sumsOf(db, brand), month) - (await waitingAmount(db, brand)))

export const blockersFor = async (
  db: Db,
  brand: BrandIds,
  payable: number | null,
  now: Instant,
): Promise<Blocker[]> => {
  const { account, check } = await payeeOf(db, brand)
  const facts = {
    isSuspended: (await suspensionOf(db, brand)) !== null,
    account: account ?? null,
    identity: check?.state ?? null,
    payable,
    minimum: payoutTerms().minimum,
  }
  return blockersOf(facts, now)
}

/**
 * Until when the bank account is locked: from the closing of a month until its payout was sent to the bank. Null where
 * nothing is paid out (nothing is owed, or something blocks the payout).
 */
export const accountLockedUntil = async (db: Db, brand: BrandIds, now: Instant): Promise<Instant | null> => {
  const scheduled = await scheduledPayoutOf(db, brand)
  if (scheduled) return scheduled.scheduledFor
  const closed = owedUntil(await sumsOf(db, brand), monthAfter(monthOf(now), -1))
  if (closed <= payoutTerms().fee) return null
  return (await blockersFor(db, brand, closed, now)).length === 0 ? nextPayoutDay(now) : null
}

type Work = Pick<Transaction, 'db' | 'enqueue'> & { now: Instant; newId: NewId; origin: string }

/**
 * Schedules a payout of what the brand is owed. It is booked when its file for the bank is made (`sendPayout`), and is not
 * owed twice until then. Payouts of a brand are serialized: a concurrent one that is not committed yet counts.
 */
export const schedulePayout = async (
  work: Work,
  brand: BrandIds & { name: string },
  { month }: { month: string },
): Promise<{ blockers: Blocker[] } | { payoutId: string; amount: number; scheduledFor: Instant }> => {
  const { db, now, newId, origin } = work
  await lockLedger(db, brand)
  // Locks the club's row before the blockers are read: none is made beside a suspension.
  await isSuspendedNow(db, brand)
  const amount = await payableUntil(db, brand, month)
  const blockers = await blockersFor(db, brand, amount, now)
  const account = await currentAccount(db, brand)
  const { fee } = payoutTerms()
  if (blockers.length > 0 || !account || amount <= fee) return { blockers }
  const { tenantId, brandId } = brand
  const scheduledFor = nextPayoutDay(now)
  const payoutId = newId('payout')
  const bankLabel = labelOf(account)
  await insertPayout(db, {
    tenantId,
    brandId,
    payoutId,
    month,
    amount,
    fee,
    state: 'scheduled',
    bankLabel,
    bankAccountId: account.bankAccountId,
    traceId: await nextTrace(db),
    scheduledFor,
    createdAt: now,
  })
  await markRetried(db, brand, { payoutId, month })
  const of = {
    tenantId,
    brandId,
    brandName: brand.name,
    amount: formatYen(amount - fee),
    at: scheduledFor,
    account: bankLabel,
  }
  await mailToOwners(work, { tenantId, origin }, (to) => payoutSentMail(to, of))
  return { payoutId, amount, scheduledFor }
}

/** Its file for the bank was made: the money leaves the brand's balance, and the one at the provider. */
export const sendPayout = async ({ db, now, newId }: Pick<Work, 'db' | 'now' | 'newId'>, payout: PayoutRow) => {
  await setPayout(db, payout, { state: 'processing', exportedAt: now, bookedAt: payout.bookedAt ?? now })
  // A payout of an earlier version was booked as it was scheduled.
  if (payout.bookedAt === null) await book(db, newId, paidOut(payout, now), { ...payout, orderId: null })
  await book(db, newId, payoutSent(payout, now), { ...payout, orderId: null })
}
