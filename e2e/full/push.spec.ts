import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { openPushService } from '../../tests/support/pushService'
import { completeBrowser } from '../support/chromium'
import { joinByCard, newPerson, signIn } from '../support/people'
import { barriers, watch } from '../support/watch'

test.use({ launchOptions: completeBrowser })

/*
 * Messages on a fan's phone, and what is at hand without a connection. A browser gets its push address from its maker's service, which no
 * test reaches: that one act (PushManager.subscribe) is answered by the test. All else is real: the press, the program that encrypts and
 * sends, a push service that checks and decrypts, and the worker that shows what it is given.
 */
const pushPort = Number(process.env.E2E_PUSH_PORT ?? 19_360)

type Browser = ReturnType<Awaited<ReturnType<typeof openPushService>>['browser']>
const withPushManager = (page: Page, { endpoint, p256dh, auth }: Browser) =>
  page.addInitScript(
    (said) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer
      const store = 'test-subscribed'
      const subscription = (key: ArrayBuffer) => ({
        endpoint: said.endpoint,
        options: { applicationServerKey: key },
        getKey: (name: 'p256dh' | 'auth') => bytes(said[name]),
        unsubscribe: async () => {
          localStorage.removeItem(store)
          return true
        },
      })
      PushManager.prototype.getSubscription = async () => {
        const key = localStorage.getItem(store)
        return (key === null ? null : subscription(bytes(key))) as PushSubscription | null
      }
      PushManager.prototype.subscribe = async (options) => {
        const key = String(options?.applicationServerKey)
        localStorage.setItem(store, key)
        return subscription(bytes(key)) as unknown as PushSubscription
      }
    },
    { endpoint, p256dh, auth },
  )

/** As the browser hands a message over that its push service has delivered. */
const deliver = async (page: Page, data: object) => {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((done) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === '/')
      if (own) done(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: JSON.stringify(data),
  })
}
const shownIn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, path: data.path }))
  })

test('a fan allows messages by a press, is told of an answer, and ends them by one press', async ({
  page,
  browser,
}) => {
  const service = await openPushService(pushPort)
  const complaints = watch(page)
  const phone = service.browser()
  await page.context().grantPermissions(['notifications'])
  await withPushManager(page, phone)
  await signIn(page, await newPerson(page), '/fc/me/account')
  await expect(page.getByRole('button', { name: '通知を受け取る' })).toBeVisible()
  // Nothing was asked, and no worker registered, before the press.
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await page.getByRole('button', { name: '通知を受け取る' }).click()
  await expect(page.getByText('この端末は、通知を受け取ります。')).toBeVisible()
  expect(await barriers(page)).toEqual([])

  const words = `通知の試験 ${Date.now()}`
  // Open to everybody.
  await page.goto('/fc/aoi/contents/content_aoi_0005')
  await page.getByLabel('コメントを書く').fill(words)
  await page.getByRole('button', { name: '送信する', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: words }).last()).toBeVisible()

  const desk = await browser.newPage({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  await signIn(desk, 'moderator@hoshi.test', '/tenants/tenant_hoshi')
  await desk.goto(`/tenants/tenant_hoshi/brands/brand_aoi/contents/comments?tab=all&q=${encodeURIComponent(words)}`)
  const choose = async (action: string) => {
    await desk.getByRole('row').filter({ hasText: words }).getByRole('button').last().click()
    await desk.getByRole('menuitem', { name: action }).click()
  }
  // It waits for its review.
  await choose('公開する')
  await desk.getByRole('dialog').getByRole('button', { name: '公開する' }).click()
  await expect(desk.getByText('1件を変更しました')).toBeVisible()
  await desk.getByRole('row').filter({ hasText: words }).getByRole('button', { name: '返信する', exact: true }).click()
  await desk.getByRole('dialog').getByLabel('返信').fill('うれしいです。')
  await desk.getByRole('dialog').getByRole('button', { name: '返信する' }).click()
  await expect(desk.getByText('返信しました')).toBeVisible()
  await desk.close()

  await expect.poll(() => service.at(phone.endpoint).length).toBe(1)
  expect(service.problems).toEqual([])
  const message = service.at(phone.endpoint)[0]?.message ?? {}
  expect(message.body).toContain('返信がありました')
  await deliver(page, message)
  await expect.poll(() => shownIn(page)).toEqual([{ title: message.title, body: message.body, path: message.path }])

  await page.goto('/fc/me/account')
  await page.getByRole('button', { name: 'この端末への通知を止める' }).click()
  await expect(page.getByRole('button', { name: '通知を受け取る' })).toBeVisible()
  expect(complaints).toEqual([])
  await service.close()
})

/** The connection of the pages and of the worker, which loads pages by itself. */
const setOffline = async (context: BrowserContext, offline: boolean) => {
  await context.setOffline(offline)
}

test('a member’s card is at hand without a connection, and gone with a sign-out', async ({ page, context }) => {
  await signIn(page, await newPerson(page), '/fc/aoi/plans/plan_seiza')
  await joinByCard(page)
  // At home alone, without a look at the plans.
  await page.goto('/fc/me')
  await expect.poll(() => page.evaluate(() => caches.has('tsudoi-at-hand'))).toBe(true)
  await page.evaluate(() => caches.delete('tsudoi-at-hand'))
  await page.goto('/fc/me/plans')
  await expect(page.getByTestId('member-card').first()).toBeVisible()
  const number = (await page.getByTestId('member-card').first().locator('dd').first().textContent()) ?? ''
  expect(number).toMatch(/^No\./)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => page.evaluate(() => caches.has('tsudoi-at-hand'))).toBe(true)
  await setOffline(context, true)
  await page.goto('/fc/aoi')
  await expect(page.getByRole('heading', { name: '接続がありません' })).toBeVisible()
  await expect(page.getByText(number)).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await setOffline(context, false)
  await page.getByRole('link', { name: '読み込み直す' }).click()
  await expect(page.getByRole('heading', { name: '接続がありません' })).toHaveCount(0)

  await page.goto('/fc/me/plans')
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page.getByRole('link', { name: 'ログイン' }).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.has('tsudoi-at-hand'))).toBe(false)
  await setOffline(context, true)
  await page.goto('/fc/me/plans')
  await expect(page.getByText('インターネットに接続すると')).toBeVisible()
  await expect(page.getByText(number)).toHaveCount(0)
  await setOffline(context, false)
})

test('a brand’s site can be put on the home screen by its own name, colour and icons', async ({ page, request }) => {
  await page.goto('/fc/aoi')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await request.get(href ?? '')).json()
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/fc/aoi', id: '/fc/aoi', scope: '/' })
  expect(manifest.theme_color).toBe(await page.locator('meta[name=theme-color]').getAttribute('content'))
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type']).toBe(type)
    const bytes = await icon.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  const session = await page.context().newCDPSession(page)
  const { errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect((await request.get('/api/app/nobody-there/manifest.webmanifest')).status()).toBe(404)
  // The only worker is our own: none that answers in place of the server.
  expect((await request.get('/worker.js')).headers()['content-type']).toMatch(/javascript/)
  expect((await request.get('/mockServiceWorker.js')).status()).toBe(404)
})
