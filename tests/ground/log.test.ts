import { spawnSync } from 'node:child_process'
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

const place = JSON.stringify(new URL('../../src/server/telemetry/log.ts', import.meta.url).href)
/** What a program of its own has written when it has ended. */
const written = (work: string) => {
  const source = `import { log, plainLog } from ${place}; ${work}`
  const env = { ...process.env, LOG_LEVEL: 'info' }
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8', env })
  return stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line) as { msg: string }] : []))
}
const saidBy = (work: string) => written(work).map(({ msg }) => msg)

test('a line is written when the program ends in the same moment, however it ends', () => {
  expect(saidBy(`log.info({}, 'first'); plainLog.info({}, 'second'); process.exit(1)`)).toEqual(['first', 'second'])
  expect(saidBy(`log.error({}, 'before'); throw new Error('over')`)).toEqual(['before'])
  expect(saidBy(`for (let n = 0; n < 3; n++) log.info({}, String(n))`)).toEqual(['0', '1', '2'])
})

test('a line of plain values hides what no line should say, too', () => {
  expect(written(`plainLog.info({ token: 'secret', status: 200 }, 'call')`)).toMatchObject([
    { token: '[redacted]', status: 200, level: 'info', msg: 'call' },
  ])
})
