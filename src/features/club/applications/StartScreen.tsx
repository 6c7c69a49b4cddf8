import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { z } from 'zod'
import { routes } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { text } from '#kit/text.ts'
import type { Tone } from '#ui/Badge.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Field } from '#ui/form/Field.tsx'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { TextArea } from '#ui/form/TextInput.tsx'
import { BuildingIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Page } from '#ui/page/Page.tsx'
import { Timeline, type TimelineItem } from '#ui/page/Steps.tsx'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useTenantUser } from '../identity/session'
import type { ApplicationStatus } from './application'
import { type Application, applications, messageLength } from './contract'
import { StatusBadge, Thread } from './parts'
import { ApplicationWords, useApplicationWords } from './words'

export const StartScreen = () => (
  <ApplicationWords>
    <MyApplications />
  </ApplicationWords>
)

const MyApplications = () => {
  const { start: words } = useApplicationWords()
  const read = useRead(applications.getMyTenantApplications, {})
  const list = read.data?.applications
  // Beside an application its own next step counts, not another club.
  const open = (
    <LinkButton look={list?.length ? 'plain' : 'primary'} href={routes.newTenant()}>
      {words.open}
    </LinkButton>
  )
  return (
    <Page title={words.title} {...(list && { count: list.length })} actions={list && list.length > 0 && open}>
      <chakra.div display="grid" gap={5}>
        {read.failed ? (
          <Card>
            <FailedState {...read.failed} />
          </Card>
        ) : !list ? (
          <Card>
            <SkeletonText lines={5} />
          </Card>
        ) : list.length === 0 ? (
          <Card>
            <EmptyState icon={<BuildingIcon size={24} />} title={words.empty} text={words.emptyText} action={open} />
          </Card>
        ) : (
          list.map((application) => <ApplicationCard key={application.applicationId} application={application} />)
        )}
      </chakra.div>
    </Page>
  )
}

const tones: Partial<Record<ApplicationStatus, Tone>> = {
  submitted: 'info',
  inReview: 'info',
  changesRequested: 'warn',
  approved: 'ok',
  rejected: 'bad',
}

/** Every state that the application has had, with the message that came with it. */
const timelineOf = (
  { history, thread, decision, status, expiresAt }: Application,
  words: ReturnType<typeof useApplicationWords>['start'],
): TimelineItem[] => [
  ...history.map(({ status: step, at }, i): TimelineItem => {
    const asked =
      step === 'changesRequested' && thread.find((message) => message.author === 'operator' && message.at === at)
    const body = asked ? asked.body : (step === 'approved' || step === 'rejected') && decision?.message
    const isAgain = step === 'submitted' && history.slice(0, i).some((before) => before.status === 'submitted')
    return {
      key: `${step} ${at}`,
      title: isAgain ? words.sentAgain : words.steps[step],
      at: <DateText at={at} hour />,
      ...(tones[step] && { tone: tones[step] }),
      ...(body && { body }),
    }
  }),
  ...(status === 'expired' && expiresAt !== null
    ? [{ key: 'expired', title: words.steps.expired, at: <DateText at={expiresAt} hour /> }]
    : []),
]

const ApplicationCard = ({ application }: { application: Application }) => {
  const { start: words } = useApplicationWords()
  const locale = useLocale()
  const { applicationId, status, form, expiresAt, tenantId } = application
  const mayWrite = status === 'submitted' || status === 'inReview' || status === 'changesRequested'
  const edit = routes.newTenant({ query: { applicationId } })
  return (
    <Card title={form.tenantName || words.unnamed} lead={words.says[status]} action={<StatusBadge status={status} />}>
      <chakra.div display="grid" gap={5}>
        {status === 'changesRequested' && expiresAt !== null && (
          <Notice tone="warn">{words.expires(dateText(expiresAt, locale, { hour: true }))}</Notice>
        )}
        <Timeline items={timelineOf(application, words)} />
        {(mayWrite || application.thread.length > 0) && (
          <chakra.div display="grid" gap={3}>
            <chakra.h3 fontSize="0.9375rem">{words.messages}</chakra.h3>
            <Thread thread={application.thread} empty={words.noMessages} reader="applicant" />
            {mayWrite && <Reply applicationId={applicationId} />}
          </chakra.div>
        )}
        <chakra.div display="flex" flexWrap="wrap" gap={2}>
          {status === 'draft' && (
            <LinkButton look="primary" href={edit}>
              {words.continue}
            </LinkButton>
          )}
          {status === 'changesRequested' && (
            <LinkButton look="primary" href={edit}>
              {words.fix}
            </LinkButton>
          )}
          {(status === 'rejected' || status === 'expired') && <LinkButton href={edit}>{words.again}</LinkButton>}
          {status === 'approved' && tenantId && <ToClub tenantId={tenantId} />}
          {(status === 'draft' || mayWrite) && <Withdraw application={application} />}
        </chakra.div>
      </chakra.div>
    </Card>
  )
}

/** The club was opened after this browser had loaded the list of clubs, so the list is reloaded first. */
const ToClub = ({ tenantId }: { tenantId: string }) => {
  const { start: words } = useApplicationWords()
  const { push } = useRouter()
  const { refresh } = useTenantUser()
  const go = async () => {
    await refresh()
    await push(routes.tenant({ tenantId }))
  }
  return (
    <Button look="primary" onClick={() => void go()}>
      {words.toClub}
    </Button>
  )
}

const Reply = ({ applicationId }: { applicationId: string }) => {
  const { start: words, refusals } = useApplicationWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(applications.replyToApplication, { refresh: [applications.getMyTenantApplications] })
  const form = useZodForm<{ body: string }>({
    schema: z.object({ body: text({ min: 1, max: messageLength, lines: true }) }),
    values: { body: '' },
  })
  const send = form.submit(async ({ body }) => {
    await attempt(
      async () => {
        await write.mutateAsync({ applicationId, body })
        form.reset({ body: '' })
        toast({ tone: 'ok', title: words.sent })
      },
      { onFields: form.showFailure },
    )
  })
  return (
    <chakra.form onSubmit={send} display="grid" gap={3} noValidate>
      <Field label={words.reply} hint={words.replyHint} error={form.formState.errors.body?.message}>
        <TextArea rows={3} {...form.register('body')} />
      </Field>
      <div>
        <Button type="submit" busy={write.isPending}>
          {words.send}
        </Button>
      </div>
    </chakra.form>
  )
}

const Withdraw = ({ application: { applicationId, form, submittedAt } }: { application: Application }) => {
  const { start: words, refusals } = useApplicationWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(applications.withdrawTenantApplication, { refresh: [applications.getMyTenantApplications] })
  const [isAsked, setAsked] = useState(false)
  // Withdrawing a draft that was never submitted does not end a review.
  const isSent = submittedAt !== null
  const run = async () => {
    await attempt(async () => {
      await write.mutateAsync({ applicationId })
      toast({ tone: 'ok', title: isSent ? words.withdrawn : words.draftRemoved })
    })
    setAsked(false)
  }
  return (
    <>
      <Button look="dangerQuiet" onClick={() => setAsked(true)}>
        {isSent ? words.withdraw : words.withdrawDraft}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={run}
        title={(isSent ? words.withdrawTitle : words.withdrawDraftTitle)(form.tenantName || words.unnamed)}
        confirm={isSent ? words.withdraw : words.withdrawDraft}
      >
        {isSent ? words.withdrawText : words.withdrawDraftText}
      </ConfirmDialog>
    </>
  )
}
