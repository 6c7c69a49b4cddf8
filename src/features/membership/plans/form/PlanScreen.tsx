import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { type ReactNode, useMemo, useState } from 'react'
import { z } from 'zod'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { useLocale } from '#client/words.tsx'
import { useMoveToBin, WithBin } from '#club/bin/parts.tsx'
import { useBrandName } from '#club/identity/session.tsx'
import { useFanPage } from '#club/identity/useFanPage.ts'
import { AlsoHere } from '#club/presence/AlsoHere.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { englishValues } from '#kit/english.ts'
import type { Instant } from '#kit/time.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Facts } from '#ui/Card.tsx'
import { englishText } from '#ui/form/EnglishTexts.tsx'
import { Reading } from '#ui/form/Reading.tsx'
import { SaveBar } from '#ui/form/SaveBar.tsx'
import { type EditedBy, useStoredForm } from '#ui/form/state/useStoredForm.ts'
import { useUnderway } from '#ui/form/state/useUnderway.ts'
import { ArchiveIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { ConflictDialog } from '#ui/overlay/ConflictDialog.tsx'
import { MoreMenu } from '#ui/overlay/MoreMenu.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Picture } from '#ui/Picture.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { usePortalWords } from '#ui/portalWords.tsx'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import { EditedAt } from '#ui/text/EditedAt.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { archiveCalledOff } from '../../subscriptions/mails'
import { activeTerms, draftTerms, plans, presentation } from '../contract'
import { PlanBadge, usePriceText } from '../parts'
import { PlanWords, usePlanWords } from '../words'
import { PlanForm, type PlanValues } from './PlanForm'
import { PlanPreview } from './PlanPreview'
import { CannotJoin } from './PriceParts'

/** What stands below a plan: its contents, which another wing knows. */
type Slots = { contents: (ids: { tenantId: string; brandId: string; planId: string }) => ReactNode }

export const PlanScreen = (slots: Slots) => (
  <PlanWords>
    <WithBin>
      <LoadedPlan {...slots} />
    </WithBin>
  </PlanWords>
)

const LoadedPlan = (slots: Slots) => {
  const words = usePlanWords()
  const ids = useRouteIds('tenantId', 'brandId', 'planId')
  const read = useRead(plans.getPlan, ids)
  if (!ids || !read.data) {
    const text = words.refusals[read.failed?.code ?? '']
    return (
      <PendingPage
        title={words.aside.title}
        failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
        {...(ids && { back: { href: routes.plans(ids), label: words.title } })}
      />
    )
  }
  const { plan, canEdit } = read.data
  if (!canEdit || plan.status === 'archived') return <PlanReading read={read.data} {...slots} />
  return <Plan key={plan.planId} read={read.data} reload={read.reload} {...slots} />
}

type StoredPlan = ResultOf<typeof plans.getPlan>['plan']
const valuesOf = ({ name, description, english, thumbnail, price, subscriptionInterval }: StoredPlan): PlanValues => ({
  name,
  description,
  english: englishValues(english, ['name', 'description']),
  thumbnail,
  price,
  subscriptionInterval,
})

const publishable = z.object(activeTerms)
const schemas = {
  draft: z.object(draftTerms),
  active: z.object(presentation),
  scheduledToBeArchived: z.object(presentation),
  archived: z.object({}),
}

type PlanProps = Slots & { read: ResultOf<typeof plans.getPlan>; reload: () => void }

const Plan = ({ read: { plan, canEdit, editedBy }, reload, contents }: PlanProps) => {
  const words = usePlanWords()
  const ui = usePortalWords()
  const priceText = usePriceText()
  const pageOf = useFanPage(plan.brandId)
  const router = useRouter()
  const attempt = useAttempt(words.refusals)
  const stored = useMemo(() => ({ ...plan, editedBy }), [plan, editedBy])
  const { form, expectedEditedAt, conflict, onConflict } = useStoredForm<PlanValues, typeof stored>({
    stored,
    valuesOf,
    schema: schemas[plan.status],
    rules: words.rules,
    keep: `plan ${plan.planId}`,
    reload,
  })
  const refresh = { refresh: [plans.getPlan, plans.getPlans] }
  const activate = useWrite(plans.activateDraftPlan, refresh)
  const updateDraft = useWrite(plans.updateDraftPlan, refresh)
  const updateActive = useWrite(plans.updateActivePlan, refresh)
  const updateScheduled = useWrite(plans.updateScheduledToBeArchivedPlan, refresh)
  const [isPublishing, setPublishing] = useState(false)
  const [isUploading, setUploading] = useUnderway()

  const ids = { tenantId: plan.tenantId, brandId: plan.brandId, planId: plan.planId }
  const values = form.watch()
  const isDraft = plan.status === 'draft'

  /** Everything, for a draft; an active plan's price and interval are not sent, because they cannot change. */
  const termsOf = (sent: PlanValues) => ({
    ...ids,
    ...sent,
    price: sent.price ?? 0,
    expectedEditedAt: expectedEditedAt(),
  })
  const shownOf = ({ name, description, english, thumbnail }: PlanValues) => ({
    ...ids,
    name,
    description,
    english,
    thumbnail,
    expectedEditedAt: expectedEditedAt(),
  })
  const run = async (
    sent: PlanValues,
    write: () => Promise<{ editedAt: Instant }>,
    done: Parameters<typeof toast>[0],
  ) => {
    await attempt(
      async () => {
        const { editedAt } = await write()
        form.saved(sent, editedAt)
        toast(done)
      },
      { onFields: form.showFailure, on: { conflict: onConflict } },
    )
    // Closes the dialog: the result is shown on the page.
    setPublishing(false)
  }
  const page = pageOf(routes.fanPlan, { planId: plan.planId })
  const save = form.submit((sent) => {
    if (isDraft) return run(sent, () => updateDraft.mutateAsync(termsOf(sent)), { tone: 'ok', title: words.drafted })
    const update = plan.status === 'active' ? updateActive : updateScheduled
    return run(sent, () => update.mutateAsync(shownOf(sent)), { tone: 'ok', title: words.saved, page })
  })
  const publish = () => {
    const sent = form.getValues()
    const done = { tone: 'ok', title: words.published(sent.name), page } as const
    return run(sent, () => activate.mutateAsync(termsOf(sent)), done)
  }
  const askToPublish = form.submit(() => setPublishing(true), publishable)
  const bin = useMoveToBin(ids, 'plan', [plans.getPlans], () => {
    form.discard()
    return router.push(routes.plans(ids))
  })
  const pending = [activate, updateDraft, updateActive, updateScheduled].some(({ isPending }) => isPending)

  return (
    <Page
      title={plan.name || words.unnamed}
      badge={<PlanBadge plan={plan} />}
      back={{ href: routes.plans(ids), label: words.title }}
      beside={<AlsoHere ids={ids} kind="plan" itemId={plan.planId} />}
      actions={
        isDraft && (
          <>
            <Button onClick={askToPublish} disabled={isUploading}>
              {words.form.publish}
            </Button>
            <MoreMenu
              look="plain"
              label={words.aside.more}
              items={[
                bin.entry({ itemId: plan.planId, name: plan.name || words.unnamed, editedAt: expectedEditedAt() }),
              ]}
            />
          </>
        )
      }
    >
      <Columns aside={<PlanAside plan={plan} values={values} canEdit={canEdit} editedBy={editedBy} />}>
        <PlanForm form={form} ids={ids} isDraft={isDraft} onUpload={setUploading} />
        {contents(ids)}
      </Columns>
      <SaveBar
        form={form}
        saving={pending || isUploading}
        save={isDraft ? words.form.saveDraft : words.form.save}
        onSave={save}
      />
      <ConfirmDialog
        open={isPublishing}
        onClose={() => setPublishing(false)}
        onConfirm={publish}
        title={words.publishTitle(values.name)}
        confirm={words.form.publish}
        tone="primary"
      >
        <p>
          {words.publishText(
            priceText({ price: values.price ?? 0, subscriptionInterval: values.subscriptionInterval }),
          )}
        </p>
        <CannotJoin ids={ids} />
      </ConfirmDialog>
      {bin.dialog}
      <ConflictDialog
        conflict={conflict}
        onSave={save}
        fields={{
          name: { label: words.form.name },
          description: { label: words.form.description },
          english: { label: ui.english, show: englishText },
          price: { label: words.form.price, show: (price) => (price === null ? words.none : yenText(price)) },
          subscriptionInterval: { label: words.form.interval, show: (interval) => words.form.intervals[interval] },
          thumbnail: { label: words.form.thumbnail, show: (url) => (url ? <Picture src={url} /> : words.none) },
        }}
      />
    </Page>
  )
}

/** For roles that change no plans, and for plans that no longer change. */
const PlanReading = ({ read: { plan, canEdit, editedBy }, contents }: Omit<PlanProps, 'reload'>) => {
  const words = usePlanWords()
  const ui = usePortalWords()
  const priceText = usePriceText()
  return (
    <Page
      title={plan.name || words.unnamed}
      badge={<PlanBadge plan={plan} />}
      back={{ href: routes.plans(plan), label: words.title }}
    >
      <Columns aside={<PlanAside plan={plan} values={valuesOf(plan)} canEdit={canEdit} editedBy={editedBy} />}>
        <Reading
          note={canEdit ? words.aside.archivedText : words.readOnly}
          title={words.form.about}
          items={[
            { label: words.form.name, value: plan.name },
            { label: words.form.description, value: plan.description },
            { label: ui.english, value: englishText(valuesOf(plan).english) },
            { label: words.form.price, value: priceText(plan) },
          ]}
        />
        {contents({ tenantId: plan.tenantId, brandId: plan.brandId, planId: plan.planId })}
      </Columns>
    </Page>
  )
}

type AsideProps = { plan: StoredPlan; values: PlanValues; canEdit: boolean; editedBy: EditedBy }

const PlanAside = ({ plan, values, canEdit, editedBy }: AsideProps) => {
  const words = usePlanWords()
  const locale = useLocale()
  const priceText = usePriceText()
  const attempt = useAttempt(words.refusals)
  const statistics = useRead(plans.getPlanStatistics, { tenantId: plan.tenantId, brandId: plan.brandId })
  const cancel = useWrite(plans.cancelScheduledArchive, { refresh: [plans.getPlan, plans.getPlans] })
  const [isAsked, setAsked] = useState(false)
  const members = statistics.data?.plans.find(({ planId }) => planId === plan.planId)?.members ?? 0
  const brandName = useBrandName(plan.brandId)
  const goesOn = archiveCalledOff(useReader(), { brandName, item: plan.name, next: null })
  const takeBack = async () => {
    await attempt(async () => {
      await cancel.mutateAsync({
        tenantId: plan.tenantId,
        brandId: plan.brandId,
        planId: plan.planId,
        expectedEditedAt: plan.editedAt,
      })
      toast({ tone: 'ok', title: words.canceled })
    })
    setAsked(false)
  }
  return (
    <>
      <Card title={words.aside.title}>
        <Facts
          items={[
            { label: words.aside.status, value: <PlanBadge plan={plan} /> },
            { label: words.aside.price, value: priceText(plan) },
            ...(plan.status === 'draft' ? [] : [{ label: words.aside.members, value: words.people(members) }]),
            ...(plan.archivingAt === null
              ? []
              : [
                  {
                    label: plan.status === 'archived' ? words.aside.archivedAt : words.aside.archivingAt,
                    value: <DateText at={plan.archivingAt} hour />,
                  },
                ]),
            { label: words.aside.edited, value: <EditedAt at={plan.editedAt} by={editedBy} /> },
          ]}
        />
      </Card>
      {canEdit && plan.status === 'active' && (
        <Card title={words.aside.archiveTitle} lead={words.aside.archiveText}>
          <LinkButton href={routes.archivePlan(plan)}>
            <ArchiveIcon size={16} />
            {words.aside.archive}
          </LinkButton>
        </Card>
      )}
      {plan.status === 'scheduledToBeArchived' && plan.archivingAt !== null && (
        <Card
          title={words.aside.archiveTitle}
          lead={words.aside.scheduledText(dateText(plan.archivingAt, locale, { hour: true }))}
        >
          {canEdit && <Button onClick={() => setAsked(true)}>{words.aside.cancelArchive}</Button>}
        </Card>
      )}
      <PlanPreview ids={plan} plan={values} />
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={takeBack}
        title={words.cancelTitle(plan.name)}
        confirm={words.cancelConfirm}
        cancel={words.keep}
        tone="primary"
      >
        <chakra.div display="grid" gap={3}>
          <p>{words.cancelText}</p>
          <LettersToSend count={members} letters={[{ letter: goesOn, locale }]} />
          {members > 0 && <p>{words.cancelLetter}</p>}
        </chakra.div>
      </ConfirmDialog>
    </>
  )
}
