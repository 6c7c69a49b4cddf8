import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { useUndo } from '#club/bin/parts.tsx'
import { useFanPage } from '#club/identity/useFanPage.ts'
import { AlsoHere } from '#club/presence/AlsoHere.tsx'
import { loadAhead } from '#kit/ahead.ts'
import { sourcesIn, storedText } from '#kit/richText.ts'
import { whenIdle } from '#kit/whenIdle.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { meanwhile } from '#ui/faces/meanwhile.ts'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { AutosaveText } from '#ui/form/AutosaveText.tsx'
import { Field } from '#ui/form/Field.tsx'
import { SaveBar } from '#ui/form/SaveBar.tsx'
import { useAutosave } from '#ui/form/state/useAutosave.ts'
import { useSaveKey } from '#ui/form/state/useSaveKey.ts'
import { type EditedBy, useStoredForm } from '#ui/form/state/useStoredForm.ts'
import { useUnderway } from '#ui/form/state/useUnderway.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { EyeIcon } from '#ui/look/icons.tsx'
import { MoreMenu } from '#ui/overlay/MoreMenu.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { momentOfDay } from '../../events/dayAsked'
import { periodAfter } from '../content'
import { type AdminPlanContent, contentNameLength, contents } from '../contract'
import { ContentBadge } from '../parts'
import type { Written } from '../versions/version'
import { useContentWords } from '../words'
import { ContentBody } from './ContentBody'
import { type AccessCheck, ContentFacts } from './ContentFacts'
import { ContentTexts } from './ContentTexts'
import { Desk } from './Desk'
import type { Move } from './MoveDialogs'
import { type Known, useContentWrites } from './useContentWrites'
import { type ContentValues, draftSchema, englishOf, publishSchema, type StoredContent, valuesOf } from './values'

const ContentConflict = dynamic(() => import('./ContentConflict').then((m) => m.ContentConflict), { ssr: false })
const PublishPanel = dynamic(() => import('./PublishPanel').then((m) => m.PublishPanel), {
  ssr: false,
  loading: meanwhile(() => (
    <Card>
      <SkeletonText lines={12} />
    </Card>
  )),
})
const TellCard = dynamic(() => import('./TellMembers').then((m) => m.TellCard), { ssr: false })
const MoveDialogs = dynamic(() => import('./MoveDialogs').then((m) => m.MoveDialogs), { ssr: false })

const VersionsDialog = dynamic(() => import('../versions/VersionsDialog').then((m) => m.VersionsDialog), { ssr: false })
const ContentPreview = dynamic(() => import('./ContentPreview').then((m) => m.ContentPreview), { ssr: false })
loadAhead(PublishPanel)

const binRefresh = [contents.getPlanContentsWithPlans, contents.getScheduledActions, contents.getPrivatePlanContent]

type ContentEditingProps = {
  ids: { tenantId: string; brandId: string }
  content: AdminPlanContent
  access: AccessCheck
  editedBy: EditedBy
  /** The day of the calendar that it is made for; empty without one. */
  day: string
  reload: () => void
  /** Called with the new content's id after its first save. */
  onMade: (planContentId: string) => void
}

export const ContentEditing = ({ ids, content, access, editedBy, day, reload, onMade }: ContentEditingProps) => {
  const words = useContentWords()
  const locale = useLocale()
  const router = useRouter()
  const attempt = useAttempt(words.refusals)
  const pageOf = useFanPage(ids.brandId)
  const isDraft = content.status === 'draft'
  // Key of the stored unsaved changes; unchanged when the draft gets its id.
  const [kept] = useState(`content ${content.planContentId}`)
  const stored = useMemo<StoredContent>(() => ({ ...content, editedBy }), [content, editedBy])
  const { form, expectedEditedAt, conflict, onConflict } = useStoredForm<ContentValues, StoredContent>({
    stored,
    valuesOf,
    schema: isDraft ? draftSchema : publishSchema(content.type),
    rules: words.rules,
    keep: kept,
    reload,
  })
  const writes = useContentWrites(content)
  const tellRemoved = useUndo(ids, 'content', binRefresh)
  /** The version that this page saved last: the next save may start before the component has rendered it. */
  const own = useRef({ planContentId: content.planContentId, editedAt: 0 })
  const [asked, setAsked] = useState<Move | null>(null)
  const [tells, setTells] = useState(false)
  const [opened] = useState(() => Date.now())
  const plannedAt = isDraft ? momentOfDay(day, opened) : null
  const [isPreviewed, setPreviewed] = useState(false)
  const [hasVersions, setVersions] = useState(false)
  const [busy, setBusy] = useState(false)
  const [isUploading, setUploading] = useUnderway()
  // Nobody waits for them at the first press.
  useEffect(() => whenIdle(() => loadAhead(MoveDialogs, ContentConflict)), [])
  const isMade = () => own.current.planContentId !== 'new'
  const known = (): Known => ({
    ...ids,
    planContentId: own.current.planContentId,
    expectedEditedAt: Math.max(own.current.editedAt, expectedEditedAt()),
  })
  const ownPage = () => pageOf(routes.fanContent, { planContentId: own.current.planContentId })
  if (content.planContentId !== 'new') own.current.planContentId = content.planContentId

  const ways = { onFields: form.showFailure, on: { conflict: onConflict } }
  const take = ({ planContentId, editedAt }: AdminPlanContent, sent: ContentValues) => {
    const isFirst = !isMade()
    own.current = { planContentId, editedAt }
    form.saved(sent, editedAt)
    if (isFirst) onMade(planContentId)
  }

  // --- Autosave of drafts --------------------------------------------------------------------------------------------

  const saveDraft = async (sent: ContentValues) => {
    if (!isDraft || !form.formState.isDirty) return true
    // What was typed just before is not saved while somebody is asked whose version stays.
    if (conflict.isOpen) return false
    if (!draftSchema.safeParse(sent).success) {
      await form.trigger()
      return false
    }
    return attempt(async () => {
      take(await (isMade() ? writes.asDraft(known(), sent) : writes.create(ids, sent)), sent)
    }, ways)
  }
  const autosave = useAutosave<ContentValues>(form, {
    save: saveDraft,
    isUntouched: () => !form.formState.isDirty,
  })
  useSaveKey(isDraft ? () => void autosave.saveNow({ evenUnchanged: form.formState.isDirty }) : null)

  // --- Moves --------------------------------------------------------------------------------------------------------

  /** Waits for a running autosave, and creates a new content before publishing it. */
  const settled = async () => {
    if (!(await autosave.saveNow())) return false
    if (isMade()) return true
    return attempt(async () => {
      const sent = form.getValues()
      take(await writes.create(ids, sent), sent)
    }, ways)
  }
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    if (!isDraft || (await settled())) await attempt(work, ways)
    setBusy(false)
    setAsked(null)
  }
  const publish = () =>
    run(async () => {
      const sent = following(form.getValues(), content.publishingAt, Date.now())
      await writes.tell(known(), tells)
      const saved = await writes.asActive(known(), sent)
      const { backNumberPeriod } = valuesOf(saved)
      form.setValue('backNumberPeriod', backNumberPeriod)
      take(saved, { ...sent, backNumberPeriod })
      toast({ tone: 'ok', title: words.published(sent.name), page: ownPage() })
    })
  const schedule = (publishingAt: number) =>
    run(async () => {
      await writes.tell(known(), tells)
      const sent = following(form.getValues(), Date.now(), publishingAt)
      const saved =
        content.status === 'publishmentScheduled'
          ? await writes.reschedule(known(), publishingAt)
          : await writes.schedule(known(), sent, publishingAt)
      // The month has moved with the time: it is nobody's unsaved change.
      form.setValue('backNumberPeriod', saved.backNumberPeriod)
      const { backNumberPeriod } = saved
      take(saved, content.status === 'publishmentScheduled' ? valuesOf(saved) : { ...sent, backNumberPeriod })
      toast({ tone: 'ok', title: words.scheduled(dateText(publishingAt, locale, { hour: true })) })
    })
  const revert = () =>
    run(async () => {
      const sent = form.getValues()
      const saved = await writes.revert(known())
      own.current.editedAt = saved.editedAt
      if (!form.formState.isDirty) form.saved(sent)
      toast({ tone: 'ok', title: words.reverted })
    })
  const remove = () =>
    run(async () => {
      if (isMade()) await writes.remove(known())
      form.discard()
      if (isMade()) tellRemoved(words.removed, [{ itemId: known().planContentId, name: content.name }])
      else toast({ tone: 'ok', title: words.removed })
      await router.push(routes.contents(ids))
    })
  const write =
    content.status === 'active' ? writes.asActive : content.status === 'draft' ? writes.asDraft : writes.asScheduled
  /** A save as any other: what somebody else wrote meanwhile is a conflict. */
  const restoreVersion = ({ name, description, english, text, imageUrls }: Written) =>
    run(async () => {
      const restored = { name, description, english: englishOf(english), text: storedText(text) }
      const sent = { ...form.getValues(), ...restored }
      take(await write(known(), sent, imageUrls ? [...imageUrls] : undefined), sent)
      for (const field of ['name', 'description', 'english', 'text'] as const) form.setValue(field, sent[field])
      setVersions(false)
      reload()
      toast({ tone: 'ok', title: words.versionRestored })
    })
  const save = form.submit((sent) =>
    attempt(async () => {
      setBusy(true)
      take(await write(known(), sent), sent)
      toast({ tone: 'ok', title: words.saved, ...(content.status === 'active' && { page: ownPage() }) })
    }, ways).finally(() => setBusy(false)),
  )
  const complete = publishSchema(content.type)
  const ask = (move: Move) => form.submit(() => setAsked(move), complete)()

  const values = form.watch()
  const { errors } = form.formState
  const isWaiting = busy || isUploading
  return (
    <Page
      title={values.name || (content.planContentId === 'new' ? words.createTitle[content.type] : words.unnamed)}
      badge={
        <>
          <ContentBadge content={content} />
          {isDraft && <AutosaveText state={autosave.state} isDirty={form.formState.isDirty} />}
        </>
      }
      back={{ href: routes.contents(ids), label: words.title }}
      beside={content.planContentId !== 'new' && <AlsoHere ids={ids} kind="content" itemId={content.planContentId} />}
      actions={
        <>
          <Button onClick={() => setPreviewed(true)}>
            <chakra.span display={{ base: 'none', md: 'grid' }}>
              <EyeIcon size={16} />
            </chakra.span>
            {words.actions.preview}
          </Button>
          {content.status !== 'active' && (
            <>
              <Button onClick={() => ask('schedule')} disabled={isWaiting}>
                {isDraft ? words.actions.schedule : words.actions.reschedule}
              </Button>
              <Button look="primary" onClick={() => ask('publish')} disabled={isWaiting}>
                {words.actions.publish}
              </Button>
            </>
          )}
          <MoreMenu
            look="plain"
            label={words.actions.more}
            items={[
              ...(isDraft ? [] : [{ key: 'revert', label: words.actions.revert, onSelect: () => setAsked('revert') }]),
              ...(content.planContentId === 'new'
                ? []
                : [{ key: 'versions', label: words.actions.versions, onSelect: () => setVersions(true) }]),
              { key: 'remove', label: words.actions.remove, danger: true, onSelect: () => setAsked('remove') },
            ]}
          />
        </>
      }
    >
      <Columns
        aside={
          <>
            <PublishPanel
              form={form}
              ids={ids}
              isNew={content.planContentId === 'new'}
              publishingAt={content.publishingAt}
              onUpload={setUploading}
            />
            <ContentFacts ids={ids} content={content} access={access} editedBy={editedBy} />
            {content.planContentId !== 'new' && <TellCard ids={ids} content={content} />}
          </>
        }
      >
        <Desk ids={ids} content={content} name={values.name} />
        {plannedAt !== null && <Notice>{words.calendar.planned(dateText(plannedAt, locale))}</Notice>}
        <Card>
          <Field
            label={words.form.name}
            error={errors.name?.message}
            required={isDraft ? words.form.forPublishing : true}
            max={contentNameLength}
            value={values.name}
          >
            <TextInput {...form.register('name')} />
          </Field>
        </Card>
        <ContentBody form={form} ids={ids} content={content} onUpload={setUploading} reload={reload} />
        <ContentTexts form={form} />
      </Columns>
      {(!isDraft || autosave.state === 'failed') && (
        <SaveBar form={form} saving={isWaiting} save={words.actions.save} onSave={save} />
      )}
      {asked && (
        <MoveDialogs
          asked={asked}
          name={values.name || words.unnamed}
          content={content}
          values={values}
          ids={ids}
          plannedAt={plannedAt}
          tells={tells}
          onTells={setTells}
          onClose={() => setAsked(null)}
          onPublish={publish}
          onSchedule={schedule}
          onRevert={revert}
          onRemove={remove}
        />
      )}
      {hasVersions && (
        <VersionsDialog
          ids={{ ...ids, planContentId: content.planContentId }}
          now={{ ...values, imageUrls: content.details.type === 'news' ? content.details.imageUrls : null }}
          sources={new Map([...sourcesIn(content.details.text), ...sourcesIn(content.english.text ?? '')])}
          isUnsaved={!isDraft && form.formState.isDirty}
          onRestore={restoreVersion}
          onClose={() => setVersions(false)}
        />
      )}
      {isPreviewed && <ContentPreview ids={ids} values={values} read={content} onClose={() => setPreviewed(false)} />}
      {conflict.isOpen && <ContentConflict conflict={conflict} onSave={save} />}
    </Page>
  )
}

const following = (values: ContentValues, from: number | null, to: number): ContentValues => ({
  ...values,
  backNumberPeriod:
    from === null || values.backNumberPeriod === 'publication'
      ? values.backNumberPeriod
      : periodAfter(values.backNumberPeriod, from, to),
})
