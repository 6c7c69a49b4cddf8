import { useRouter } from 'next/router'
import { useState } from 'react'
import { z } from 'zod'
import { routes, useRouteIds } from '../../../client/routes'
import { useRead, useWrite } from '../../../client/useOperation'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Card'
import { SaveBar } from '../../../ui/form/SaveBar'
import { useZodForm } from '../../../ui/form/useZodForm'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog'
import { toast } from '../../../ui/overlay/Toaster'
import { Columns, Page } from '../../../ui/page/Page'
import { useAttempt } from '../../../ui/useAttempt'
import { activeTerms, draftTerms, plans } from '../contract'
import { usePriceText } from '../parts'
import { PlanWords, usePlanWords } from '../words'
import { emptyPlan, PlanForm, type PlanValues } from './PlanForm'
import { PlanPreview } from './PlanPreview'

export const NewPlanScreen = () => (
  <PlanWords>
    <NewPlan />
  </PlanWords>
)

const NewPlan = () => {
  const words = usePlanWords()
  const router = useRouter()
  const ids = useRouteIds('tenantId', 'brandId')
  const attempt = useAttempt(words.refusals)
  const priceText = usePriceText()
  const form = useZodForm<PlanValues>({ schema: z.object(draftTerms), values: emptyPlan, rules: words.rules })
  const createDraft = useWrite(plans.createDraftPlan, { refresh: [plans.getPlans] })
  const createActive = useWrite(plans.createActivePlan, { refresh: [plans.getPlans] })
  const [isAsked, setAsked] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const mayCreate = useRead(plans.getPlans, ids && { ...ids, pagination: { limit: 1, offset: 0 } }).data?.canEdit
  if (!ids) return null
  const values = form.watch()

  const create = async (write: typeof createDraft | typeof createActive, done: string) => {
    await attempt(
      async () => {
        const { planId } = await write.mutateAsync({ ...ids, ...form.getValues(), price: form.getValues('price') ?? 0 })
        form.reset(form.getValues())
        toast({ tone: 'ok', title: done })
        await router.push(routes.plan({ ...ids, planId }))
      },
      { onFields: form.showFailure },
    )
    setAsked(false)
  }
  /** A draft may lack what a plan on sale may not. */
  const askToPublish = form.handleSubmit(() => {
    if (z.object(activeTerms).safeParse(form.getValues()).success) setAsked(true)
    else form.showFailure([{ field: 'name', rule: 'required' }])
  })
  return (
    <Page title={words.createTitle} back={{ href: routes.plans(ids), label: words.title }}>
      <Columns aside={<PlanPreview plan={values} />}>
        {mayCreate === false && <Notice tone="plain">{words.readOnly}</Notice>}
        <PlanForm form={form} ids={ids} isPriceOpen disabled={mayCreate === false} onUpload={setUploading} />
      </Columns>
      <SaveBar
        dirty={form.formState.isDirty}
        saving={createDraft.isPending || createActive.isPending || isUploading}
        save={words.form.saveDraft}
        onSave={form.handleSubmit(() => create(createDraft, words.drafted))}
        onDiscard={() => form.reset()}
      >
        <Button onClick={askToPublish} disabled={isUploading}>
          {words.form.publish}
        </Button>
      </SaveBar>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => create(createActive, words.published(values.name))}
        title={words.publishTitle(values.name)}
        confirm={words.form.publish}
        tone="primary"
      >
        {words.publishText(priceText({ price: values.price ?? 0, subscriptionInterval: values.subscriptionInterval }))}
      </ConfirmDialog>
    </Page>
  )
}
