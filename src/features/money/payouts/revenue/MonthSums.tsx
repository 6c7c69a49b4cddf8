import { chakra } from '@chakra-ui/react'
import { useRead } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Link } from '#ui/Link.tsx'
import { Stat, Stats } from '#ui/Stats.tsx'
import { useHrefWith } from '#ui/table/Pager.tsx'
import { MoneyText, yenText } from '#ui/text/MoneyText.tsx'
import { saleKinds } from '../../ledger/ledger'
import { type ledgerParts, revenue } from './contract'
import { useRevenueWords } from './words'

type Answer = ResultOf<typeof revenue.getRevenue>
type Ids = { tenantId: string; brandId: string; month: string }
/** Where the page has the lines, and the bridge of what was paid in advance. */
export const linesId = 'lines'
export const advancesId = 'advances'

const Jump = chakra('a', {
  base: { color: 'inherit', textDecoration: 'underline', textDecorationColor: 'border', textUnderlineOffset: '3px' },
})

/** What an adviser asks first, in the first screen; what was paid in advance leads to its bridge below. */
export const AtAGlance = ({ ids, read: { figures } }: { ids: Ids; read: Answer }) => {
  const { month: words, advances } = useRevenueWords()
  const { data } = useRead(revenue.getAdvances, ids)
  return (
    <Stats>
      <Stat label={words.gross} value={yenText(figures.grossTotal)} />
      <Stat label={words.net} value={yenText(figures.net)} />
      <Stat label={words.payable} value={yenText(figures.payable)} />
      <Stat
        label={advances.closing}
        value={
          data ? (
            <Jump href={`#${advancesId}`} aria-label={`${advances.closing} ${yenText(data.closing)}`}>
              {yenText(data.closing)}
            </Jump>
          ) : (
            '—'
          )
        }
        {...(data && { note: advances.before(yenText(data.opening)) })}
      />
    </Stats>
  )
}

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: 4,
    alignItems: 'baseline',
    py: 2,
    borderBottomWidth: '1px',
    borderColor: 'border',
    fontSize: '0.875rem',
    '&[data-sum]': { fontWeight: 'bold', borderColor: 'borderStrong' },
    '&[data-inner]': { pl: 5, color: 'muted' },
    '&[data-last]': { fontSize: 'lg', fontWeight: 'bold', borderBottomWidth: 0 },
  },
})
const Bar = chakra('span', {
  base: { gridColumn: '1 / -1', h: '6px', borderRadius: 'full', bg: 'sunken', overflow: 'hidden', mt: 1.5 },
})
const Fill = chakra('span', { base: { display: 'block', h: '100%', borderRadius: 'full' } })

type Step = {
  label: string
  amount: number
  part?: (typeof ledgerParts)[number]
  kind?: string
  note?: string
  kindOf?: 'sum' | 'inner' | 'last'
}

/** From gross to what is paid: each step with the lines behind it, and a bar of its size. */
export const Waterfall = ({ read }: { read: Answer }) => {
  const { month: words } = useRevenueWords()
  const hrefWith = useHrefWith()
  const { figures, payoutFee } = read
  const minus = (amount: number) => (amount === 0 ? 0 : -amount)
  const optional = (step: Step): Step[] => (step.amount === 0 ? [] : [step])
  const steps: Step[] = [
    { label: words.gross, amount: figures.grossTotal, part: 'gross', kindOf: 'sum' },
    ...saleKinds.flatMap((kind) =>
      optional({ label: words.kinds[kind], amount: figures.gross[kind], part: 'gross', kind, kindOf: 'inner' }),
    ),
    { label: words.refunds, amount: minus(figures.refunds), part: 'refunds' },
    ...optional({ label: words.chargebacks, amount: minus(figures.chargebacks), part: 'chargebacks' }),
    { label: words.platformFee, amount: minus(figures.platformFee), part: 'platformFee' },
    { label: words.paymentFee, amount: minus(figures.paymentFee), part: 'paymentFee' },
    ...optional({ label: words.adjustments, amount: figures.adjustments, part: 'adjustments' }),
    { label: words.net, amount: figures.net, part: 'all', kindOf: 'sum' },
    {
      label: words.carried,
      amount: figures.carriedOverIn,
      part: 'payouts',
      note: words.carriedNote(
        yenText(figures.opening),
        yenText(figures.paidOut),
        yenText(figures.transferFees + figures.returnFees),
      ),
    },
    { label: words.payable, amount: figures.payable, kindOf: 'last', note: words.payableNote(yenText(payoutFee)) },
  ]
  const largest = Math.max(1, ...steps.map(({ amount }) => Math.abs(amount)))
  return (
    <chakra.ul>
      {steps.map(({ label, amount, part, kind, note, kindOf }) => (
        <Row
          key={`${label}${kind ?? ''}`}
          data-sum={kindOf === 'sum' || undefined}
          data-inner={kindOf === 'inner' || undefined}
          data-last={kindOf === 'last' || undefined}
        >
          <span>
            {label}
            {note && (
              <chakra.span display="block" fontSize="xs" color="muted" fontWeight="normal">
                {note}
              </chakra.span>
            )}
          </span>
          {part ? (
            <Link
              href={hrefWith({ part: part === 'all' ? null : part, kind: kind ?? null, page: null })}
              aria-label={`${label} ${yenText(amount)}`}
              shallow
              scroll={false}
              // On a phone the lines stand far below.
              onClick={() => document.getElementById(linesId)?.scrollIntoView()}
              style={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
            >
              <MoneyText yen={amount} />
            </Link>
          ) : (
            <MoneyText yen={amount} />
          )}
          {kindOf !== 'inner' && (
            <Bar aria-hidden="true">
              <Fill
                bg={amount < 0 ? 'bad' : kindOf ? 'accent' : 'ok'}
                style={{ width: `${Math.round((Math.abs(amount) / largest) * 100)}%` }}
              />
            </Bar>
          )}
        </Row>
      ))}
    </chakra.ul>
  )
}
