import { chakra } from '@chakra-ui/react'
import Router, { useRouter } from 'next/router'
import { useState } from 'react'
import { z } from 'zod'
import { routes, useQueryValue } from '#client/routes.ts'
import { useConfig } from '#client/useConfig.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import type { FieldError } from '#kit/contract.ts'
import { fieldErrorsOf } from '#kit/validation.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Checkbox } from '#ui/form/Switch.tsx'
import { revealFirstProblem } from '#ui/form/state/reveal.ts'
import { useSaveKey } from '#ui/form/state/useSaveKey.ts'
import { useStep } from '#ui/form/state/useStep.ts'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { Link, SiteLink } from '#ui/Link.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { Stepper } from '#ui/page/Steps.tsx'
import { hrefWith } from '#ui/table/Pager.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useTenantUser } from '../../identity/session'
import { type ApplicationForm, emptyForm, termsVersion } from '../application'
import { type Application, applications, checkForm, completeForm } from '../contract'
import { ApplicationWords, useApplicationWords } from '../words'
import { ApplicantFields } from './ApplicantFields'
import { ClubFields } from './ClubFields'
import { FormSummary } from './FormSummary'
import { useDraft } from './useDraft'

export const NewTenantScreen = () => (
  <ApplicationWords>
    <NewTenant />
  </ApplicationWords>
)

/** Continues the draft named in the address; otherwise starts with an empty form, or with a copy of a rejected one. */
const NewTenant = () => {
  const { form: words, start, refusals } = useApplicationWords()
  const { isReady } = useRouter()
  const applicationId = useQueryValue('applicationId')
  const { user } = useTenantUser()
  const mine = useRead(applications.getMyTenantApplications, isReady ? {} : null)
  // The draft that this form has created: the address gets its id while the form stays mounted.
  const [made, setMade] = useState<string>()
  const isMade = applicationId !== '' && applicationId === made
  if (!isReady || !mine.data) return <PendingPage title={words.title} failed={mine.failed} />
  const found = mine.data.applications.find((one) => one.applicationId === applicationId)
  if (applicationId && !found && !isMade) {
    return (
      <Page title={words.title} back={{ href: routes.startTenant(), label: start.title }}>
        <Card>
          <EmptyState title={refusals.applicationNotFound ?? ''} />
        </Card>
      </Page>
    )
  }
  const isEditable = found?.status === 'draft' || found?.status === 'changesRequested'
  const email = user.state === 'authorized' ? user.person.email : ''
  const waiting = applicationId ? undefined : mine.data.applications.find(({ status }) => status === 'draft')
  return (
    <Apply
      key={isMade || !applicationId ? 'new' : applicationId}
      initial={found?.form ?? { ...emptyForm, email }}
      {...(found && isEditable && { stored: found })}
      {...(waiting && { waiting })}
      onMade={(id) => {
        setMade(id)
        void Router.replace(hrefWith(Router.asPath, { applicationId: id }), undefined, { shallow: true, scroll: false })
      }}
    />
  )
}

const complete = z
  .object(completeForm)
  .superRefine((form, context) =>
    checkForm(form, (field, rule) => context.addIssue({ code: 'custom', path: field.split('.'), params: { rule } })),
  )
const clubFields = ['tenantName', 'brandName', 'slugChoices', 'category', 'description', 'snsUrls', 'expectedPlanPrice']

type ApplyProps = {
  initial: ApplicationForm
  /** The application as it is stored. */
  stored?: Application
  /** Another draft, which the applicant may have wanted to continue instead. */
  waiting?: Application
  onMade: (applicationId: string) => void
}

const Apply = ({ initial, stored, waiting, onMade }: ApplyProps) => {
  const { form: words, start, rules, refusals } = useApplicationWords()
  const { push } = useRouter()
  const termsUrl = useConfig()?.termsUrl ?? '/'
  const attempt = useAttempt(refusals)
  const form = useZodForm<ApplicationForm>({ schema: complete, values: initial, rules })
  const submit = useWrite(applications.submitTenantApplication, { refresh: [applications.getMyTenantApplications] })
  const draft = useDraft(form, { ...(stored && { stored }), onMade })
  const [agreed, setAgreed] = useState(false)
  const [isRefused, setRefused] = useState(false)
  useSaveKey(() => void draft.save())

  /** Problems of a step; steps that have not been opened yet show none. */
  const brokenIn = (step: number): FieldError[] => {
    const parsed = complete.safeParse(form.getValues())
    const broken = parsed.success ? [] : fieldErrorsOf(parsed.error)
    return broken.filter(({ field }) => clubFields.includes(field.split('.')[0] ?? '') === (step === 0))
  }
  // A step in the address is ignored while an earlier one is incomplete.
  const { step, go } = useStep(brokenIn(0).length > 0 ? 0 : brokenIn(1).length > 0 ? 1 : 2)
  const next = async () => {
    form.clearErrors()
    if (form.showFailure(brokenIn(step)) > 0) return
    await draft.save()
    await go(step + 1)
  }
  const send = async () => {
    setRefused(!agreed)
    if (!agreed) return requestAnimationFrame(revealFirstProblem)
    const run = async () => {
      const kept = await draft.save({ evenUnchanged: true })
      // The failed save has already shown its message.
      if (!kept) return
      await submit.mutateAsync({
        applicationId: kept.applicationId,
        // Another tab may have saved since: only the version that was read may be submitted.
        expectedUpdatedAt: kept.updatedAt,
        form: form.getValues() as never,
        agreedTermsVersion: termsVersion,
      })
      toast({ tone: 'ok', title: words.submitted })
      await push(routes.startTenant())
    }
    const onFields = (fields: readonly FieldError[] = []) => {
      const isClub = fields.some(({ field }) => clubFields.includes(field.split('.')[1] ?? ''))
      void go(isClub ? 0 : 1).then(() => form.showFailure(fields, 'form.'))
      return fields.length
    }
    await attempt(run, { onFields })
  }
  const asked = stored?.status === 'changesRequested' && stored.thread.findLast(({ author }) => author === 'operator')
  return (
    <Page title={words.title} lead={draft.says}>
      {asked && (
        <chakra.section
          aria-label={words.asked}
          position="sticky"
          top="64px"
          zIndex={1}
          mb={5}
          maxW="760px"
          maxH="40dvh"
          overflowY="auto"
          borderRadius="m"
          boxShadow="card"
        >
          <Notice tone="warn">
            <strong>{words.asked}</strong>
            <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
              {asked.body}
            </chakra.p>
          </Notice>
        </chakra.section>
      )}
      {waiting && !draft.applicationId && (
        <chakra.div mb={5} maxW="760px">
          <Notice tone="info">
            {words.waiting(waiting.form.tenantName || start.unnamed)}{' '}
            <chakra.span fontWeight="semibold" textDecoration="underline">
              <Link href={routes.newTenant({ query: { applicationId: waiting.applicationId } })}>{start.continue}</Link>
            </chakra.span>
          </Notice>
        </chakra.div>
      )}
      <chakra.div maxW="760px">
        <Stepper steps={words.steps} current={step} />
      </chakra.div>
      <chakra.form
        maxW="760px"
        onSubmit={(event) => event.preventDefault()}
        onBlur={() => void draft.save()}
        noValidate
      >
        {step === 0 && <ClubFields form={form} applicationId={draft.applicationId} />}
        {step === 1 && <ApplicantFields form={form} />}
        {step === 2 && (
          <Card title={words.confirmTitle} lead={words.confirmLead}>
            <chakra.div display="grid" gap={6}>
              <FormSummary form={form.getValues()} onEdit={(to) => void go(to)} />
              <Checkbox
                checked={agreed}
                error={isRefused && !agreed ? words.mustAgree : undefined}
                onChange={(event) => setAgreed(event.currentTarget.checked)}
                label={
                  <>
                    {words.agreeBefore}
                    <chakra.span color="accentText" textDecoration="underline">
                      <SiteLink href={termsUrl}>{words.terms}</SiteLink>
                    </chakra.span>
                    {words.agreeAfter}
                  </>
                }
              />
            </chakra.div>
          </Card>
        )}
        <chakra.div display="flex" justifyContent="space-between" gap={3} mt={6}>
          {step > 0 ? <Button onClick={() => void go(step - 1)}>{words.previous}</Button> : <span />}
          {step < 2 ? (
            <Button look="primary" onClick={() => void next()}>
              {words.next}
            </Button>
          ) : (
            <Button look="primary" busy={submit.isPending} onClick={() => void send()}>
              {words.submit}
            </Button>
          )}
        </chakra.div>
      </chakra.form>
    </Page>
  )
}
