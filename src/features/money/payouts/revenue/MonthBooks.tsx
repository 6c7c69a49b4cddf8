import { chakra } from '@chakra-ui/react'
import { useRead, useWrite } from '#client/useOperation.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { saveFile } from '#ui/saveFile.ts'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { revenue } from './contract'
import { type Bookkeeper, bookkeepers } from './journal'
import { advanceParts, type Figures, revenueOf, taxesOf } from './statement'
import { useRevenueWords } from './words'

type Ids = { tenantId: string; brandId: string; month: string }

const Row = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 4,
    py: 2,
    borderTopWidth: '1px',
    borderColor: 'border',
    fontSize: '0.875rem',
    '&:first-of-type': { borderTopWidth: 0 },
    '&[data-sum]': { fontWeight: 'bold', borderColor: 'borderStrong' },
    '&[data-part]': { borderTopWidth: 0, pt: 0, pl: 4, color: 'muted', fontSize: 'sm' },
  },
})

/** What was paid in advance, from the month before to its end: the bridge from what fans paid to what is revenue. */
export const Advances = ({ ids, figures }: { ids: Ids; figures: Figures }) => {
  const { advances: words } = useRevenueWords()
  const { data, failed } = useRead(revenue.getAdvances, ids)
  const isNone = data && Object.values(data).every((yen) => yen === 0)
  return (
    <Card title={words.title} lead={words.lead}>
      {failed ? (
        <FailedState {...failed} />
      ) : !data ? (
        <SkeletonText lines={4} />
      ) : isNone ? (
        <chakra.p color="muted" fontSize="0.875rem">
          {words.none}
        </chakra.p>
      ) : (
        <dl>
          {advanceParts.map((name) => (
            <Row key={name} data-sum={name === 'closing' || undefined} data-part={name === 'toCome' || undefined}>
              <dt>{words[name]}</dt>
              <dd>
                <MoneyText yen={data[name]} />
              </dd>
            </Row>
          ))}
          <Row data-sum>
            <dt>{words.revenue}</dt>
            <dd>
              <MoneyText yen={revenueOf(figures, data)} />
            </dd>
          </Row>
        </dl>
      )}
    </Card>
  )
}

const Table = chakra('table', {
  base: {
    w: '100%',
    fontSize: '0.875rem',
    fontVariantNumeric: 'tabular-nums',
    '& th': { fontWeight: 'normal', textAlign: 'start' },
    '& thead th': { color: 'muted', fontSize: 'sm' },
    '& th, & td': { py: 2, borderTopWidth: '1px', borderColor: 'border' },
    '& thead th, & tbody tr:first-of-type > *': { borderTopWidth: 0 },
    '& thead th:not(:first-of-type), & td': { textAlign: 'end', pl: 4, whiteSpace: 'nowrap' },
  },
})

/** What the month's sales and fees bear of the consumption tax, as the statement says it. */
export const Taxes = ({ figures, month }: { figures: Figures; month: string }) => {
  const { taxes: words } = useRevenueWords()
  const { byRate, fees } = taxesOf(figures, month)
  const rows = [
    ...byRate.map(({ rate, isReduced, sales, tax }) => ({
      label: (isReduced ? words.ofReduced : words.of)(rate),
      amount: sales,
      tax,
    })),
    { label: words.fees(fees.rate), amount: fees.amount, tax: fees.tax },
  ]
  return (
    <Card title={words.title} lead={words.lead}>
      <Table aria-label={words.title}>
        <thead>
          <tr>
            <th scope="col">{words.rate}</th>
            <th scope="col">{words.sales}</th>
            <th scope="col">{words.tax}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, amount, tax }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <MoneyText yen={amount} />
              </td>
              <td>
                <MoneyText yen={tax} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

/** The journals of a final month for a program of bookkeeping. */
export const Journals = ({ ids, isFinal }: { ids: Ids; isFinal: boolean }) => {
  const words = useRevenueWords()
  const attempt = useAttempt(words.refusals)
  const write = useWrite(revenue.exportJournal)
  const save = (bookkeeper: Bookkeeper) =>
    attempt(async () => saveFile(await write.mutateAsync({ ...ids, bookkeeper })))
  return (
    <Card title={words.journals.title}>
      <chakra.div display="grid" gap={2}>
        <chakra.p fontSize="sm" color="muted">
          {isFinal ? words.journals.lead : words.month.notFinal}
        </chakra.p>
        {isFinal &&
          bookkeepers.map((one) => (
            <Button key={one} busy={write.isPending && write.variables?.bookkeeper === one} onClick={() => save(one)}>
              {words.journals.names[one]}
            </Button>
          ))}
        {isFinal && (
          <chakra.p fontSize="xs" color="muted">
            {words.journals.note}
          </chakra.p>
        )}
      </chakra.div>
    </Card>
  )
}
