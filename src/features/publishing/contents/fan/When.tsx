import { useLocale } from '#client/words.tsx'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import type { PlanContentItem } from '../public/contract'
import { useFanContentWords } from './words'

/** The day and hour of a live as lists know them. */
export type LiveTime = Pick<
  Extract<PlanContentItem, { type: 'streaming' }>['details'],
  'streamingStatus' | 'startAt' | 'eventState'
>

/** A live is a date; everything else is as new as its publication. */
export const When = ({ publishedAt, live }: { publishedAt: number; live: LiveTime | null }) => {
  const words = useFanContentWords()
  const locale = useLocale()
  if (!live?.startAt || live.eventState) return <DateText at={publishedAt} />
  if (live.streamingStatus !== 'beforeLive') return <DateText at={live.startAt} hour />
  return words.startsAt(dateText(live.startAt, locale, { short: true, hour: true }))
}
