import type { Cell } from '#kit/csv.ts'

/** A moment in Japan time, in the format of the files. */
export const inTokyo = (at: number | null, withTime = true) => {
  if (at === null) return ''
  const text = new Date(at + 9 * 3_600_000).toISOString()
  const date = text.slice(0, 10).replaceAll('-', '/')
  return withTime ? `${date} ${text.slice(11, 16)}` : date
}

/** Last row of a file: sums in their columns, all other cells empty. */
export const totalsRow = (header: readonly string[], count: number, sums: Record<string, number>): Cell[] =>
  header.map((name, i) => (i === 0 ? `合計（${count}件）` : (sums[name] ?? '')))
