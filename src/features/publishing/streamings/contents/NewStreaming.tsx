import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { routes, useQueryValue } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { Select } from '#ui/form/TextInput.tsx'
import { CalendarIcon } from '#ui/look/icons.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { contents } from '../../contents/contract'
import { events } from '../../events/contract'
import { streamings } from '../contract'
import { streamingContents } from './contract'
import { NewLive } from './NewLive'
import { useStreamingWords } from './words'

type Ids = { tenantId: string; brandId: string }
type Props = { ids: Ids; onCreated: (planContentId: string) => unknown }

/** Without an event unless its page led here, or it is chosen. Must be inside `StreamingWords`. */
export const NewStreaming = ({ ids, onCreated }: Props) => {
  const wanted = useQueryValue('eventId')
  const [isOfEvent, setOfEvent] = useState(wanted !== '')
  if (!isOfEvent) return <NewLive ids={ids} onCreated={onCreated} onEvent={() => setOfEvent(true)} />
  return <OfAnEvent ids={ids} wanted={wanted} onCreated={onCreated} onLive={() => setOfEvent(false)} />
}

type OfAnEventProps = Props & { wanted: string; onLive: () => void }

/** Creates a content for a streaming of an upcoming event. */
const OfAnEvent = ({ ids, wanted, onCreated, onLive }: OfAnEventProps) => {
  const words = useStreamingWords()
  const list = useRead(events.getEvents, { ...ids, status: 'current', sort: 'startAt' })
  const [chosen, setChosen] = useState<string | null>(null)
  const eventId = chosen ?? wanted
  const one = useRead(events.getEvent, /^[\w-]{1,64}$/.test(eventId) ? { ...ids, eventId } : null)
  if (list.failed) return <FailedState {...list.failed} />
  if (!list.data) {
    return (
      <chakra.div role="status" aria-label={words.event}>
        <Bone w="100%" h="120px" />
      </chakra.div>
    )
  }
  if (list.data.events.length === 0) {
    return (
      <EmptyState
        icon={<CalendarIcon size={24} />}
        title={words.noEvents}
        text={words.noEventsText}
        action={
          <>
            <LinkButton href={routes.newEvent(ids)}>{words.newEvent}</LinkButton>
            <Button onClick={onLive}>{words.live.back}</Button>
          </>
        }
      />
    )
  }
  const event = one.data?.event.eventId === eventId ? one.data.event : undefined
  return (
    <Fields>
      <p>{words.makeText}</p>
      <Field label={words.event} required>
        <Select
          value={eventId}
          onChange={(change) => setChosen(change.currentTarget.value)}
          options={[
            { value: '', label: words.chooseEvent },
            ...list.data.events
              .filter(({ title }) => title !== '')
              .map((each) => ({ value: each.eventId, label: each.title })),
          ]}
        />
      </Field>
      {event && <OfEvent key={event.eventId} ids={ids} event={event} onCreated={onCreated} />}
      <div>
        <Button look="quiet" onClick={onLive}>
          {words.live.back}
        </Button>
      </div>
    </Fields>
  )
}

type OfEventProps = Props & { event: ResultOf<typeof events.getEvent>['event'] }

const OfEvent = ({ ids, event, onCreated }: OfEventProps) => {
  const words = useStreamingWords()
  const locale = useLocale()
  const attempt = useAttempt(words.refusals)
  const create = useWrite(streamings.createStreaming, { refresh: [streamings.getStreamings] })
  const createContent = useWrite(streamingContents.createDraftPlanContentStreaming, {
    refresh: [contents.getPlanContentsWithPlans],
  })
  const [first] = event.schedules
  const [scheduleId, setScheduleId] = useState(first?.scheduleId ?? '')
  const schedule = event.schedules.find((one) => one.scheduleId === scheduleId)
  const [startAt, setStartAt] = useState<number | null>(null)
  const [recordingOn, setRecording] = useState(true)
  const [autoStart, setAutoStart] = useState(false)
  /** The content that was created before a later step failed. */
  const [made, setMade] = useState<string | null>(null)
  if (!schedule) {
    return (
      <Notice tone="plain">
        {words.noSchedules}{' '}
        <LinkButton size="s" href={routes.event({ ...ids, eventId: event.eventId })}>
          {words.toEvent}
        </LinkButton>
      </Notice>
    )
  }
  const { eventId } = event
  const make = () =>
    attempt(async () => {
      const said = {
        ...ids,
        eventId,
        scheduleId,
        scheduledStartAt: startAt ?? schedule.startAt,
        recordingOn,
        autoStart,
      }
      const streamingId = made ?? (await create.mutateAsync(said)).streamingId
      setMade(streamingId)
      const { planContentId } = await createContent.mutateAsync({ ...ids, streamingId, eventId })
      await onCreated(planContentId)
    })
  return (
    <>
      <Field label={words.schedule}>
        <Select
          value={scheduleId}
          onChange={(change) => {
            setScheduleId(change.currentTarget.value)
            setStartAt(null)
          }}
          options={event.schedules.map((one) => ({
            value: one.scheduleId,
            label: [dateText(one.startAt, locale, { hour: true }), one.venue.name].filter(Boolean).join(' '),
          }))}
        />
      </Field>
      <DateTimeField
        label={words.startAt}
        hint={words.startAtHint}
        required
        value={startAt ?? schedule.startAt}
        onChange={setStartAt}
      />
      <Switch
        label={words.recording}
        checked={recordingOn}
        onChange={(change) => setRecording(change.currentTarget.checked)}
      />
      <Switch
        label={words.autoStart}
        hint={words.autoStartHint}
        checked={autoStart}
        onChange={(change) => setAutoStart(change.currentTarget.checked)}
      />
      <div>
        <Button look="primary" onClick={make} busy={create.isPending || createContent.isPending}>
          {words.make}
        </Button>
      </div>
    </>
  )
}
