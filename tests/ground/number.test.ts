import { expect, test } from 'vitest'
import { grouped } from '#kit/number.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1000, '-1,000'],
  [-100, '-100'],
  [123_456, '123,456'],
  [99_999_999, '99,999,999'],
])('%d is written %s', (whole, written) => {
  expect(grouped(whole)).toBe(written)
  expect(grouped(whole)).toBe(whole.toLocaleString('en-US'))
})
