import { iconOf } from '#club/push/work.server.ts'
import * as answers from '#publishing/comments/messages.ts'
import * as news from '#publishing/news/messages.ts'
import type { PushMessage } from '#server/push/message.ts'
import * as pickUp from '#shop/eventGoods/pickUp/messages.ts'
import * as waits from '#shop/goods/waits/messages.ts'
import * as parcels from '#shop/parcels/messages.ts'

/* Every message that the program shows on a phone, with names as they come and with the longest: for the tests and the pictures. */

type Locale = 'ja' | 'en'
type Names = {
  brand: string
  slug: string
  content: string
  second: string
  goods: string
  event: string
  venue: string
}

const repeated = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
export const names: Record<'short' | 'long', Record<Locale, Names>> = {
  short: {
    ja: {
      ...{
        brand: '葵 — AOI',
        slug: 'aoi',
        content: '深夜のスタジオから',
        second: '初雪の朝',
        goods: 'アクリルスタンド',
      },
      ...{ event: '冬のツアー 東京公演', venue: 'スターホール' },
    },
    en: {
      ...{
        brand: 'AOI',
        slug: 'aoi',
        content: 'Late night at the studio',
        second: 'First snow',
        goods: 'Acrylic stand',
      },
      ...{ event: 'Winter tour, Tokyo', venue: 'Star Hall' },
    },
  },
  // As long as each may be.
  long: {
    ja: {
      brand: repeated('星降る夜の音楽と物語のファンクラブ', 50),
      slug: repeated('hoshi-furu-yoru-', 31),
      content: repeated('【会員限定】全国ツアー最終日の舞台裏に密着しました・前編', 80),
      second: repeated('アンコールのあと、楽屋で話したこと', 80),
      goods: repeated('ツアー限定オーバーサイズTシャツ（星空・濃紺）', 100),
      event: repeated('全国ツアー「夜の向こう側」追加公演 東京二日目', 100),
      venue: repeated('東京国際フォーラムのいちばん大きなホール', 100),
    },
    en: {
      brand: repeated('The Official Fan Club of Nights and Stories ', 50),
      slug: repeated('hoshi-furu-yoru-', 31),
      content: repeated('Members only: behind the scenes of the last day of the tour ', 80),
      second: repeated('What we talked about after the encore in the dressing room ', 80),
      goods: repeated('Tour limited oversized T-shirt (starry sky, navy blue) ', 100),
      event: repeated('Across the night, additional show of the tour in Tokyo, day two ', 100),
      venue: repeated('The largest hall of the Tokyo International Forum ', 100),
    },
  },
}

const at = Date.UTC(2026, 10, 24, 3)
const worldOf = ({ brand, slug, content, second, goods, event, venue }: Names) => {
  const order = { orderId: 'order_1', orderNumber: 'AOI-000128', brandName: brand }
  const piece = {
    ...{ name: goods, variationName: '', english: {}, quantity: 1 },
    ...{ venueName: venue, windows: [{ from: at, to: at + 6 * 3_600_000 }] },
  }
  return {
    club: { name: brand, slug, brandId: 'brand_a' },
    first: { planContentId: 'content_1', name: content },
    second: { planContentId: 'content_2', name: second },
    answered: { name: brand, slug, planContent: { planContentId: 'content_1', name: content } },
    waited: { slug, brandName: brand, goodsId: 'goods_1', name: goods, english: {}, variations: [] },
    order,
    picked: { ...order, pieces: [piece] },
    ahead: {
      ...{ ...order, pieces: [piece] },
      event: { title: event, startAt: at, doorsOpenAt: null, venueName: venue, venueAddress: '' },
    },
  }
}
type World = ReturnType<typeof worldOf>

type Write = (locale: Locale, world: World) => PushMessage
const of = <Module extends object>(_: Module, messages: Record<keyof Module, Write | Write[]>) => messages

/** By module and export; several where a message has several versions. */
export const pushes = [
  of(news, {
    contentsHere: [
      (locale, { club, first }) => news.contentsHere(locale, club, [first]),
      (locale, { club, first, second }) => news.contentsHere(locale, club, [first, second]),
    ],
    liveHere: (locale, { club, first }) => news.liveHere(locale, club, first),
    recordingHere: (locale, { club, first }) => news.recordingHere(locale, club, first),
    eventTomorrowHere: (locale, { club, ahead }) =>
      news.eventTomorrowHere(locale, club, { ...ahead.event, eventId: 'event_1' }),
    monthHere: (locale, { club }) => news.monthHere(locale, club, { year: 2026, month: 10 }),
  }),
  of(answers, { answeredMessage: (locale, { answered }) => answers.answeredMessage(locale, answered) }),
  of(waits, { goodsOnSaleMessage: (locale, { waited }) => waits.goodsOnSaleMessage(locale, waited) }),
  of(pickUp, {
    pickUpOpenMessage: (locale, { picked }) => pickUp.pickUpOpenMessage(locale, picked),
    eventTomorrowMessage: (locale, { ahead }) => pickUp.eventTomorrowMessage(locale, ahead),
  }),
  of(parcels, { shippedMessage: (locale, { order }) => parcels.shippedMessage(locale, order) }),
].flatMap((module) =>
  Object.entries<Write | Write[]>(module as Record<string, Write | Write[]>).flatMap(([name, write]) =>
    [write].flat().map((one, n) => ({
      name: n === 0 ? name : `${name}-${n + 1}`,
      /** As it is sent, with the club's picture. */
      write: (locale: Locale, length: keyof typeof names): PushMessage => {
        const world = worldOf(names[length][locale])
        return { ...one(locale, world), icon: iconOf(world.club) }
      },
    })),
  ),
)
