import { describe, expect, test } from 'vitest'
import { pasted } from '#shop/goods/form/pasted.ts'
import { emptyGoods, newVariation, saidOf, type VariationValues } from '#shop/goods/form/values.ts'

const headings = ['種類', '品番', '在庫', '上限']
const known = (variationName: string, stock: number): VariationValues => ({
  ...newVariation,
  variationId: `variation_${variationName}`,
  variationName,
  stock,
  was: stock,
})
const shown = (rows: readonly VariationValues[]) =>
  rows.map(({ variationName, sku, stock, maxQuantity }) => [variationName, sku, stock, maxQuantity])

describe('a table of a spreadsheet in the grid', () => {
  test('stands over the rows from the cell on, and what is more becomes new rows', () => {
    const rows = pasted([known('S', 3)], 'S / navy\tS-1\t１，２００\t5\r\nM / navy\tM-1\t40\t\r\n', {
      row: 0,
      column: 0,
      headings,
    })
    expect(shown(rows)).toEqual([
      ['S / navy', 'S-1', 1200, 5],
      ['M / navy', 'M-1', 40, null],
    ])
    expect(rows[0]?.variationId).toBe('variation_S')
  })

  test('may begin in the middle, and its line of headings is none', () => {
    expect(shown(pasted([known('S', 3), known('M', 4)], '在庫\n10\n20\n', { row: 0, column: 2, headings }))).toEqual([
      ['S', '', 10, null],
      ['M', '', 20, null],
    ])
  })

  test('throws no stock away by a word in the place of a number', () => {
    expect(shown(pasted([known('S', 3)], 'S\t\tたくさん\t\n', { row: 0, column: 0, headings }))).toEqual([
      ['S', '', 3, null],
    ])
  })

  test('holds no more rows than goods may have', () => {
    const text = Array.from({ length: 200 }, (_, n) => `V${n}\t\t1`).join('\n')
    expect(pasted([newVariation], text, { row: 0, column: 0, headings })).toHaveLength(50)
  })
})

test('a stock that is wiped out stays as it is; 0 empties it', () => {
  const changes = (stock: number | null) =>
    saidOf({ ...emptyGoods(0), variations: [{ ...known('S', 3), stock }] }).variations[0]?.stockChange
  expect([changes(null), changes(0), changes(5)]).toEqual([0, -3, 2])
})
