import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { useLocale } from '#client/words.tsx'
import { useBrandName } from '#club/identity/session.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { forget, keep, kept } from '#kit/kept.ts'
import { grouped } from '#kit/number.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Checkbox } from '#ui/form/Switch.tsx'
import { revealFirstProblem } from '#ui/form/state/reveal.ts'
import { useStep } from '#ui/form/state/useStep.ts'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { ArchiveIcon } from '#ui/look/icons.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { Stepper } from '#ui/page/Steps.tsx'
import { Stat, Stats } from '#ui/Stats.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { archiveNotice } from '../subscriptions/renewal.mails'
import { archiveMessageLength, plans } from './contract'
import { PlanWords, usePlanWords } from './words'

export const ArchivePlanScreen = () => (
  <PlanWords>
    <LoadedArchive />
  </PlanWords>
)

type Ids = { tenantId: string; brandId: string; planId: string }
type Preview = ResultOf<typeof plans.getPlanForArchive>

const LoadedArchive = () => {
  const words = usePlanWords()
  const ids = useRouteIds('tenantId', 'brandId', 'planId')
  const read = useRead(plans.getPlanForArchive, ids)
  if (ids && read.failed?.code === 'planNotActive') {
    const toPlan = { href: routes.plan(ids), label: words.archive.toPlan }
    return (
      <Page title={words.aside.archiveTitle} back={toPlan}>
        <Card>
          <EmptyState
            icon={<ArchiveIcon size={24} />}
            title={words.archive.notActive}
            text={words.archive.notActiveText}
            action={<LinkButton href={toPlan.href}>{toPlan.label}</LinkButton>}
          />
        </Card>
      </Page>
    )
  }
  if (!ids || !read.data) return <PendingPage title={words.aside.archiveTitle} failed={read.failed} />
  return <Archive key={ids.planId} ids={ids} preview={read.data} reload={read.reload} />
}

type ArchiveProps = { ids: Ids; preview: Preview; reload: () => void }

const Archive = ({ ids, preview, reload }: ArchiveProps) => {
  const { archive: words, refusals, title } = usePlanWords()
  const { failures } = useUiWords()
  const [reader, brandName] = [useReader(), useBrandName(ids.brandId)]
  const router = useRouter()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const schedule = useWrite(plans.scheduleToArchivePlan, { refresh: [plans.getPlan, plans.getPlans] })
  // The choice made before a reload.
  const keptAs = `archive ${ids.planId}`
  const [before] = useState(
    () =>
      (kept(keptAs) ?? {}) as {
        archivingAt?: number | null
        message?: string
        refunds?: boolean
      },
  )
  const [archivingAt, setArchivingAt] = useState<number | null>(before.archivingAt ?? preview.previewOfArchivingAt)
  const [message, setMessage] = useState(before.message ?? '')
  const { refund } = preview
  const [wantsRefunds, setRefunds] = useState(before.refunds ?? false)
  const refunds = wantsRefunds && refund !== null
  useEffect(() => {
    if (message !== '' || wantsRefunds || archivingAt !== preview.previewOfArchivingAt)
      keep(keptAs, { archivingAt, message, refunds: wantsRefunds })
  }, [keptAs, archivingAt, message, wantsRefunds, preview.previewOfArchivingAt])
  const [typed, setTyped] = useState('')
  const earliest = refunds ? refund.previewOfArchivingAt : preview.previewOfArchivingAt
  // Refunds if the plan ended at the chosen moment.
  const asked = useRead(
    plans.getPlanForArchive,
    refunds && archivingAt !== null && archivingAt !== refund.previewOfArchivingAt ? { ...ids, archivingAt } : null,
  )
  const given = asked.data?.refund ?? refund
  const earliestText = dateText(earliest, locale, { hour: true })
  const isTooEarly = archivingAt === null || archivingAt < earliest
  const chosenText = archivingAt === null ? '' : dateText(archivingAt, locale, { hour: true })
  const isNamed = typed.trim() === preview.planName.trim()
  const isMessageTooLong = [...message].length > archiveMessageLength
  // Without members there is nobody to notify: one step is enough.
  const isSimple = preview.membersCount === 0
  const { step: wanted, go } = useStep(isTooEarly ? 1 : isMessageTooLong ? 2 : 3)
  const step = isSimple ? -1 : wanted
  const [isMissed, setMissed] = useState(false)
  const problem = [false, isTooEarly, isMessageTooLong, !isNamed][step] ?? isTooEarly
  /** A press that cannot go on shows why. */
  const goOn = (onward: () => unknown) => () => {
    setMissed(problem)
    if (problem) requestAnimationFrame(revealFirstProblem)
    else void onward()
  }

  const submit = async () => {
    if (archivingAt === null) return
    const run = async () => {
      await schedule.mutateAsync({
        ...ids,
        archivingAt,
        ...(refunds && { refundRemainingMonths: true }),
        ...(message.trim() && { messageToMembers: message }),
        expectedEditedAt: preview.editedAt,
      })
      forget(keptAs)
      toast({ tone: 'ok', title: words.scheduled(chosenText) })
      await router.push(routes.plan(ids))
    }
    // A day has passed, somebody has joined or saved: the wizard goes on with what is true now.
    const askAgain = (says: string, to: number) => () => {
      toast({ tone: 'bad', title: says })
      void go(to)
      reload()
    }
    await attempt(run, {
      on: {
        archiveDateTooEarly: askAgain(refusals.archiveDateTooEarly ?? '', 1),
        conflict: askAgain(failures.conflict, 0),
      },
    })
  }
  const notice = archiveNotice(
    reader,
    { brandName, item: preview.planName, archivingAt: archivingAt ?? earliest, message, refunds },
    'now',
  )
  const toBeDraft = preview.totalCountOfPlanContents - preview.countOfPlanContentsToStayActive
  const dateField = (
    <DateTimeField
      label={words.dateLabel}
      value={archivingAt}
      onChange={setArchivingAt}
      min={earliest}
      hint={refunds ? words.dateHintRefund(earliestText) : words.dateHint(earliestText)}
      required
      {...(isTooEarly && { error: words.dateTooEarly(earliestText) })}
    />
  )
  return (
    <Page title={words.title(preview.planName)} back={{ href: routes.plan(ids), label: preview.planName || title }}>
      {!isSimple && <Stepper steps={words.steps} current={step} />}
      {isSimple && (
        <Card title={words.simpleTitle} lead={words.simpleText}>
          <chakra.div display="grid" gap={5}>
            {dateField}
            {toBeDraft > 0 && <Facts items={[{ label: words.toDraft, value: words.countOfContents(toBeDraft) }]} />}
          </chakra.div>
        </Card>
      )}
      {step === 0 && <Impact preview={preview} />}
      {step === 1 && (
        <Card title={words.dateTitle}>
          <Fields>
            {refund && (
              <Checkbox
                label={words.refund}
                hint={words.refundHint}
                checked={refunds}
                onChange={(event) => {
                  const on = event.currentTarget.checked
                  setRefunds(on)
                  // The date goes with the choice, unless another one was typed.
                  if (archivingAt === earliest)
                    setArchivingAt(on ? refund.previewOfArchivingAt : preview.previewOfArchivingAt)
                }}
              />
            )}
            {dateField}
            {refunds && given && (
              <div role="status">
                <Facts
                  items={[
                    { label: words.refundTitle, value: words.refundOf(given.countOfTerms, yenText(given.amount)) },
                  ]}
                />
              </div>
            )}
          </Fields>
        </Card>
      )}
      {step === 2 && (
        <Card title={words.messageTitle} lead={words.messageText}>
          <Field label={words.messageLabel} optional max={archiveMessageLength} value={message}>
            <TextArea rows={6} value={message} onChange={(event) => setMessage(event.currentTarget.value)} />
          </Field>
        </Card>
      )}
      {step === 3 && (
        <Card title={words.confirmTitle} lead={words.confirmText}>
          <chakra.div display="grid" gap={5}>
            <Facts
              items={[
                { label: words.dateTitle, value: chosenText },
                { label: words.members, value: grouped(preview.membersCount) },
                ...(refunds && given
                  ? [{ label: words.refundTitle, value: words.refundOf(given.countOfTerms, yenText(given.amount)) }]
                  : []),
                { label: words.toDraft, value: words.countOfContents(toBeDraft) },
                {
                  label: words.messageTitle,
                  value: <chakra.span whiteSpace="pre-wrap">{message || words.noMessage}</chakra.span>,
                },
              ]}
            />
            <LettersToSend count={preview.membersCount} letters={[{ letter: notice, locale }]} />
            <Field
              label={words.typeName(preview.planName)}
              required
              {...((typed !== '' || isMissed) && !isNamed && { error: words.typeMismatch })}
            >
              <TextInput value={typed} autoComplete="off" onChange={(event) => setTyped(event.currentTarget.value)} />
            </Field>
          </chakra.div>
        </Card>
      )}
      <chakra.div display="flex" justifyContent="space-between" gap={3} mt={6}>
        {step > 0 ? <Button onClick={() => void go(step - 1)}>{words.previous}</Button> : <span />}
        {step >= 0 && step < 3 ? (
          <Button look="primary" onClick={goOn(() => go(step + 1))}>
            {words.next}
          </Button>
        ) : (
          <Button look="danger" busy={schedule.isPending} onClick={goOn(submit)}>
            {words.submit}
          </Button>
        )}
      </chakra.div>
    </Page>
  )
}

const shownContents = 12

const Impact = ({ preview }: { preview: Preview }) => {
  const { archive: words, people } = usePlanWords()
  const { planContentsToBeDraft: toBeDraft, totalCountOfPlanContents, countOfPlanContentsToStayActive } = preview
  const hasContents = totalCountOfPlanContents > 0
  return (
    <>
      <Stats>
        <Stat label={words.members} value={people(preview.membersCount)} />
        {hasContents && (
          <>
            <Stat label={words.contents} value={words.countOfContents(totalCountOfPlanContents)} />
            <Stat
              label={words.toDraft}
              value={words.countOfContents(totalCountOfPlanContents - countOfPlanContentsToStayActive)}
              tone="warn"
            />
            <Stat label={words.stay} value={words.countOfContents(countOfPlanContentsToStayActive)} tone="ok" />
          </>
        )}
      </Stats>
      <chakra.div mb={5}>
        <Notice tone="warn">{words.stopSales}</Notice>
      </chakra.div>
      {hasContents && (
        <Card title={words.toDraftTitle} lead={words.toDraftText}>
          {toBeDraft.length === 0 ? (
            <chakra.p color="muted">{words.toDraftNone}</chakra.p>
          ) : (
            <chakra.ul
              display="grid"
              gap={3}
              listStyleType="none"
              // Rows of a list, not of a table, which places its pictures on a phone.
              css={{ '& [data-media]': { position: 'relative', left: 'auto', top: 'auto', transform: 'none' } }}
            >
              {toBeDraft.slice(0, shownContents).map((content) => (
                <li key={content.planContentId}>
                  <NameCell name={content.name} picture={content.thumbnail} />
                </li>
              ))}
              {toBeDraft.length > shownContents && (
                <chakra.li color="muted">{words.more(toBeDraft.length - shownContents)}</chakra.li>
              )}
            </chakra.ul>
          )}
        </Card>
      )}
    </>
  )
}
