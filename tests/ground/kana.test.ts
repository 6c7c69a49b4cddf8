import { expect, test } from 'vitest'
import { katakanaOf } from '#kit/kana.ts'

test.each([
  ['はるかぜ はるか', 'ハルカゼ ハルカ'],
  ['ﾊﾙｶｾﾞ　はるか', 'ハルカゼ ハルカ'],
  ['ヴぁいおりん・ジャパン', 'ヴァイオリン・ジャパン'],
  ['(株)Haru', '(株)Haru'],
])('a reading that is typed as %s is kept as %s', (typed, kept) => {
  expect(katakanaOf(typed)).toBe(kept)
})
