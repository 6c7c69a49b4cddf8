import { useRouter } from 'next/router'
import { type ReactNode, useState } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { WithBin } from '#club/bin/parts.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { LockIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { events } from '../contract'
import { momentOfDay } from '../dayAsked'
import { WhereEventsAre } from '../parts'
import { EventWords, useEventWords } from '../words'
import { EventEditing } from './EventEditing'
import { EventReading } from './EventFacts'
import type { DescriptionEditor } from './EventForm'
import type { EventSlots } from './EventMoves'
import { blankEvent } from './values'

type Props = {
  editor: DescriptionEditor
  /** Renders a document. */
  view: (text: string) => ReactNode
  slots: EventSlots
}

/** One event, or a new one at `/events/new`; the page stays open after the first save of a new draft. */
export const EventScreen = (props: Props) => {
  const ids = useRouteIds('tenantId', 'brandId', 'eventId')
  return (
    <EventWords>
      <WithBin>
        <WhereEventsAre isNew={ids?.eventId === 'new'}>
          <LoadedEvent {...props} />
        </WhereEventsAre>
      </WithBin>
    </EventWords>
  )
}

const LoadedEvent = ({ editor, view, slots }: Props) => {
  const words = useEventWords()
  const router = useRouter()
  const ids = useRouteIds('tenantId', 'brandId', 'eventId')
  /** State while one event is open. The first save of a draft changes the URL but keeps this state. */
  const [visit, setVisit] = useState({ eventId: '', made: '', round: 0 })
  const eventId = ids?.eventId ?? ''
  if (eventId !== '' && eventId !== visit.eventId) {
    const stays = visit.eventId === 'new' && eventId === visit.made
    setVisit(stays ? { ...visit, eventId } : { eventId, made: '', round: visit.round + 1 })
  }
  const isNew = eventId === 'new'
  const day = useQueryValue('day')
  const [opened] = useState(() => Date.now())
  const brand = ids && { tenantId: ids.tenantId, brandId: ids.brandId }
  const read = useRead(events.getEvent, isNew ? null : ids)
  const list = useRead(events.getEvents, brand && isNew ? { ...brand, pagination: { limit: 1, offset: 0 } } : null)
  const back = brand && { href: routes.events(brand), label: words.title }
  if (brand && isNew && list.data?.canEdit === false) {
    return (
      <Page title={words.createTitle} {...(back && { back })}>
        <Card>
          <EmptyState icon={<LockIcon size={24} />} title={words.readOnlyTitle} text={words.readOnly} />
        </Card>
      </Page>
    )
  }
  const found = isNew ? undefined : read.data
  const isOwn = isNew || (eventId !== '' && eventId === visit.made)
  const event = found?.event ?? (isOwn ? blankEvent : null)
  if (!brand || !event) {
    const text = words.refusals[read.failed?.code ?? '']
    return (
      <PendingPage
        title={words.detail}
        failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
        {...(back && { back })}
      />
    )
  }
  const canEdit = found?.canEdit ?? true
  const editedBy = found?.editedBy ?? null
  if (!canEdit || event.status === 'canceled')
    return (
      <EventReading
        ids={brand}
        event={event}
        canEdit={canEdit}
        editedBy={editedBy}
        view={view}
        goodsOfCanceled={slots.goodsOfCanceled}
      />
    )
  return (
    <EventEditing
      key={visit.round}
      ids={brand}
      event={event}
      editedBy={editedBy}
      plannedAt={found ? null : momentOfDay(day, opened)}
      reload={read.reload}
      onMade={(made) => {
        setVisit({ ...visit, made })
        void router.replace(routes.event({ ...brand, eventId: made }), undefined, { shallow: true })
      }}
      editor={editor}
      view={view}
      slots={slots}
    />
  )
}
