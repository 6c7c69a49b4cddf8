import type { MoneyBackWordsText } from './words.ja'

const words: MoneyBackWordsText = {
  disputes: 'Disputes',
  disputesText:
    'The buyer asked their card company to take the payment back. The operators answer it: send them what is listed below before the last day.',
  disputesOver: 'The buyer asked their card company to take the payment back.',
  evidenceUntil: { before: 'Evidence is accepted until ', after: '' },
  evidence: 'What helps',
  sendEvidence: 'Send to the operators',
  evidenceFor: (orderNumber) => `Dispute of ${orderNumber}`,
  disputeReasons: {
    fraudulent: 'The cardholder says that somebody else paid',
    product_not_received: 'Says that nothing arrived',
    product_unacceptable: 'Says that it is not as described',
    duplicate: 'Says that it was charged twice',
    subscription_canceled: 'Says that the membership had been cancelled',
    credit_not_processed: 'Says that a refund did not come',
    general: 'For another reason',
  },
  evidenceOf: {
    fraudulent: [
      'The receipt',
      'The buyer’s name and e-mail address',
      'What shows that they used it: when they joined, watched or downloaded',
    ],
    product_not_received: [
      'The day it was sent, and the carrier',
      'The tracking number and the proof of delivery',
      'The address it went to',
    ],
    product_unacceptable: [
      'The description and pictures of the goods',
      'What you and the buyer wrote',
      'Your rules for returns',
    ],
    duplicate: ['The receipts of both', 'How the two orders differ'],
    subscription_canceled: [
      'When they joined, and whether they left',
      'The page that explained the renewal',
      'What they used after the charge',
    ],
    credit_not_processed: ['Your rules for refunds', 'The day and amount, if you refunded it'],
    general: ['The receipt', 'What you and the buyer wrote', 'What was sent or used'],
  },
  disputeStates: {
    inquiry: 'Inquiry only (no money has moved)',
    inquiryClosed: 'Inquiry closed',
    open: 'Under review',
    won: 'The payment stands',
    lost: 'The payment was taken back',
  },
  refunds: 'Refunds',
  refundStates: {
    requested: 'Under way',
    requiresCustomerAction: 'Waiting for the buyer',
    succeeded: 'Done',
    failed: 'Failed',
    canceled: 'Cancelled',
  },
  refundReasons: {
    paidTwice: 'Paid twice',
    askedAgain: 'The buyer asked for it again',
    late: 'The money came late',
    accountDeleted: 'The buyer has deleted the account',
    provider: 'Refunded by the payment provider',
  },
  failed:
    'Money of this order did not go back. Refund it once more, or mark it as settled if you settled it in another way.',
  handle: {
    button: 'Mark as settled',
    title: 'Mark the refund as settled?',
    text: 'The order no longer waits for it in “To do”. How it was settled stays in its history.',
    label: 'How it was settled (kept in the history)',
    done: 'Marked as settled',
  },
  handled: 'Settled',
  refundAgain: 'Refund once more',
  answerUntil: { before: 'The buyer can enter a bank account until ', after: '' },
  refundWaits: (amount) =>
    `The refund of ${amount} is not done: the buyer entered no bank account in time, or one that does not exist. The buyer can have the mail that asks for it sent again, from the order history.`,
}

export default words
