import { button, fact, type Letter, letter, type Part, pageFor, type Reader } from '#kit/letter.ts'
import type { Instant } from '#kit/time.ts'
import { itemLines, type OrderedItem } from '#money/orders/letter.ts'
import { type EventAhead, eventFacts } from '#publishing/events/ahead.ts'
import type { PickUpWindow } from '../eventGoods'

type Piece = OrderedItem & { venueName: string; windows: readonly PickUpWindow[] }
export type PickUpToTell = { orderId: string; orderNumber: string; brandName: string; pieces: readonly Piece[] }
export type PickUpAhead = PickUpToTell & { event: EventAhead }

const clock = (at: Instant) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' }).format(at)
const dayOf = (at: Instant, locale: 'ja' | 'en') =>
  new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    timeZone: 'Asia/Tokyo',
    month: 'long',
    day: 'numeric',
    weekday: 'short',
  }).format(at)
/** On one day, or over several. */
const windowText = ({ from, to }: PickUpWindow, locale: 'ja' | 'en'): string => {
  const [first, last] = [dayOf(from, locale), dayOf(to, locale)]
  return first === last ? `${first} ${clock(from)} – ${clock(to)}` : `${first} ${clock(from)} – ${last} ${clock(to)}`
}

/** Each venue once, with its hours, and the pieces that wait there. */
const places = (pieces: readonly Piece[], locale: 'ja' | 'en'): Part[] => {
  const ja = locale === 'ja'
  return [...Map.groupBy(pieces, ({ venueName }) => venueName)].flatMap(([venueName, some]) => [
    fact(ja ? '受け取り場所' : 'Where', venueName),
    ...[...new Set(some.flatMap(({ windows }) => windows.map((one) => windowText(one, locale))))].map((text, n) =>
      fact(n > 0 ? '' : ja ? '受け取り時間' : 'When', text),
    ),
    ...itemLines(some, locale),
  ])
}
const codeButton = (to: Reader, { orderId }: PickUpToTell) =>
  button(
    to.locale === 'ja' ? '受け取り用コードを見る' : 'Show the pick-up code',
    pageFor(to, `/fc/me/orders/${orderId}`),
  )

/** The hours of pick-up have begun. */
export const pickUpOpen = (to: Reader, told: PickUpToTell): Letter =>
  letter(to, {
    ja: [
      `会場での受け取りが始まりました（${told.brandName} ${told.orderNumber}）`,
      [
        'ご注文の商品を、会場で受け取れるようになりました。受け取りには、注文の画面のコードをお見せください。',
        '',
        fact('ご注文番号', told.orderNumber),
        ...places(told.pieces, 'ja'),
        '',
        codeButton(to, told),
      ],
    ],
    en: [
      `You can pick up your goods (${told.brandName} ${told.orderNumber})`,
      [
        'What you ordered can now be picked up at the venue. Show the code on the page of your order there.',
        '',
        fact('Order', told.orderNumber),
        ...places(told.pieces, 'en'),
        '',
        codeButton(to, told),
      ],
    ],
  })

/** The day before an event at which something is to be picked up. */
export const eventTomorrow = (to: Reader, told: PickUpAhead): Letter => {
  const { title } = told.event
  return letter(to, {
    ja: [
      `明日は「${title}」です（${told.brandName}）`,
      [
        `「${title}」は明日です。ご注文の商品は会場でお渡しします。受け取り用コードを、すぐに開けるようにしておいてください。`,
        '',
        ...eventFacts(told.event, 'ja'),
        '',
        fact('ご注文番号', told.orderNumber),
        ...places(told.pieces, 'ja'),
        '',
        codeButton(to, told),
      ],
    ],
    en: [
      `Tomorrow: ${title} (${told.brandName})`,
      [
        `${title} is tomorrow. What you ordered is handed over at the venue: please have its code at hand.`,
        '',
        ...eventFacts(told.event, 'en'),
        '',
        fact('Order', told.orderNumber),
        ...places(told.pieces, 'en'),
        '',
        codeButton(to, told),
      ],
    ],
  })
}
