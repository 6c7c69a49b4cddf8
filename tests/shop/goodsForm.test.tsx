// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ontoStored } from '#shop/goods/form/ontoStored.ts'
import { emptyGoods, type GoodsValues, newVariation, saidOf, type VariationValues } from '#shop/goods/form/values.ts'
import { useStoredForm } from '#ui/form/state/useStoredForm.ts'
import { UiWords } from '#ui/words.tsx'
import { pageAt } from '../support/screen'

const row = (variationName: string, stock: number): VariationValues => ({
  ...newVariation,
  variationId: `variation_${variationName}`,
  variationName,
  stock,
  was: stock,
})
const version = (editedAt: number, ...variations: VariationValues[]) => ({ variations, editedAt, editedBy: null })
type Version = ReturnType<typeof version>
const valuesOf = ({ variations }: Version): GoodsValues => ({ ...emptyGoods(0), variations })

const open = async (first: Version) => {
  const { result, rerender } = renderHook(
    ({ stored }: { stored: Version }) =>
      useStoredForm<GoodsValues, Version>({ stored, valuesOf, schema: z.any(), onto: ontoStored, reload: () => {} }),
    { initialProps: { stored: first }, wrapper: await pageAt({ locale: 'ja', words: [UiWords] }) },
  )
  const form = () => result.current.form
  return {
    form,
    conflict: () => result.current.conflict,
    comes: (stored: Version) => rerender({ stored }),
    type: (n: number, stock: number) =>
      act(() =>
        form().setValue(
          'variations',
          form()
            .getValues('variations')
            .map((one, place) => (place === n ? { ...one, stock } : one)),
          { shouldDirty: true },
        ),
      ),
    add: (name: string, stock: number) =>
      act(() =>
        form().setValue(
          'variations',
          [...form().getValues('variations'), { ...newVariation, variationName: name, stock }],
          { shouldDirty: true },
        ),
      ),
    changes: () =>
      saidOf(form().getValues()).variations.map(({ variationId = 'new', variationName, stockChange }) => [
        variationId,
        variationName,
        stockChange,
      ]),
  }
}

for (const [when, comesFirst] of [
  ['before the save is back', true],
  ['after it', false],
] as const) {
  test(`a stock that was saved is not added again by the next save, whether the page read it ${when}`, async () => {
    const page = await open(version(1, row('S', 45)))
    page.type(0, 50)
    const sent = structuredClone(page.form().getValues())
    if (comesFirst) page.comes(version(2, row('S', 50)))
    act(() => page.form().saved(sent))
    if (!comesFirst) page.comes(version(2, row('S', 50)))
    act(() => page.form().setValue('name', 'Towel', { shouldDirty: true }))
    expect(page.changes()).toEqual([['variation_S', 'S', 0]])
    expect(page.form().getValues('name')).toBe('Towel')
  })

  test(`a row that was saved while the next one was typed is not made again, whether the page read it ${when}`, async () => {
    const page = await open(version(1, row('S', 45)))
    page.add('M', 10)
    const sent = structuredClone(page.form().getValues())
    page.add('L', 7)
    const after = version(2, row('S', 45), row('M', 10))
    if (comesFirst) page.comes(after)
    act(() => page.form().saved(sent))
    if (!comesFirst) page.comes(after)
    expect(page.changes()).toEqual([
      ['variation_S', 'S', 0],
      ['variation_M', 'M', 0],
      ['new', 'L', 7],
    ])
  })
}

test('whoever saves over somebody else gets the stock that they read, and keeps the rows that they did not know', async () => {
  const page = await open(version(1, row('S', 45), row('M', 32)))
  page.type(0, 7)
  page.comes(version(2, row('S', 40), row('M', 30), row('XL', 9)))
  expect(page.conflict().mine.variations.map(({ stock }) => stock)).toEqual([7, 30, 9])
  act(() => page.conflict().keepMine())
  expect(page.changes()).toEqual([
    ['variation_S', 'S', -33],
    ['variation_M', 'M', 0],
    ['variation_XL', 'XL', 0],
  ])
})
