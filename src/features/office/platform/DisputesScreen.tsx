import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { CheckIcon } from '#ui/look/icons.tsx'
import { OperatorsOnly } from '#ui/page/OperatorsOnly.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { usePaging } from '#ui/table/Pager.tsx'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { platform } from './contract'
import { PlatformWords, usePlatformWords } from './words'

/** Every dispute that is open, of all clubs, by the day until which evidence is taken. */
export const DisputesScreen = () => (
  <PlatformWords>
    <Guarded />
  </PlatformWords>
)

const Guarded = () => {
  const { disputesList: words } = usePlatformWords()
  const { user } = useTenantUser()
  if (user.state !== 'authorized') return null
  return user.isOperator ? <List /> : <OperatorsOnly title={words.title} />
}

type Row = ResultOf<typeof platform.getDisputes>['disputes'][number]

const List = () => {
  const { disputesList: words, ...all } = usePlatformWords()
  const locale = useLocale()
  const { pagination } = usePaging()
  const list = useRead(platform.getDisputes, { pagination })
  const columns: readonly Column<Row>[] = [
    {
      id: 'order',
      header: words.order,
      main: true,
      cell: ({ orderNumber, brandName }) => <NameCell name={orderNumber} note={brandName} />,
    },
    {
      id: 'due',
      header: words.due,
      cell: ({ evidenceDueAt }) => (
        <chakra.span color={evidenceDueAt === null ? 'muted' : 'warn'}>
          {evidenceDueAt === null ? all.noEvidence : dateText(evidenceDueAt, locale, { hour: true })}
        </chakra.span>
      ),
    },
    { id: 'amount', header: words.amount, align: 'end', cell: ({ amount }) => yenText(amount) },
    {
      id: 'kind',
      header: words.kind,
      cell: ({ isInquiry }) => (
        <Badge tone={isInquiry ? 'info' : 'bad'}>{isInquiry ? all.inquiry : words.dispute}</Badge>
      ),
    },
    {
      id: 'club',
      header: words.club,
      // What can be done about a club is done in the list of clubs.
      cell: ({ tenantName }) => (
        <Link
          href={routes.operatorHome({ query: { q: tenantName } })}
          aria-label={words.clubOf(tenantName)}
          style={{ textDecoration: 'underline' }}
        >
          {tenantName}
        </Link>
      ),
    },
    {
      id: 'openedAt',
      header: words.openedAt,
      hideOnPhone: true,
      cell: ({ openedAt }) => <DateText at={openedAt} short />,
    },
  ]
  return (
    <Page title={words.title} lead={words.lead} back={{ href: routes.operatorHome(), label: all.title }}>
      <Card flush>
        <DataTable
          label={words.title}
          columns={columns}
          list={list}
          items={list.data?.disputes}
          itemId={({ disputeId }) => disputeId}
          empty={<EmptyState icon={<CheckIcon size={24} />} {...words.none} />}
        />
      </Card>
    </Page>
  )
}
