import { describe, expect, test } from 'vitest'
import { fieldErrorsOf } from '#kit/validation.ts'
import { pasted } from '#shop/goods/form/pasted.ts'
import {
  emptyGoods,
  type GoodsValues,
  goodsForm,
  newVariation,
  saidOf,
  type VariationValues,
  visibleGoodsForm,
} from '#shop/goods/form/values.ts'

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

describe('a press that publishes', () => {
  const begun = Date.UTC(2026, 10, 20)
  const problems = (form: typeof goodsForm, changes: Partial<GoodsValues>) => {
    const tried = form.safeParse({
      ...emptyGoods(begun),
      name: 'T-shirt',
      price: 3000,
      shippingTimeText: 'A week',
      ...changes,
    })
    return tried.success ? [] : fieldErrorsOf(tried.error).map(({ field, rule }) => `${field} ${rule}`)
  }
  const row = (variationName: string, changes: Partial<VariationValues> = {}): VariationValues => ({
    ...newVariation,
    variationName,
    stock: 10,
    ...changes,
  })

  test('names all that is missing at once, the price among it', () => {
    expect(problems(visibleGoodsForm, { name: '', price: null, shippingTimeText: '', variations: [row('')] })).toEqual([
      'name required',
      'price tooSmall',
      'shippingTimeText required',
    ])
  })

  test('asks for the stock of what is counted, which would be sold out at once; zero that was typed stays', () => {
    const lacking = (changes: Partial<VariationValues>) =>
      problems(visibleGoodsForm, { variations: [row('', changes)] })
    expect(lacking({ stock: null })).toEqual(['variations.0.stockChange tooSmall'])
    expect(lacking({ stock: 0 })).toEqual([])
    expect(lacking({ stock: null, isUnlimited: true })).toEqual([])
    expect(lacking({ stock: null, variationId: 'variation_1' })).toEqual([])
    expect(problems(goodsForm, { variations: [row('', { stock: null })] })).toEqual([])
    const endless = {
      variations: [row('', { stock: null })],
      salesType: 'builtToOrder' as const,
      saleEndDateTime: begun + 1,
    }
    expect(problems(visibleGoodsForm, endless)).toEqual([])
  })

  test('asks for names that fans can tell apart, of several rows that they see', () => {
    const two = (...variations: VariationValues[]) => problems(visibleGoodsForm, { variations })
    expect(two(row('S'), row('S '), row(''))).toEqual([
      'variations.1.variationName sameName',
      'variations.2.variationName required',
    ])
    expect(two(row('S'), row('S', { isHidden: true }))).toEqual([])
    expect(two(row(''))).toEqual([])
    expect(problems(goodsForm, { variations: [row('S'), row('S')] })).toEqual([])
  })
})
