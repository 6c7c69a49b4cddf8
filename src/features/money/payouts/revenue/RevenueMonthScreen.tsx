import { chakra } from '@chakra-ui/react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { ExportButton } from '#club/exports/ExportButton.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { Tabs } from '#ui/page/Tabs.tsx'
import { saveFile } from '#ui/saveFile.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useHrefWith } from '#ui/table/Pager.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { saleKinds } from '../../ledger/ledger'
import { ledgerParts, revenue } from './contract'
import { Advances, Journals, Taxes } from './MonthBooks'
import { AtAGlance, advancesId, linesId, Waterfall } from './MonthSums'
import { PayoutBadge, StateBadge, useMonthText } from './parts'
import { statementMonth } from './statement'
import { RevenueWords, useRevenueWords } from './words'

export const RevenueMonthScreen = () => (
  <RevenueWords>
    <LoadedMonth />
  </RevenueWords>
)

type Answer = ResultOf<typeof revenue.getRevenue>
type Ids = { tenantId: string; brandId: string; month: string }

type Entry = ResultOf<typeof revenue.getLedgerEntries>['entries'][number]

const LoadedMonth = () => {
  const words = useRevenueWords()
  const ids = useRouteIds('tenantId', 'brandId', 'month')
  const isMonth = ids !== null && statementMonth.safeParse(ids.month).success
  const read = useRead(revenue.getRevenue, isMonth ? ids : null)
  const failed = ids && !isMonth ? { code: 'monthNotFound', requestId: '', onRetry: () => {} } : read.failed
  if (!ids || !read.data) {
    const text = words.refusals[failed?.code ?? '']
    return (
      <PendingPage
        title={words.month.waiting}
        failed={failed && { ...failed, ...(text && { title: text }) }}
        {...(ids && { back: { href: routes.revenue(ids), label: words.title } })}
      />
    )
  }
  return <MonthPage ids={ids} read={read.data} />
}

const MonthPage = ({ ids, read }: { ids: Ids; read: Answer }) => {
  const words = useRevenueWords()
  const monthName = useMonthText()
  const { earlier, later } = read
  return (
    <Page
      title={words.month.title(monthName(read.month))}
      badge={<StateBadge state={read.state} />}
      back={{ href: routes.revenue(ids), label: words.title }}
      actions={
        <>
          {earlier && (
            <LinkButton href={routes.revenueMonth({ ...ids, month: earlier })}>{words.month.earlier}</LinkButton>
          )}
          {later && <LinkButton href={routes.revenueMonth({ ...ids, month: later })}>{words.month.later}</LinkButton>}
        </>
      }
    >
      <AtAGlance ids={ids} read={read} />
      <Columns aside={<Aside ids={ids} read={read} />}>
        <Card title={words.month.waterfall} lead={words.month.waterfallLead}>
          <Waterfall read={read} />
        </Card>
        <Check ids={ids} />
        <Taxes figures={read.figures} month={read.month} />
        <chakra.div id={advancesId} scrollMarginTop="72px" minW="0">
          <Advances ids={ids} figures={read.figures} />
        </chakra.div>
      </Columns>
      {/* Behind the files: on a phone these are what an adviser comes for, and the ledger is as long as the month was busy. */}
      <chakra.div mt={5}>
        <Lines ids={ids} />
      </chakra.div>
    </Page>
  )
}

const Check = ({ ids }: { ids: Ids }) => {
  const { month: words } = useRevenueWords()
  const { data } = useRead(revenue.checkRevenue, ids)
  return (
    <Notice tone={!data ? 'plain' : data.agrees ? 'ok' : 'bad'} role="status">
      <strong>{words.checkRun}</strong>{' '}
      {!data
        ? words.checking
        : data.agrees
          ? words.agrees(data.entries)
          : words.differs(yenText(data.ledger - data.statement))}
      {data && (
        <chakra.span display="block" fontVariantNumeric="tabular-nums">
          {words.ledgerSum} {yenText(data.ledger)} {data.agrees ? '=' : '≠'} {words.statement} {yenText(data.statement)}
        </chakra.span>
      )}
    </Notice>
  )
}

const Lines = ({ ids }: { ids: Ids }) => {
  const words = useRevenueWords()
  const hrefWith = useHrefWith()
  const [chosen, chosenKind] = [useQueryValue('part'), useQueryValue('kind')]
  const part = ledgerParts.find((one) => one === chosen) ?? 'all'
  const kind = saleKinds.find((one) => one === chosenKind)
  const { asked } = useListQuery([])
  const filter = { ...ids, part, ...(kind && { kind }) }
  const list = useRead(revenue.getLedgerEntries, { ...filter, pagination: asked.pagination })
  const columns = useColumns(ids)
  return (
    <chakra.div id={linesId} scrollMarginTop="72px" minW="0">
      <Card
        title={words.month.lines}
        action={<ExportButton type="ledger" operation={revenue.exportLedger} asked={filter} />}
        flush
      >
        <Tabs
          label={words.month.lines}
          items={(['all', ...ledgerParts.filter((one) => one !== 'all')] as const)
            .filter((one) => one !== 'adjustments' && one !== 'chargebacks')
            .map((one) => ({
              label: words.month.parts[one],
              href: hrefWith({ part: one === 'all' ? null : one, kind: null, page: null }),
              current: part === one,
            }))}
        />
        <DataTable
          label={words.month.linesLabel}
          columns={columns}
          list={list}
          items={list.data?.entries}
          itemId={({ entryId }) => entryId}
          empty={<EmptyState title={words.month.noLines} />}
        />
      </Card>
    </chakra.div>
  )
}

const useColumns = (ids: Ids): readonly Column<Entry>[] => {
  const { month: words, taxes } = useRevenueWords()
  const monthName = useMonthText()
  const locale = useLocale()
  return [
    {
      id: 'item',
      header: words.columns.item,
      main: true,
      cell: ({ item, orderId, orderBrandId, orderNumber, corrects, reason }) => {
        if (corrects !== null) return <NameCell name={words.correctionOf(monthName(corrects))} note={reason} />
        const name = item || orderNumber || words.payoutLine
        // A shared amount may belong to an order of another brand.
        return orderId === null || orderBrandId === null ? (
          <NameCell name={name} number={orderNumber} />
        ) : (
          <NameCell
            name={<Link href={routes.order({ ...ids, brandId: orderBrandId, orderId })}>{name}</Link>}
            number={orderNumber}
          />
        )
      },
    },
    {
      id: 'part',
      header: words.columns.part,
      cell: ({ component }) => words.components[component] ?? component,
    },
    {
      id: 'amount',
      header: words.columns.amount,
      align: 'end',
      cell: ({ amount, reduced }) => (
        <>
          {yenText(amount)}
          {reduced !== 0 && (
            <chakra.span display="block" fontSize="xs" color="muted">
              {taxes.ofLine(yenText(reduced))}
            </chakra.span>
          )}
        </>
      ),
    },
    { id: 'at', header: words.columns.at, cell: ({ at }) => dateText(at, locale, { short: true }) },
  ]
}

type StatementFile = { format: 'pdf' | 'csv'; encoding?: 'sjis' }

const Aside = ({ ids, read }: { ids: Ids; read: Answer }) => {
  const words = useRevenueWords()
  const locale = useLocale()
  const monthName = useMonthText()
  const attempt = useAttempt(words.refusals)
  const write = useWrite(revenue.exportStatement)
  const isFinal = read.finalizedAt !== null
  const save = (file: StatementFile) => attempt(async () => saveFile(await write.mutateAsync({ ...ids, ...file })))
  const { payout } = read
  const files: (StatementFile & { label: string })[] = [
    { label: words.month.pdf, format: 'pdf' },
    { label: words.month.csv, format: 'csv' },
    { label: words.month.csvSjis, format: 'csv', encoding: 'sjis' },
  ]
  const isMade = (file: StatementFile) =>
    write.isPending && write.variables?.format === file.format && write.variables.encoding === file.encoding
  return (
    <>
      <Card title={words.month.about}>
        <chakra.div display="grid" gap={4}>
          <Facts
            items={[
              isFinal
                ? { label: words.month.final, value: dateText(read.finalizedAt ?? 0, locale) }
                : { label: words.month.finalFrom, value: dateText(read.finalFrom, locale) },
              {
                label: words.month.invoice,
                value:
                  read.invoiceNumber !== '' ? (
                    read.invoiceNumber
                  ) : (
                    <>
                      {words.month.noInvoice} <Link href={routes.profile(ids)}>{words.month.setInvoice}</Link>
                    </>
                  ),
              },
            ]}
          />
          {isFinal ? (
            <chakra.div display="grid" gap={2}>
              {files.map(({ label, ...file }) => (
                <Button
                  key={label}
                  {...(file.format === 'pdf' && { look: 'primary' as const })}
                  busy={isMade(file)}
                  onClick={() => save(file)}
                >
                  {label}
                </Button>
              ))}
            </chakra.div>
          ) : (
            <chakra.p fontSize="sm" color="muted">
              {words.month.notFinal}
            </chakra.p>
          )}
        </chakra.div>
      </Card>
      <Journals ids={ids} isFinal={isFinal} />
      {payout && (
        <Card title={words.payouts.title}>
          <Facts
            items={[
              ...(payout.month === read.month
                ? []
                : [{ label: words.payouts.columns.month, value: monthName(payout.month) }]),
              {
                label: words.payouts.columns.state,
                value: <PayoutBadge state={payout.state} isOverdue={payout.isOverdue} />,
              },
              {
                label: words.payouts.columns.amount,
                value: `${yenText(payout.amount - payout.fee)} (${words.payouts.fee(yenText(payout.fee))})`,
              },
              { label: words.payouts.columns.account, value: payout.bankLabel },
              { label: words.payouts.columns.date, value: dateText(payout.scheduledFor, locale) },
            ]}
          />
        </Card>
      )}
    </>
  )
}
