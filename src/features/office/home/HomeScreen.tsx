import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { brands } from '#club/brands/contract.ts'
import { useTenantUser } from '#club/identity/session.tsx'
import type { NamedActs } from '#kit/acts.ts'
import { mayEdit, type ResultOf, type Role } from '#kit/contract.ts'
import { monthText, tokyoMonth } from '#kit/time.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { useKeptHeight } from '#ui/faces/useKeptHeight.ts'
import { Link } from '#ui/Link.tsx'
import { CalendarIcon, CheckIcon, EyeIcon, PlayIcon } from '#ui/look/icons.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { Stat, Stats } from '#ui/Stats.tsx'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { brandHome } from './contract'
import { FanActs } from './FanActs'
import { FirstSteps, useFirstSteps } from './FirstSteps'
import { figureRowsOf, type TodoKind, todosOfSteps, type UpcomingKind } from './home'
import { hrefsOf, numberHrefs } from './links'
import { Arrow, Count, RowLink, RowText, SkeletonActs, SkeletonRows } from './rows'
import { HomeWords, useHomeWords } from './words'

const SuspensionBanner = dynamic(() => import('../suspension/SuspensionBanner').then((m) => m.SuspensionBanner), {
  ssr: false,
})

/** `acts`: of all wings, given by the page. */
export const HomeScreen = ({ acts }: { acts: NamedActs }) => (
  <HomeWords>
    <Home acts={acts} />
  </HomeWords>
)

type Ids = { tenantId: string; brandId: string }
type Answer = ResultOf<typeof brandHome.getBrandHome>

const Home = ({ acts }: { acts: NamedActs }) => {
  const words = useHomeWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const profile = useRead(brands.getBrandProfile, ids)
  const read = useRead(brandHome.getBrandHome, ids)
  const path = useFirstSteps(ids, read.data?.firstSteps)
  const { user } = useTenantUser()
  if (profile.failed) {
    // One press retries both reads.
    const onRetry = () => {
      profile.reload()
      if (read.failed) read.reload()
    }
    return <PendingPage title={words.title} failed={{ ...profile.failed, onRetry }} />
  }
  // Known from the sign-in, before the answers are there: the head does not grow when they come.
  const me = user.state === 'authorized' ? user : null
  const brand = me?.brands.find(({ brandId }) => brandId === ids?.brandId)
  const role = me?.tenants.find(({ tenantId }) => tenantId === ids?.tenantId)?.role
  const canStream = read.data?.canStream ?? (role !== undefined && mayEdit(role))
  const slug = profile.data?.brandSlug ?? brand?.brandSlug
  const onPath = path.steps.flatMap(({ step }) => todosOfSteps[step])
  return (
    <Page
      title={profile.data?.name ?? brand?.brandName ?? words.title}
      actions={
        <>
          {slug && (
            <LinkButton href={routes.fanBrand({ brandSlug: slug })}>
              <EyeIcon size={16} />
              {words.fanPage}
            </LinkButton>
          )}
          {ids && canStream && (
            <LinkButton look="primary" href={routes.newContent(ids, { query: { type: 'streaming' } })}>
              <PlayIcon size={16} />
              {words.goLive}
            </LinkButton>
          )}
        </>
      }
    >
      {read.failed ? (
        <Card>
          <FailedState {...read.failed} />
        </Card>
      ) : (
        <>
          {read.data?.suspension && <SuspensionBanner suspension={read.data.suspension} ids={ids} />}
          {ids && slug && path.steps.length > 0 && (
            <FirstSteps
              ids={ids}
              slug={slug}
              steps={path.steps}
              todos={read.data?.todos.map(({ kind }) => kind) ?? []}
              onAside={path.putAside}
              onShared={path.share}
            />
          )}
          <Numbers ids={ids} home={read.data} role={role} />
          <Columns
            aside={
              <>
                <FanActs ids={ids} />
                <Activity activity={read.data?.activity} acts={acts} />
              </>
            }
          >
            <Todos
              ids={ids}
              todos={read.data?.todos.filter(({ kind }) => !onPath.includes(kind))}
              isOnPath={path.steps.some(({ isDone }) => !isDone)}
            />
            <Upcoming ids={ids} upcoming={read.data?.upcoming} />
          </Columns>
        </>
      )}
    </Page>
  )
}

/** Each number links to the rows that it counts. */
type NumbersProps = { ids: Ids | null; home: Answer | undefined; role: Role | undefined }
const Numbers = ({ ids, home, role }: NumbersProps) => {
  const words = useHomeWords()
  const to = (href: string, text: string) => (
    <chakra.span color="accentText">
      <Link href={href}>{text}</Link>
    </chakra.span>
  )
  if (!ids || !home)
    return inRows(
      words.numbers,
      role ? figureRowsOf(role).map((row) => row.map((one) => ({ label: words[one], value: '…', note: '…' }))) : [],
    )
  const { members, joined, ended, churn, mrr, mrrOf, newFans, sales } = home.numbers
  const seesMoves = joined !== null && ended !== null
  const memberNote = seesMoves
    ? to(movesHref(ids, mrrOf, Date.now()), words.joinedEnded(joined, ended))
    : home.seesFans
      ? to(numberHrefs(ids).members, words.seeMembers)
      : to(routes.plans(ids), words.seePlans)
  const memberText = words.people(members)
  const memberCount =
    seesMoves && home.seesFans ? <Link href={numberHrefs(ids).members}>{memberText}</Link> : memberText
  const ofMembers: Figure[] = [
    { label: words.members, value: memberCount, note: memberNote },
    ...(home.seesSubscribers && mrr !== null
      ? [{ label: words.mrr, value: yenText(mrr), note: to(mrrHref(ids, mrrOf), words.mrrNote) }]
      : []),
    ...(home.seesSubscribers && churn !== null
      ? [
          {
            label: words.churn,
            value: `${(churn / 100).toFixed(1)}%`,
            note: to(routes.dashboard(ids), words.churnNote),
          },
        ]
      : []),
  ]
  const others: Figure[] = [
    ...(sales
      ? [
          {
            label: words.salesToday,
            value: yenText(sales.today),
            note: to(numberHrefs(ids).salesToday, words.salesTodayNote),
          },
          {
            label: words.sales,
            value: yenText(sales.thisMonth),
            note: to(numberHrefs(ids).sales, words.salesNote(yenText(sales.lastMonthToDate))),
          },
        ]
      : []),
    ...(newFans !== null
      ? [{ label: words.newFans, value: words.people(newFans), note: to(numberHrefs(ids).newFans, words.newFansNote) }]
      : []),
  ]
  const isOneRow = ofMembers.length + others.length <= 4
  return inRows(words.numbers, isOneRow ? [[...ofMembers, ...others]] : [ofMembers, others])
}

type Figure = { label: string; value: ReactNode; note: ReactNode }

const inRows = (label: string, rows: readonly Figure[][]) =>
  rows.map((row, n) => (
    <Stats key={row[0]?.label} aria-label={label} {...(n < rows.length - 1 && { mb: { base: 2.5, md: 3.5 } })}>
      {row.map((figure) => (
        <Stat key={figure.label} {...figure} />
      ))}
    </Stats>
  ))

/** Link to the members at the time of the nightly count. */
export const mrrHref = (ids: Ids, day: string | null) =>
  routes.subscribers(ids, day === null ? {} : { query: { asOf: day } })

/** Link to members who joined on the counted days of this month; those who left are on the next tab. */
export const movesHref = (ids: Ids, day: string | null, now: number) => {
  const month = monthText(tokyoMonth(now))
  if (!day?.startsWith(month)) return routes.dashboard(ids)
  return routes.memberMoves(ids, { query: { kind: 'joined', from: `${month}-01`, to: day } })
}

/** Cards that are either there or not, and show no count. */
const single: readonly TodoKind[] = [
  'accountErrored',
  'accountMissing',
  'identityFailed',
  'identityMissing',
  'legalNotice',
  'firstPlan',
  'icon',
  'cover',
  'description',
]
const urgent: readonly TodoKind[] = [
  'latePayments',
  'disputesOpen',
  'refundsFailed',
  'commentsReported',
  'accountErrored',
  'legalNotice',
]

type TodosProps = { ids: Ids | null; todos: Answer['todos'] | undefined; isOnPath: boolean }
const Todos = ({ ids, todos, isOnPath }: TodosProps) => {
  const words = useHomeWords()
  const locale = useLocale()
  const { ref, style, isKnown } = useKeptHeight(ids && `todos ${ids.brandId}`, Boolean(todos))
  if (!ids || !todos)
    return (
      <div ref={ref} style={style}>
        <Card flush title={words.todo}>
          <SkeletonRows rows={isKnown ? undefined : 5} />
        </Card>
      </div>
    )
  // The steps above say what there is to do: "nothing" would contradict them.
  if (isOnPath && todos.length === 0) return null
  const hrefs = hrefsOf(ids)
  return (
    <div ref={ref} style={style}>
      <Card flush title={words.todo}>
        {todos.length === 0 ? (
          <EmptyState icon={<CheckIcon size={24} />} title={words.todoNone} />
        ) : (
          <ul>
            {todos.map(({ kind, count, until }) => (
              <li key={kind}>
                <RowLink href={hrefs[kind]}>
                  <RowText
                    {...words.todos[kind]}
                    {...(until !== undefined && { text: words.evidenceUntil(dateText(until, locale, { hour: true })) })}
                  />
                  {!single.includes(kind) && <Count urgent={urgent.includes(kind)}>{words.count(count)}</Count>}
                  <Arrow />
                </RowLink>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}

const hrefOfUpcoming = (ids: Ids, { kind, itemId }: Answer['upcoming'][number]): string => {
  const hrefs: Record<UpcomingKind, () => string> = {
    content: () => routes.content({ ...ids, contentId: itemId }),
    publishEvent: () => routes.event({ ...ids, eventId: itemId }),
    event: () => routes.event({ ...ids, eventId: itemId }),
    streaming: () =>
      itemId.startsWith('event')
        ? routes.event({ ...ids, eventId: itemId })
        : routes.content({ ...ids, contentId: itemId }),
    planArchive: () => routes.plan({ ...ids, planId: itemId }),
    saleStart: () => routes.goodsItem({ ...ids, goodsId: itemId }),
    saleEnd: () => routes.goodsItem({ ...ids, goodsId: itemId }),
    monthFinal: () => routes.revenueMonth({ ...ids, month: itemId }),
    payout: () => routes.revenue(ids),
  }
  return hrefs[kind]()
}

const Upcoming = ({ ids, upcoming }: { ids: Ids | null; upcoming: Answer['upcoming'] | undefined }) => {
  const words = useHomeWords()
  const { ref, style, isKnown } = useKeptHeight(ids && `upcoming ${ids.brandId}`, Boolean(upcoming))
  const nameOf = ({ kind, name, itemId }: Answer['upcoming'][number]) => {
    if (kind === 'payout') return words.nextPayout
    const [year = 0, month = 1] = itemId.split('-').map(Number)
    return kind === 'monthFinal' ? words.month(year, month) : name
  }
  return (
    <div ref={ref} style={style}>
      <Card
        flush
        title={words.upcoming}
        action={
          ids && (
            <chakra.span fontSize="sm" color="accentText">
              <Link href={routes.contents(ids, { query: { view: 'calendar' } })}>{words.calendar}</Link>
            </chakra.span>
          )
        }
      >
        {!ids || !upcoming ? (
          <SkeletonRows rows={isKnown ? undefined : 4} />
        ) : upcoming.length === 0 ? (
          <EmptyState icon={<CalendarIcon size={24} />} title={words.upcomingNone} />
        ) : (
          <ol>
            {upcoming.map((one) => (
              <li key={`${one.kind}${one.itemId}${one.at}`}>
                <RowLink href={hrefOfUpcoming(ids, one)}>
                  <chakra.span
                    flex="none"
                    w={{ base: '84px', md: '156px' }}
                    fontSize="sm"
                    color="muted"
                    css={{ '& time': { whiteSpace: 'normal' } }}
                  >
                    <DateText at={one.at} short hour={one.kind !== 'payout' && one.kind !== 'monthFinal'} />
                  </chakra.span>
                  <RowText title={nameOf(one)} text={words.kinds[one.kind]} />
                  <Arrow />
                </RowLink>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </div>
  )
}

type ActivityProps = { activity: Answer['activity'] | undefined; acts: NamedActs }
const Activity = ({ activity, acts }: ActivityProps) => {
  const words = useHomeWords()
  const locale = useLocale()
  return (
    <Card title={words.activity}>
      {!activity ? (
        <SkeletonActs rows={5} />
      ) : activity.length === 0 ? (
        <chakra.p color="muted" fontSize="0.875rem">
          {words.noActivity}
        </chakra.p>
      ) : (
        <chakra.ol display="grid" gap={4}>
          {activity.map(({ activityId, at, operation, actorName, target }) => (
            <chakra.li key={activityId} display="flex" gap={3}>
              <Avatar name={actorName || '?'} size={28} />
              <chakra.span minW="0" fontSize="sm" lineHeight="1.5">
                <chakra.span display="block" fontWeight="semibold">
                  {acts[operation]?.[locale] ?? words.otherAct}
                </chakra.span>
                {target && (
                  <chakra.span display="block" overflowWrap="anywhere">
                    {target}
                  </chakra.span>
                )}
                <chakra.span display="block" color="muted" fontSize="xs">
                  {words.by(actorName)}{' '}
                  <chakra.span ml={1.5}>
                    <DateText at={at} short hour />
                  </chakra.span>
                </chakra.span>
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ol>
      )}
    </Card>
  )
}
