import type { JoinWordsText } from './joinWords.ja'

const words: JoinWordsText = {
  button: 'Join',
  intervals: { month: ' / month', year: ' / year' },
  joined: 'See my plans',
  waiting: 'Go on to the payment',
  refused: 'Your payment was declined. Change the card, and your plan is renewed at once.',
  mend: 'Change the card',
  thanks: 'Thank you for the payment. Everything opens as soon as it has arrived.',
  closed: 'This plan takes no new members.',
  buyMonth: 'Buy this month',
}

export default words
