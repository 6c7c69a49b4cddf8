/** A moment as files say it, in the time of Japan. */
export const inTokyo = (at: number | null, withTime = true) => {
  if (at === null) return ''
  const text = new Date(at + 9 * 3_600_000).toISOString()
  const date = text.slice(0, 10).replaceAll('-', '/')
  return withTime ? `${date} ${text.slice(11, 16)}` : date
}

/** The last row of a file: sums under their columns, as the screen shows them; every other cell is empty. */
export const totalsRow = (header: readonly string[], count: number, sums: Record<string, number>): string[] =>
  header.map((name, i) => (i === 0 ? `合計（${count}件）` : name in sums ? String(sums[name]) : ''))
