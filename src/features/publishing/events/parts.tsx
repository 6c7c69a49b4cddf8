import type { ReactNode } from 'react'
import { routes } from '#client/routes.ts'
import { useConfig } from '#client/useConfig.ts'
import { useLocale } from '#client/words.tsx'
import { useFanPage } from '#club/identity/useFanPage.ts'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { SearchIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useUiWords } from '#ui/words.tsx'
import type { EventListItem } from './contract'
import type { EventStatus } from './event'
import { useEventWords } from './words'

const tones: Record<EventStatus, Tone> = {
  draft: 'plain',
  scheduled: 'info',
  published: 'ok',
  postponed: 'warn',
  canceled: 'bad',
  ended: 'plain',
}

type EventState = Pick<EventListItem, 'status' | 'visibility' | 'publishAt'>

export const EventBadge = ({ event: { status, visibility, publishAt } }: { event: EventState }) => {
  const words = useEventWords()
  const locale = useLocale()
  const says =
    status === 'scheduled' && publishAt !== null
      ? words.announcedOn(dateText(publishAt, locale, { short: true }))
      : words.status[status]
  return (
    <>
      <Badge tone={tones[status]}>{says}</Badge>
      {visibility === 'unlisted' && <Badge>{words.unlisted}</Badge>}
    </>
  )
}

/** Path of the event's fan page; undefined while it is not public. */
export const useEventPage = (brandId: string | undefined) => {
  const pageOf = useFanPage(brandId)
  return ({ eventId, status }: Pick<EventListItem, 'eventId' | 'status'>) =>
    status === 'draft' || status === 'scheduled' ? undefined : pageOf(routes.fanEvent, { eventId })
}

/** A new event is made only where the feature is on; what exists stays readable. */
export const WhereEventsAre = ({ isNew, children }: { isNew: boolean; children: ReactNode }) => {
  const config = useConfig()
  const ui = useUiWords()
  if (!isNew || !config || config.features.fanClubEvents) return children
  return (
    <Page title={ui.notFoundTitle}>
      <Card>
        <EmptyState icon={<SearchIcon size={24} />} title={ui.notFoundTitle} text={ui.notFoundText} />
      </Card>
    </Page>
  )
}
