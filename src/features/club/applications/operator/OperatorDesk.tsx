import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { routes } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { day } from '#kit/time.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { Link } from '#ui/Link.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import type { ApplicationForm } from '../application'
import { applications, messageLength } from '../contract'
import { useFormFacts } from '../form/FormSummary'
import { StatusBadge, Thread } from '../parts'
import { useApplicationWords } from '../words'
import { ApproveDialog, ChangesDialog, RejectDialog } from './DecisionDialogs'
import { type Desk, deskReads } from './read'

/** One application with everything that a decision needs side by side. */
export const OperatorDesk = ({ applicationId }: { applicationId: string }) => {
  const { operator: words } = useApplicationWords()
  const read = useRead(applications.getPendingTenant, { applicationId })
  const back = { href: routes.operatorTenants(), label: words.back }
  if (!read.data) return <PendingPage title={words.title} back={back} failed={read.failed} />
  const { application } = read.data
  return (
    <Page title={application.form.tenantName} badge={<StatusBadge status={application.status} />} back={back}>
      <Columns aside={<Decision desk={read.data} />}>
        <Details desk={read.data} />
      </Columns>
    </Page>
  )
}

const Details = ({ desk: { application, duplicates, previousForm } }: { desk: Desk }) => {
  const { listOf } = useUiWords()
  const { operator: words } = useApplicationWords()
  const facts = useFormFacts(application.form)
  return (
    <>
      {duplicates.length > 0 && (
        <Notice tone="warn">
          <strong>{words.duplicates}</strong>
          <chakra.ul listStyleType="none" mt={1}>
            {duplicates.map((other) => (
              <chakra.li key={other.applicationId} display="flex" gap={2} flexWrap="wrap" alignItems="center" mt={1}>
                <chakra.span textDecoration="underline">
                  <Link href={routes.operatorTenants({ query: { applicationId: other.applicationId } })}>
                    {other.tenantName}
                  </Link>
                </chakra.span>
                <StatusBadge status={other.status} />
                <span>{words.sameIs(listOf(other.same.map((field) => words.same[field])))}</span>
              </chakra.li>
            ))}
          </chakra.ul>
        </Notice>
      )}
      {previousForm && <Changes before={previousForm} now={application.form} />}
      <Card title={words.club}>
        <Facts wide items={facts.club} />
      </Card>
      <Card title={words.applicant}>
        <Facts wide items={facts.applicant} />
      </Card>
      <Messages desk={{ application }} />
    </>
  )
}

type ChangesProps = { before: ApplicationForm; now: ApplicationForm }

/** Fields that the applicant has changed since the last request for changes. */
const Changes = ({ before, now }: ChangesProps) => {
  const { operator: words, form } = useApplicationWords()
  const [then, today] = [useFormFacts(before), useFormFacts(now)]
  const old = new Map([...then.club, ...then.applicant].map((fact) => [fact.label, fact]))
  const changed = [...today.club, ...today.applicant].filter(({ label, text }) => old.get(label)?.text !== text)
  return (
    <Card title={words.changed} lead={changed.length === 0 ? words.changedNothing : undefined}>
      {changed.length > 0 && (
        <chakra.dl display="grid" gap={4}>
          {changed.map(({ label, text }) => (
            <div key={label}>
              <chakra.dt fontSize="xs" color="muted" fontWeight="semibold">
                {label}
              </chakra.dt>
              <chakra.dd fontSize="0.875rem" whiteSpace="pre-wrap" overflowWrap="anywhere">
                <chakra.del color="muted" display="block">
                  {old.get(label)?.text || form.none}
                </chakra.del>
                <chakra.ins textDecoration="none" fontWeight="semibold" display="block">
                  {text || form.none}
                </chakra.ins>
              </chakra.dd>
            </div>
          ))}
        </chakra.dl>
      )}
    </Card>
  )
}

const Messages = ({ desk: { application } }: { desk: Pick<Desk, 'application'> }) => {
  const { operator: words, refusals } = useApplicationWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(applications.messageApplicant, { refresh: deskReads })
  const [body, setBody] = useState('')
  const send = async (visibility: 'public' | 'internal') => {
    await attempt(async () => {
      await write.mutateAsync({ applicationId: application.applicationId, body, visibility })
      setBody('')
      toast({ tone: 'ok', title: visibility === 'public' ? words.sent : words.noted })
    })
  }
  const isEmpty = body.trim() === ''
  const isOpen =
    application.status === 'submitted' || application.status === 'inReview' || application.status === 'changesRequested'
  return (
    <Card title={words.thread}>
      <chakra.div display="grid" gap={4}>
        <Thread thread={application.thread} empty={words.noThread} reader="operator" />
        {isOpen && (
          <>
            <Field label={words.message} max={messageLength} value={body}>
              <TextArea rows={3} value={body} onChange={(event) => setBody(event.currentTarget.value)} />
            </Field>
            <chakra.div display="flex" gap={2} flexWrap="wrap">
              <Button busy={write.isPending} disabled={isEmpty} onClick={() => void send('public')}>
                {words.toApplicant}
              </Button>
              <Button look="quiet" disabled={isEmpty || write.isPending} onClick={() => void send('internal')}>
                {words.asInternal}
              </Button>
            </chakra.div>
          </>
        )}
      </chakra.div>
    </Card>
  )
}

const Decision = ({ desk }: { desk: Desk }) => {
  const { operator: words, refusals, form, reason } = useApplicationWords()
  const attempt = useAttempt(refusals)
  const start = useWrite(applications.startApplicationReview, { refresh: deskReads })
  const [asked, setAsked] = useState<'approve' | 'reject' | 'changes' | null>(null)
  const close = () => setAsked(null)
  const { application, slugs } = desk
  const begin = async () => {
    await attempt(async () => {
      await start.mutateAsync({ applicationId: application.applicationId })
      toast({ tone: 'ok', title: words.started })
    })
  }
  const isDecidable = application.status === 'submitted' || application.status === 'inReview'
  return (
    <>
      <Card title={words.decide}>
        <chakra.div display="grid" gap={4}>
          {application.submittedAt !== null && (
            <Facts
              items={[
                { label: words.columns.submitted, value: <DateText at={application.submittedAt} hour /> },
                ...(isDecidable
                  ? [
                      {
                        label: words.columns.age,
                        value: words.age(Math.max(0, Math.floor((Date.now() - application.submittedAt) / day))),
                      },
                    ]
                  : []),
              ]}
            />
          )}
          <Facts
            items={slugs.map(({ slug, available }, i) => ({
              label: form.slug(i + 1),
              value: (
                <chakra.span display="inline-flex" gap={2} alignItems="center" flexWrap="wrap">
                  /fc/{slug}
                  {isDecidable && (
                    <Badge tone={available ? 'ok' : 'bad'}>{available ? words.slugFree : words.slugUsed}</Badge>
                  )}
                </chakra.span>
              ),
            }))}
          />
          {application.decision && (
            <Facts
              items={[
                {
                  label: words.decision,
                  value: (
                    <chakra.span whiteSpace="pre-wrap">
                      {[
                        application.decision.reasonCode &&
                          reason[application.decision.reasonCode as keyof typeof reason],
                        application.decision.message,
                      ]
                        .filter(Boolean)
                        .join('\n') || <StatusBadge status={application.status} />}
                    </chakra.span>
                  ),
                },
              ]}
            />
          )}
          {isDecidable && (
            <chakra.div display="grid" gap={2}>
              {application.status === 'submitted' && (
                <Button busy={start.isPending} onClick={() => void begin()}>
                  {words.startReview}
                </Button>
              )}
              <Button look="primary" onClick={() => setAsked('approve')}>
                {words.approve}
              </Button>
              <Button onClick={() => setAsked('changes')}>{words.requestChanges}</Button>
              <Button look="dangerQuiet" onClick={() => setAsked('reject')}>
                {words.reject}
              </Button>
            </chakra.div>
          )}
        </chakra.div>
      </Card>
      {!isDecidable && <Next after={application.applicationId} />}
      {asked === 'approve' && <ApproveDialog desk={desk} onClose={close} />}
      {asked === 'changes' && <ChangesDialog desk={desk} onClose={close} />}
      {asked === 'reject' && <RejectDialog desk={desk} onClose={close} />}
    </>
  )
}

/** The next application that waits longest, shown once this one needs nothing more. */
const Next = ({ after }: { after: string }) => {
  const { operator: words } = useApplicationWords()
  const waiting = useRead(applications.getPendingTenants, {
    status: 'submitted',
    pagination: { limit: 2, offset: 0 },
  }).data
  const next = waiting?.items.find(({ applicationId }) => applicationId !== after)
  if (!next) return null
  const href = routes.operatorTenants({ query: { applicationId: next.applicationId } })
  return (
    <Card title={words.next} lead={next.tenantName}>
      <LinkButton look="primary" href={href}>
        {words.toNext}
      </LinkButton>
    </Card>
  )
}
