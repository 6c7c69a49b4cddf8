import type { ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { request as ask, type IncomingMessage } from 'node:http'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { fillLogin } from '../support/people'
import { newDataDir, withSecondProgram as withProgram } from '../support/second'

test.describe.configure({ mode: 'serial', timeout: 150_000 })

const origin = 'http://localhost:3299'

// One after the other they share a demo world: the first fills it.
let demoWorld: string
test.beforeAll(() => {
  demoWorld = newDataDir()
})
test.afterAll(() => rmSync(demoWorld, { recursive: true, force: true }))

const withSecondProgram = (
  request: APIRequestContext,
  settings: Record<string, string>,
  work: (second: ChildProcess) => Promise<void>,
  dataDir = demoWorld,
) => withProgram(request, { port: 3299, emulatorPort: 9399, settings, dataDir }, work)

test('one build serves two programs with different settings', async ({ request, baseURL }) => {
  const read = async (address: string) => (await request.get(`${address}/api/config.js`)).text()
  await withSecondProgram(request, { HELP_SITE_URL: 'https://help.example.jp/' }, async () => {
    const theirs = await read(origin)
    expect(theirs).toContain('"helpUrl":"https://help.example.jp/"')
    expect(theirs).toContain('"authEmulatorUrl":"http://127.0.0.1:9399"')
    // What a visitor's page says before any script runs.
    expect(await (await request.get(`${origin}/fc/aoi`)).text()).toContain('href="https://help.example.jp/"')
    const ours = await read(baseURL ?? '')
    expect(ours).toContain('"helpUrl":"/help"')
    expect(ours).not.toContain('9399')
  })
})

for (const [setting, value] of [
  ['EMBED_SCRIPT_URL', 'https://widget.example.com/embed.js'],
  ['TAG_MANAGER_ID', 'GTM-ABC'],
] as const) {
  test(`with ${setting}, where another company counts every visit, no page waits for a touch`, async ({
    request,
    baseURL,
  }) => {
    const resting = async (address: string) =>
      (await (await request.get(`${address}/fc/aoi`)).text()).includes('text/resting')
    await withSecondProgram(request, { [setting]: value }, async () => {
      expect(await resting(origin)).toBe(false)
      expect(await resting(baseURL ?? '')).toBe(true)
    })
  })
}

test('a demo has every page of its payment provider', async ({ request, baseURL }) => {
  for (const kind of ['checkout', 'voucher', 'portal', 'invoice']) {
    const answer = await request.get(`${baseURL}/sandbox/${kind}/nothing`)
    // The program's own unknown page would bring its scripts.
    expect(await answer.text(), kind).not.toContain('/_next/')
  }
})

test('the walk through the demo leads from the first page to pages that are there, and signs in where it begins', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'デモをひとめぐりする' }).click()
  await page.getByRole('heading', { level: 1, name: 'お試しクラブをひとめぐり' }).waitFor()
  const stops = await page.locator('main ol a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(stops).toHaveLength(16)
  for (const stop of stops) expect((await page.request.get(stop ?? '')).status(), stop ?? '').toBe(200)
  await page.getByRole('link', { name: 'ログイン（owner@hoshi.test）' }).click()
  await fillLogin(page, 'owner@hoshi.test')
  await page.waitForURL(/\/brands\/brand_aoi$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
})

test('with a real identity project nothing of the demo exists', async ({ request }) => {
  const settings = {
    FIREBASE_PROJECT_ID: 'tsudoi-production',
    FIREBASE_API_KEY: 'key',
    USE_EMULATOR: 'false',
    PUBLIC_ORIGIN: 'https://tsudoi.example.jp',
    CREW_ORIGIN: 'https://crew.example.jp',
    MAIL_FROM: 'Tsudoi <no-reply@example.jp>',
    PAYOUT_SENDER_NAME: 'ｼﾕｳｶｲ(ｶ',
    PAYOUT_SENDER_CODE: '0987654321',
    PAYOUT_SENDER_ACCOUNT: '0001-001-1-7654321',
    SMTP_URL: 'smtp://127.0.0.1:2525',
    STRIPE_SECRET_KEY: 'sk_test_nobody',
    STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
    URL_SIGNING_SECRET: 'x'.repeat(32),
    FIELD_ENCRYPTION_KEY: 'y'.repeat(32),
    OPERATOR_EMAILS: 'operator@example.jp',
  }
  const dataDir = newDataDir()
  const work = async () => {
    const build = readFileSync('.next/BUILD_ID', 'utf8')
    for (const path of [
      '/sandbox/mail',
      '/en/sandbox/mail',
      '/sandbox/tour',
      '/%73andbox/mail',
      '/v1/customers',
      '/v1',
      '/sandbox/checkout/cs_test_a1',
      '/en/sandbox/portal/bps_1',
      '/sandbox/control',
      `/_next/data/${build}/ja/sandbox/mail.json`,
      '/api/testing/clock',
    ]) {
      expect((await request.get(origin + path)).status(), path).toBe(404)
    }
    const { headers, text } = await request.get(`${origin}/api/config.js`).then(async (answer) => ({
      headers: answer.headers(),
      text: await answer.text(),
    }))
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains; preload')
    expect(text).not.toContain('authEmulatorUrl')
  }
  await withSecondProgram(request, settings, work, dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

test('a request that is running when the program is asked to stop gets its answer', async ({ request }) => {
  await withSecondProgram(request, {}, async (second) => {
    const running = ask(`${origin}/api/public/getBrandMetadataBySlug`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', expect: '100-continue' },
    })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      running.on('response', resolve)
      running.on('error', reject)
    })
    // The program has taken the request: it says so.
    const taken = new Promise((resolve) => running.on('continue', resolve))
    running.flushHeaders()
    await taken
    running.write('{"brandSlug":')
    second.kill('SIGTERM')
    const isUp = () =>
      request.get(`${origin}/api/health`).then(
        () => true,
        () => false,
      )
    await expect.poll(isUp, { intervals: [20] }).toBe(false)
    running.end('"aoi"}')
    expect((await answered).statusCode).toBeLessThan(500)
  })
})
