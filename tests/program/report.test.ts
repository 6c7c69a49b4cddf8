import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, visitorRead } from '#kit/contract.ts'
import { operations } from '#program/operations.ts'
import { job as defineJob } from '#server/jobDefinition.ts'
import { refuse } from '#server/refusal.ts'
import { log } from '#server/telemetry/log.ts'

/** A Sentry of our own: the envelopes that came, as text. */
const envelopes: string[] = []
const sentry = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    envelopes.push(`${request.url}\n${text}`)
    response.end('{}')
  })
})
await new Promise<void>((done) => sentry.listen(0, '127.0.0.1', done))
// Before the settings are read for the first time.
process.env.SENTRY_DSN = `http://publickey@127.0.0.1:${(sentry.address() as AddressInfo).port}/42`
const { request } = await import('../support/club')
const { runJob } = await import('#program/jobs.ts')

const level = log.level
beforeEach(() => {
  // Tests are silent otherwise, and a silent log reports nothing.
  log.level = 'error'
  envelopes.length = 0
})
afterAll(() => {
  log.level = level
  sentry.close()
})

const address = 'fan.of.aoi@example.com'
const canary = 'canary-77b2'
const both = contract({
  failing: visitorRead({ payload: { name: z.string() }, result: z.object({}) }),
  refusing: visitorRead({ payload: { name: z.string() }, result: z.object({}), refusals: ['planNotFound'] }),
})
const registry = operations as Map<string, { operation: unknown; handle: unknown }>
const fail = async () => {
  throw new TypeError(`550 <${address}>: unknown recipient`)
}
registry.set('failing', { operation: both.failing, handle: fail })
registry.set('refusing', { operation: both.refusing, handle: async () => refuse('planNotFound') })
const body = JSON.stringify({ name: canary })

/** One after the other over the same connection: when the last has come, no other is on its way. */
const reported = async (count: number) => {
  await expect.poll(() => envelopes.length, { timeout: 20_000 }).toBe(count)
  const text = envelopes.join('\n')
  for (const word of [address, 'example.com', canary, '127.0.0.1:1/']) expect(text).not.toContain(word)
  return text
}

test('an unexpected error of an operation is reported with where it happened, and without addresses or what was sent', async () => {
  const answer = await request(both.failing, body)
  expect(answer.status).toBe(500)
  const text = await reported(1)
  expect(text).toContain('/api/42/envelope/')
  expect(text).toContain('"type":"TypeError"')
  expect(text).toContain('550 <(address)>: unknown recipient')
  expect(text).toContain('report.test.ts')
  expect(text).toContain('"operation":"failing"')
  expect(text).toContain(answer.headers['X-Request-Id'])
  expect(text).toContain('"environment":"preview"')
})

test('an unexpected error of a job is reported by its name', async () => {
  const job = { ...defineJob({ about: 'platform', data: z.object({ to: z.string() }) }, fail), name: 'failingJob' }
  await expect(runJob(job, { id: 'job-1', data: { to: address } })).rejects.toThrow(TypeError)
  expect(await reported(1)).toContain('"job":"failingJob"')
})

test('what an operation declares to refuse, and what nobody may call, is reported to nobody', async () => {
  expect((await request(both.refusing, body)).status).toBe(404)
  expect((await request(both.refusing, '{')).status).toBe(400)
  // The report of a failure after them is the only one that comes.
  await request(both.failing, body)
  expect(await reported(1)).not.toContain('refusing')
})
