import { chakra } from '@chakra-ui/react'
import type { Locale } from '#client/words.tsx'
import { grouped } from '#kit/number.ts'

const Figures = chakra('span', { base: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } })

/** Not in kit/money.ts, because that file imports zod, which a fan page does not load at first. */
export const yenText = (yen: number) => `${yen < 0 ? '−' : ''}¥${grouped(Math.abs(yen))}`

/** For the axis of a chart. */
export const shortYen = (locale: Locale) => (yen: number) => {
  const inUnits = (unit: number, name: string) => `¥${Number((yen / unit).toFixed(1))}${name}`
  if (locale === 'ja') return yen >= 10_000 ? inUnits(10_000, '万') : yenText(yen)
  return yen >= 1_000_000 ? inUnits(1_000_000, 'M') : yen >= 10_000 ? inUnits(1000, 'k') : yenText(yen)
}

/** An amount such as ¥1,980, followed by an interval or another note. */
export const MoneyText = ({ yen, per }: { yen: number; per?: string }) => (
  <Figures>
    {yenText(yen)}
    {per && <span> / {per}</span>}
  </Figures>
)
