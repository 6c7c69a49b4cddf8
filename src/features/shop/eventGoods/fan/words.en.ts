import type { FanPickUpWordsText } from './words.ja'

const words: FanPickUpWordsText = {
  title: 'Pick-up at the venue',
  savePicture: 'Save as a picture',
  asOf: (date) => `As of ${date}`,
  code: 'Code for the pick-up',
  show: 'Show this code or the order number when you pick it up.',
  afterPayment: 'The code for the pick-up appears once the order is paid.',
  states: {
    ready: 'To be picked up',
    done: 'Picked up',
    unpaid: 'Awaits payment',
    refunded: 'Refunded',
    nothingToPickUp: 'Nothing to pick up',
  },
}

export default words
