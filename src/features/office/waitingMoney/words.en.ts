import type { WaitingMoneyWordsText } from './words.ja'

const words: WaitingMoneyWordsText = {
  title: 'Money that waits',
  lead: 'Paid by people who have deleted their account, and not given back because the refund failed. Refund it again when its owner writes to you.',
  tableLabel: 'List of money that waits',
  columns: { order: 'Order', club: 'Club', amount: 'Amount', method: 'Paid by', at: 'Refund failed at' },
  placed: (date) => `Ordered on ${date}`,
  methods: { card: 'Card', konbini: 'Convenience store' },
  refund: 'Refund again',
  refundTitle: (amount) => `Refund ${amount} again?`,
  refundText: {
    card: 'It goes back to the card that it was paid with.',
    konbini:
      'The payment provider asks for a bank account by mail. The address is forgotten when the refund has ended.',
  },
  email: 'E-mail address of the buyer',
  asked: 'The refund is under way',
  empty: { title: 'No money waits', text: 'A refund to a deleted account that fails stands here.' },
  balance: {
    title: 'The provider’s balance and the ledger',
    provider: 'The provider says',
    unknown: 'of which no order is known',
    ledger: 'The ledger says',
    difference: 'Difference',
    equal: 'They agree',
    differs: 'They do not agree',
    looked: (time) => `Compared ${time}`,
    never: 'Not compared yet. They are compared each night at 3:30 (Tokyo).',
    text: 'After the provider’s fees, and before transfers to clubs.',
  },
  unknown: {
    title: 'Payments that nobody knows',
    lead: 'The payment provider has them, but no order or membership does. Refund the payment, or end the charges.',
    tableLabel: 'List of payments that nobody knows',
    columns: { what: 'Provider’s number', amount: 'Amount', order: 'Order that it names', state: 'State', at: 'At' },
    kinds: { payment: 'Payment', subscription: 'Recurring charge' },
    waiting: 'To be settled',
    asked: 'Under way',
    none: 'None',
    evidenceUntil: (date) => `Evidence by ${date}`,
    troubles: {
      refundFailed: {
        name: 'Refund failed',
        text: 'No bank account was named in time, or the bank sent it back. The money is still at the payment provider.',
      },
      inquiry: {
        name: 'Bank’s question',
        text: 'The card company asks about this payment. Refund it, or answer at the payment provider.',
      },
      disputed: {
        name: 'Disputed',
        text: 'The payment was disputed, and the card company has taken the money back. It cannot be refunded: answer at the payment provider before the deadline.',
      },
      disputeWon: {
        name: 'Dispute won',
        text: 'The money that the card company had taken back is at the payment provider again.',
      },
      disputeLost: {
        name: 'Dispute lost',
        text: 'Who paid has the money back through the card company. No refund is needed.',
      },
    },
    refused: {
      name: 'Refused',
      text: (code) => `The payment provider refused it (${code}). Look at it there.`,
    },
    act: { payment: 'Refund', subscription: 'End the charges' },
    note: 'Mark as settled',
    asks: {
      payment: (amount) => `Refund ${amount}?`,
      subscription: 'End the charges?',
      note: 'Mark it as settled?',
    },
    text: {
      payment: 'All of it goes back to who paid it.',
      subscription: 'The subscription ends at the payment provider. What was charged so far is not refunded.',
      note: 'No money moves. It leaves this list, and the reason is kept in the log.',
    },
    reason: 'Reason',
    done: 'It is under way',
    empty: { title: 'There are none', text: 'Every payment at the provider belongs to an order.' },
  },
  refusals: {
    paymentNotFound: 'It has been settled already. Read the list again.',
    orderNotFound: 'A refund of it is under way already. Read the list again.',
    refundNeedsEmail: 'Enter the e-mail address.',
  },
}

export default words
