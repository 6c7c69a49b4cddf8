import type { Instant } from '#kit/time.ts'

/* What a fan is told of a club, in which way, and when not. */

/**
 * `archive`: recordings and back numbers. `order`: parcels, and the hours of pick-up. `event`: the day before it, to members and to
 * who picks something up there. `goods`: what the fan asked to be told of is on sale.
 */
export const noticeKinds = ['content', 'live', 'archive', 'answer', 'order', 'event', 'goods'] as const
export type NoticeKind = (typeof noticeKinds)[number]
export const noticeWays = ['mail', 'push'] as const
export type NoticeWay = (typeof noticeWays)[number]

/** They go by mail to members who have not stopped the club's news, by a switch or by the link in a mail. */
export const newsKinds = ['content', 'live', 'archive'] as const satisfies readonly NoticeKind[]
export const isNews = (kind: NoticeKind): boolean => newsKinds.some((one) => one === kind)

/** What is on until the fan has chosen. Messages reach only devices on which they were allowed. */
export const byDefault: Record<NoticeKind, Record<NoticeWay, boolean>> = {
  content: { mail: true, push: true },
  live: { mail: true, push: true },
  archive: { mail: true, push: false },
  answer: { mail: true, push: true },
  order: { mail: true, push: true },
  event: { mail: true, push: true },
  goods: { mail: true, push: true },
}
/** Mails about orders belong to the order. */
export const isFixed = (kind: NoticeKind, way: NoticeWay): boolean => kind === 'order' && way === 'mail'

type Chosen = { byMail: boolean | null; byPush: boolean | null }
/** Both ways of a kind, where the fan has chosen `chosen` (undefined: nothing) and takes news by mail or not. */
export const waysOf = (kind: NoticeKind, chosen: Chosen | undefined, newsByMail: boolean) => ({
  byMail: isFixed(kind, 'mail') || ((newsByMail || !isNews(kind)) && (chosen?.byMail ?? byDefault[kind].mail)),
  byPush: chosen?.byPush ?? byDefault[kind].push,
})

// --- Quiet hours -----------------------------------------------------------------------------------------------------

/** Minutes of the day in the fan's time zone; over midnight where the end is before the beginning. */
export type QuietHours = { from: number; to: number; timeZone: string }
export const minutesOfDay = 24 * 60

export const isTimeZone = (timeZone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

const minute = 60_000
const minuteAt = (at: Instant, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).formatToParts(at)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return (read('hour') % 24) * 60 + read('minute')
}
const until = (minuteNow: number, to: number) => (to - minuteNow + minutesOfDay) % minutesOfDay

/** When the quiet hours end in which this moment lies; null outside of them. */
export const quietEnd = (quiet: QuietHours | null, now: Instant): Instant | null => {
  if (!quiet || quiet.from === quiet.to) return null
  const { from, to, timeZone } = quiet
  const length = until(from, to)
  const here = minuteAt(now, timeZone)
  if (until(from, here) >= length) return null
  const end = Math.floor(now / minute) * minute + until(here, to) * minute
  // The clock may have been changed on the way: an hour is missing, or comes twice.
  const off = (minuteAt(end, timeZone) - to + minutesOfDay) % minutesOfDay
  return end - (off > minutesOfDay / 2 ? off - minutesOfDay : off) * minute
}
