import fs from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDataDir } from '../support/demoWorld'
import { program } from '../support/program'

/*
 * The built program's own pages: free contents are in them completely, closed ones not at all.
 */
let folder: string
let built: Awaited<ReturnType<typeof program>>
let token: string

beforeAll(async () => {
  folder = await demoDataDir('contents')
  built = await program({ dataDir: folder, env: { CLOCK: 'adjustable' } })
  await built.start()
  token = await built.signIn('owner@hoshi.test')
})
afterAll(async () => {
  await built?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const call = async (name: string, payload: object) => {
  const answer = await fetch(`${built.origin}/api/cms/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(payload),
  })
  const body = (await answer.json()) as { planContentId: string }
  expect(answer.status, JSON.stringify(body)).toBe(200)
  return body
}
const load = async (path: string) => {
  const answer = await fetch(`${built.origin}${path}`, { redirect: 'manual' })
  return { status: answer.status, cookies: answer.headers.getSetCookie(), text: await answer.text() }
}
const news = (words: string, more: object) => ({
  ...ids,
  name: 'A letter',
  thumbnail: '',
  planIds: [],
  backNumberPeriod: null,
  imageUrls: [`https://example.com/${words}.png`],
  text: JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] }),
  ...more,
})

test('the bytes of a page hold the body of what is free, and nothing of what is closed', async () => {
  const [open, closed] = ['marker-of-a-free-body', 'canary-of-a-closed-body']
  const free = await call('createActivePlanContentNews', news(open, { viewableBy: 'allUsers' }))
  const paid = { viewableBy: 'paidUsers', planIds: ['plan_seiza'], backNumberPeriod: { year: 2026, month: 3 } }
  const look = 'marker-of-a-first-look'
  const locked = await call('createActivePlanContentNews', news(closed, { ...paid, preview: look }))
  const draft = await call('createDraftPlanContentNews', news(closed, { ...paid, name: closed, preview: closed }))
  const later = await call('createPublishmentScheduledPlanContentNews', {
    ...news(closed, { ...paid, name: closed, preview: closed }),
    publishingAt: Date.now() + 3 * 86_400_000,
  })
  const buildId = fs.readFileSync(join('.next', 'BUILD_ID'), 'utf8').trim()
  const contents = [locked, draft, later].map(({ planContentId }) => `/fc/aoi/contents/${planContentId}`)
  const month = '/fc/aoi/back-numbers?planId=plan_seiza&month=2026-03'
  const pages = [
    '/fc/aoi',
    '/fc/aoi/plans',
    '/fc/aoi/plans/plan_seiza',
    '/fc/aoi/contents',
    '/fc/aoi/back-numbers',
    month,
    ...contents,
  ]
  const paths = [
    ...pages,
    ...pages.map((page) => `/en${page}`),
    ...pages.map((page) => `/_next/data/${buildId}/ja${page.replace(/(\?|$)/, '.json$1')}`),
    '/sitemap.xml',
  ]
  for (const path of paths) {
    const { text, cookies } = await load(path)
    expect(text.length, path).toBeGreaterThan(1)
    expect(text, path).not.toContain(closed)
    expect(cookies, path).toEqual([])
  }
  expect((await load(contents[0] ?? '')).status).toBe(200)
  expect((await load(contents[0] ?? '')).text).toContain('A letter')
  // What its creator wrote for everybody stands on its page and on its card.
  expect((await load(contents[0] ?? '')).text).toContain(look)
  expect((await load('/fc/aoi/contents')).text).toContain(look)
  for (const path of contents.slice(1)) expect((await load(path)).status, path).toBe(404)
  const shown = await load(`/fc/aoi/contents/${free.planContentId}`)
  expect(shown.text).toContain(open)
  // Once in what is read, once in what React starts from.
  expect(shown.text.split(open).length).toBeGreaterThan(2)
  const sitemap = (await load('/sitemap.xml')).text
  expect(sitemap).toContain(`/fc/aoi/contents/${locked.planContentId}</loc>`)
  expect(sitemap).not.toContain(draft.planContentId)
  expect((await load(`/fc/luna/contents/${free.planContentId}`)).status).toBe(404)
})

test('a kept page shows a scheduled content from its moment on, and not before', async () => {
  const publishingAt = Date.now() + 5 * 86_400_000
  const free = news('marker-of-later', { viewableBy: 'allUsers' })
  const { planContentId } = await call('createPublishmentScheduledPlanContentNews', { ...free, publishingAt })
  const path = `/fc/aoi/contents/${planContentId}`
  const at = async (now: number) => {
    const moved = await fetch(`${built.origin}/api/testing/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now }),
    })
    expect(moved.status).toBe(200)
    return (await load(path)).status
  }
  expect((await load(path)).status).toBe(404)
  expect(await at(publishingAt - 5000)).toBe(404)
  expect(await at(publishingAt + 1)).toBe(200)
})

test.each(['/sitemap.xml', '/api/openapi.json'])(
  '%s is not sent again to who has it, and is to who has another one',
  async (path) => {
    const ask = (headers: Record<string, string> = {}) => fetch(`${built.origin}${path}`, { headers })
    const first = await ask()
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^(W\/)?"[\w-]+"$/)
    const strong = etag.replace(/^W\//, '')
    for (const known of [strong, `W/${strong}`, `"another", ${etag}`, '*']) {
      const again = await ask({ 'if-none-match': known })
      expect([known, again.status, await again.text()]).toEqual([known, 304, ''])
    }
    const other = await ask({ 'if-none-match': '"another"' })
    expect([other.status, await other.text()]).toEqual([200, await first.text()])
  },
)
