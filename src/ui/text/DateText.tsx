import { chakra } from '@chakra-ui/react'
import { type Locale, useLocale } from '#client/words.tsx'

// Written by hand, not by Intl: the server's and the browser's tables of languages differ, and so would the hydration.
const weekdays = {
  ja: ['日', '月', '火', '水', '木', '金', '土'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
}
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (n: number) => String(n).padStart(2, '0')

/** Japan has had no summer time since 1951: nine hours, always. */
export const tokyoOffset = 9 * 3_600_000

type Form = {
  /** The year is shown only if it is not the current one, for tables of recent things. */
  short?: boolean
  /** With the hour, and then with JST. */
  hour?: boolean
}

export const dateText = (at: number, locale: Locale, { short = false, hour = false }: Form = {}): string => {
  const d = new Date(at + tokyoOffset)
  const [year, month, day] = [d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate()]
  const isThisYear = year === new Date(Date.now() + tokyoOffset).getUTCFullYear()
  const weekday = weekdays[locale][d.getUTCDay()]
  const time = hour ? `${two(d.getUTCHours())}:${two(d.getUTCMinutes())} JST` : ''
  if (locale === 'ja')
    return `${short ? `${isThisYear ? '' : `${year}/`}${month + 1}/${day}` : `${year}年${month + 1}月${day}日`}（${weekday}）${time}`
  return `${weekday}, ${months[month]} ${day}${short && isThisYear ? '' : `, ${year}`}${hour ? `, ${time}` : ''}`
}

/** How many days of Japan's calendar are left until that day: 0 on the day itself, less when it is over. */
export const daysUntil = (at: number, now: number): number => {
  const dayOf = (moment: number) => Math.floor((moment + tokyoOffset) / 86_400_000)
  return dayOf(at) - dayOf(now)
}

/** From when to when something is open. */
export const hoursText = (from: number, to: number, locale: Locale): string =>
  `${dateText(from, locale, { hour: true })} – ${dateText(to, locale, { hour: true })}`

export const monthText = ({ year, month }: { year: number; month: number }, locale: Locale) =>
  locale === 'ja' ? `${year}年${month}月` : `${months[month - 1]} ${year}`

// It stays on one line where that is as wide as its place.
const Time = chakra('time', {
  base: {
    fontVariantNumeric: 'tabular-nums',
    display: 'inline-block',
    flexShrink: 0,
    maxW: '100%',
    whiteSpace: { md: 'nowrap' },
  },
})

/** A moment in the time of Japan, wherever the reader is. */
export const DateText = ({ at, ...form }: { at: number } & Form) => (
  <Time dateTime={new Date(at).toISOString()}>{dateText(at, useLocale(), form)}</Time>
)
