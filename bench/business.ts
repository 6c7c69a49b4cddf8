import { inVitest } from './inVitest'
import { say, table } from './measure'

type Line = { part: string; name: string; small: number; large: number; totals: number; miss: string | null }

/**
 * The lists of a large club against those of a small one, in pages of PostgreSQL: in a database of its own, without the
 * program. `--large` is 10,000,000 rows; 100,000 otherwise.
 */
export const business = async (): Promise<string[]> => {
  const rows = process.env.BENCH_ROWS ?? (process.argv.includes('--large') ? '10000000' : '100000')
  const { lines: all, failed } = inVitest<Line | { said: string }>('business', { BENCH_ROWS: rows })
  const lines = all.filter((line) => 'part' in line)
  say(`\nPages of PostgreSQL that the rows of a list are read from, in a small club and in one of ${rows} rows`)
  for (const line of all) if ('said' in line) say(line.said)
  table(
    ['', 'small', 'large', 'ratio', 'totals'],
    lines.map(({ part, name, small, large, totals, miss }) => [
      `${miss ? '! ' : ''}${part}: ${name}`,
      small,
      large,
      (large / Math.max(small, 1)).toFixed(2),
      totals,
    ]),
  )
  return [
    ...lines.flatMap(({ miss }) => (miss ? [miss] : [])),
    ...(failed ? [`the lists were not measured to their end: ${failed}`] : []),
  ]
}
