import { useRouter } from 'next/router'
import { useState } from 'react'
import { z } from 'zod'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useFanPage } from '#club/identity/useFanPage.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { SaveBar } from '#ui/form/SaveBar.tsx'
import { useUnderway } from '#ui/form/state/useUnderway.ts'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { LockIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { activeTerms, draftTerms, plans } from '../contract'
import { usePriceText } from '../parts'
import { PlanWords, usePlanWords } from '../words'
import { emptyPlan, PlanForm, type PlanValues } from './PlanForm'
import { PlanPreview } from './PlanPreview'
import { CannotJoin } from './PriceParts'

export const NewPlanScreen = () => (
  <PlanWords>
    <NewPlan />
  </PlanWords>
)

const kept = 'newPlan'
type Toast = (planId: string) => Parameters<typeof toast>[0]
const publishable = z.object(activeTerms)

const NewPlan = () => {
  const words = usePlanWords()
  const router = useRouter()
  const ids = useRouteIds('tenantId', 'brandId')
  const attempt = useAttempt(words.refusals)
  const priceText = usePriceText()
  const pageOf = useFanPage(ids?.brandId)
  const form = useZodForm<PlanValues>({
    schema: z.object(draftTerms),
    values: emptyPlan,
    rules: words.rules,
    keep: kept,
  })
  const createDraft = useWrite(plans.createDraftPlan, { refresh: [plans.getPlans], keep: kept })
  const createActive = useWrite(plans.createActivePlan, { refresh: [plans.getPlans], keep: kept })
  const [isAsked, setAsked] = useState(false)
  const [isUploading, setUploading] = useUnderway()
  const mayCreate = useRead(plans.getPlans, ids && { ...ids, pagination: { limit: 1, offset: 0 } }).data?.canEdit
  if (!ids) return null
  const values = form.watch()

  const create = async (sent: PlanValues, write: typeof createDraft | typeof createActive, done: Toast) => {
    await attempt(
      async () => {
        const { planId } = await write.mutateAsync({ ...ids, ...sent, price: sent.price ?? 0 })
        form.saved(form.getValues())
        toast(done(planId))
        await router.push(routes.plan({ ...ids, planId }))
      },
      { onFields: form.showFailure },
    )
    setAsked(false)
  }
  const drafted: Toast = () => ({ tone: 'ok', title: words.drafted })
  const published: Toast = (planId) => ({
    tone: 'ok',
    title: words.published(values.name),
    page: pageOf(routes.fanPlan, { planId }),
  })
  /** A draft may lack what a plan on sale may not. */
  const askToPublish = form.submit(() => setAsked(true), publishable)
  return (
    <Page title={words.createTitle} back={{ href: routes.plans(ids), label: words.title }}>
      {mayCreate === false ? (
        <Card>
          <EmptyState icon={<LockIcon size={24} />} title={words.readOnlyTitle} text={words.readOnly} />
        </Card>
      ) : (
        <Columns aside={<PlanPreview ids={ids} plan={values} />}>
          <PlanForm form={form} ids={ids} isDraft onUpload={setUploading} />
        </Columns>
      )}
      <SaveBar
        form={form}
        saving={createDraft.isPending || createActive.isPending || isUploading}
        save={words.form.saveDraft}
        onSave={form.submit((sent) => create(sent, createDraft, drafted))}
      >
        <Button onClick={askToPublish} disabled={isUploading}>
          {words.form.publish}
        </Button>
      </SaveBar>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => create(form.getValues(), createActive, published)}
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
    </Page>
  )
}
