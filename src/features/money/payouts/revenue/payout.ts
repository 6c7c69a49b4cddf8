import { day, type Instant, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { monthAfter, monthOf, startOfMonth } from '../../ledger/ledger'

export type PayoutState = 'scheduled' | 'processing' | 'paid' | 'returned' | 'canceled'
export const returnReasons = ['nameMismatch', 'accountClosed', 'wrongType', 'other'] as const
export type ReturnReason = (typeof returnReasons)[number]

/** A new account is paid to no sooner than this. */
export const accountHeldFor = 2 * day

const tokyo = 9 * 3_600_000

/** Bank holidays: weekends, Showa Day with its substitute, and the turn of the year. Only month ends are checked. */
const isClosed = (at: Instant): boolean => {
  const date = new Date(at + tokyo)
  const [month, dayOfMonth, weekday] = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay()]
  if (weekday === 0 || weekday === 6) return true
  if (month === 12 && dayOfMonth === 31) return true
  if (month !== 4) return false
  return dayOfMonth === 29 || (dayOfMonth === 30 && weekday === 1)
}

/** Midnight in Tokyo of the month's last day on which banks are open. */
export const lastBankingDay = (month: string): Instant => {
  let at = startOfMonth(monthAfter(month)) - day
  while (isClosed(at)) at -= day
  return at
}

/** Banks take a file until the day before: the next last banking day that is still ahead by that. */
export const nextPayoutDay = (now: Instant): Instant => {
  const month = monthOf(now)
  const current = lastBankingDay(month)
  return now < current ? current : lastBankingDay(monthAfter(month))
}

/** A payout counts as paid from its day on, unless the bank returns it. */
export const payoutStateAt = (payout: { state: PayoutState; scheduledFor: Instant }, now: Instant): PayoutState =>
  payout.state === 'processing' && payout.scheduledFor <= now ? 'paid' : payout.state

/** The bank takes no file for its day any more. */
export const isOverdueAt = ({ state, scheduledFor }: { state: PayoutState; scheduledFor: Instant }, now: Instant) =>
  state === 'scheduled' && scheduledFor <= now

type Payout = {
  payoutId: string
  month: string
  amount: number
  fee: number
  state: PayoutState
  bankLabel: string
  scheduledFor: Instant
  createdAt: Instant
  returnedAt: Instant | null
  returnReason: ReturnReason | null
  retriedAs: string | null
}
export const shownPayout = (row: Payout, now: Instant): Payout & { isOverdue: boolean } => ({
  payoutId: row.payoutId,
  month: row.month,
  amount: row.amount,
  fee: row.fee,
  state: payoutStateAt(row, now),
  bankLabel: row.bankLabel,
  scheduledFor: row.scheduledFor,
  createdAt: row.createdAt,
  returnedAt: row.returnedAt,
  returnReason: row.returnReason,
  retriedAs: row.retriedAs,
  isOverdue: isOverdueAt(row, now),
})

/**
 * The payout by which the money of a month went out: the month's own or, where it had none, the next one, which takes along
 * what was left; where that came back, the one that took its place. `payouts` are the brand's, newest first.
 */
export const payoutOfMonth = <Row extends Pick<Payout, 'payoutId' | 'month' | 'retriedAs'>>(
  payouts: readonly Row[],
  month: string,
): Row | undefined => {
  const [first] = payouts
    .map((payout) => payout.month)
    .filter((one) => one >= month)
    .sort()
  let found = payouts.find((payout) => payout.month === first)
  while (found && found.retriedAs !== null) {
    const { retriedAs } = found
    found = payouts.find(({ payoutId }) => payoutId === retriedAs)
  }
  return found
}

/** A bank's file names its day by month and day. */
export const monthDay = (at: Instant): string => {
  const { month } = tokyoMonth(at)
  const dayOfMonth = Math.floor((at - startOfTokyoMonth(tokyoMonth(at))) / day) + 1
  return `${String(month).padStart(2, '0')}${String(dayOfMonth).padStart(2, '0')}`
}

export const blockerKinds = [
  'suspended',
  'noAccount',
  'accountErrored',
  'accountHeld',
  'identityMissing',
  'identityPending',
  'identityFailed',
  'belowMinimum',
] as const
export type BlockerKind = (typeof blockerKinds)[number]
export type Blocker = { kind: BlockerKind; until: Instant | null; amount: number | null }

type Facts = {
  /** By the platform's operators (rule: club.suspended). */
  isSuspended: boolean
  account: { status: 'registered' | 'errored'; savedAt: Instant } | null
  identity: 'submitted' | 'verified' | 'failed' | null
  /** Amount that would be paid out; null where it was not requested. */
  payable: number | null
  minimum: number
}

/** Everything that keeps money from going out, each with what there is to do about it (rule: money.payouts). */
export const blockersOf = ({ isSuspended, account, identity, payable, minimum }: Facts, now: Instant): Blocker[] => {
  const found: Blocker[] = []
  const add = (kind: BlockerKind, more: Partial<Blocker> = {}) =>
    found.push({ kind, until: null, amount: null, ...more })
  if (isSuspended) add('suspended')
  if (!account) add('noAccount')
  else if (account.status === 'errored') add('accountErrored')
  else if (account.savedAt + accountHeldFor > now) add('accountHeld', { until: account.savedAt + accountHeldFor })
  if (identity === null) add('identityMissing')
  else if (identity === 'submitted') add('identityPending')
  else if (identity === 'failed') add('identityFailed')
  if (payable !== null && payable < minimum) add('belowMinimum', { amount: minimum - payable })
  return found
}
