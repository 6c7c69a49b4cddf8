import { describe, expect, test } from 'vitest'
import { text } from '#kit/text.ts'
import { fieldErrorsOf } from '#kit/validation.ts'

const name = text({ min: 1, max: 20 })
const draftName = text({ max: 20 })
const ruleOf = (value: string) => {
  const parsed = name.safeParse(value)
  return parsed.success ? null : fieldErrorsOf(parsed.error)[0]?.rule
}

describe('a name', () => {
  test.each([
    ['an override of direction alone', '\u202e'],
    ['a name that is turned around', 'Hoshi\u202ebulC'],
    ['an isolate', '\u2067Hoshi\u2069'],
    ['an embedding', '\u202bHoshi\u202c'],
    ['a direction mark', 'Hoshi\u200f'],
    ['an Arabic letter mark', '\u061cHoshi'],
  ])('is refused with %s', (_, value) => expect(ruleOf(value)).toBe('invalidText'))

  test.each([
    ['spaces', '   '],
    ['an ideographic space', '\u3000'],
    ['a joiner', '\u200d'],
    ['a zero-width space', '\u200b'],
    ['a word joiner and a byte order mark', '\u2060\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a Hangul filler', '\u3164'],
    ['an empty Braille cell', '\u2800'],
    ['a variation selector', '\ufe0f'],
  ])('of %s alone is empty', (_, value) => {
    expect(ruleOf(value)).toBe('required')
    expect(draftName.parse(value)).toBe('')
  })

  test.each([
    ['a family in one emoji', '👨‍👩‍👧‍👦'],
    ['an emoji with its variant', '❤️‍🔥'],
    ['Persian with its non-joiner', 'می‌خواهم'],
    ['Hindi with its joiner', 'क्‍ष'],
    ['Arabic and Hebrew', 'نادي שלום'],
    ['Japanese with a space', '星 クラブ'],
    ['a single mark', '★'],
  ])('may be %s, and is kept as it was sent', (_, value) => expect(name.parse(value)).toBe(value))
})

test('a text of several lines keeps its empty lines, and is still no answer when nothing shows', () => {
  const message = text({ min: 1, max: 100, lines: true })
  expect(message.parse('一\n\n二')).toBe('一\n\n二')
  expect(message.safeParse('\n\u200b \n').success).toBe(false)
})
