import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openDoor } from '#program/http/door.ts'
import { inTransaction } from '#server/db.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { enqueue, runDueJobs } from '#server/queue.ts'
import { shared } from '#server/shared.ts'
import { metrics } from '#server/telemetry/metrics.ts'
import { startTracing } from '#server/telemetry/startTracing.ts'
import { traced, tracedRequests } from '#server/telemetry/trace.ts'
import { mailbox } from '../support/mailbox'

/* Traces as a collector gets them: a local one that decodes what is sent. */
const mails = await mailbox()
process.env.SMTP_URL = mails.url
const { club } = await import('../support/club')

const value = z.object({ stringValue: z.string().optional(), intValue: z.union([z.string(), z.number()]).optional() })
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(z.object({ key: z.string(), value })).default([]),
})
const sent = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
})
type Sent = z.infer<typeof span>

const taken: Sent[] = []
let raw = ''
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  raw += text
  for (const { scopeSpans } of sent.parse(JSON.parse(text)).resourceSpans)
    for (const { spans } of scopeSpans) taken.push(...spans)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
await new Promise<void>((up) => collector.listen(0, '127.0.0.1', up))
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

/** The program's door behind its requests, as main.ts opens it. */
const door = createServer(
  tracedRequests((request, response) =>
    openDoor('cms', (request.url ?? '').replace('/api/cms/', '').split('?', 1)[0] ?? '', request, response),
  ) as never,
)
await new Promise<void>((up) => door.listen(0, '127.0.0.1', up))
const origin = `http://127.0.0.1:${(door.address() as AddressInfo).port}`

afterAll(() => {
  collector.close()
  door.closeAllConnections()
  door.close()
  mails.close()
})

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const post = (operation: string, payload: object, token: string, traceparent?: string) =>
  fetch(`${origin}/api/cms/${operation}?secret=in-the-query`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(traceparent && { traceparent }),
    },
    body: JSON.stringify(payload),
  })
const named = (name: string) => taken.filter((one) => one.name === name)

test('without a collector nothing is loaded and nothing is sent', async () => {
  await startTracing(undefined, 'both')
  const { ids, owner } = await club()
  expect((await post('getPlans', { ...ids, pagination: { limit: 5, offset: 0 } }, owner.token)).status).toBe(200)
  expect([shared.tracing, taken]).toEqual([undefined, []])
})

test('a request, its operation and its statements, and a job with its mail are one trace, under that of who asked', async () => {
  const { ids, owner } = await club()
  const stop = await startTracing(endpoint, 'both')
  const draft = {
    name: 'Canary plan',
    price: 1500,
    subscriptionInterval: 'month',
    description: 'canary-text',
    thumbnail: '',
  }
  const answer = await post('createDraftPlan', { ...ids, ...draft }, owner.token, `00-${traceId}-${spanId}-01`)
  expect(answer.status).toBe(200)
  await traced('asked by hand', { parent: `00-${traceId}-${spanId}-01` }, () =>
    inTransaction((db) =>
      enqueue(db, mailJobs.sendMail, {
        to: 'canary@tsudoi.test',
        subject: 'canary-subject',
        text: 'canary-body',
        locale: 'ja',
      }),
    ),
  )
  await runDueJobs()
  expect(mails.taken.filter((text) => text.includes('canary@tsudoi.test'))).toHaveLength(1)
  await stop()

  const [request] = named('request POST')
  const [operation] = named('operation createDraftPlan')
  expect(request).toMatchObject({ traceId, parentSpanId: spanId, kind: 2 })
  expect(operation).toMatchObject({ traceId, parentSpanId: request?.spanId })
  const inserted = taken.filter(({ name, parentSpanId }) => name === 'INSERT' && parentSpanId === operation?.spanId)
  expect(inserted.length).toBeGreaterThan(0)
  const [byHand] = named('asked by hand')
  const [job] = named('job sendMail')
  expect(job).toMatchObject({ traceId, parentSpanId: byHand?.spanId, kind: 5 })
  expect(named('smtp send')[0]).toMatchObject({ traceId, parentSpanId: job?.spanId })
  // Neither payloads nor people, tokens or queries.
  for (const secret of ['canary', 'Canary', owner.email, owner.token, 'in-the-query', ids.tenantId])
    expect(raw).not.toContain(secret)
  const said = await metrics().registry.getSingleMetricAsString('tsudoi_outside_seconds')
  expect(said).toMatch(/tsudoi_outside_seconds_count\{service="smtp",call="send",outcome="done"\} 1/)
})

test('a wrong traceparent counts as none, and an answer that failed says what kind of error, not its words', async () => {
  taken.length = 0
  raw = ''
  const stop = await startTracing(endpoint, 'both')
  const { ids, owner } = await club()
  await post('getPlans', { ...ids, pagination: { limit: 5, offset: 0 } }, owner.token, '00-zz-1-01')
  await traced('broken', {}, async () => {
    throw new Error('canary-error')
  }).catch(() => {})
  await stop()
  expect(named('operation getPlans')).toHaveLength(1)
  expect(named('request POST')[0]?.parentSpanId ?? '').toBe('')
  expect(named('broken')).toHaveLength(1)
  expect(raw).not.toContain('canary-error')
})
