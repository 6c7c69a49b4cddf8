import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { type ReactNode, useMemo, useState } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { useMoveToBin, WithBin } from '#club/bin/parts.tsx'
import { AlsoHere } from '#club/presence/AlsoHere.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { SaveBar } from '#ui/form/SaveBar.tsx'
import { useStoredForm } from '#ui/form/state/useStoredForm.ts'
import { MoreMenu } from '#ui/overlay/MoreMenu.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { draftEvent, events, publishableEvent } from '../contract'
import { EventBadge, useEventPage } from '../parts'
import { EventWords, useEventWords } from '../words'
import { EventAside, EventReading } from './EventFacts'
import { type DescriptionEditor, EventForm } from './EventForm'
import type { EventSlots, Move } from './EventMoves'
import { type EventValues, saidOf, valuesOf } from './values'

const EventConflict = dynamic(() => import('./EventConflict').then((m) => m.EventConflict), { ssr: false })
const EventMoves = dynamic(() => import('./EventMoves').then((m) => m.EventMoves), { ssr: false })

type Props = {
  editor: DescriptionEditor
  /** Renders a document. */
  view: (text: string) => ReactNode
  slots: EventSlots
}

export const EventScreen = (props: Props) => (
  <EventWords>
    <WithBin>
      <LoadedEvent {...props} />
    </WithBin>
  </EventWords>
)

const LoadedEvent = ({ editor, view, slots }: Props) => {
  const words = useEventWords()
  const ids = useRouteIds('tenantId', 'brandId', 'eventId')
  const read = useRead(events.getEvent, ids)
  if (!ids || !read.data) {
    const text = words.refusals[read.failed?.code ?? '']
    return (
      <PendingPage
        title={words.detail}
        failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
        {...(ids && { back: { href: routes.events(ids), label: words.title } })}
      />
    )
  }
  const { event, canEdit, editedBy } = read.data
  const brand = { tenantId: ids.tenantId, brandId: ids.brandId }
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
  return <Editing key={event.eventId} ids={brand} read={read.data} reload={read.reload} editor={editor} slots={slots} />
}

type EditingProps = {
  slots: EventSlots
  editor: DescriptionEditor
  ids: { tenantId: string; brandId: string }
  read: ResultOf<typeof events.getEvent>
  reload: () => void
}

const Editing = ({ ids, read: { event, editedBy }, reload, editor, slots }: EditingProps) => {
  const words = useEventWords()
  const locale = useLocale()
  const router = useRouter()
  const pageOf = useEventPage(ids.brandId)
  const attempt = useAttempt(words.refusals)
  const isDraft = event.visibility === 'draft'
  const stored = useMemo(() => ({ ...event, editedBy }), [event, editedBy])
  const { form, expectedEditedAt, conflict, onConflict } = useStoredForm<EventValues, typeof stored>({
    stored,
    valuesOf,
    schema: isDraft ? draftEvent : publishableEvent,
    rules: words.rules,
    keep: `event ${event.eventId}`,
    reload,
  })
  const refresh = { refresh: [events.getEvent, events.getEvents] }
  const update = useWrite(events.updateEvent, refresh)
  const publish = useWrite(events.publishEvent, refresh)
  const schedule = useWrite(events.scheduleEvent, refresh)
  const unpublish = useWrite(events.unpublishEvent, refresh)
  const postpone = useWrite(events.postponeEvent, refresh)
  const duplicate = useWrite(events.duplicateEvent, refresh)
  const [asked, setAsked] = useState<Move | null>(null)
  const [busy, setBusy] = useState(false)
  const [isUploading, setUploading] = useState(false)

  const named = { ...ids, eventId: event.eventId }
  const ways = { onFields: form.showFailure, on: { conflict: onConflict } }
  const values = form.watch()
  const title = values.title || words.unnamed
  const store = async (sent: EventValues) => {
    await update.mutateAsync({ ...named, ...saidOf(sent), expectedEditedAt: expectedEditedAt() })
    form.saved(sent)
  }
  const save = form.submit((sent) =>
    attempt(async () => {
      await store(sent)
      toast({ tone: 'ok', title: isDraft ? words.drafted : words.saved, page: pageOf(event) })
    }, ways),
  )
  /** Saves unsaved changes first, because the confirmation dialog was about the form as it is. */
  const run = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    await attempt(async () => {
      if (form.formState.isDirty) await store(form.getValues())
      await work()
      toast({ tone: 'ok', title: done })
    }, ways)
    setBusy(false)
    setAsked(null)
  }
  const ask = (move: Move) => {
    const isPublishing = move === 'publish' || move === 'publishUnlisted' || move === 'schedule'
    return form.submit(() => setAsked(move), isPublishing ? publishableEvent : undefined)()
  }
  const show = (visibility: 'published' | 'unlisted', done: string) =>
    run(() => publish.mutateAsync({ ...named, visibility }), done)
  const bin = useMoveToBin(ids, 'event', [events.getEvents], () => {
    form.discard()
    return router.push(routes.events(ids))
  })
  const copy = () =>
    attempt(async () => {
      const { eventId } = await duplicate.mutateAsync(named)
      toast({ tone: 'ok', title: words.duplicated })
      await router.push(routes.event({ ...ids, eventId }))
    })
  const isWaiting = busy || isUploading
  const isAnnounced = event.status !== 'draft' && event.status !== 'scheduled'
  const isMovable = event.status === 'published' || event.status === 'postponed'
  const { postponement } = event
  return (
    <Page
      title={event.title || words.unnamed}
      badge={<EventBadge event={event} />}
      back={{ href: routes.events(ids), label: words.title }}
      beside={<AlsoHere ids={ids} kind="event" itemId={event.eventId} />}
      actions={
        <>
          {!isAnnounced && (
            <>
              <Button onClick={() => ask('schedule')} disabled={isWaiting}>
                {words.form.schedulePublish}
              </Button>
              <Button look="primary" onClick={() => ask('publish')} disabled={isWaiting}>
                {words.form.publish}
              </Button>
            </>
          )}
          <MoreMenu
            look="plain"
            label={words.aside.more}
            items={[
              ...(isAnnounced
                ? []
                : [
                    {
                      key: 'unlisted',
                      label: words.form.publishUnlisted,
                      onSelect: () => void ask('publishUnlisted'),
                    },
                  ]),
              { key: 'copy', label: words.duplicate, onSelect: () => void copy() },
              ...(isAnnounced
                ? [
                    event.visibility === 'unlisted'
                      ? { key: 'list', label: words.moves.list, onSelect: () => void show('published', words.listed) }
                      : {
                          key: 'unlist',
                          label: words.moves.unlist,
                          onSelect: () => void show('unlisted', words.unlistedDone),
                        },
                  ]
                : []),
              ...(isDraft
                ? []
                : [{ key: 'unpublish', label: words.moves.unpublish, onSelect: () => setAsked('unpublish') }]),
              ...(isMovable
                ? [
                    { key: 'postpone', label: words.moves.postpone, onSelect: () => void ask('postpone') },
                    { key: 'cancel', label: words.moves.cancel, danger: true, onSelect: () => setAsked('cancel') },
                  ]
                : []),
              bin.entry({ itemId: event.eventId, name: title, editedAt: expectedEditedAt() }),
            ]}
          />
        </>
      }
    >
      {postponement && (
        <Notice tone="warn" mb={5}>
          {words.postponedNotice(postponement.reason)}
        </Notice>
      )}
      <Columns aside={<EventAside ids={ids} event={event} editedBy={editedBy} page={pageOf(event)} />}>
        <EventForm
          editor={editor}
          read={event.description}
          form={form}
          ids={ids}
          isDraft={isDraft}
          onUpload={setUploading}
        />
      </Columns>
      <SaveBar
        form={form}
        saving={update.isPending || isWaiting}
        save={isDraft ? words.form.saveDraft : words.form.save}
        onSave={save}
      />
      <EventMoves
        ids={ids}
        asked={asked}
        title={title}
        event={event}
        onClose={() => setAsked(null)}
        onPublish={(visibility) => show(visibility, words.published(title))}
        onSchedule={(publishAt) =>
          run(
            () => schedule.mutateAsync({ ...named, publishAt }),
            words.scheduled(dateText(publishAt, locale, { hour: true })),
          )
        }
        onUnpublish={() => run(() => unpublish.mutateAsync(named), words.unpublished)}
        onPostpone={(said) => run(() => postpone.mutateAsync({ ...named, ...said }), words.postponed)}
        onCancel={(cancel) => run(cancel, words.canceled)}
        slots={slots}
      />
      {bin.dialog}
      <EventConflict conflict={conflict} onSave={save} />
    </Page>
  )
}
