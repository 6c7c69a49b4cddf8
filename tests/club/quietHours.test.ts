import { describe, expect, test } from 'vitest'
import { quietEnd, waysOf } from '#club/push/notice.ts'

const at = (iso: string) => Date.parse(iso)
const night = { from: 22 * 60, to: 7 * 60, timeZone: 'Asia/Tokyo' }

describe('A message waits until the fan’s quiet hours end, by the clock of the fan (rule: notices.quiet)', () => {
  test.each([
    ['in the evening', night, '2026-11-20T23:30:00+09:00', '2026-11-21T07:00:00+09:00'],
    ['after midnight', night, '2026-11-21T03:00:30+09:00', '2026-11-21T07:00:00+09:00'],
    ['at their first minute', night, '2026-11-20T22:00:00+09:00', '2026-11-21T07:00:00+09:00'],
    ['at their end', night, '2026-11-21T07:00:00+09:00', null],
    ['in the day', night, '2026-11-20T12:00:00+09:00', null],
    ['within a day', { ...night, from: 9 * 60, to: 17 * 60 }, '2026-11-20T12:00:00+09:00', '2026-11-20T17:00:00+09:00'],
    ['before such hours', { ...night, from: 9 * 60, to: 17 * 60 }, '2026-11-20T08:59:00+09:00', null],
    ['in another zone', { ...night, timeZone: 'Europe/Berlin' }, '2026-11-21T05:00:00Z', '2026-11-21T06:00:00Z'],
    ['in a zone of half hours', { ...night, timeZone: 'Asia/Kolkata' }, '2026-11-20T17:00:00Z', '2026-11-21T01:30:00Z'],
    [
      'over the hour that is missing in spring',
      { ...night, timeZone: 'Europe/Berlin' },
      '2026-03-28T23:30:00+01:00',
      '2026-03-29T07:00:00+02:00',
    ],
    [
      'over the hour that comes twice in autumn',
      { ...night, timeZone: 'Europe/Berlin' },
      '2026-10-24T23:30:00+02:00',
      '2026-10-25T07:00:00+01:00',
    ],
    ['of no length', { ...night, from: 60, to: 60 }, '2026-11-20T01:00:00+09:00', null],
    ['that nobody has set', null, '2026-11-20T23:00:00+09:00', null],
  ])('%s', (_, quiet, now, end) => {
    expect(quietEnd(quiet, at(now))).toBe(end === null ? null : at(end))
  })
})

describe('What is on until a fan has chosen, and after (rule: notices.chosen)', () => {
  test.each([
    ['news go by mail', 'live', undefined, true, { byMail: true, byPush: true }],
    ['none do where all were stopped', 'live', undefined, false, { byMail: false, byPush: true }],
    ['recordings wake nobody', 'archive', undefined, true, { byMail: true, byPush: false }],
    ['answers do not belong to the news', 'answer', undefined, false, { byMail: true, byPush: true }],
    ['a choice counts', 'content', { byMail: false, byPush: false }, true, { byMail: false, byPush: false }],
    ['mails of orders always come', 'order', { byMail: false, byPush: null }, false, { byMail: true, byPush: true }],
  ] as const)('%s', (_, kind, chosen, newsByMail, ways) => {
    expect(waysOf(kind, chosen, newsByMail)).toEqual(ways)
  })
})
