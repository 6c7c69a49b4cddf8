import { expect, test } from 'vitest'
import { causeOf } from '#server/telemetry/log.ts'

test.each([
  [
    'an error',
    Object.assign(new TypeError('no such thing'), { code: 'E1', row: 'a secret' }),
    { name: 'TypeError', message: 'no such thing', code: 'E1' },
  ],
  [
    'the fields of an error, as the job queue passes them on',
    { message: 'no connection', code: '57P01', queue: 'sendMail' },
    { name: 'Error', message: 'no connection', code: '57P01' },
  ],
  [
    'a failed query, whose text holds what was written',
    new Error('Failed query: insert a secret', { cause: new Error('lock timeout') }),
    { name: 'Error', message: 'lock timeout' },
  ],
  [
    'the same as fields',
    { message: 'Failed query: insert a secret', cause: { message: 'lock timeout' } },
    { name: 'Error', message: 'lock timeout' },
  ],
  ['a text', 'gone', { name: 'Unknown', message: 'gone' }],
])('the log says what happened by %s, and nothing of what was written', (_, error, said) => {
  expect(causeOf(error)).toMatchObject(said)
  expect(JSON.stringify({ ...causeOf(error), stack: '' })).not.toContain('secret')
})
