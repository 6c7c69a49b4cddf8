import { mostVariations } from '../contract'
import { newVariation, type VariationValues } from './values'

const columns = ['variationName', 'sku', 'stock', 'maxQuantity'] as const

const numberIn = (text: string | undefined): number | null => {
  const plain = (text ?? '').normalize('NFKC').replace(/[,\s]/g, '')
  return /^\d+$/.test(plain) ? Number(plain) : null
}

type Place = { row: number; column: number; headings: readonly string[] }

/**
 * Writes spreadsheet rows into the cells from this one on, and appends the rest as new rows. A header row is skipped; a
 * cell without a number leaves the value unchanged.
 */
export const pasted = (
  rows: readonly VariationValues[],
  text: string,
  { row, column, headings }: Place,
): VariationValues[] => {
  const next = [...rows]
  const lines = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
  const isHeading = lines.length > 1 && lines[0]?.some((cell) => headings.includes(cell.trim()))
  for (const [n, cells] of (isHeading ? lines.slice(1) : lines).entries()) {
    const at = row + n
    if (at >= mostVariations) break
    const changes: Partial<VariationValues> = {}
    for (const [m, cell] of cells.entries()) {
      const name = columns[column + m]
      if (name === 'variationName' || name === 'sku') changes[name] = cell.trim().slice(0, 50)
      else if (name) {
        const number = numberIn(cell)
        if (number !== null || (name === 'maxQuantity' && cell.trim() === '')) changes[name] = number
      }
    }
    next[at] = { ...(next[at] ?? newVariation), ...changes }
  }
  return next
}
