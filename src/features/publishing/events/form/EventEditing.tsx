import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { routes } from '#client/routes.ts'
import { useAsk, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { useMoveToBin } from '#club/bin/parts.tsx'
import { AlsoHere } from '#club/presence/AlsoHere.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { AutosaveText } from '#ui/form/AutosaveText.tsx'
import { SaveBar } from '#ui/form/SaveBar.tsx'
import { useAutosave } from '#ui/form/state/useAutosave.ts'
import { useSaveKey } from '#ui/form/state/useSaveKey.ts'
import { type EditedBy, useStoredForm } from '#ui/form/state/useStoredForm.ts'
import { useUnderway } from '#ui/form/state/useUnderway.ts'
import { EyeIcon } from '#ui/look/icons.tsx'
import { MoreMenu } from '#ui/overlay/MoreMenu.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { type AdminEvent, draftEvent, events, publishableEvent } from '../contract'
import { EventBadge, useEventPage } from '../parts'
import { useEventWords } from '../words'
import { EventAside } from './EventFacts'
import { type DescriptionEditor, EventForm } from './EventForm'
import type { EventSlots, Move } from './EventMoves'
import { type EventValues, type StoredEvent, saidOf, storedValues, withIds } from './values'

const EventConflict = dynamic(() => import('./EventConflict').then((m) => m.EventConflict), { ssr: false })
const EventMoves = dynamic(() => import('./EventMoves').then((m) => m.EventMoves), { ssr: false })
const EventPreview = dynamic(() => import('./EventPreview').then((m) => m.EventPreview), { ssr: false })

type EditingProps = {
  ids: { tenantId: string; brandId: string }
  event: AdminEvent
  editedBy: EditedBy
  /** When the first date of a new event begins, where a day of the calendar was pressed. */
  plannedAt: number | null
  reload: () => void
  /** Called with the new event's id after its first save. */
  onMade: (eventId: string) => void
  editor: DescriptionEditor
  view: (text: string) => ReactNode
  slots: EventSlots
}

export const EventEditing = (props: EditingProps) => {
  const { ids, event, editedBy, plannedAt, reload, onMade, editor, view, slots } = props
  const words = useEventWords()
  const locale = useLocale()
  const router = useRouter()
  const pageOf = useEventPage(ids.brandId)
  const attempt = useAttempt(words.refusals)
  const readAgain = useAsk()
  const isNew = event.eventId === 'new'
  const isDraft = event.visibility === 'draft'
  // Key of the stored unsaved changes; unchanged when the draft gets its id.
  const [kept] = useState(`event ${event.eventId}`)
  const stored = useMemo<StoredEvent>(() => ({ ...event, editedBy, plannedAt }), [event, editedBy, plannedAt])
  const { form, expectedEditedAt, conflict, onConflict } = useStoredForm<EventValues, StoredEvent>({
    stored,
    valuesOf: storedValues,
    schema: isDraft ? draftEvent : publishableEvent,
    rules: words.rules,
    keep: kept,
    reload,
  })
  const inList = { refresh: [events.getEvents] }
  const create = useWrite(events.createDraftEvent, inList)
  const update = useWrite(events.updateEvent, inList)
  const refresh = { refresh: [events.getEvent, events.getEvents] }
  const publish = useWrite(events.publishEvent, refresh)
  const schedule = useWrite(events.scheduleEvent, refresh)
  const unpublish = useWrite(events.unpublishEvent, refresh)
  const postpone = useWrite(events.postponeEvent, refresh)
  const duplicate = useWrite(events.duplicateEvent, refresh)
  /** The version that this page saved last: the next save may start before the component has rendered it. */
  const own = useRef({ eventId: event.eventId, editedAt: 0 })
  if (!isNew) own.current.eventId = event.eventId
  const [asked, setAsked] = useState<Move | null>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [isUploading, setUploading] = useUnderway()

  const isMade = () => own.current.eventId !== 'new'
  const named = () => ({ ...ids, eventId: own.current.eventId })
  const version = () => Math.max(own.current.editedAt, expectedEditedAt())
  /** What a move is about: the event as this page shows it, not as somebody else has saved it meanwhile. */
  const known = () => ({ ...named(), expectedEditedAt: version() })
  const ways = { onFields: form.showFailure, on: { conflict: onConflict } }
  const values = form.watch()
  const title = values.title || words.unnamed
  const store = async (sent: EventValues) => {
    const isFirst = !isMade()
    const { eventId, editedAt } = isFirst
      ? await create.mutateAsync({ ...ids, ...saidOf(sent) })
      : await update.mutateAsync({ ...known(), ...saidOf(sent) })
    own.current = { eventId, editedAt }
    const saved = (await readAgain(events.getEvent, named())).event
    const schedules = withIds(sent.schedules, saved.schedules)
    // Else the next save would make these dates anew.
    if (JSON.stringify(form.getValues('schedules')) === JSON.stringify(sent.schedules)) {
      form.setValue('schedules', schedules, { shouldDirty: true })
    }
    form.saved({ ...sent, schedules }, editedAt)
    if (isFirst) onMade(eventId)
  }

  // --- Autosave of drafts --------------------------------------------------------------------------------------------

  /** A date without its start, or a performer without a name, waits: only a press says what is wrong. */
  const saveDraft = async (sent: EventValues) => {
    if (!isDraft || !form.formState.isDirty) return true
    // What was typed just before is not saved while somebody is asked whose version stays.
    if (conflict.isOpen) return false
    if (!draftEvent.safeParse(sent).success) return false
    return attempt(() => store(sent), ways)
  }
  const autosave = useAutosave<EventValues>(form, { save: saveDraft })
  const save = form.submit(async (sent) => {
    if (isDraft) {
      if (await autosave.saveNow({ evenUnchanged: true })) toast({ tone: 'ok', title: words.drafted })
      return
    }
    await attempt(async () => {
      await store(sent)
      toast({ tone: 'ok', title: words.saved, page: pageOf(event) })
    }, ways)
  })
  useSaveKey(isDraft && autosave.state !== 'failed' && form.formState.isDirty ? () => void save() : null)

  // --- Moves ---------------------------------------------------------------------------------------------------------

  /** Saves unsaved changes first, because the confirmation dialog was about the form as it is. */
  const run = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    if (!isDraft || (await autosave.saveNow())) {
      await attempt(async () => {
        if (form.formState.isDirty || !isMade()) await store(form.getValues())
        await work()
        toast({ tone: 'ok', title: done })
      }, ways)
    }
    setBusy(false)
    setAsked(null)
  }
  const ask = (move: Move) => {
    const isPublishing = move === 'publish' || move === 'publishUnlisted' || move === 'schedule'
    return form.submit(() => setAsked(move), isPublishing ? publishableEvent : undefined)()
  }
  const show = (visibility: 'published' | 'unlisted', done: string) =>
    run(() => publish.mutateAsync({ ...known(), visibility }), done)
  const bin = useMoveToBin(ids, 'event', [events.getEvents], () => {
    form.discard()
    return router.push(routes.events(ids))
  })
  const copy = () =>
    attempt(async () => {
      const { eventId } = await duplicate.mutateAsync(named())
      toast({ tone: 'ok', title: words.duplicated })
      await router.push(routes.event({ ...ids, eventId }))
    })
  const isWaiting = busy || isUploading
  const isAnnounced = event.status !== 'draft' && event.status !== 'scheduled'
  const isMovable = event.status === 'published' || event.status === 'postponed'
  const { postponement } = event
  return (
    <Page
      title={values.title || (isNew ? words.createTitle : words.unnamed)}
      badge={
        <>
          <EventBadge event={event} />
          {isDraft && <AutosaveText state={autosave.state} isDirty={form.formState.isDirty} />}
        </>
      }
      back={{ href: routes.events(ids), label: words.title }}
      beside={!isNew && <AlsoHere ids={ids} kind="event" itemId={event.eventId} />}
      actions={
        <>
          <Button onClick={() => setPreviewed(true)}>
            <chakra.span display={{ base: 'none', md: 'grid' }}>
              <EyeIcon size={16} />
            </chakra.span>
            {words.preview.open}
          </Button>
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
              ...(isNew ? [] : [{ key: 'copy', label: words.duplicate, onSelect: () => void copy() }]),
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
              ...(isNew ? [] : [bin.entry({ itemId: event.eventId, name: title, editedAt: version() })]),
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
      <Columns aside={!isNew && <EventAside ids={ids} event={event} editedBy={editedBy} page={pageOf(event)} />}>
        <EventForm
          editor={editor}
          read={event.description}
          form={form}
          ids={ids}
          isDraft={isDraft}
          onUpload={setUploading}
        />
      </Columns>
      {(!isDraft || autosave.state === 'failed') && (
        <SaveBar
          form={form}
          saving={create.isPending || update.isPending || isWaiting}
          save={isDraft ? words.form.saveDraft : words.form.save}
          onSave={save}
        />
      )}
      <EventMoves
        ids={ids}
        asked={asked}
        title={title}
        event={event}
        onClose={() => setAsked(null)}
        onPublish={(visibility) => show(visibility, words.published(title))}
        onSchedule={(publishAt) =>
          run(
            () => schedule.mutateAsync({ ...known(), publishAt }),
            words.scheduled(dateText(publishAt, locale, { hour: true })),
          )
        }
        onUnpublish={() => run(() => unpublish.mutateAsync(known()), words.unpublished)}
        onPostpone={(said) => run(() => postpone.mutateAsync({ ...known(), ...said }), words.postponed)}
        onCancel={(cancel) => run(cancel, words.canceled)}
        slots={slots}
      />
      {isPreviewed && (
        <EventPreview ids={ids} event={event} values={values} view={view} onClose={() => setPreviewed(false)} />
      )}
      {bin.dialog}
      <EventConflict conflict={conflict} onSave={save} />
    </Page>
  )
}
