import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { dayTextOf, lastOfStep, type Step, startOfDay, stepOf, steps } from '#kit/days.ts'
import { day } from '#kit/time.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { Select } from '#ui/form/TextInput.tsx'
import { ChartIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { Stat, Stats } from '#ui/Stats.tsx'
import { useHrefWith } from '#ui/table/Pager.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { shortYen, yenText } from '#ui/text/MoneyText.tsx'
import { Connection } from './Connection'
import { ContentFigures } from './ContentFigures'
import { dashboard as contract } from './contract'
import { FigureTable, type Row, RowsLink } from './FigureTable'
import { rowsOf, type Span } from './links'
import { Recount } from './Recount'
import { DashboardWords, useDashboardWords } from './words'

const loading = () => <Bone aria-busy="true" h="220px" w="100%" />
const LineChart = dynamic(() => import('#ui/chart/LineChart.tsx'), { ssr: false, loading })
const BarChart = dynamic(() => import('#ui/chart/BarChart.tsx'), { ssr: false, loading })

export const DashboardScreen = () => (
  <DashboardWords>
    <Dashboard />
  </DashboardWords>
)

const lengths = { month: 30, quarter: 90, year: 365 } as const
type Period = keyof typeof lengths
const periods = Object.keys(lengths) as Period[]
const usualStep: Record<Period, Step> = { month: 'day', quarter: 'week', year: 'month' }

type Day = ResultOf<typeof contract.getBrandStats>['days'][number]
const salesKinds = ['plan', 'backNumber', 'goods', 'eventGoods'] as const
const reasons = ['joined', 'voluntary', 'paymentFailed', 'archived', 'other'] as const

/** Combines days: counts at the end of a day are taken from the last one, events are summed. */
const together = (days: readonly Day[], step: Step) =>
  [...Map.groupBy(days, (one) => stepOf(one.day, step))].flatMap(([first, group]) => {
    const last = group.at(-1)
    if (!last) return []
    const sum = (of: (one: Day) => number) => group.reduce((total, one) => total + of(one), 0)
    return {
      day: first,
      members: last.members,
      mrr: last.mrr ?? 0,
      joined: sum((one) => one.joined),
      voluntary: sum(({ ended }) => ended.voluntary),
      paymentFailed: sum(({ ended }) => ended.paymentFailed),
      archived: sum(({ ended }) => ended.archived),
      other: sum(({ ended }) => ended.other),
      plan: sum(({ gross }) => gross?.plan ?? 0),
      backNumber: sum(({ gross }) => gross?.backNumber ?? 0),
      goods: sum(({ gross }) => gross?.goods ?? 0),
      eventGoods: sum(({ gross }) => gross?.eventGoods ?? 0),
    }
  })

const Dashboard = () => {
  const words = useDashboardWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const [chosenPeriod, chosenStep] = [useQueryValue('period'), useQueryValue('group')]
  const period = periods.find((one) => one === chosenPeriod) ?? 'month'
  const step = steps.find((one) => one === chosenStep) ?? usualStep[period]
  const today = dayTextOf(Date.now())
  const from = dayTextOf(startOfDay(today) - (lengths[period] - 1) * day)
  const read = useRead(contract.getBrandStats, ids && { ...ids, from, to: today })
  const seesMoney = read.data?.seesMoney ?? true
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <Choice name="period" label={words.period} value={period} options={periods} names={words.periods} />
          <Choice name="group" label={words.step} value={step} options={steps} names={words.steps} />
          {ids && seesMoney && <Recount ids={ids} />}
        </>
      }
    >
      {read.failed ? (
        <Card>
          <FailedState {...read.failed} />
        </Card>
      ) : (
        <Figures ids={ids} days={read.data?.days} seesMoney={seesMoney} step={step} span={{ from, to: today }} />
      )}
      <chakra.div display="grid" gap={5} mt={5}>
        {ids && <ContentFigures ids={ids} contents={read.data?.contents} failed={read.failed !== null} />}
        {ids && <Connection ids={ids} />}
      </chakra.div>
    </Page>
  )
}

type ChoiceProps<Value extends string> = {
  name: string
  label: string
  value: Value
  options: readonly Value[]
  names: Record<Value, string>
}
/** The choice is in the URL, so that it can be shared and works with the back button. */
const Choice = <Value extends string>({ name, label, value, options, names }: ChoiceProps<Value>) => {
  const hrefWith = useHrefWith()
  const { push } = useRouter()
  return (
    <Select
      w="auto"
      aria-label={label}
      value={value}
      options={options.map((one) => ({ value: one, label: names[one] }))}
      onChange={(event) =>
        void push(hrefWith({ [name]: event.currentTarget.value }), undefined, { shallow: true, scroll: false })
      }
    />
  )
}

type FiguresProps = {
  ids: { tenantId: string; brandId: string } | null
  days: readonly Day[] | undefined
  /** Without it, money and lists of people are hidden: both need the same roles. */
  seesMoney: boolean
  step: Step
  span: Span
}
const Figures = ({ ids, days, seesMoney, step, span }: FiguresProps) => {
  const words = useDashboardWords()
  const locale = useLocale()
  if (days?.length === 0) {
    return (
      <Card>
        <EmptyState icon={<ChartIcon size={24} />} title={words.noFigures.title} text={words.noFigures.text} />
      </Card>
    )
  }
  const points = days && together(days, step)
  const labelOf = (text: string) => {
    const full = dateText(startOfDay(text), locale, { short: true })
    return step === 'month' ? text.slice(0, 7).replace('-', '/') : full
  }
  const labelled = points?.map((one) => ({ label: labelOf(one.day), first: one.day, ...one }))
  const sum = (of: (one: NonNullable<typeof points>[number]) => number) =>
    points?.reduce((total, one) => total + of(one), 0)
  const ended = sum((one) => one.voluntary + one.paymentFailed + one.archived + one.other)
  const gross = sum((one) => one.plan + one.backNumber + one.goods + one.eventGoods)
  const to = ids && seesMoney ? rowsOf(ids) : null
  /** A number that links to its rows, if there are any. */
  const shown = (label: string, value: number | undefined, format: (n: number) => string, href?: string) => {
    if (value === undefined) return '…'
    return href && value !== 0 ? <RowsLink href={href} text={format(value)} about={label} /> : format(value)
  }
  /** The days of a row, clipped to the selected span. */
  const spanOf = ({ first }: Row): Span => {
    const last = lastOfStep(String(first), step)
    return { from: String(first) < span.from ? span.from : String(first), to: last > span.to ? span.to : last }
  }
  const column = (
    key: keyof NonNullable<typeof points>[number],
    label: string,
    format: (n: number) => string,
    rows?: (of: Span) => string,
  ) => ({ key, label, format, ...(rows && { href: (row: Row) => rows(spanOf(row)) }) })
  return (
    <>
      <Stats>
        <Stat
          label={words.stats.members}
          value={shown(words.stats.members, points?.at(-1)?.members, words.people, to?.members(span))}
          note={words.notes.members}
        />
        {seesMoney && (
          <Stat
            label={words.stats.mrr}
            value={shown(words.stats.mrr, points?.at(-1)?.mrr, yenText, to?.members(span))}
            note={words.notes.mrr}
          />
        )}
        <Stat
          label={words.stats.joined}
          value={shown(
            words.stats.joined,
            sum((one) => one.joined),
            words.people,
            to?.moves('joined', span),
          )}
          note={words.notes.joined}
        />
        <Stat
          label={words.stats.ended}
          value={shown(words.stats.ended, ended, words.people, to?.moves('ended', span))}
          note={words.notes.ended}
        />
        {seesMoney && (
          <Stat label={words.stats.gross} value={shown(words.stats.gross, gross, yenText, to?.sales(span))} />
        )}
      </Stats>
      <chakra.div
        display="grid"
        gap={5}
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' }}
      >
        <Card title={words.membersChart}>
          {labelled ? (
            <LineChart
              points={labelled.map(({ label, members }) => ({ label, value: members }))}
              format={words.people}
              short={String}
            />
          ) : (
            loading()
          )}
          <FigureTable rows={labelled} columns={[column('members', words.stats.members, words.people, to?.members)]} />
        </Card>
        {seesMoney && (
          <Card title={words.mrrChart}>
            {labelled ? (
              <LineChart
                points={labelled.map(({ label, mrr }) => ({ label, value: mrr }))}
                format={yenText}
                short={shortYen(locale)}
              />
            ) : (
              loading()
            )}
            <FigureTable rows={labelled} columns={[column('mrr', words.stats.mrr, yenText, to?.members)]} />
          </Card>
        )}
        {seesMoney && (
          <Card title={words.salesChart}>
            {labelled ? (
              <BarChart
                points={labelled}
                kinds={salesKinds.map((key) => ({ key, label: words.kinds[key] }))}
                format={yenText}
                short={shortYen(locale)}
              />
            ) : (
              loading()
            )}
            <FigureTable
              rows={labelled}
              columns={salesKinds.map((key) =>
                column(key, words.kinds[key], yenText, (of) => to?.sales(of, key) ?? ''),
              )}
            />
          </Card>
        )}
        <Card title={words.endedChart}>
          {labelled ? (
            <BarChart
              points={labelled}
              kinds={reasons.map((key) => ({ key, label: words.reasons[key] }))}
              format={words.people}
              short={String}
            />
          ) : (
            loading()
          )}
          <FigureTable
            rows={labelled}
            columns={reasons.map((key) =>
              column(key, words.reasons[key], words.people, (of) => to?.moves(key, of) ?? ''),
            )}
          />
        </Card>
      </chakra.div>
    </>
  )
}
