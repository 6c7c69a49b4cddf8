import { letterMonth } from '#kit/letter.ts'
import { onLockScreen, shortened } from '#kit/shortened.ts'
import type { BackNumberPeriod } from '#kit/time.ts'
import type { PushMessage } from '#server/push/message.ts'

/*
 * The news of `mails.ts` as messages on a phone: who, what, and the page that a press opens. A closed message is one line: what happened stands
 * before the name.
 */

type Locale = 'ja' | 'en'
type Club = { name: string; slug: string; brandId: string }
type NewsContent = { planContentId: string; name: string }

const inLocale = (locale: Locale, path: string) => (locale === 'en' ? `/en${path}` : path)
const message = (locale: Locale, { name, slug }: Club, tag: string, path: string, body: string): PushMessage => ({
  title: shortened(name, onLockScreen.title),
  body,
  path: inLocale(locale, `/fc/${slug}${path}`),
  tag,
  locale,
})
const nameOf = ({ name }: Pick<NewsContent, 'name'>) => shortened(name, onLockScreen.name)
const content = (planContentId: string) => `/contents/${planContentId}`

/** One for all of them. */
export const contentsHere = (locale: Locale, club: Club, some: readonly NewsContent[]): PushMessage => {
  const [first, ...more] = some
  const names = shortened(some.map(({ name }) => name).join(locale === 'ja' ? '、' : ', '), onLockScreen.names)
  const said =
    locale === 'ja'
      ? more.length === 0
        ? `新しいコンテンツ：${first && nameOf(first)}`
        : `新しいコンテンツを${some.length}件公開しました：${names}`
      : more.length === 0
        ? `New: ${first && nameOf(first)}`
        : `${some.length} new contents: ${names}`
  return message(
    locale,
    club,
    `content ${club.brandId}`,
    first && more.length === 0 ? content(first.planContentId) : '/contents',
    said,
  )
}

export const liveHere = (locale: Locale, club: Club, { planContentId, ...named }: NewsContent): PushMessage =>
  message(
    locale,
    club,
    `live ${club.brandId}`,
    content(planContentId),
    locale === 'ja' ? `ライブ配信が始まりました：${nameOf(named)}` : `Live now: ${nameOf(named)}`,
  )

export const recordingHere = (locale: Locale, club: Club, { planContentId, ...named }: NewsContent): PushMessage =>
  message(
    locale,
    club,
    `archive ${club.brandId}`,
    content(planContentId),
    locale === 'ja' ? `アーカイブを公開しました：${nameOf(named)}` : `The recording is here: ${nameOf(named)}`,
  )

export const monthHere = (locale: Locale, club: Club, period: BackNumberPeriod): PushMessage =>
  message(
    locale,
    club,
    `archive ${club.brandId}`,
    '/back-numbers',
    locale === 'ja'
      ? `バックナンバーを発売しました：${letterMonth(period, 'ja')}`
      : `Back number on sale: ${letterMonth(period, 'en')}`,
  )

export const eventTomorrowHere = (
  locale: Locale,
  club: Club,
  event: { eventId: string; title: string },
): PushMessage => {
  const title = shortened(event.title, onLockScreen.name)
  return message(
    locale,
    club,
    `event ${event.eventId}`,
    `/events/${event.eventId}`,
    locale === 'ja' ? `明日のイベント：${title}` : `Event tomorrow: ${title}`,
  )
}
