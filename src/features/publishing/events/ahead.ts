import { fact, letterDate, type Part } from '#kit/letter.ts'
import type { Instant } from '#kit/time.ts'
import type { FanEvent } from './event'

/** What a fan has to know of an event on the day before it. */
export type EventAhead = {
  title: string
  startAt: Instant
  doorsOpenAt: Instant | null
  venueName: string
  venueAddress: string
}

/** Of its first day. */
export const aheadOf = ({
  title,
  startAt,
  schedules: [first],
}: Pick<FanEvent, 'title' | 'schedules'> & { startAt: Instant }): EventAhead => ({
  ...{ title, startAt, doorsOpenAt: first?.doorsOpenAt ?? null },
  ...{ venueName: first?.venue.name ?? '', venueAddress: first?.venue.address ?? '' },
})

const words = {
  ja: { doors: '開場', start: '開演', venue: '会場' },
  en: { doors: 'Doors', start: 'Starts', venue: 'Venue' },
}

export const eventFacts = (
  { startAt, doorsOpenAt, venueName, venueAddress }: EventAhead,
  locale: 'ja' | 'en',
): Part[] => {
  const { doors, start, venue } = words[locale]
  const where = [venueName, venueAddress].filter((one) => one !== '').join(locale === 'ja' ? '　' : ', ')
  return [
    ...(doorsOpenAt === null ? [] : [fact(doors, letterDate(doorsOpenAt, locale))]),
    fact(start, letterDate(startAt, locale)),
    ...(where === '' ? [] : [fact(venue, where)]),
  ]
}
