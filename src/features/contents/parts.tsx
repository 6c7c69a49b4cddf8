import { useLocale } from '../../client/words'
import type { BackNumberPeriod } from '../../kit/time'
import { Badge } from '../../ui/Badge'
import { dateText } from '../../ui/text/DateText'
import type { ContentStatus } from './content'
import type { ContentListItem } from './contract'
import { useContentWords } from './words'

type Shown = { status: ContentStatus; publishingAt: number | null }

/** What the content reads as. A list that stands open may be older than the moment of publishing: it says so. */
export const ContentBadge = ({ content: { status, publishingAt } }: { content: Shown }) => {
  const words = useContentWords()
  const locale = useLocale()
  if (status !== 'publishmentScheduled' || publishingAt === null)
    return <Badge tone={status === 'active' ? 'ok' : 'plain'}>{words.badge[status]}</Badge>
  if (publishingAt <= Date.now()) return <Badge tone="bad">{words.overdue}</Badge>
  return <Badge tone="info">{words.scheduledFor(dateText(publishingAt, locale, { short: true }))}</Badge>
}

export const ConversionBadge = ({ status }: { status: ContentListItem['conversionStatus'] }) => {
  const words = useContentWords()
  if (status === 'progressing') return <Badge tone="warn">{words.converting}</Badge>
  if (status === 'error') return <Badge tone="bad">{words.conversionFailed}</Badge>
  return null
}

/** A month in an address or in a choice: 2026-11. */
export const monthKey = ({ year, month }: BackNumberPeriod) => `${year}-${String(month).padStart(2, '0')}`
export const monthOfKey = (key: string): BackNumberPeriod | null => {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(key) ?? []
  return year && month ? { year: Number(year), month: Number(month) } : null
}
/** `by` months later. */
export const monthAfter = ({ year, month }: BackNumberPeriod, by: number): BackNumberPeriod => {
  const count = year * 12 + month - 1 + by
  return { year: Math.floor(count / 12), month: (((count % 12) + 12) % 12) + 1 }
}
