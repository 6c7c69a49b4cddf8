import { letterMonth } from '#kit/letter.ts'
import type { BackNumberPeriod } from '#kit/time.ts'
import type { PushMessage } from '#server/push/message.ts'

/* The news of `mails.ts` as messages on a phone: who, what, and the page that a press opens. */

type Locale = 'ja' | 'en'
type Club = { name: string; slug: string; brandId: string }
type NewsContent = { planContentId: string; name: string }

const inLocale = (locale: Locale, path: string) => (locale === 'en' ? `/en${path}` : path)
const message = (locale: Locale, { name, slug }: Club, tag: string, path: string, body: string): PushMessage => ({
  title: name.slice(0, 120),
  body: body.slice(0, 400),
  path: inLocale(locale, `/fc/${slug}${path}`),
  tag,
  locale,
})
const content = (planContentId: string) => `/contents/${planContentId}`

/** One for all of them. */
export const contentsHere = (locale: Locale, club: Club, some: readonly NewsContent[]): PushMessage => {
  const [first, ...more] = some
  const names = some.map(({ name }) => name)
  const said =
    locale === 'ja'
      ? more.length === 0
        ? `新しいコンテンツ「${first?.name}」を公開しました`
        : `新しいコンテンツを${some.length}件公開しました：${names.join('、')}`
      : more.length === 0
        ? `New: ${first?.name}`
        : `${some.length} new contents: ${names.join(', ')}`
  return message(
    locale,
    club,
    `content ${club.brandId}`,
    first && more.length === 0 ? content(first.planContentId) : '/contents',
    said,
  )
}

export const liveHere = (locale: Locale, club: Club, { planContentId, name }: NewsContent): PushMessage =>
  message(
    locale,
    club,
    `live ${club.brandId}`,
    content(planContentId),
    locale === 'ja' ? `ライブ配信「${name}」が始まりました` : `Live now: ${name}`,
  )

export const recordingHere = (locale: Locale, club: Club, { planContentId, name }: NewsContent): PushMessage =>
  message(
    locale,
    club,
    `archive ${club.brandId}`,
    content(planContentId),
    locale === 'ja' ? `「${name}」のアーカイブを見られるようになりました` : `The recording of ${name} is here`,
  )

export const monthHere = (locale: Locale, club: Club, period: BackNumberPeriod): PushMessage =>
  message(
    locale,
    club,
    `archive ${club.brandId}`,
    '/back-numbers',
    locale === 'ja'
      ? `${letterMonth(period, 'ja')}のバックナンバーの販売が始まりました`
      : `The back number of ${letterMonth(period, 'en')} is on sale`,
  )
