import { useRouter } from 'next/router'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { BinLink, useMoveToBin, WithBin } from '#club/bin/parts.tsx'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CalendarIcon, PlusIcon } from '#ui/look/icons.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { EmptyList } from '#ui/table/EmptyList.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { type EventListItem, events } from './contract'
import { eventTypes } from './event'
import { EventBadge, useEventPage } from './parts'
import { EventWords, useEventWords } from './words'

export const EventListScreen = () => (
  <EventWords>
    <WithBin>
      <EventList />
    </WithBin>
  </EventWords>
)

const binRefresh = [events.getEvents, events.getEvent]
const tabs = ['published', 'scheduled', 'draft', 'postponed', 'ended', 'canceled', 'all'] as const

const EventList = () => {
  const words = useEventWords()
  const router = useRouter()
  const ids = useRouteIds('tenantId', 'brandId')
  const attempt = useAttempt(words.refusals)
  const chosen = useQueryValue('status')
  // Past events are on a tab of their own.
  const tab = tabs.find((one) => one === chosen) ?? 'current'
  const chosenType = useQueryValue('type')
  const type = eventTypes.find((one) => one === chosenType)
  const { q, asked } = useListQuery(['title', 'startAt', 'editedAt'])
  const list = useRead(
    events.getEvents,
    ids && { ...ids, ...asked, ...(tab !== 'all' && { status: tab }), ...(type && { type }) },
  )
  const duplicate = useWrite(events.duplicateEvent, { refresh: [events.getEvents] })
  const { seePage } = useUiWords()
  const pageOf = useEventPage(ids?.brandId)
  const { entry, dialog } = useMoveToBin(ids, 'event', binRefresh)
  const columns = useColumns()
  const counts = list.data?.counts
  const create = ids && list.data?.canEdit && (
    <LinkButton look="primary" href={routes.newEvent(ids)}>
      <PlusIcon size={16} />
      {words.create}
    </LinkButton>
  )
  const actions = create && (
    <>
      <BinLink ids={ids} kind="event" />
      {create}
    </>
  )
  const copy = ({ eventId }: EventListItem) =>
    attempt(async () => {
      if (!ids) return
      const made = await duplicate.mutateAsync({ ...ids, eventId })
      toast({ tone: 'ok', title: words.duplicated })
      await router.push(routes.event({ ...ids, eventId: made.eventId }))
    })
  const hrefOf = ({ eventId }: EventListItem) => (ids ? routes.event({ ...ids, eventId }) : '')
  const actionsOf = (event: EventListItem) => {
    const fanPage = pageOf(event)
    return [
      { key: 'open', label: list.data?.canEdit ? words.edit : words.open, href: hrefOf(event) },
      ...(fanPage ? [{ key: 'page', label: seePage, href: fanPage.href }] : []),
      ...(list.data?.canEdit ? [{ key: 'copy', label: words.duplicate, onSelect: () => void copy(event) }] : []),
      ...(list.data?.canEdit ? [entry({ ...event, name: event.title || words.unnamed, itemId: event.eventId })] : []),
    ]
  }
  return (
    <Page title={words.title} {...(counts && q === '' && { count: counts.all })} actions={actions}>
      <Card flush>
        {ids && (
          <ListTabs
            label={words.title}
            query="status"
            names={['current', ...tabs]}
            chosen={tab}
            labels={{ ...words.status, current: words.current, all: words.all }}
            counts={counts}
          />
        )}
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.events}
          itemId={({ eventId }) => eventId}
          itemHref={hrefOf}
          itemName={({ title }) => title || words.unnamed}
          actions={actionsOf}
          search={words.search}
          filters={[
            {
              name: 'type',
              label: words.filters.type,
              options: [
                { value: '', label: words.allTypes },
                ...eventTypes.map((one) => ({ value: one, label: words.types[one] })),
              ],
            },
          ]}
          empty={
            <EmptyList
              words={words.empty}
              filtered={counts && counts.all > 0}
              icon={<CalendarIcon size={24} />}
              action={create}
            />
          }
        />
      </Card>
      {dialog}
    </Page>
  )
}

const useColumns = (): readonly Column<EventListItem>[] => {
  const words = useEventWords()
  const locale = useLocale()
  return [
    {
      id: 'title',
      header: words.columns.event,
      main: true,
      sort: 'title',
      cell: ({ title, catchCopy, eventType, keyVisualUrl }) => (
        <NameCell
          name={title || words.unnamed}
          note={catchCopy ? `${words.types[eventType]}・${catchCopy}` : words.types[eventType]}
          picture={keyVisualUrl}
        />
      ),
    },
    { id: 'status', header: words.columns.status, cell: (event) => <EventBadge event={event} /> },
    {
      id: 'date',
      header: words.columns.date,
      sort: 'startAt',
      sortsDown: true,
      cell: ({ startAt }) => (startAt === null ? words.none : dateText(startAt, locale, { short: true })),
    },
    {
      id: 'place',
      header: words.columns.place,
      hideOnPhone: true,
      cell: ({ venueName }) => venueName || words.none,
    },
    {
      id: 'edited',
      header: words.columns.edited,
      sort: 'editedAt',
      sortsDown: true,
      hideOnPhone: true,
      cell: ({ editedAt }) => dateText(editedAt, locale, { short: true }),
    },
  ]
}
