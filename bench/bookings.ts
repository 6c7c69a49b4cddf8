import { withDurable } from './durable'
import { inVitest } from './inVitest'
import { median, say, table } from './measure'

/** A round: bookings a second, and the statements that waited for a lock most often (looked at a hundred times a second). */
export type Told = { one: number; many: number; waits: Record<'one' | 'many', [statement: string, times: number][]> }

/** How fast one brand books, beside as many brands as there are callers. */
const least = 0.9

export const bookings = async (): Promise<string[]> => {
  const { lines, failed } = await withDurable((server) => inVitest<Told>('bookings', server))
  say('\nBookings a second: joining a plan, from the order to its payment, of one brand and of one for each caller')
  table(
    ['', 'many brands', 'one brand', 'ratio'],
    lines.map(({ one, many }, round) => [`round ${round + 1}`, many, one, (one / many).toFixed(2)]),
  )
  const waits = new Map<string, number>()
  for (const [query, times] of lines.flatMap((line) => line.waits.one))
    waits.set(query, (waits.get(query) ?? 0) + times)
  for (const [query, times] of [...waits].sort(([, a], [, b]) => b - a).slice(0, 5))
    say(`  one brand waited ${times} times for a lock in: ${query}`)
  const ratio = median(lines.map(({ one, many }) => one / many))
  return [
    ...(failed ? [`the bookings were not measured to their end: ${failed}`] : []),
    ...(ratio < least ? [`one brand books ${ratio.toFixed(2)} as fast as many, wanted ${least}`] : []),
  ]
}
