import { useState } from 'react'
import { z } from 'zod'
import { routes, useRouteIds } from '../../../client/routes'
import { useRead, useWrite } from '../../../client/useOperation'
import { useLocale } from '../../../client/words'
import { Button, LinkButton } from '../../../ui/Button'
import { Card, Facts, Notice } from '../../../ui/Card'
import { SaveBar } from '../../../ui/form/SaveBar'
import { useGround } from '../../../ui/form/useGround'
import { useZodForm } from '../../../ui/form/useZodForm'
import { ArchiveIcon } from '../../../ui/look/icons'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog'
import { ConflictDialog } from '../../../ui/overlay/ConflictDialog'
import { toast } from '../../../ui/overlay/Toaster'
import { Columns, Page } from '../../../ui/page/Page'
import { PendingPage } from '../../../ui/page/PendingPage'
import { DateText, dateText } from '../../../ui/text/DateText'
import { useAttempt } from '../../../ui/useAttempt'
import { type AdminPlan, activeTerms, draftTerms, plans, presentation } from '../contract'
import { PlanBadge, usePriceText } from '../parts'
import { PlanWords, usePlanWords } from '../words'
import { PlanForm, type PlanValues } from './PlanForm'
import { PlanPreview } from './PlanPreview'

export const PlanScreen = () => (
  <PlanWords>
    <LoadedPlan />
  </PlanWords>
)

const LoadedPlan = () => {
  const words = usePlanWords()
  const ids = useRouteIds('tenantId', 'brandId', 'planId')
  const read = useRead(plans.getPlan, ids)
  if (!ids || !read.data) {
    const text = words.refusals[read.failed?.code ?? '']
    return (
      <PendingPage
        title={words.title}
        failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
        {...(ids && { back: { href: routes.plans(ids), label: words.title } })}
      />
    )
  }
  const { plan, canEdit } = read.data
  return <Plan key={plan.planId} plan={plan} canEdit={canEdit} reload={read.reload} />
}

const valuesOf = ({ name, description, thumbnail, price, subscriptionInterval }: AdminPlan): PlanValues => ({
  name,
  description,
  thumbnail,
  price,
  subscriptionInterval,
})

const schemas = {
  draft: z.object(draftTerms),
  active: z.object(presentation),
  scheduledToBeArchived: z.object(presentation),
  archived: z.object({}),
}

type PlanProps = { plan: AdminPlan; canEdit: boolean; reload: () => void }

const Plan = ({ plan, canEdit, reload }: PlanProps) => {
  const words = usePlanWords()
  const priceText = usePriceText()
  const attempt = useAttempt(words.refusals)
  const form = useZodForm<PlanValues>({ schema: schemas[plan.status], values: valuesOf(plan), rules: words.rules })
  const refresh = { refresh: [plans.getPlan, plans.getPlans] }
  const activate = useWrite(plans.activateDraftPlan, refresh)
  const updateDraft = useWrite(plans.updateDraftPlan, refresh)
  const updateActive = useWrite(plans.updateActivePlan, refresh)
  const updateScheduled = useWrite(plans.updateScheduledToBeArchivedPlan, refresh)
  const [isPublishing, setPublishing] = useState(false)
  const [isStale, setStale] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const { isDirty } = form.formState
  const ground = useGround(form, plan, valuesOf)

  const ids = { tenantId: plan.tenantId, brandId: plan.brandId, planId: plan.planId }
  const values = form.watch()
  const isDraft = plan.status === 'draft'
  const isOpen = canEdit && plan.status !== 'archived'

  const stored = { ...ids, expectedEditedAt: ground.editedAt }
  /** Everything, for a draft; an active plan's price and interval are not sent, because they cannot change. */
  const terms = () => ({ ...stored, ...form.getValues(), price: form.getValues('price') ?? 0 })
  const shown = () => {
    const { name, description, thumbnail } = form.getValues()
    return { ...stored, name, description, thumbnail }
  }
  const run = async (write: () => Promise<unknown>, done: string) => {
    await attempt(
      async () => {
        await write()
        form.reset(form.getValues())
        toast({ tone: 'ok', title: done })
      },
      { onFields: form.showFailure, on: { conflict: () => setStale(true) } },
    )
    // Whatever came of it is said outside the question.
    setPublishing(false)
  }
  const save = form.handleSubmit(() => {
    if (isDraft) return run(() => updateDraft.mutateAsync(terms()), words.drafted)
    const update = plan.status === 'active' ? updateActive : updateScheduled
    return run(() => update.mutateAsync(shown()), words.saved)
  })
  const askToPublish = form.handleSubmit(() => {
    if (z.object(activeTerms).safeParse(form.getValues()).success) setPublishing(true)
    else form.showFailure([{ field: 'name', rule: 'required' }])
  })
  const pending = [activate, updateDraft, updateActive, updateScheduled].some(({ isPending }) => isPending)

  return (
    <Page
      title={plan.name || words.unnamed}
      badge={<PlanBadge plan={plan} />}
      back={{ href: routes.plans(ids), label: words.title }}
      actions={
        isDraft &&
        canEdit && (
          <Button onClick={askToPublish} disabled={isUploading}>
            {words.form.publish}
          </Button>
        )
      }
    >
      <Columns aside={<PlanAside plan={plan} values={values} canEdit={canEdit} />}>
        {!isOpen && <Notice tone="plain">{canEdit ? words.aside.archivedText : words.readOnly}</Notice>}
        <PlanForm form={form} ids={ids} isPriceOpen={isDraft} disabled={!isOpen} onUpload={setUploading} />
      </Columns>
      <SaveBar
        dirty={isDirty}
        saving={pending || isUploading}
        save={isDraft ? words.form.saveDraft : words.form.save}
        onSave={save}
        onDiscard={() => form.reset(valuesOf(plan))}
      />
      <ConfirmDialog
        open={isPublishing}
        onClose={() => setPublishing(false)}
        onConfirm={() => run(() => activate.mutateAsync(terms()), words.published(values.name))}
        title={words.publishTitle(values.name)}
        confirm={words.form.publish}
        tone="primary"
      >
        {words.publishText(priceText({ price: values.price ?? 0, subscriptionInterval: values.subscriptionInterval }))}
      </ConfirmDialog>
      <ConflictDialog
        open={isStale}
        onClose={() => setStale(false)}
        onReload={() => {
          form.reset(valuesOf(plan))
          reload()
        }}
      />
    </Page>
  )
}

type AsideProps = { plan: AdminPlan; values: PlanValues; canEdit: boolean }

const PlanAside = ({ plan, values, canEdit }: AsideProps) => {
  const words = usePlanWords()
  const locale = useLocale()
  const priceText = usePriceText()
  const attempt = useAttempt(words.refusals)
  const statistics = useRead(plans.getPlanStatistics, { tenantId: plan.tenantId, brandId: plan.brandId })
  const cancel = useWrite(plans.cancelScheduledArchive, { refresh: [plans.getPlan, plans.getPlans] })
  const [isAsked, setAsked] = useState(false)
  const members = statistics.data?.plans.find(({ planId }) => planId === plan.planId)?.members ?? 0
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
            { label: words.aside.edited, value: <DateText at={plan.editedAt} hour /> },
          ]}
        />
      </Card>
      <PlanPreview plan={values} />
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
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={takeBack}
        title={words.cancelTitle(plan.name)}
        confirm={words.cancelConfirm}
        cancel={words.keep}
        tone="primary"
      >
        {words.cancelText}
      </ConfirmDialog>
    </>
  )
}
