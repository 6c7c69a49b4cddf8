import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect } from 'react'
import { at } from '#client/at.ts'
import { routes } from '#client/routes.ts'
import { useKnownFan } from '#client/useFan.ts'
import { pageIn, useAddressQuery, useFanAnswer } from '#client/useFanAnswer.ts'
import { useLocale } from '#client/words.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonCards } from '#ui/faces/Skeleton.tsx'
import { Awaited } from '#ui/fan/Awaited.tsx'
import { ChipLink } from '#ui/fan/ChipLink.tsx'
import { Link } from '#ui/Link.tsx'
import { CheckIcon, ChevronLeftIcon, ChevronRightIcon, LockIcon } from '#ui/look/icons.tsx'
import { monthText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import type { PlanContentItem } from '../../contents/public/contract'
import type { backNumbers, CalendarMonth } from '../contract'
import { BuyMonth } from './BuyMonth'
import { useFanMonthWords } from './words'

/** For who has just bought the month. */
const MonthThanks = dynamic(() => import('./MonthThanks').then((m) => m.MonthThanks), { ssr: false })

const Grid = chakra('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'repeat(2, minmax(0, 1fr))',
      sm: 'repeat(3, minmax(0, 1fr))',
      lg: 'repeat(4, minmax(0, 1fr))',
    },
    gap: 3,
  },
})
const cell = {
  display: 'grid',
  gap: 1,
  alignContent: 'start',
  minH: '116px',
  p: 4,
  borderRadius: 'm',
  borderWidth: '1px',
  borderColor: 'border',
} as const
const MonthLink = chakra(Link, {
  base: {
    ...cell,
    _hover: { bg: 'sunken' },
    '&[data-has=true]': { bg: 'var(--brand-subtle)', borderColor: 'var(--brand-text)' },
  },
})
const NoMonth = chakra('div', { base: { ...cell, color: 'faint', borderStyle: 'dashed' } })
const Step = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    minH: '44px',
    px: 2,
    fontSize: '0.875rem',
    fontWeight: 'semibold',
    color: 'var(--brand-text)',
  },
})
export type ShownCalendar = {
  planId: string | null
  year: number
  plans: { planId: string; name: string }[]
  months: CalendarMonth[]
  years: { first: number; last: number } | null
  needsActivePlan: boolean
  hasPlan: boolean
}
type Brand = { tenantId: string; brandId: string; brandSlug: string }
/** A month that can be bought: props for the buy button. */
export type MonthToBuy = {
  planId: string
  planName: string
  period: { year: number; month: number }
  price: number
  needsActivePlan: boolean
  hasPlan: boolean
  /** What joining the plan costs; null where nobody can join it any more. */
  joining: { price: number; interval: 'month' | 'year' } | null
  /** When the plan ends; null for a plan without an end. */
  endsAt: number | null
  /** One of its contents. */
  planContentId: string
  /** This page's path, without the language. */
  path: string
  /** Loads the year again. */
  reload: () => void
}
type Props = {
  brand: Brand
  /** The newest year of the first plan, as a visitor sees it. */
  shown: ShownCalendar
  /** Renders cards that belong to another noun; passed in by the page. */
  cards: (contents: readonly PlanContentItem[]) => ReactNode
  pages: (of: { page: number; hasMore: boolean; link: (page: number) => string }) => ReactNode
  buyButton: (month: MonthToBuy) => ReactNode
}

const periodOf = (text: string): { year: number; month: number } | null => {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(text) ?? []
  const period = { year: Number(year), month: Number(month) }
  return year && period.year >= 1970 && period.month >= 1 && period.month <= 12 ? period : null
}
const textOf = ({ year, month }: { year: number; month: number }) => `${year}-${String(month).padStart(2, '0')}`
const idOf = (text: string | null | undefined) => (text && /^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : '')

/** A year by month, or one month of it: readable months, owned months, and prices of the others. */
export const BackNumberYear = ({ brand, shown, ...slots }: Props) => {
  const query = useAddressQuery()
  const planId = idOf(query?.get('planId'))
  const period = periodOf(query?.get('month') ?? '')
  if (period && (planId || shown.planId)) {
    const planIdOfMonth = planId || (shown.planId ?? '')
    return <Month brand={brand} planId={planIdOfMonth} period={period} page={pageIn(query)} {...slots} />
  }
  const year = Number(query?.get('year') ?? 0)
  return <Year brand={brand} shown={shown} planId={planId} year={year >= 1970 && year <= 9999 ? Math.trunc(year) : 0} />
}

const Year = ({ brand, shown, planId, year }: { brand: Brand; shown: ShownCalendar; planId: string; year: number }) => {
  const words = useFanMonthWords()
  const locale = useLocale()
  const fan = useKnownFan()
  const { tenantId, brandId, brandSlug } = brand
  const isShown = (planId === '' || planId === shown.planId) && (year === 0 || year === shown.year)
  const answer = useFanAnswer(
    at<typeof backNumbers>()('getPublicBackNumberCalendar'),
    { tenantId, brandId, ...(planId && { planId }), ...(year && { year }) },
    { fan, shown: isShown ? shown : null },
  )
  if (answer.failed) return <FailedState {...answer.failed} />
  const calendar = answer.data ?? (isShown ? shown : null)
  const skeleton = <SkeletonCards cards={8} minWidth={160} />
  if (!calendar) return skeleton
  if (!calendar.planId) return <EmptyState title={words.noPlan} text={words.emptyText} />
  const { years, months } = calendar
  const link = (more: { planId?: string; year?: number; month?: string }) =>
    routes.fanBackNumbers({ brandSlug }, { query: { planId: calendar.planId, year: calendar.year, ...more } })
  return (
    <>
      <chakra.nav
        aria-label={words.plans}
        display="flex"
        gap={2}
        mt={5}
        overflowX="auto"
        scrollbarWidth="none"
        p={1}
        mx={-1}
      >
        {calendar.plans.map((plan) => (
          <ChipLink
            key={plan.planId}
            shallow
            scroll={false}
            href={link({ planId: plan.planId })}
            aria-current={plan.planId === calendar.planId ? 'true' : undefined}
          >
            {plan.name}
          </ChipLink>
        ))}
      </chakra.nav>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" mt={5} mb={3}>
        <chakra.h2 fontSize="xl">{words.year(calendar.year)}</chakra.h2>
        <chakra.div display="flex" gap={2}>
          {years && years.first < calendar.year && (
            <Step shallow scroll={false} href={link({ year: calendar.year - 1 })}>
              <ChevronLeftIcon size={16} />
              {words.before}
            </Step>
          )}
          {years && years.last > calendar.year && (
            <Step shallow scroll={false} href={link({ year: calendar.year + 1 })}>
              {words.after}
              <ChevronRightIcon size={16} />
            </Step>
          )}
        </chakra.div>
      </chakra.div>
      <Awaited isWaiting={fan === undefined || answer.isWaiting} isKnown={Boolean(fan)} skeleton={skeleton}>
        {months.length === 0 ? (
          <EmptyState title={words.empty} text={words.emptyText} />
        ) : (
          <Grid>
            {Array.from({ length: 12 }, (_, n) => ({ year: calendar.year, month: n + 1 })).map((period) => {
              const month = months.find(({ backNumberPeriod }) => backNumberPeriod.month === period.month)
              const name = monthText(period, locale)
              return (
                <li key={period.month}>
                  {month ? (
                    <MonthLink shallow href={link({ month: textOf(period) })} data-has={month.isReadable}>
                      <chakra.strong fontSize="0.9375rem">{name}</chakra.strong>
                      <chakra.span fontSize="0.8125rem" color="muted">
                        {words.contents(month.countOfContents)}
                      </chakra.span>
                      <MonthState month={month} />
                    </MonthLink>
                  ) : (
                    <NoMonth>
                      <span>{name}</span>
                      <chakra.span fontSize="0.8125rem" color="muted">
                        {words.none}
                      </chakra.span>
                    </NoMonth>
                  )}
                </li>
              )
            })}
          </Grid>
        )}
      </Awaited>
    </>
  )
}

const MonthState = ({ month }: { month: CalendarMonth }) => {
  const words = useFanMonthWords()
  const { legend } = words
  const says = month.isReadable
    ? legend.readable
    : month.isOwned
      ? legend.owned
      : month.saleState === 'onSale'
        ? yenText(month.price)
        : isAhead(month)
          ? legend.ahead
          : isCurrent(month)
            ? legend.current
            : legend.missing
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={1.5} fontSize="0.875rem" fontWeight="semibold" mt={1}>
      {month.isReadable || month.isOwned ? <CheckIcon size={15} /> : <LockIcon size={14} />}
      {says}
    </chakra.span>
  )
}

type MonthFacts = Pick<CalendarMonth, 'saleState' | 'backNumberPeriod'>
/** Midnight in Tokyo `more` months after the month began. By the browser's clock, which decides only the words. */
const startOf = ({ backNumberPeriod: { year, month } }: MonthFacts, more = 0) =>
  Date.UTC(year, month - 1 + more, 1) - 9 * 3_600_000
const isAhead = (of: MonthFacts) => of.saleState === 'notForSale' && Date.now() < startOf(of)
const isCurrent = (of: MonthFacts) => of.saleState === 'notForSale' && Date.now() < startOf(of, 1)

/** Polls after the payment page: the provider's callback may come later than the buyer. */
const useAgainUntil = (isDone: boolean, isAwaited: boolean, reload: () => void) => {
  const isOpen = isAwaited && !isDone
  useEffect(() => {
    if (!isOpen) return
    let left = 10
    const timer = setInterval(() => {
      reload()
      left -= 1
      if (left === 0) clearInterval(timer)
    }, 3000)
    return () => clearInterval(timer)
  }, [isOpen, reload])
}

/** Page size of one month, the same as in the list of all contents. */
const contentsPerPage = 18

const Month = ({
  brand,
  planId,
  period,
  page,
  cards,
  pages,
  buyButton,
}: {
  brand: Brand
  planId: string
  period: { year: number; month: number }
  page: number
} & Pick<Props, 'cards' | 'pages' | 'buyButton'>) => {
  const words = useFanMonthWords()
  const locale = useLocale()
  const fan = useKnownFan()
  const { tenantId, brandId, brandSlug } = brand
  const answer = useFanAnswer(
    at<typeof backNumbers>()('getPublicPlanBackNumber'),
    {
      tenantId,
      brandId,
      planId,
      period,
      pagination: { limit: contentsPerPage, offset: (page - 1) * contentsPerPage },
    },
    { fan, shown: null },
  )
  const found = answer.data?.planBackNumber
  const [first] = found?.planContents ?? []
  const link = (page: number) =>
    routes.fanBackNumbers({ brandSlug }, { query: { planId, month: textOf(period), ...(page > 1 && { page }) } })
  const isBack = Boolean(useAddressQuery()?.get('paid'))
  useAgainUntil(found?.isOwned !== false, isBack && Boolean(fan), answer.reload)
  return (
    <chakra.div mt={5} display="grid" gap={6}>
      <div>
        <Step shallow href={routes.fanBackNumbers({ brandSlug }, { query: { planId, year: period.year } })}>
          <ChevronLeftIcon size={16} />
          {words.backToYear}
        </Step>
      </div>
      {answer.failed ? (
        <FailedState {...answer.failed} />
      ) : !found ? (
        <SkeletonCards cards={3} minWidth={280} />
      ) : (
        <>
          {/* A page after the last names no content to buy the month by. */}
          {(first || page === 1) && (
            <BuyMonth
              brand={brand}
              month={found}
              needsActivePlan={found.needsActivePlan}
              hasPlan={found.hasPlan}
              canJoin={found.canJoin}
              isCurrent={isCurrent(found)}
              thanks={
                isBack && found.isOwned ? (
                  <MonthThanks
                    brand={brand}
                    month={found}
                    contents={found.planContents}
                    isWhole={page === 1 && !answer.data?.hasMore}
                  />
                ) : null
              }
              button={
                first
                  ? buyButton({
                      planId,
                      planName: found.planName,
                      period,
                      price: found.price,
                      needsActivePlan: found.needsActivePlan,
                      hasPlan: found.hasPlan,
                      joining: found.canJoin ? { price: found.planPrice, interval: found.subscriptionInterval } : null,
                      endsAt: found.payableUntil,
                      planContentId: first.planContentId,
                      path: link(1),
                      reload: answer.reload,
                    })
                  : null
              }
            />
          )}
          <section aria-label={words.contentsOf(monthText(period, locale))}>
            <chakra.h2 fontSize="lg" mb={4}>
              {words.contentsOf(monthText(period, locale))}
            </chakra.h2>
            {found.planContents.length > 0 ? (
              cards(found.planContents)
            ) : (
              <chakra.p color="muted">{words.none}</chakra.p>
            )}
            {pages({ page, hasMore: answer.data?.hasMore ?? false, link })}
          </section>
        </>
      )}
    </chakra.div>
  )
}
