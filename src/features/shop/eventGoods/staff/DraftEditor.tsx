import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes } from '#client/routes.ts'
import { useAsk, useWrite } from '#client/useOperation.ts'
import { AlsoHere } from '#club/presence/AlsoHere.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { SaveBar } from '#ui/form/SaveBar.tsx'
import { useUnderway } from '#ui/form/state/useUnderway.ts'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { TabLink } from '#ui/text/TabLink.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { type EventGoodsDraftRow, type EventGoodsSaid, eventGoods } from '../contract'
import { EventGoodsForm } from './EventGoodsForm'
import { DraftBadge } from './parts'
import { asSaid, type EventGoodsValues, eventGoodsForm, submittedForm } from './values'
import { useEventGoodsWords } from './words'

const EventGoodsPreview = dynamic(() => import('./EventGoodsPreview').then((m) => m.EventGoodsPreview), { ssr: false })

type Props = {
  tenantId: string
  brands: readonly { brandId: string; name: string }[]
  title: string
  /** Events that the draft refers to. */
  events: readonly { eventId: string; title: string }[]
  values: EventGoodsValues
  /** Id of the existing goods that the draft changes. */
  goodsId?: string
  draft?: EventGoodsDraftRow
  /** `editedAt` of the goods when the values were loaded; null for new goods. */
  goodsEditedAt: number | null
  /** The goods were changed after the draft was written. */
  isStale?: boolean
}

/** Stored versions that differ from the ones that this form was loaded with. */
type Overtaken = { draft: number | null; goods: number | null }

/** Edits a draft, which can be saved repeatedly and then submitted for review. */
export const DraftEditor = (props: Props) => {
  const { tenantId, brands, title, events, values, goodsId, draft, goodsEditedAt, isStale } = props
  const words = useEventGoodsWords()
  const router = useRouter()
  const attempt = useAttempt(words.refusals)
  const form = useZodForm<EventGoodsValues>({
    schema: eventGoodsForm,
    values,
    rules: words.rules,
    keep: `eventGoods ${draft?.draftId ?? goodsId ?? tenantId}`,
  })
  const refresh = {
    refresh: [
      eventGoods.getEventGoodsList,
      eventGoods.getEventGoodsDrafts,
      eventGoods.getEventGoodsDraft,
      eventGoods.getEventGoods,
    ],
  }
  const save = useWrite(eventGoods.saveEventGoodsDraft, refresh)
  const submit = useWrite(eventGoods.submitEventGoodsDraft, refresh)
  const [isUploading, setUploading] = useUnderway()
  const ask = useAsk()
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const [kept, setKept] = useState(draft && { draftId: draft.draftId, editedAt: draft.editedAt })
  // The answer may be refreshed while the form is open: the version that it began from stays.
  const [ground, setGround] = useState(goodsEditedAt)
  const store = async (sent: EventGoodsValues) => {
    const stored = await save.mutateAsync({
      tenantId,
      said: asSaid(sent) as EventGoodsSaid,
      ...(kept ? { draftId: kept.draftId, expectedEditedAt: kept.editedAt } : goodsId && { goodsId }),
      ...(ground !== null && { expectedGoodsEditedAt: ground }),
    })
    setKept(stored)
    form.saved(sent)
    return stored
  }
  /** After a conflict: finds out whether the draft or the goods were changed, to tell the writer. */
  const readLatest = () =>
    attempt(async () => {
      if (kept) {
        const latest = await ask(eventGoods.getEventGoodsDraft, { tenantId, draftId: kept.draftId })
        setOvertaken({ draft: latest.draft.editedAt, goods: latest.goodsEditedAt })
      } else if (goodsId) {
        const latest = await ask(eventGoods.getEventGoods, { tenantId, goodsId })
        setOvertaken({ draft: null, goods: latest.goods.editedAt })
      }
    })
  const isDraftOvertaken = kept !== undefined && overtaken?.draft !== kept.editedAt
  const isGoodsOvertaken = !isDraftOvertaken || overtaken?.goods !== ground
  const soldId = goodsId ?? draft?.goodsId
  // Whoever changes what is sold has no draft before the first save: both are found by what is sold.
  const openId = soldId ?? kept?.draftId
  /** Lets the next save replace the newer version. */
  const overtake = () => {
    if (!overtaken) return
    if (kept) setKept({ ...kept, editedAt: overtaken.draft ?? kept.editedAt })
    setGround(overtaken.goods)
    setOvertaken(null)
    toast({ tone: 'ok', title: isDraftOvertaken ? words.form.mayReplace : words.form.mayGoOn })
  }
  const ways = {
    on: { conflict: () => void readLatest() },
    onFields: (fields: Parameters<typeof form.showFailure>[0]) =>
      form.showFailure(fields?.map((one) => ({ ...one, field: one.field.replace(/^said\./, '') }))),
  }
  const onSave = form.submit((sent) =>
    attempt(async () => {
      const { draftId } = await store(sent)
      toast({ tone: 'ok', title: words.form.saved })
      if (!kept)
        await router.replace(routes.newEventGoods({ tenantId }, { query: { draftId } }), undefined, { shallow: true })
    }, ways),
  )
  const onSubmit = form.submit(
    (sent) =>
      attempt(async () => {
        // A stale draft is saved again even where nothing was typed: else it could never be approved.
        const { draftId, editedAt } = kept && !form.formState.isDirty && !isStale ? kept : await store(sent)
        await submit.mutateAsync({ tenantId, draftId, expectedEditedAt: editedAt })
        toast({ tone: 'ok', title: words.form.submitted })
        await router.push(routes.eventGoodsDrafts({ tenantId }, { query: { draftId } }))
      }, ways),
    submittedForm,
  )
  const isBusy = save.isPending || submit.isPending || isUploading
  return (
    <Page
      title={title}
      back={{ href: routes.eventGoods({ tenantId }), label: words.title }}
      beside={openId && <AlsoHere ids={{ tenantId, brandId: values.homeBrandId }} kind="eventGoods" itemId={openId} />}
      {...(draft && { badge: <DraftBadge state={draft.state} /> })}
      actions={
        <Button look="primary" disabled={isBusy} onClick={onSubmit}>
          {words.form.submit}
        </Button>
      }
    >
      <Columns
        aside={
          <>
            {draft && (
              <Card title={words.columns.draft}>
                <Facts
                  items={[
                    { label: words.drafts.columns.state, value: <DraftBadge state={draft.state} /> },
                    { label: words.drafts.columns.author, value: draft.authorName },
                    { label: words.drafts.columns.edited, value: <DateText at={draft.editedAt} hour /> },
                  ]}
                />
              </Card>
            )}
            <EventGoodsPreview tenantId={tenantId} values={form.watch()} />
          </>
        }
      >
        {isStale && <Notice tone="warn">{words.form.stale}</Notice>}
        {draft?.state === 'returned' && (
          <Notice tone="warn">
            <strong>{words.drafts.returnedFor}</strong>
            <p style={{ whiteSpace: 'pre-line' }}>{draft.reason}</p>
          </Notice>
        )}
        <EventGoodsForm
          form={form}
          tenantId={tenantId}
          brands={brands}
          events={events}
          isNew={goodsId === undefined && !draft?.goodsId}
          onUpload={setUploading}
        />
      </Columns>
      {overtaken && (
        <ConfirmDialog
          open
          onClose={() => setOvertaken(null)}
          onConfirm={overtake}
          title={isDraftOvertaken ? words.form.overtakenTitle : words.form.movedTitle}
          confirm={isDraftOvertaken ? words.form.overtake : words.form.goOn}
          tone="primary"
        >
          {isDraftOvertaken && (
            <>
              <p>{words.form.overtaken}</p>
              <TabLink href={router.asPath}>{words.form.seeTheirs}</TabLink>
            </>
          )}
          {isGoodsOvertaken && (
            <>
              <p>{words.form.moved}</p>
              {soldId && (
                <TabLink href={routes.eventGoodsItem({ tenantId, goodsId: soldId })}>{words.form.seeSold}</TabLink>
              )}
            </>
          )}
        </ConfirmDialog>
      )}
      <SaveBar form={form} saving={isBusy} save={words.form.save} onSave={onSave} />
    </Page>
  )
}
