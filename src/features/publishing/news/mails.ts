import { button, type Letter, letter, letterMonth, link, pageFor, type Reader } from '#kit/letter.ts'
import type { BackNumberPeriod } from '#kit/time.ts'
import { type EventAhead, eventFacts } from '../events/ahead'

type Club = { name: string; slug: string }
type NewsContent = { planContentId: string; name: string }

const foot = (name: string, stopUrl: string) => ({
  ja: ['', link(`「${name}」からのお知らせメールを止める`, stopUrl)],
  en: ['', link(`Stop mails with news of ${name}`, stopUrl)],
})

/** Unsubscribe page, which asks for confirmation. */
export const stopUrlOf = (to: Reader, token: string) => pageFor(to, `/fc/me/unsubscribe?token=${token}`)

/** One-click unsubscribe URL for mail programs. */
export const oneClickUrlOf = ({ origin }: Reader, token: string) => `${origin}/api/mail/stop?token=${token}`

export const liveStarted = (to: Reader, { name, slug }: Club, shown: NewsContent, stopUrl: string): Letter => {
  const page = pageFor(to, `/fc/${slug}/contents/${shown.planContentId}`)
  const end = foot(name, stopUrl)
  return letter(to, {
    ja: [
      `ライブ配信が始まりました: ${shown.name}（${name}）`,
      [`「${name}」のライブ配信「${shown.name}」が始まりました。`, '', button('配信を見る', page), ...end.ja],
    ],
    en: [
      `Live now: ${shown.name} (${name})`,
      [`${name} is live: ${shown.name}.`, '', button('Watch it', page), ...end.en],
    ],
  })
}

export const archiveReady = (to: Reader, { name, slug }: Club, shown: NewsContent, stopUrl: string): Letter => {
  const page = pageFor(to, `/fc/${slug}/contents/${shown.planContentId}`)
  const end = foot(name, stopUrl)
  return letter(to, {
    ja: [
      `アーカイブを公開しました: ${shown.name}（${name}）`,
      [
        `「${name}」のライブ配信「${shown.name}」のアーカイブを見られるようになりました。`,
        '',
        button('アーカイブを見る', page),
        ...end.ja,
      ],
    ],
    en: [
      `The recording is here: ${shown.name} (${name})`,
      [`The recording of ${shown.name} by ${name} can now be watched.`, '', button('Watch it', page), ...end.en],
    ],
  })
}

export const monthOnSale = (to: Reader, { name, slug }: Club, period: BackNumberPeriod, stopUrl: string): Letter => {
  const page = pageFor(to, `/fc/${slug}/back-numbers`)
  const end = foot(name, stopUrl)
  const month = { ja: letterMonth(period, 'ja'), en: letterMonth(period, 'en') }
  return letter(to, {
    ja: [
      `${month.ja}のバックナンバーの販売が始まりました（${name}）`,
      [
        `「${name}」の${month.ja}のコンテンツを、バックナンバーとして購入できるようになりました。`,
        '',
        button('バックナンバーを見る', page),
        ...end.ja,
      ],
    ],
    en: [
      `The back number of ${month.en} is on sale (${name})`,
      [
        `The contents of ${name} from ${month.en} can now be bought as a back number.`,
        '',
        button('See the back numbers', page),
        ...end.en,
      ],
    ],
  })
}

/** The day before an event. */
export const eventTomorrow = (
  to: Reader,
  { name, slug }: Club,
  event: EventAhead & { eventId: string },
  stopUrl: string,
): Letter => {
  const page = pageFor(to, `/fc/${slug}/events/${event.eventId}`)
  const end = foot(name, stopUrl)
  return letter(to, {
    ja: [
      `明日は「${event.title}」です（${name}）`,
      [
        `「${name}」のイベント「${event.title}」は明日です。`,
        '',
        ...eventFacts(event, 'ja'),
        '',
        button('イベントを見る', page),
        ...end.ja,
      ],
    ],
    en: [
      `Tomorrow: ${event.title} (${name})`,
      [
        `${event.title} by ${name} is tomorrow.`,
        '',
        ...eventFacts(event, 'en'),
        '',
        button('See the event', page),
        ...end.en,
      ],
    ],
  })
}

/** New contents, one mail for all of them. */
export const contentsPublished = (
  to: Reader,
  { name, slug }: Club,
  published: readonly NewsContent[],
  stopUrl: string,
): Letter => {
  const end = foot(name, stopUrl)
  const [first] = published
  const pageOf = ({ planContentId }: NewsContent) => pageFor(to, `/fc/${slug}/contents/${planContentId}`)
  const isOne = published.length === 1
  const list = published.map((one) => link(one.name, pageOf(one)))
  const page = first && isOne ? pageOf(first) : pageFor(to, `/fc/${slug}/contents`)
  return letter(to, {
    ja: [
      isOne
        ? `新しいコンテンツ: ${first?.name}（${name}）`
        : `新しいコンテンツを${published.length}件公開しました（${name}）`,
      isOne
        ? [
            `「${name}」が新しいコンテンツ「${first?.name}」を公開しました。`,
            '',
            button('コンテンツを見る', page),
            ...end.ja,
          ]
        : [
            `「${name}」が新しいコンテンツを公開しました。`,
            '',
            ...list,
            '',
            button('コンテンツの一覧を見る', page),
            ...end.ja,
          ],
    ],
    en: [
      isOne ? `New: ${first?.name} (${name})` : `${published.length} new contents (${name})`,
      isOne
        ? [`${name} has published ${first?.name}.`, '', button('See it', page), ...end.en]
        : [`${name} has published new contents.`, '', ...list, '', button('See all contents', page), ...end.en],
    ],
  })
}
