import type { ReactNode } from 'react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { Reading } from '#ui/form/Reading.tsx'
import type { EditedBy } from '#ui/form/state/useStoredForm.ts'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PublicPageCard } from '#ui/page/PublicPageCard.tsx'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import { EditedAt } from '#ui/text/EditedAt.tsx'
import type { AdminEvent } from '../contract'
import { EventBadge, useEventPage } from '../parts'
import { useEventWords } from '../words'
import type { EventSlots } from './EventMoves'
import { EventStreamings } from './EventStreamings'

type AsideProps = {
  ids: { tenantId: string; brandId: string }
  event: AdminEvent
  editedBy: EditedBy
  page: { href: string; address: string } | undefined
}

export const EventAside = ({ ids, event, editedBy, page }: AsideProps) => {
  const words = useEventWords()
  const { aside } = words
  return (
    <>
      <Card title={aside.title}>
        <Facts
          items={[
            { label: aside.status, value: <EventBadge event={event} /> },
            ...(event.startAt === null ? [] : [{ label: aside.date, value: <DateText at={event.startAt} hour /> }]),
            ...(event.publishAt === null
              ? []
              : [{ label: aside.announced, value: <DateText at={event.publishAt} hour /> }]),
            { label: aside.edited, value: <EditedAt at={event.editedAt} by={editedBy} /> },
          ]}
        />
      </Card>
      <EventStreamings ids={ids} eventId={event.eventId} />
      {page && <PublicPageCard title={aside.page} lead={aside.pageText} page={page} />}
    </>
  )
}

type ReadingProps = {
  ids: { tenantId: string; brandId: string }
  event: AdminEvent
  canEdit: boolean
  editedBy: EditedBy
  /** Renders a document. */
  view: (text: string) => ReactNode
} & Pick<EventSlots, 'goodsOfCanceled'>

/** Read-only view, for roles that cannot change events and for events that can no longer change. */
export const EventReading = ({ ids, event, canEdit, editedBy, view, goodsOfCanceled }: ReadingProps) => {
  const words = useEventWords()
  const locale = useLocale()
  const pageOf = useEventPage(ids.brandId)
  const { form } = words
  const { cancellation } = event
  const dates = event.schedules.map(({ startAt, venue }) =>
    [dateText(startAt, locale, { hour: true }), venue.name].filter(Boolean).join('　'),
  )
  return (
    <Page
      title={event.title || words.unnamed}
      badge={<EventBadge event={event} />}
      back={{ href: routes.events(ids), label: words.title }}
    >
      {cancellation && (
        <Notice tone="bad" mb={5}>
          {words.canceledNotice(cancellation.reason)}
        </Notice>
      )}
      {cancellation && canEdit && goodsOfCanceled({ ...ids, eventId: event.eventId })}
      <Columns aside={<EventAside ids={ids} event={event} editedBy={editedBy} page={pageOf(event)} />}>
        <Reading
          {...(!canEdit && { note: words.readOnly })}
          title={form.about}
          items={[
            { label: form.title, value: event.title },
            { label: form.catchCopy, value: event.catchCopy },
            { label: form.eventType, value: words.types[event.eventType] },
            { label: form.schedules, value: dates.join('\n') },
            { label: form.performers, value: event.performers.map(({ name }) => name).join('\n') },
            { label: form.audience, value: words.audiences[event.audience] },
            { label: form.contact, value: event.contact },
            { label: form.notes, value: event.notes },
            ...(cancellation ? [{ label: words.refundPolicy, value: cancellation.refundPolicy }] : []),
          ]}
        />
        {event.description !== '' && <Card title={form.description}>{view(event.description)}</Card>}
      </Columns>
    </Page>
  )
}
