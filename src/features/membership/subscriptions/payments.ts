import type { Yen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'
import type { UserPlan } from './contract'

/**
 * What a fan pays for a membership next. `charged`: the card, by itself; `atStore`: a voucher will come; `voucher`: one waits to be
 * paid; `change`: one waits of a change to another plan; `refused`: the card was; `ends`: nothing more; `given`: nothing at all.
 */
export type PaymentKind = 'charged' | 'atStore' | 'voucher' | 'change' | 'refused' | 'ends' | 'given'
export type Payment = {
  kind: PaymentKind
  plan: UserPlan
  /** What the next term costs, in yen, and for how long that is; of a change what is paid for it once. */
  amount: Yen
  interval: 'month' | 'year'
  /** The charge, the deadline, or the end; null where it is not known yet. */
  at: Instant | null
  /** Of a voucher: the order to pay; null where it has to be made first. */
  orderId: string | null
}

const paymentOf = (plan: UserPlan): Payment => {
  const base = { plan, amount: plan.price, interval: plan.subscriptionInterval, orderId: null }
  switch (plan.status) {
    case 'active': {
      const next = plan.change
        ? { amount: plan.change.price, interval: plan.change.subscriptionInterval }
        : { amount: plan.price, interval: plan.subscriptionInterval }
      const kind = { card: 'charged', konbini: 'atStore', comp: 'given' } as const
      return { ...base, ...next, kind: kind[plan.paymentMethod], at: plan.expiredAt }
    }
    case 'scheduledToCancel':
      return { ...base, kind: 'ends', at: plan.cancelScheduledAt }
    case 'scheduledToArchive':
      return { ...base, kind: 'ends', at: plan.expiredAt }
    case 'paymentIncomplete':
      return { ...base, kind: 'refused', at: plan.expiredAt }
    case 'requiredKonbiniPayment':
      return {
        ...base,
        kind: 'voucher',
        at: plan.issueBy ?? plan.dueAt,
        orderId: plan.isOrderWaiting ? plan.latestOrderId : null,
      }
    case 'canceled':
      return { ...base, kind: 'ends', at: plan.canceledAt }
    case 'archived':
      return { ...base, kind: 'ends', at: plan.archivedAt }
  }
}

/** A change that is to be paid at a store: until then the membership goes on as it is, and stands beside it. */
const changeOf = (plan: UserPlan): Payment[] => {
  if (!plan.changeOrder) return []
  const { orderId, total: amount, dueAt: at } = plan.changeOrder
  return [{ kind: 'change', plan, amount, interval: plan.subscriptionInterval, at, orderId }]
}

/** What waits for the fan goes before what happens by itself. */
export const needsFan = ({ kind }: { kind: PaymentKind }): boolean =>
  kind === 'refused' || kind === 'voucher' || kind === 'change'
const isPaidOn = ({ kind }: Payment) => kind !== 'ends' && kind !== 'given' && kind !== 'change'

/** The next payment of each membership, of all clubs: first what waits for the fan, then by date, at last what ends. */
export const paymentsOf = (plans: readonly UserPlan[]): Payment[] => {
  const rank = (payment: Payment) => (needsFan(payment) ? 0 : isPaidOn(payment) ? 1 : 2)
  return plans
    .flatMap((plan) => [paymentOf(plan), ...changeOf(plan)])
    .toSorted((a, b) => rank(a) - rank(b) || (a.at ?? 0) - (b.at ?? 0) || (a.plan.planId < b.plan.planId ? -1 : 1))
}

/** Sums of what goes on, in yen: by month, by year, and a month's share of both, rounded down. */
export const sumsOf = (payments: readonly Payment[]): { month: Yen; year: Yen; perMonth: Yen } => {
  const sum = (of: 'month' | 'year') =>
    payments
      .filter((payment) => isPaidOn(payment) && payment.interval === of)
      .reduce((all, { amount }) => all + amount, 0)
  const [month, year] = [sum('month'), sum('year')]
  return { month, year, perMonth: month + Math.floor(year / 12) }
}
