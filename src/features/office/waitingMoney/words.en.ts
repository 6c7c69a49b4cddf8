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
  refusals: {
    orderNotFound: 'A refund of it is under way already. Read the list again.',
    refundNeedsEmail: 'Enter the e-mail address.',
  },
}

export default words
