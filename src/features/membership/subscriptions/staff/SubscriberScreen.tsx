import { chakra } from '@chakra-ui/react'
import { type ComponentProps, useState } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { useLocale } from '#client/words.tsx'
import { useBrandName } from '#club/identity/session.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Facts } from '#ui/Card.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select, TextArea } from '#ui/form/TextInput.tsx'
import { Link } from '#ui/Link.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { freeDaysText } from '../freeDays'
import { useChanges } from './Changes'
import { staffSubscriptions } from './contract'
import { FreeDaysDialog } from './FreeDaysDialog'
import { endedByClub, paymentReminder } from './mails'
import { statusTones } from './parts'
import { SubscriberWords, useSubscriberWords } from './words'

export const SubscriberScreen = () => (
  <SubscriberWords>
    <LoadedSubscriber />
  </SubscriberWords>
)

type Answer = ResultOf<typeof staffSubscriptions.getSubscriber>
type Ids = { tenantId: string; brandId: string; subscriptionId: string }
type OpenDialog = 'remind' | 'extend' | 'giveDays' | 'cancel' | null
const refresh = { refresh: [staffSubscriptions.getSubscriber, staffSubscriptions.getSubscribers] }

const LoadedSubscriber = () => {
  const words = useSubscriberWords()
  const ids = useRouteIds('tenantId', 'brandId', 'subscriptionId')
  const read = useRead(staffSubscriptions.getSubscriber, ids)
  if (!ids || !read.data) {
    const text = words.refusals[read.failed?.code ?? '']
    return (
      <PendingPage
        title={words.one.waiting}
        failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
        {...(ids && { back: { href: routes.subscribers(ids), label: words.title } })}
      />
    )
  }
  return <SubscriberPage ids={ids} read={read.data} />
}

const SubscriberPage = ({ ids, read }: { ids: Ids; read: Answer }) => {
  const words = useSubscriberWords()
  const locale = useLocale()
  const [asked, setAsked] = useState<OpenDialog>(null)
  const { subscriber, canRemind, remindableFrom, canExtend, freeDaysLeft, canCancel } = read
  const dialog = { ids, read, onClose: () => setAsked(null) }
  const isEndingByCard = subscriber.status === 'scheduledToArchive' && subscriber.method === 'card'
  return (
    <Page
      title={subscriber.fan.displayName || words.noName}
      badge={<Badge tone={statusTones[subscriber.status] ?? 'plain'}>{words.statuses[subscriber.status]}</Badge>}
      back={{ href: routes.subscribers(ids), label: words.title }}
      lead={
        remindableFrom !== null
          ? words.one.remindFrom(dateText(remindableFrom, locale, { hour: true }))
          : isEndingByCard && canCancel && !canExtend
            ? words.refusals.planEnding
            : undefined
      }
      actions={
        <>
          {canRemind && remindableFrom === null && (
            <Button onClick={() => setAsked('remind')}>{words.one.remind}</Button>
          )}
          {canExtend && <Button onClick={() => setAsked('extend')}>{words.one.extend}</Button>}
          {freeDaysLeft > 0 && <Button onClick={() => setAsked('giveDays')}>{words.one.giveDays}</Button>}
          {canCancel && <Button onClick={() => setAsked('cancel')}>{words.one.cancel}</Button>}
        </>
      }
    >
      <Columns aside={<Aside ids={ids} read={read} />}>
        <Card title={words.one.terms} lead={words.one.termsLead}>
          <List>
            {subscriber.terms.map(({ termId, from, to, amount, source, voidedAt }) => (
              <Item key={termId} data-void={voidedAt !== null || undefined}>
                <chakra.span flex="1" minW="0" fontVariantNumeric="tabular-nums">
                  {dateText(from, locale)} – {dateText(to, locale)}
                </chakra.span>
                <chakra.span color="muted" fontSize="sm">
                  {words.one.sources[source]}
                  {voidedAt !== null && ` · ${words.one.voided}`}
                </chakra.span>
                <MoneyText yen={amount} />
              </Item>
            ))}
          </List>
        </Card>
        {subscriber.freeDays.length > 0 && (
          <Card title={words.one.freeDays}>
            <List>
              {subscriber.freeDays.map(({ at, actorName, note, ...given }) => (
                <Item key={at}>
                  <chakra.span flex="1" minW="12rem">
                    {freeDaysText({ ...given, note: '' }, locale)}
                  </chakra.span>
                  <chakra.span color="muted" fontSize="sm">
                    {[dateText(at, locale), actorName && words.one.freeDaysBy(actorName)].filter(Boolean).join(' · ')}
                  </chakra.span>
                  {note && (
                    <chakra.span w="100%" color="muted" whiteSpace="pre-wrap" overflowWrap="anywhere">
                      {note}
                    </chakra.span>
                  )}
                </Item>
              ))}
            </List>
          </Card>
        )}
        {subscriber.orders.length > 0 && (
          <Card title={words.one.orders}>
            <List>
              {subscriber.orders.map(({ orderId, orderNumber, total, placedAt }) => (
                <Item key={orderId}>
                  <chakra.span flex="1" minW="0">
                    <Link href={routes.order({ ...ids, orderId })}>{orderNumber}</Link>
                  </chakra.span>
                  <chakra.span color="muted" fontSize="sm">
                    {dateText(placedAt, locale)}
                  </chakra.span>
                  <MoneyText yen={total} />
                </Item>
              ))}
            </List>
          </Card>
        )}
      </Columns>
      {asked === 'remind' && <RemindDialog {...dialog} />}
      {asked === 'extend' && <ExtendDialog {...dialog} />}
      {asked === 'giveDays' && <FreeDaysDialog {...dialog} refresh={refresh.refresh} />}
      {asked === 'cancel' && <CancelDialog {...dialog} />}
    </Page>
  )
}

const List = chakra('ul', { base: { display: 'grid', gap: 3 } })
const Item = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: 4,
    fontSize: '0.875rem',
    '&[data-void]': { color: 'muted' },
  },
})

const Aside = ({ ids, read: { subscriber } }: { ids: Ids; read: Answer }) => {
  const words = useSubscriberWords()
  const { one } = words
  const locale = useLocale()
  const dated = (label: string, at: number | null) => (at === null ? [] : [{ label, value: dateText(at, locale) }])
  const { fanId } = subscriber.fan
  const changes = useChanges(subscriber, ids)
  return (
    <Card title={one.about}>
      <chakra.div display="grid" gap={4}>
        <Facts
          items={[
            { label: one.plan, value: subscriber.planName },
            ...changes.map(({ what, text, href }) => ({ label: one[what], value: <Link href={href}>{text}</Link> })),
            {
              label: one.price,
              value: <MoneyText yen={subscriber.price} per={words.per[subscriber.interval]} />,
            },
            { label: one.method, value: words.methods[subscriber.method] },
            { label: one.months, value: words.months(subscriber.months) },
            ...dated(one.started, subscriber.startedAt),
            ...dated(one.paidUntil, subscriber.paidUntil),
            ...dated(one.next, subscriber.nextBillingAt),
            ...dated(one.grace, subscriber.graceUntil),
            ...(subscriber.failedCount > 0 ? [{ label: one.failed, value: String(subscriber.failedCount) }] : []),
            ...dated(one.canceled, subscriber.cancelAppliedAt),
            ...(subscriber.cancelReason === ''
              ? []
              : [
                  { label: one.reason, value: words.cancelReasons[subscriber.cancelReason] ?? subscriber.cancelReason },
                ]),
            ...dated(one.ended, subscriber.endedAt),
            ...dated(one.reminded, subscriber.remindedAt),
          ]}
        />
        {fanId !== null && <LinkButton href={routes.fan({ ...ids, fanId })}>{one.seeFan}</LinkButton>}
      </chakra.div>
    </Card>
  )
}

type Props = { ids: Ids; read: Answer; onClose: () => void }

const RemindDialog = ({ ids, read: { subscriber, to }, onClose }: Props) => {
  const { one: words, refusals } = useSubscriberWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(staffSubscriptions.remindPayment, refresh)
  const [reader, brandName] = [useReader(to), useBrandName(ids.brandId)]
  const { planName: item, method, orders } = subscriber
  const awaited =
    method === 'konbini' ? orders.find(({ paymentState }) => paymentState === 'awaitingPayment') : undefined
  const letter = paymentReminder(reader, { brandName, item, method }, awaited?.orderId ?? null)
  const run = async () => {
    await attempt(async () => {
      await write.mutateAsync(ids)
      toast({ tone: 'ok', title: words.reminded2 })
    })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={run}
      title={words.remindTitle}
      confirm={words.remind}
      tone="primary"
    >
      <chakra.div display="grid" gap={3}>
        <p>{words.remindText}</p>
        <LettersToSend count={to.isReachable ? 1 : 0} letters={[{ letter, locale: reader.locale }]} />
      </chakra.div>
    </ConfirmDialog>
  )
}

type ReasonProps = ComponentProps<typeof AskDialog> & { reason: string; setReason: (reason: string) => void }
const WithReason = ({ reason, setReason, children, ...asked }: ReasonProps) => {
  const { one: words } = useSubscriberWords()
  return (
    <AskDialog {...asked} disabled={reason.trim() === ''}>
      {children}
      <Field label={words.reasonLabel} max={200} value={reason}>
        <TextArea rows={2} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </AskDialog>
  )
}

const ExtendDialog = ({ ids, onClose }: Props) => {
  const { one: words, refusals } = useSubscriberWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const write = useWrite(staffSubscriptions.extendTerm, refresh)
  const [days, setDays] = useState('7')
  const [reason, setReason] = useState('')
  const run = () =>
    attempt(async () => {
      const { paidUntil } = await write.mutateAsync({ ...ids, days: Number(days), reason })
      toast({ tone: 'ok', title: words.extended(dateText(paidUntil, locale)) })
      onClose()
    })
  return (
    <WithReason
      title={words.extendTitle}
      text={words.extendText}
      confirm={words.extend}
      busy={write.isPending}
      reason={reason}
      setReason={setReason}
      onClose={onClose}
      onConfirm={run}
    >
      <Field label={words.days}>
        <Select
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
          options={[3, 7, 14, 30, 90].map((n) => ({ value: String(n), label: words.nDays(n) }))}
        />
      </Field>
    </WithReason>
  )
}

const CancelDialog = ({ ids, read: { subscriber, to }, onClose }: Props) => {
  const { one: words, refusals } = useSubscriberWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const write = useWrite(staffSubscriptions.cancelSubscriptionByStaff, refresh)
  const [reason, setReason] = useState('')
  /** Without paid time left (a refused renewal) the membership ends at once. */
  const isUnpaid = subscriber.paidUntil <= Date.now()
  const of = { brandName: useBrandName(ids.brandId), item: subscriber.planName, staysOpen: !isUnpaid }
  const letter = endedByClub(useReader(to), of)
  const run = () =>
    attempt(async () => {
      const { endsAt } = await write.mutateAsync({ ...ids, reason })
      toast({ tone: 'ok', title: endsAt <= Date.now() ? words.endedNow : words.canceledDone })
      onClose()
    })
  return (
    <WithReason
      title={words.cancelTitle}
      text={isUnpaid ? words.endNowText : words.cancelText(dateText(subscriber.paidUntil, locale))}
      confirm={isUnpaid ? words.endNow : words.cancel}
      busy={write.isPending}
      look="danger"
      reason={reason}
      setReason={setReason}
      onClose={onClose}
      onConfirm={run}
    >
      <chakra.div mb={4}>
        <LettersToSend count={to.isReachable ? 1 : 0} letters={[{ letter, locale: to.locale }]} />
      </chakra.div>
    </WithReason>
  )
}
