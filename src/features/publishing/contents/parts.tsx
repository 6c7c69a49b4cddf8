import { useLocale } from '#client/words.tsx'
import type { BackNumberPeriod } from '#kit/time.ts'
import { Badge } from '#ui/Badge.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import type { ContentStatus } from './content'
import type { ContentListItem } from './contract'
import { useContentWords } from './words'

type ContentState = { status: ContentStatus; publishingAt: number | null }

/** Status badge. A list that was loaded before the publishing time shows the content as overdue. */
export const ContentBadge = ({ content: { status, publishingAt } }: { content: ContentState }) => {
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

/** A month in a URL or a select: 2026-11. */
export const monthKey = ({ year, month }: BackNumberPeriod) => `${year}-${String(month).padStart(2, '0')}`
export const monthOfKey = (key: string): BackNumberPeriod | null => {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(key) ?? []
  return year && month ? { year: Number(year), month: Number(month) } : null
}
/** The month that is `by` months later. */
export const monthAfter = ({ year, month }: BackNumberPeriod, by: number): BackNumberPeriod => {
  const count = year * 12 + month - 1 + by
  return { year: Math.floor(count / 12), month: (((count % 12) + 12) % 12) + 1 }
}
