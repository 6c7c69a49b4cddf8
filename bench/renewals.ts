import { withDurable } from './durable'
import { inVitest } from './inVitest'
import { median, say, table } from './measure'

/** A round: writes a second, and the statements that waited for a lock most often where they were told of (looked at a hundred times a second). */
export type Told = {
  rates: { one: number; oneSilent: number; many: number; manySilent: number }
  waits: [statement: string, times: number][]
}

/** How fast staff write with the notification, beside without it. */
const least = 0.9

export const renewals = async (): Promise<string[]> => {
  const { lines, failed } = await withDurable((server) => inVitest<Told>('renewals', server))
  say('\nStaff writes a second, with the notification that renews visitors’ pages and without it')
  table(
    ['', 'many brands', 'without', 'ratio', 'one brand', 'without', 'ratio'],
    lines.map(({ rates: { one, oneSilent, many, manySilent } }, round) => [
      `round ${round + 1}`,
      ...[many, manySilent, (many / manySilent).toFixed(2)],
      ...[one, oneSilent, (one / oneSilent).toFixed(2)],
    ]),
  )
  for (const [query, times] of lines.flatMap(({ waits }) => waits))
    say(`  waited ${times} times for a lock in: ${query}`)
  const ratios = {
    'many brands': median(lines.map(({ rates: { many, manySilent } }) => many / manySilent)),
    'one brand': median(lines.map(({ rates: { one, oneSilent } }) => one / oneSilent)),
  }
  return [
    ...(failed ? [`the renewals were not measured to their end: ${failed}`] : []),
    ...Object.entries(ratios).flatMap(([who, ratio]) =>
      ratio < least
        ? [`staff of ${who} write ${ratio.toFixed(2)} as fast with renewals as without, wanted ${least}`]
        : [],
    ),
  ]
}
