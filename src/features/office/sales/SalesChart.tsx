import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { orderKinds } from '#money/orders/order.ts'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { shortYen, yenText } from '#ui/text/MoneyText.tsx'
import { rowsOf } from './asked'
import type { sales, salesGroups } from './contract'
import { Figure } from './Figure'
import { useSalesWords } from './words'

type Summary = ResultOf<typeof sales.getSalesSummary>

const chartHeight = 'clamp(280px, 36vw, 440px)'
const BarChart = dynamic(() => import('#ui/chart/BarChart.tsx'), {
  ssr: false,
  loading: () => <Bone h={chartHeight} w="100%" />,
})

const Cell = chakra('td', { base: { py: 1, px: 2, textAlign: 'end', fontVariantNumeric: 'tabular-nums' } })
const Head = chakra('th', { base: { py: 1, px: 2, textAlign: 'end', fontWeight: 'semibold', color: 'muted' } })

type ChartProps = {
  summary: Summary | undefined
  group: (typeof salesGroups)[number]
  span: { from: number; to: number } | null
}

/** The bar chart, and its data as a table whose figures link to their rows. */
export const SalesChart = ({ summary, group, span }: ChartProps) => {
  const words = useSalesWords()
  const locale = useLocale()
  if (!summary || !span) return <Bone h={chartHeight} w="100%" />
  const kinds = orderKinds
    .map((kind, shade) => ({ key: kind, label: words.kinds[kind], shade }))
    .filter(({ key }) => summary.byKind[key] !== 0)
  const label = (date: string) => {
    const [, month = '', dayOfMonth = ''] = date.split('-')
    if (group === 'month') return date.slice(0, 7)
    return `${Number(month)}/${Number(dayOfMonth)}`
  }
  const spoken = (date: string) => {
    const text = dateText(Date.parse(`${date}T12:00:00+09:00`), locale)
    return group === 'month' ? date.slice(0, 7) : group === 'week' ? words.weekOf(text) : text
  }
  return (
    <>
      <BarChart
        height={chartHeight}
        points={summary.points.map((point) => ({ label: label(point.day), ...point.gross }))}
        kinds={kinds}
        format={yenText}
        short={shortYen(locale)}
      />
      <chakra.details mt={3} fontSize="sm">
        <chakra.summary cursor="pointer" color="muted" w="fit-content" fontWeight="semibold">
          {words.showTable}
        </chakra.summary>
        <chakra.div overflow="auto" maxH="320px" mt={2} tabIndex={0} role="group" aria-label={words.chartTable}>
          <chakra.table w="100%" aria-label={words.chartTable}>
            <thead>
              <tr>
                <Head scope="col" textAlign="start">
                  {words.day}
                </Head>
                {kinds.map((kind) => (
                  <Head key={kind.key} scope="col">
                    {kind.label}
                  </Head>
                ))}
                {summary.refunds !== null && <Head scope="col">{words.totals.refunds}</Head>}
              </tr>
            </thead>
            <tbody>
              {summary.points.map((point) => {
                const date = spoken(point.day)
                const at = { day: point.day, group, span }
                return (
                  <tr key={point.day}>
                    <Head scope="row" textAlign="start" whiteSpace="nowrap">
                      {date}
                    </Head>
                    {kinds.map((kind) => (
                      <Cell key={kind.key}>
                        <Figure
                          yen={point.gross[kind.key]}
                          rows={rowsOf.pointGross(at, kind.key)}
                          about={`${date} ${kind.label}`}
                        />
                      </Cell>
                    ))}
                    {summary.refunds !== null && (
                      <Cell>
                        <Figure
                          yen={-point.refunds}
                          rows={rowsOf.pointRefunds(at)}
                          about={`${date} ${words.totals.refunds}`}
                        />
                      </Cell>
                    )}
                  </tr>
                )
              })}
            </tbody>
          </chakra.table>
        </chakra.div>
      </chakra.details>
    </>
  )
}
