import { withDurable } from './durable'
import { inVitest } from './inVitest'
import { median, say, table } from './measure'

/** A round: writes a second, how fast in each turn beside without the notification, and the statements that waited for a lock most often where they were told of (looked at a hundred times a second). */
export type Told = {
  rates: { one: number; oneSilent: number; many: number; manySilent: number }
  ratios: Record<'one' | 'many', number[]>
  waits: [statement: string, times: number][]
}

/** How fast staff write with the notification, beside without it. */
const least = 0.9

export const renewals = async (): Promise<string[]> => {
  const { lines, failed } = await withDurable((server) => inVitest<Told>('renewals', server))
  say('\nStaff writes a second, with the notification that renews visitors’ pages and without it')
  table(
    ['', 'many brands', 'without', 'ratio', 'one brand', 'without', 'ratio'],
    lines.map(({ rates: { one, oneSilent, many, manySilent }, ratios }, round) => [
      `round ${round + 1}`,
      ...[many, manySilent, median(ratios.many).toFixed(2)],
      ...[one, oneSilent, median(ratios.one).toFixed(2)],
    ]),
  )
  for (const [query, times] of lines.flatMap(({ waits }) => waits))
    say(`  waited ${times} times for a lock in: ${query}`)
  const ratios = {
    'many brands': median(lines.flatMap((line) => line.ratios.many)),
    'one brand': median(lines.flatMap((line) => line.ratios.one)),
  }
  say(
    `  median of all turns: many brands ${ratios['many brands'].toFixed(2)}, one brand ${ratios['one brand'].toFixed(2)}`,
  )
  return [
    ...(failed ? [`the renewals were not measured to their end: ${failed}`] : []),
    ...Object.entries(ratios).flatMap(([who, ratio]) =>
      ratio < least
        ? [`staff of ${who} write ${ratio.toFixed(2)} as fast with renewals as without, wanted ${least}`]
        : [],
    ),
  ]
}
