import { describe, expect, test } from 'vitest'
import { graphemes, onLockScreen, shortened } from '#kit/shortened.ts'
import { answeredMessage } from '#publishing/comments/messages.ts'
import { contentsHere, liveHere, monthHere, recordingHere } from '#publishing/news/messages.ts'
import { type PushMessage, pushMessage } from '#server/push/message.ts'
import { eventTomorrowMessage, pickUpOpenMessage } from '#shop/eventGoods/pickUp/messages.ts'
import { goodsOnSaleMessage } from '#shop/goods/waits/messages.ts'
import { shippedMessage } from '#shop/parcels/messages.ts'

/* Every message as a locked phone shows it, with names as long as forms take them. */

const family = '👨‍👩‍👧‍👦'
const longest = { title: `葵${family.repeat(20)}ファンクラブ`.repeat(3), name: `真夏の夜の弾き語り${family}`.repeat(9) }
const plain = { title: '葵 — AOI', name: '夏のライブ' }

const messagesOf = (locale: 'ja' | 'en', { title, name }: typeof plain): Record<string, PushMessage> => {
  const club = { name: title, slug: 'aoi', brandId: 'brand_aoi' }
  const content = { planContentId: 'content_1', name }
  const order = { brandName: title, orderId: 'order_1', orderNumber: 'A-000128' }
  const window = { from: 0, to: 3_600_000 }
  const piece = { name, variationName: '', quantity: 1, venueName: name, venueAddress: '', windows: [window] }
  const told = { ...order, pieces: [piece] } as unknown as Parameters<typeof pickUpOpenMessage>[1]
  const event = { title: name, startAt: 0, doorsOpenAt: null, venueName: name, venueAddress: '' }
  return {
    content: contentsHere(locale, club, [content]),
    contents: contentsHere(locale, club, [content, content, content]),
    live: liveHere(locale, club, content),
    archive: recordingHere(locale, club, content),
    month: monthHere(locale, club, { year: 2026, month: 11 }),
    answer: answeredMessage(locale, { name: title, slug: 'aoi', planContent: content }),
    answerOfFan: answeredMessage(locale, { name: title, slug: 'aoi', planContent: content, by: name }),
    goods: goodsOnSaleMessage(locale, {
      slug: 'aoi',
      brandName: title,
      goodsId: 'goods_1',
      name,
      english: {},
      variations: [],
    }),
    shipped: shippedMessage(locale, order),
    pickUp: pickUpOpenMessage(locale, told),
    event: eventTomorrowMessage(locale, { ...told, event }),
  }
}

describe.each(['ja', 'en'] as const)('in %s a message', (locale) => {
  test.each(Object.entries(messagesOf(locale, longest)))(
    'of %s fits a locked phone, however long its names are, and still says what happened',
    (kind, message) => {
      expect(pushMessage.parse(message)).toEqual(message)
      expect(graphemes(message.title).length).toBeLessThanOrEqual(onLockScreen.title)
      expect(graphemes(message.body).length).toBeLessThanOrEqual(onLockScreen.body)
      for (const text of [message.title, message.body]) {
        expect(text.isWellFormed()).toBe(true)
        // No family loses a member at the cut.
        expect(text.replaceAll(family, '')).not.toMatch(/[\u{1F468}\u{1F469}\u200D]/u)
        expect(text).not.toMatch(/[<>\n]/)
      }
      // What stands behind the name is said in full.
      const behind = messagesOf(locale, plain)[kind]?.body.split(plain.name).at(-1) ?? ''
      expect(message.body.endsWith(behind)).toBe(true)
      expect(message.path).toMatch(locale === 'en' ? /^\/en\/fc\// : /^\/fc\//)
    },
  )

  test('reads as one sentence', () => {
    const said = Object.fromEntries(Object.entries(messagesOf(locale, plain)).map(([kind, { body }]) => [kind, body]))
    expect(said).toMatchSnapshot()
  })
})

test('what is shorter than the limit stays as it is, and a cut shows', () => {
  expect(shortened('夏のライブ', 5)).toBe('夏のライブ')
  expect(shortened('夏のライブ2', 5)).toBe('夏のライ…')
  expect(shortened(`${family}と${family}と`, 9)).toBe(`${family}と${family}と`)
  expect(shortened(family.repeat(9), 9)).toBe(`${family.repeat(2)}…`)
})
