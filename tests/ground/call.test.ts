import { afterEach, expect, test, vi } from 'vitest'
import { type At, at } from '#client/at.ts'
import { call } from '#client/call.ts'
import { fetchJson } from '#client/fetchJson.ts'
import { parseConfig, publicConfigOf } from '#config.schema.ts'
import { isCallError } from '#kit/callError.ts'
import { results } from '#kit/results.ts'
import { plans } from '#membership/plans/contract.ts'

const answers = (status: number, body: string) => {
  const fetched = vi.fn(async () => new Response(body, { status, headers: { 'x-request-id': 'header-id' } }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const settings = (extra: Record<string, string> = {}) => {
  globalThis.__TSUDOI__ = publicConfigOf(
    parseConfig({ FIREBASE_PROJECT_ID: 'demo-tsudoi', FIREBASE_API_KEY: 'demo', ...extra }),
  )
}
afterEach(() => vi.unstubAllGlobals())
const ids = { tenantId: 't', brandId: 'b' }

test('an operation is a POST of JSON with a bearer token, getPublic* on the public base', async () => {
  settings()
  const fetched = answers(200, '{"plans":[]}')
  expect(await call(plans.getPublicPlans, ids, { token: async () => 'abc' })).toEqual({ plans: [] })
  const [address, init] = fetched.mock.calls[0] as unknown as [string, RequestInit]
  expect(address).toBe('/api/public/getPublicPlans')
  expect(init).toMatchObject({
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer abc' },
    body: JSON.stringify(ids),
  })
})

test('nobody signed in sends an empty value, and another origin may answer', async () => {
  settings({ CMS_API_ORIGIN: 'https://api.example.com' })
  const fetched = answers(200, '{}')
  await call({ name: 'getPlans', base: 'cms' } as At<typeof plans.getPlans>, ids, { token: async () => '' }).catch(
    () => null,
  )
  const [address, init] = fetched.mock.calls[0] as unknown as [string, { headers: Record<string, string> }]
  expect(address).toBe('https://api.example.com/api/cms/getPlans')
  expect(init.headers.Authorization).toBe('Bearer ')
})

test.each([
  [409, '{"ok":false,"code":"planNotDraft","message":"x","requestId":"r1"}', 'planNotDraft', 'r1'],
  [502, '<html>', 'internal', 'header-id'],
])(
  'a non-OK answer of %s raises the specification’s message, known by its code',
  async (status, body, code, requestId) => {
    settings()
    answers(status, body)
    const error = await call(plans.getPlans, ids, { token: async () => '' }).catch((thrown: unknown) => thrown)
    expect(isCallError(error) && error).toMatchObject({
      message: 'Failed to call packed backend',
      code,
      status,
      requestId,
    })
  },
)

test('an answer that breaks its contract is none: it ends at the error screen', async () => {
  settings()
  answers(200, '{"plans":[{}]}')
  const [told, setState] = [vi.fn(), vi.fn()]
  vi.stubGlobal('reportError', told)
  results.screen = { setState }
  const error = await call(plans.getPublicPlans, ids, { token: async () => '' }).catch((thrown: unknown) => thrown)
  expect(isCallError(error) && error.code).toBe('brokenAnswer')
  expect(told).toHaveBeenCalledTimes(1)
  expect(setState).toHaveBeenCalledWith({ failed: true })
  expect(told.mock.calls[0]?.[0].message).toContain('getPublicPlans')
  // By its name alone as well, once its contract has been loaded.
  const named = at<typeof plans>()('getPublicPlans')
  await expect(call(named, ids, { token: async () => '' })).rejects.toMatchObject({ code: 'brokenAnswer' })
  answers(200, '{"plans":[]}')
  expect(await call(named, ids, { token: async () => '' })).toEqual({ plans: [] })
  delete results.screen
})

test('the generic helper answers ok with data, or says that the call failed', async () => {
  answers(200, '{"a":1}')
  expect(await fetchJson('/x')).toEqual({ ok: true, data: { a: 1 } })
  answers(500, '{}')
  expect(await fetchJson('/x')).toEqual({ ok: false, message: 'API call failed' })
  answers(200, 'no json')
  expect(await fetchJson('/x')).toEqual({ ok: false, message: 'API call failed' })
})

test('an answer that is called off, or cut off, before its end is lost as one that never came: it is no broken one', async () => {
  settings()
  const [told, setState] = [vi.fn(), vi.fn()]
  vi.stubGlobal('reportError', told)
  results.screen = { setState }
  /** Its head is there, and its body breaks. */
  const breaks = (error: Error) =>
    vi.stubGlobal('fetch', async () => {
      const body = new ReadableStream({ pull: (controller) => controller.error(error) })
      return new Response(body, { status: 200 })
    })
  const asked = (signal?: AbortSignal) =>
    call(plans.getPlans, ids, { token: async () => '', ...(signal && { signal }) }).catch((thrown: unknown) => thrown)
  breaks(new TypeError('network error'))
  expect(await asked()).toMatchObject({ code: 'unreachable', status: 0 })
  const off = new DOMException('aborted', 'AbortError')
  breaks(off)
  expect(await asked(AbortSignal.abort())).toBe(off)
  expect([told.mock.calls, setState.mock.calls]).toEqual([[], []])
})
