import type Stripe from 'stripe'
import { newObjectId } from '../store'
import { newBalanceTransaction, sorts } from './balance'

type Metadata = Record<string, string>

/** Days that a customer has to give a bank account. */
export const bankAnswerDays = 45
/** Store payments are refunded to a bank account, which the customer is asked for by mail. */
export const bankQuestion = (at: number, email: string | null | undefined): Stripe.Refund.NextAction => ({
  type: 'display_details',
  display_details: {
    email_sent: { email_sent_at: at, email_sent_to: email ?? '' },
    expires_at: at + bankAnswerDays * 86_400,
  },
})

export const newRefund = (
  at: number,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  of: { amount: number; metadata: Metadata; reason: Stripe.Refund.Reason | null; instructionsEmail: string | null },
): Stripe.Refund => {
  const isAtStore = charge.payment_method_details?.type === 'konbini'
  return {
    id: newObjectId('refund'),
    object: 'refund',
    amount: of.amount,
    balance_transaction: null,
    charge: charge.id,
    created: at,
    currency: charge.currency,
    customer: intent.customer,
    customer_account: null,
    destination_details: isAtStore
      ? { type: 'jp_bank_transfer', jp_bank_transfer: { reference: null, reference_status: 'pending' } }
      : {
          type: 'card',
          card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
        },
    ...(of.instructionsEmail !== null && { instructions_email: of.instructionsEmail }),
    metadata: of.metadata,
    ...(isAtStore && { next_action: bankQuestion(at, of.instructionsEmail) }),
    payment_intent: intent.id,
    payment_method: charge.payment_method,
    reason: of.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isAtStore ? 'requires_action' : 'succeeded',
    transfer_reversal: null,
  }
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** What the provider charges for a dispute, in yen, and keeps whatever its end: https://stripe.com/jp/pricing */
const disputeFee = 1500

/** What a dispute takes from the balance, in yen, or gives back to it. */
export const disputeTransaction = (at: number, source: string, amount: number): Stripe.BalanceTransaction => {
  const fee = amount < 0 ? { amount: disputeFee, description: 'Dispute fee' } : null
  return newBalanceTransaction(at, amount < 0 ? sorts.dispute : sorts.disputeReversal, { source, amount, fee })
}

type DisputeValues = { amount: number; currency: string; reason: string; withdrawn: number | null }
export const newDispute = (
  at: number,
  charge: Stripe.Charge,
  { amount, currency, reason, withdrawn }: DisputeValues,
  id = newObjectId('dispute'),
): Stripe.Dispute => ({
  id,
  object: 'dispute',
  amount,
  balance_transactions: withdrawn === null ? [] : [disputeTransaction(at, id, -withdrawn)],
  charge: charge.id,
  created: at,
  currency,
  enhanced_eligibility_types: [],
  evidence: noEvidence,
  evidence_details: {
    due_by: at + 9 * 86_400,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  network_reason_code: '10.4',
  payment_intent: charge.payment_intent,
  payment_method_details: {
    type: 'card',
    card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
  },
  reason,
  status: 'needs_response',
})
