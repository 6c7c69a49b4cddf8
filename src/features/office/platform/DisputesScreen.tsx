import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { routes, useQueryValue } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { CheckIcon } from '#ui/look/icons.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { OperatorsOnly } from '#ui/page/OperatorsOnly.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useHrefWith, usePaging } from '#ui/table/Pager.tsx'
import { CopyText } from '#ui/text/CopyText.tsx'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { platform } from './contract'
import { EvidenceDue } from './EvidenceDue'
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
  const { pagination } = usePaging()
  const hrefWith = useHrefWith()
  const router = useRouter()
  const list = useRead(platform.getDisputes, { pagination })
  const disputeId = useQueryValue('disputeId')
  const one = list.data?.disputes.find((row) => row.disputeId === disputeId)
  const close = () => void router.replace(hrefWith({ disputeId: null }), undefined, { shallow: true, scroll: false })
  const columns: readonly Column<Row>[] = [
    {
      id: 'order',
      header: words.order,
      main: true,
      cell: ({ disputeId, orderNumber, brandName }) => (
        <NameCell
          name={
            <Link href={hrefWith({ disputeId })} shallow scroll={false}>
              {orderNumber}
            </Link>
          }
          note={brandName}
        />
      ),
    },
    {
      id: 'due',
      header: words.due,
      cell: ({ evidenceDueAt }) => <EvidenceDue at={evidenceDueAt} />,
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
      {disputeId !== '' && list.data && !one && !list.isStale && (
        <Notice tone="info" mb={5}>
          {words.over}
        </Notice>
      )}
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
      {one && <OneDispute dispute={one} onClose={close} />}
    </Page>
  )
}

/** What is known of one, and where its evidence is handed in. */
const OneDispute = ({ dispute, onClose }: { dispute: Row; onClose: () => void }) => {
  const { disputesList: words, ...all } = usePlatformWords()
  const locale = useLocale()
  const { orderNumber, tenantName, brandName, amount, isInquiry, openedAt, evidenceDueAt, providerDisputeId } = dispute
  return (
    <Dialog open size="s" onClose={onClose} title={(isInquiry ? words.inquiryOfOrder : words.ofOrder)(orderNumber)}>
      <Facts
        items={[
          {
            label: words.due,
            value: evidenceDueAt === null ? all.noEvidence : dateText(evidenceDueAt, locale, { hour: true }),
          },
          { label: words.amount, value: yenText(amount) },
          { label: words.club, value: `${tenantName} · ${brandName}` },
          { label: words.kind, value: isInquiry ? all.inquiry : words.dispute },
          { label: words.openedAt, value: dateText(openedAt, locale, { hour: true }) },
          { label: words.provider, value: <CopyText text={providerDisputeId} label={words.provider} /> },
        ]}
      />
      {evidenceDueAt !== null && (
        <chakra.p mt={4} fontSize="sm" color="muted">
          {words.howTo}
        </chakra.p>
      )}
    </Dialog>
  )
}
