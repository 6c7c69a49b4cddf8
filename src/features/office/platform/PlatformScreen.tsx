import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { routes, useQueryValue } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { useKeptHeight } from '#ui/faces/useKeptHeight.ts'
import { Link } from '#ui/Link.tsx'
import { BuildingIcon, CheckIcon } from '#ui/look/icons.tsx'
import { OperatorsOnly } from '#ui/page/OperatorsOnly.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { Arrow, Count, RowLink, RowText, SkeletonRows } from '../home/rows'
import { platform } from './contract'
import type { DueKind } from './due'
import { EvidenceDue } from './EvidenceDue'
import { PlatformWords, usePlatformWords } from './words'

/** Where those who run the platform begin: what is due, and the clubs. */
export const PlatformScreen = () => (
  <PlatformWords>
    <Guarded />
  </PlatformWords>
)

const Guarded = () => {
  const words = usePlatformWords()
  const { user } = useTenantUser()
  if (user.state !== 'authorized') return null
  return user.isOperator ? <Home /> : <OperatorsOnly title={words.title} />
}

type Answer = ResultOf<typeof platform.getPlatformHome>

const Home = () => {
  const words = usePlatformWords()
  const { asked } = useListQuery(['name', 'members', 'fans', 'revenue', 'createdAt'])
  const read = useRead(platform.getPlatformHome, {})
  const state = useQueryValue('state') === 'suspended' ? ('suspended' as const) : undefined
  const clubs = useRead(platform.getClubs, { ...asked, ...(state && { state }) })
  const { ref, style, isKnown } = useKeptHeight('operator', Boolean(read.data))
  if (read.failed) {
    // One press retries both reads.
    const onRetry = () => {
      read.reload()
      if (clubs.failed) clubs.reload()
    }
    return <PendingPage title={words.title} failed={{ ...read.failed, onRetry }} />
  }
  return (
    <Page title={words.title}>
      <div ref={ref} style={style}>
        <Columns aside={<Disputes disputes={read.data?.disputes} total={disputesOf(read.data)} />}>
          <Due due={read.data?.due} isKnown={isKnown} />
        </Columns>
      </div>
      <chakra.div mt={5}>
        <Clubs list={clubs} isFiltered={state !== undefined} />
      </chakra.div>
    </Page>
  )
}

const hrefs: Record<DueKind, () => string> = {
  disputes: () => routes.operatorDisputes(),
  unallocated: () => routes.operatorMoney(),
  moneyWaiting: () => routes.operatorMoney(),
  failedJobs: () => routes.operatorJobs(),
  payouts: () => routes.operatorPayouts({ query: { state: 'scheduled' } }),
  applicationsAnswered: () => routes.operatorTenants({ query: { status: 'submitted' } }),
  applications: () => routes.operatorTenants({ query: { status: 'submitted' } }),
  applicationsInReview: () => routes.operatorTenants({ query: { status: 'inReview' } }),
  identityChecks: () => routes.operatorIdentity({ query: { state: 'submitted' } }),
  requests: () => routes.operatorRequests({ query: { status: 'open' } }),
}
const urgent: readonly DueKind[] = ['disputes', 'unallocated', 'moneyWaiting', 'failedJobs']

const Due = ({ due, isKnown }: { due: Answer['due'] | undefined; isKnown: boolean }) => {
  const words = usePlatformWords()
  const locale = useLocale()
  if (!due)
    return (
      <Card flush title={words.due}>
        <SkeletonRows rows={isKnown ? undefined : 4} />
      </Card>
    )
  return (
    <Card flush title={words.due}>
      {due.length === 0 ? (
        <EmptyState icon={<CheckIcon size={24} />} title={words.dueNone} />
      ) : (
        <ul>
          {due.map(({ kind, count, until, isOver, since }) => (
            <li key={kind}>
              <RowLink href={hrefs[kind]()}>
                <RowText
                  {...words.kinds[kind]}
                  {...(since !== undefined && {
                    text: words.since(dateText(since, locale, { short: true })),
                  })}
                  {...(until !== undefined && {
                    text: (isOver ? words.over : words.until)(dateText(until, locale, { short: true, hour: true })),
                  })}
                />
                <Count urgent={isOver === true || urgent.includes(kind)}>{words.count(count)}</Count>
                <Arrow />
              </RowLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const disputesOf = (answer: Answer | undefined) => answer?.due.find(({ kind }) => kind === 'disputes')?.count ?? 0

type DisputesProps = { disputes: Answer['disputes'] | undefined; total: number }
/** The most urgent ones, each with what one needs to know before it is opened. */
const Disputes = ({ disputes, total }: DisputesProps) => {
  const words = usePlatformWords()
  if (!disputes || disputes.length === 0)
    return (
      <Card title={words.disputes}>
        {!disputes ? (
          <SkeletonText lines={4} />
        ) : (
          <chakra.p color="muted" fontSize="0.875rem">
            {words.disputesNone}
          </chakra.p>
        )}
      </Card>
    )
  return (
    <Card flush title={words.disputes}>
      <ol>
        {disputes.map(({ disputeId, tenantName, brandName, amount, isInquiry, evidenceDueAt }) => (
          <li key={disputeId}>
            <RowLink href={routes.operatorDisputes({ query: { disputeId } })}>
              <chakra.span flex="1" minW="0" fontSize="sm" lineHeight="1.5">
                <chakra.span display="flex" justifyContent="space-between" gap={3} fontWeight="semibold">
                  <chakra.span minW="0" overflowWrap="anywhere">
                    {tenantName} · {brandName}
                  </chakra.span>
                  <span>{yenText(amount)}</span>
                </chakra.span>
                <chakra.span display="block">
                  <EvidenceDue at={evidenceDueAt} isNamed />
                </chakra.span>
                {isInquiry && (
                  <chakra.span display="block" color="muted">
                    {words.inquiry}
                  </chakra.span>
                )}
              </chakra.span>
              <Arrow />
            </RowLink>
          </li>
        ))}
      </ol>
      <chakra.p px={{ base: 4, md: 5 }} py={3} borderTopWidth="1px" borderColor="border" fontSize="sm">
        <Link href={routes.operatorDisputes()} style={{ textDecoration: 'underline' }}>
          {words.allDisputes(total)}
        </Link>
      </chakra.p>
    </Card>
  )
}

type ClubList = ReturnType<typeof useRead<typeof platform.getClubs>>
type Club = ResultOf<typeof platform.getClubs>['clubs'][number]
const tones = { open: 'ok', closing: 'warn', closed: 'plain' } as const

const SuspendDialog = dynamic(() => import('../suspension/SuspensionDialogs').then((m) => m.SuspendDialog), {
  ssr: false,
})
const CloseClubDialog = dynamic(() => import('../suspension/CloseClubDialog').then((m) => m.CloseClubDialog), {
  ssr: false,
})
const ResumeDialog = dynamic(() => import('../suspension/SuspensionDialogs').then((m) => m.ResumeDialog), {
  ssr: false,
})

const Clubs = ({ list, isFiltered }: { list: ClubList; isFiltered: boolean }) => {
  const words = usePlatformWords()
  const columns = useColumns()
  /** A closed club sells nothing any more. */
  const actionsOf = (club: Club) => [
    ...(club.suspension ? [{ key: 'resume', label: words.resume, onSelect: () => setResumed(club) }] : []),
    ...(!club.suspension && club.state !== 'closed'
      ? [{ key: 'suspend', label: words.suspend, danger: true, onSelect: () => setSuspended(club) }]
      : []),
    ...(club.state === 'open'
      ? [{ key: 'close', label: words.close, danger: true, onSelect: () => setClosed(club) }]
      : []),
  ]
  const [suspended, setSuspended] = useState<Club | null>(null)
  const [resumed, setResumed] = useState<Club | null>(null)
  const [closed, setClosed] = useState<Club | null>(null)
  return (
    <Card flush title={words.clubs}>
      <DataTable
        label={words.clubsTable}
        columns={columns}
        list={list}
        items={list.data?.clubs}
        itemId={({ tenantId }) => tenantId}
        itemName={({ name }) => name}
        itemHref={({ brands: [first] }) => (first ? routes.fanBrand({ brandSlug: first.slug }) : routes.operatorHome())}
        actions={actionsOf}
        search={words.search}
        filters={[
          {
            name: 'state',
            label: words.filter,
            options: [
              { value: '', label: words.allClubs },
              { value: 'suspended', label: words.states.suspended },
            ],
          },
        ]}
        empty={<EmptyState icon={<BuildingIcon size={24} />} {...(isFiltered ? words.noneSuspended : words.noClubs)} />}
      />
      {suspended && <SuspendDialog club={suspended} onClose={() => setSuspended(null)} />}
      {closed && <CloseClubDialog club={closed} onClose={() => setClosed(null)} />}
      {resumed && <ResumeDialog club={resumed} onClose={() => setResumed(null)} />}
    </Card>
  )
}

const useColumns = (): readonly Column<Club>[] => {
  const words = usePlatformWords()
  const { columns, people, members } = words
  return [
    {
      id: 'name',
      header: columns.name,
      main: true,
      sort: 'name',
      width: '32%',
      cell: ({ name, brands }) => <NameCell name={name} note={brands.map((brand) => brand.name).join(' · ')} />,
    },
    {
      id: 'members',
      header: columns.members,
      sort: 'members',
      sortsDown: true,
      align: 'end',
      // The head of its column stands above it; on a phone there is none.
      cell: (club) => (
        <>
          <chakra.span display={{ base: 'none', lg: 'inline' }}>{people(club.members)}</chakra.span>
          <chakra.span display={{ lg: 'none' }}>{members(club.members)}</chakra.span>
        </>
      ),
    },
    {
      id: 'fans',
      header: columns.fans,
      sort: 'fans',
      sortsDown: true,
      align: 'end',
      hideOnPhone: true,
      cell: ({ fans }) => people(fans),
    },
    {
      id: 'revenue',
      header: columns.revenue,
      sort: 'revenue',
      sortsDown: true,
      align: 'end',
      cell: ({ revenue }) => yenText(revenue),
    },
    {
      id: 'createdAt',
      header: columns.createdAt,
      sort: 'createdAt',
      sortsDown: true,
      hideOnPhone: true,
      cell: ({ createdAt }) => <DateText at={createdAt} short />,
    },
    {
      id: 'state',
      header: columns.state,
      cell: ({ state, suspension }) => (
        <chakra.span display="inline-flex" flexWrap="wrap" gap={1}>
          {suspension && <Badge tone="bad">{words.states.suspended}</Badge>}
          {(!suspension || state !== 'open') && <Badge tone={tones[state]}>{words.states[state]}</Badge>}
        </chakra.span>
      ),
    },
  ]
}
