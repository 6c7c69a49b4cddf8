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

/** `amount` in yen, signed; the fee is taken off it. */
export const newBalanceTransaction = (
  at: number,
  sort: Sort,
  { source, amount, fee }: { source: string; amount: number; fee: { amount: number; description: string } | null },
): Stripe.BalanceTransaction => ({
  id: newObjectId('balance_transaction'),
  object: 'balance_transaction',
  amount,
  available_on: at,
  balance_type: 'payments',
  created: at,
  currency: 'jpy',
  exchange_rate: null,
  fee: fee?.amount ?? 0,
  fee_details: fee === null ? [] : [{ ...fee, application: null, currency: 'jpy', type: 'stripe_fee' }],
  net: amount - (fee?.amount ?? 0),
  source,
  status: 'available',
  ...sort,
})
