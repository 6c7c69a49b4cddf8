import { expect, test } from 'vitest'
import { dayKey, momentOfDay } from '#publishing/events/dayAsked.ts'

/** 26 November 2026, 14:20 in Tokyo. */
const now = Date.UTC(2026, 10, 26, 5, 20)
const tokyo = (month: number, day: number, hour: number) => Date.UTC(2026, month - 1, day, hour - 9)

test.each([
  ['2026-11-28', tokyo(11, 28, 18)],
  ['2026-11-26', tokyo(11, 26, 18)],
  ['2026-11-25', null],
  ['2026-13-01', null],
  ['today', null],
  ['', null],
])('what is made from the day %s begins in its evening', (key, at) => expect(momentOfDay(key, now)).toBe(at))

test('late today it begins at the next full hour that is an hour away, or not at all', () => {
  expect(momentOfDay('2026-11-26', tokyo(11, 26, 20) + 1)).toBe(tokyo(11, 26, 22))
  expect(momentOfDay('2026-11-26', tokyo(11, 26, 23))).toBe(null)
})

test('a day in an address is that of Tokyo', () => expect(dayKey(tokyo(11, 28, 0))).toBe('2026-11-28'))
