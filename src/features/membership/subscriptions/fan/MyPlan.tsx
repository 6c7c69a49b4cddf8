import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { routes } from '#client/routes.ts'
import { useFan } from '#client/useFan.ts'
import { useLocale } from '#client/words.tsx'
import { formatYen } from '#kit/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { Notice, Surface } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import type { UserPlan } from '../contract'
import { MemberCard } from './MemberCard'
import { PlanActions } from './PlanActions'
import { SaveCard } from './SaveCard'
import { WelcomeLetter } from './WelcomeLetter'
import { useFanSubscriptionWords } from './words'
import type { FanSubscriptionWordsText } from './words.ja'

const tones = {
  active: 'ok',
  scheduledToCancel: 'warn',
  canceled: 'plain',
  scheduledToArchive: 'warn',
  archived: 'plain',
  paymentIncomplete: 'bad',
  requiredKonbiniPayment: 'warn',
} as const satisfies Record<UserPlan['status'], string>

type Ended = Extract<UserPlan, { status: 'canceled' }>
/** Only who has left is told of a cancellation; what a payment ended says so. */
const endings = {
  user: 'canceled',
  konbiniUnpaid: 'endedUnpaid',
  paymentFailed: 'endedUnpaid',
  refund: 'endedRefunded',
  dispute: 'endedDisputed',
} as const satisfies Partial<Record<Ended['endReason'], keyof FanSubscriptionWordsText>>

const whyEnded = (plan: Ended, words: FanSubscriptionWordsText, date: (at: number) => string) => {
  if (plan.endReason === 'switched') return words.changing.changed(date(plan.canceledAt))
  const ended = words[plan.endReason in endings ? endings[plan.endReason as keyof typeof endings] : 'ended']
  const back = plan.numberUntil === null ? [] : [words.numberUntil(date(plan.numberUntil))]
  return [ended(date(plan.canceledAt)), ...back].join(' ')
}

/** The meaning of the state for the fan, in one or two sentences. */
const useMeaning = (plan: UserPlan): { text: string; tone: 'warn' | 'bad' | 'plain' } | null => {
  const words = useFanSubscriptionWords()
  const locale = useLocale()
  const date = (at: number) => dateText(at, locale)
  switch (plan.status) {
    case 'active':
      return null
    case 'scheduledToCancel':
      return { text: words.cancelScheduled(date(plan.cancelScheduledAt)), tone: 'warn' }
    case 'canceled':
      return { text: whyEnded(plan, words, date), tone: 'plain' }
    case 'scheduledToArchive':
      return { text: words.archiveScheduled(date(plan.archiveScheduledAt)), tone: 'warn' }
    case 'archived':
      return { text: words.archived(date(plan.archivedAt)), tone: 'plain' }
    case 'paymentIncomplete': {
      const open = plan.graceUntil === null ? words.failedLocked : words.failedUntil(date(plan.graceUntil))
      const asks = plan.authenticationUrl === null ? words.failed : words.authentication
      return {
        text: `${asks(formatYen(plan.change?.price ?? plan.price))} ${open} ${words.failedEnds(date(plan.expiredAt))}`,
        tone: 'bad',
      }
    }
    case 'requiredKonbiniPayment': {
      if (plan.issueBy !== null)
        return { text: words.konbiniUnissued(dateText(plan.issueBy, locale, { hour: true })), tone: 'warn' }
      const due = plan.dueAt === null ? [] : [words.konbiniDue(date(plan.dueAt))]
      const first = plan.isFirstOrder ? [words.konbiniFirst] : []
      return { text: [...due, ...first].join(' '), tone: 'warn' }
    }
  }
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <chakra.dt fontSize="sm" color="muted">
      {label}
    </chakra.dt>
    <dd>{children}</dd>
  </div>
)

export const MyPlan = ({ plan }: { plan: UserPlan }) => {
  const words = useFanSubscriptionWords()
  const locale = useLocale()
  const fan = useFan()
  const meaning = useMeaning(plan)
  const isOver = plan.status === 'canceled' || plan.status === 'archived'
  const expiredAt = 'expiredAt' in plan && plan.status !== 'paymentIncomplete' ? plan.expiredAt : null
  const isRenewing = plan.status === 'active' && plan.paymentMethod === 'card'
  return (
    <Surface as="li" p={{ base: 4, md: 5 }} display="grid" gap={4} data-status={plan.status} data-plan={plan.planId}>
      {!isOver && (
        <div>
          <MemberCard plan={plan} />
          <SaveCard plan={plan} holder={fan?.displayName ?? ''} />
        </div>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap={2} alignItems="center" justifyContent="space-between">
        <chakra.h2 as={isOver ? 'h3' : 'h2'} lang={languageOf(plan.name)} fontSize="lg" overflowWrap="anywhere">
          <Link href={routes.fanPlan({ brandSlug: plan.brand.slug, planId: plan.planId })}>{plan.name}</Link>
        </chakra.h2>
        <Badge tone={tones[plan.status]}>
          {plan.status === 'canceled' && plan.endReason !== 'user' ? words.endedStatus : words.status[plan.status]}
        </Badge>
      </chakra.div>
      {meaning && <Notice tone={meaning.tone}>{meaning.text}</Notice>}
      {plan.givenDays > 0 && (
        <Notice tone="info" data-testid="given-days">
          {isRenewing && expiredAt !== null
            ? words.givenDays.renewing(plan.givenDays, dateText(expiredAt, locale))
            : words.givenDays.ending(plan.givenDays)}
        </Notice>
      )}
      {plan.change && (
        <Notice tone="info" data-testid="will-change">
          {words.changing.will(
            dateText(plan.change.at, locale),
            plan.change.name,
            `${formatYen(plan.change.price)} / ${words.per[plan.change.subscriptionInterval]}`,
          )}
        </Notice>
      )}
      {plan.changeOrder && (
        <Notice tone="warn" data-testid="change-waits">
          {words.changing.waits(plan.changeOrder.name, formatYen(plan.changeOrder.total))}{' '}
          {plan.changeOrder.dueAt !== null &&
            words.changing.dueBy(dateText(plan.changeOrder.dueAt, locale, { hour: true }))}
        </Notice>
      )}
      {plan.status === 'scheduledToArchive' && plan.archivingMessage && (
        <chakra.p fontSize="0.875rem" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {plan.archivingMessage}
        </chakra.p>
      )}
      <chakra.dl display="flex" flexWrap="wrap" columnGap={8} rowGap={2} fontSize="0.875rem">
        <Fact label={words.method[plan.paymentMethod]}>
          <MoneyText yen={plan.price} per={words.per[plan.subscriptionInterval]} />
        </Fact>
        <Fact label={'isFirstOrder' in plan && plan.isFirstOrder ? words.ordered : words.since}>
          {dateText(plan.purchasedAt, locale)}
        </Fact>
        {expiredAt !== null && (
          <Fact label={isRenewing ? words.next.card : words.next.konbini}>
            {isRenewing ? dateText(expiredAt, locale) : words.until(dateText(expiredAt, locale))}
          </Fact>
        )}
      </chakra.dl>
      <PlanActions plan={plan} />
      <WelcomeLetter of={plan.brand} open={false} />
    </Surface>
  )
}
