import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes } from '../../../client/routes'
import { useAsk, useWrite } from '../../../client/useOperation'
import { Button } from '../../../ui/Button'
import { Card, Facts, Notice } from '../../../ui/Card'
import { SaveBar } from '../../../ui/form/SaveBar'
import { useZodForm } from '../../../ui/form/state/useZodForm'
import { Link } from '../../../ui/Link'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog'
import { toast } from '../../../ui/overlay/Toaster'
import { Columns, Page } from '../../../ui/page/Page'
import { DateText } from '../../../ui/text/DateText'
import { useAttempt } from '../../../ui/useAttempt'
import { type EventGoodsDraftRow, type EventGoodsSaid, eventGoods } from '../../eventGoods/contract'
import { EventGoodsForm } from './EventGoodsForm'
import { DraftBadge } from './parts'
import { asSaid, type EventGoodsValues, eventGoodsForm, submittedForm } from './values'
import { useEventGoodsWords } from './words'

type Props = {
  tenantId: string
  brands: readonly { brandId: string; name: string }[]
  title: string
  /** Those that it names. */
  events: readonly { eventId: string; title: string }[]
  values: EventGoodsValues
  /** What is sold already, which the draft changes. */
  goodsId?: string
  draft?: EventGoodsDraftRow
}

/** Writes a draft: saved as often as wanted, then sent for review. */
export const DraftEditor = ({ tenantId, brands, title, events, values, goodsId, draft }: Props) => {
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
  const [isUploading, setUploading] = useState(false)
  const ask = useAsk()
  const [isOvertaken, setOvertaken] = useState(false)
  const [kept, setKept] = useState(draft && { draftId: draft.draftId, editedAt: draft.editedAt })
  const store = async (sent: EventGoodsValues) => {
    const stored = await save.mutateAsync({
      tenantId,
      said: asSaid(sent) as EventGoodsSaid,
      ...(kept ? { draftId: kept.draftId, expectedEditedAt: kept.editedAt } : goodsId && { goodsId }),
    })
    setKept(stored)
    form.saved(sent)
    return stored
  }
  /** Somebody else has saved this draft meanwhile: what is here replaces it at the next press, if its writer wants that. */
  const overtake = async () => {
    if (!kept) return
    const isRead = await attempt(async () => {
      const latest = await ask(eventGoods.getEventGoodsDraft, { tenantId, draftId: kept.draftId })
      setKept({ ...kept, editedAt: latest.draft.editedAt })
    })
    if (!isRead) return
    setOvertaken(false)
    toast({ tone: 'ok', title: words.form.mayReplace })
  }
  const ways = {
    on: { conflict: () => setOvertaken(true) },
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
        const { draftId } = kept && !form.formState.isDirty ? kept : await store(sent)
        await submit.mutateAsync({ tenantId, draftId })
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
      {...(draft && { badge: <DraftBadge state={draft.state} /> })}
      actions={
        <Button look="primary" disabled={isBusy} onClick={onSubmit}>
          {words.form.submit}
        </Button>
      }
    >
      <Columns
        aside={
          draft && (
            <Card title={words.columns.draft}>
              <Facts
                items={[
                  { label: words.drafts.columns.state, value: <DraftBadge state={draft.state} /> },
                  { label: words.drafts.columns.author, value: draft.authorName },
                  { label: words.drafts.columns.edited, value: <DateText at={draft.editedAt} hour /> },
                ]}
              />
            </Card>
          )
        }
      >
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
      {isOvertaken && kept && (
        <ConfirmDialog
          open
          onClose={() => setOvertaken(false)}
          onConfirm={overtake}
          title={words.form.overtakenTitle}
          confirm={words.form.overtake}
          tone="primary"
        >
          <p>{words.form.overtaken}</p>
          <chakra.span color="accentText" textDecoration="underline">
            <Link href={router.asPath} target="_blank">
              {words.form.seeTheirs}
            </Link>
          </chakra.span>
        </ConfirmDialog>
      )}
      <SaveBar form={form} saving={isBusy} save={words.form.save} onSave={onSave} />
    </Page>
  )
}
