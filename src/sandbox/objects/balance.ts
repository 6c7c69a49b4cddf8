import type Stripe from 'stripe'
import { newObjectId } from '../store'

/** What a transaction is, by the provider's names: https://docs.stripe.com/reports/balance-transaction-types */
type Sort = Pick<Stripe.BalanceTransaction, 'type' | 'reporting_category' | 'description'>

export const sorts = {
  charge: { type: 'charge', reporting_category: 'charge', description: null },
  /** Of another method than a card. */
  payment: { type: 'payment', reporting_category: 'charge', description: null },
  refund: { type: 'refund', reporting_category: 'refund', description: 'REFUND FOR CHARGE' },
  paymentRefund: { type: 'payment_refund', reporting_category: 'refund', description: 'REFUND FOR PAYMENT' },
  refundFailure: {
    type: 'refund_failure',
    reporting_category: 'refund_failure',
    description: 'REFUND FAILURE',
  },
  dispute: { type: 'adjustment', reporting_category: 'dispute', description: 'Chargeback withdrawal' },
  disputeReversal: {
    type: 'adjustment',
    reporting_category: 'dispute_reversal',
    description: 'Chargeback reversal',
  },
} as const satisfies Record<string, Sort>

/** What a payment's money is in the balance: in yen, unless the account keeps a balance of its currency as well. */
export type Settled = { currency: string; rate: number | null }
export const inYen: Settled = { currency: 'jpy', rate: null }

/** `amount` in the balance's currency, signed; the fee is taken off it. */
export const newBalanceTransaction = (
  at: number,
  sort: Sort,
  {
    source,
    amount,
    fee,
    settled = inYen,
  }: { source: string; amount: number; fee: { amount: number; description: string } | null; settled?: Settled },
): Stripe.BalanceTransaction => ({
  id: newObjectId('balance_transaction'),
  object: 'balance_transaction',
  amount,
  available_on: at,
  balance_type: 'payments',
  created: at,
  currency: settled.currency,
  exchange_rate: settled.rate,
  fee: fee?.amount ?? 0,
  fee_details: fee === null ? [] : [{ ...fee, application: null, currency: settled.currency, type: 'stripe_fee' }],
  net: amount - (fee?.amount ?? 0),
  source,
  status: 'available',
  ...sort,
})
