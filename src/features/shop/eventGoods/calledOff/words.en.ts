import { grouped } from '#kit/number.ts'
import type { CalledOffWordsText } from './words.ja'

const words: CalledOffWordsText = {
  ending: (n) =>
    n === 1
      ? 'The sale of 1 item that is handed over at the venue ends.'
      : `The sale of ${grouped(n)} items that are handed over at the venue ends.`,
  unpaid: (n) =>
    n === 1
      ? '1 unpaid order is cancelled, and its payment code stops working.'
      : `${grouped(n)} unpaid orders are cancelled, and their payment codes stop working.`,
  uncollected: (n, brand) =>
    `${brand && `${brand}: `}${n === 1 ? '1 paid order has' : `${grouped(n)} paid orders have`} not been collected. Nothing is refunded automatically.`,
  orders: 'See the orders',
  staying: (n) =>
    n === 1
      ? '1 item that is sent or downloaded stays on sale.'
      : `${grouped(n)} items that are sent or downloaded stay on sale.`,
  postponed: (n) =>
    `The sale and pick-up times of ${n === 1 ? '1 item' : `${grouped(n)} items`} of this event stay as they are. Change them where needed.`,
  list: 'See the event goods',
}

export default words
