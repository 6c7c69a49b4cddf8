import { expect, type Locator, type Page, test } from '@playwright/test'
import { fillLogin, fillNewAccount, newPerson, signIn } from '../support/people'
import { slowPhone } from '../support/phone'

/*
 * What a fan does on a slow phone before its scripts run, and what they wanted before they signed in, is done all the same.
 */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'domcontentloaded' })
const waiting = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('tsudoi-cart') ?? '[]') as { variationName: string; quantity: number }[],
  )

test.describe('on a slow phone, before the scripts run', () => {
  test.beforeEach(async ({ page }) => slowPhone(page))

  test('the size that was tapped is the one in the cart', async ({ page }) => {
    await open(page, '/fc/aoi/goods/goods_aoi_0')
    await page.getByText('L / 紺', { exact: true }).click()
    await page.getByTestId('add-to-cart').click()
    await expect.poll(() => waiting(page)).toMatchObject([{ variationName: 'L / 紺', quantity: 1 }])
    await expect(page.getByRole('radio', { name: 'L / 紺' })).toBeChecked()
  })

  test('the number of pieces that was chosen is the one in the cart', async ({ page }) => {
    await open(page, '/fc/aoi/goods/goods_aoi_2')
    await page.getByRole('combobox').selectOption('3')
    await page.getByTestId('add-to-cart').click()
    await expect.poll(() => waiting(page)).toMatchObject([{ quantity: 3 }])
  })

  test('each button that was pressed does its work once, in the order of the presses', async ({ page }) => {
    await open(page, '/fc/aoi/goods/goods_aoi_2')
    const [dark, add] = [page.getByRole('button', { name: '暗い配色にする' }), page.getByTestId('add-to-cart')]
    // In one moment: on a quick machine the scripts run between two presses, and the second is one more piece.
    const buttons = [await dark.elementHandle(), await add.elementHandle()]
    await page.evaluate(([first, second]) => {
      for (const button of [first, second, second]) (button as HTMLElement).click()
    }, buttons)
    await expect.poll(() => waiting(page)).toMatchObject([{ quantity: 1 }])
    await expect(page.getByRole('button', { name: '明るい配色にする' })).toBeVisible()
  })

  test('what was typed is sent', async ({ page }) => {
    await open(page, '/fc/aoi/contact')
    await page.getByLabel('お名前').fill('はじめての人')
    await page.getByLabel('メールアドレス').fill('first@example.com')
    await page.getByLabel('件名').fill('配信について')
    await page.getByLabel('内容').fill('予定はどこで見られますか。')
    const sent = page.waitForRequest('**/contactCreator', { timeout: 45_000 })
    await page.getByRole('button', { name: '送信する' }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      fromName: 'はじめての人',
      from: 'first@example.com',
      subject: '配信について',
      content: '予定はどこで見られますか。',
    })
  })

  test('the other ways to open a content stay open', async ({ page }) => {
    await page.goto('/fc/aoi/contents')
    const links = await page
      .locator('main li')
      .filter({ hasText: '会員限定' })
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    for (const path of links) {
      await open(page, path)
      if ((await page.locator('main details').count()) > 0) break
    }
    const ways = page.locator('main details')
    await page.locator('main summary').click()
    await expect(ways).toHaveAttribute('open', '')
    // Until it is known that nobody is signed in, a skeleton for those who were lies beside it.
    await expect(page.locator('main article > div[aria-hidden=true]')).toHaveCount(0)
    await expect(ways).toHaveAttribute('open', '')
  })
})

for (const width of [320, 360, 390]) {
  test(`the brand's cover is no wider than a phone of ${width}, and the way to join is in reach`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/fc/aoi')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const way = page.getByRole('link', { name: /¥.*から/ }).last()
    await expect(way).toBeInViewport({ ratio: 1 })
  })
}

test('on a phone the price of goods and the button to buy them are in sight at once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/fc/aoi/goods/goods_aoi_0')
  await expect(page.getByText('¥3,500').first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByTestId('add-to-cart')).toBeInViewport({ ratio: 1, timeout: 5_000 })
})

for (const width of [320, 360, 390]) {
  test(`on a phone of ${width} the button of a plan stays in reach, whatever is read of it`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/fc/aoi/plans/plan_seiza')
    const join = page.getByTestId('join')
    for (const part of [0, 0.5, 1]) {
      await page.evaluate((part) => window.scrollTo(0, part * document.documentElement.scrollHeight), part)
      await expect(join).toBeInViewport({ ratio: 1 })
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}

test('until when to pay at a store is in sight as soon as the codes are there, however far down the form was', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await newPerson(page), '/fc/aoi/plans/plan_seiza')
  await page.getByTestId('join').click()
  await page.getByTestId('join-konbini').check()
  await page.getByTestId('join-buy').click()
  await page.getByLabel('電話番号').fill('09012345678')
  await page.getByTestId('konbini-issue').click()
  await expect(page.getByRole('tab').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'お支払い期限' })).toBeInViewport({ ratio: 1 })
})

test('an unknown content is told as such to a visitor who touches nothing', async ({ page }) => {
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  await page.goto('/fc/aoi/contents/content_nobody')
  await expect(page.getByRole('heading', { level: 1, name: 'このコンテンツは見つかりませんでした' })).toBeVisible()
})

test.describe('what a visitor wanted is done once they have signed in', () => {
  test('from the brand to a paid membership in four presses, and on to the content', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/fc/aoi')
    let presses = 0
    const press = async (what: Locator) => {
      presses += 1
      await what.click()
    }
    await press(page.getByRole('link', { name: '星座プランに入会する' }))
    await fillNewAccount(page, { press })
    // What is bought, and the button with the total, without scrolling.
    await expect(page.getByTestId('join-total')).toBeInViewport({ ratio: 1 })
    await expect(page.getByTestId('join-buy')).toBeInViewport({ ratio: 1 })
    await press(page.getByTestId('join-buy'))
    await press(page.getByTestId('sandbox-pay'))
    expect(presses).toBe(4)
    const welcome = page.getByTestId('welcome')
    await expect(welcome.getByTestId('member-card')).toContainText('No. ')
    await expect(welcome.getByTestId('member-card')).toContainText('はじめ')
    // It stays.
    await page.reload()
    await expect(welcome).toBeVisible()
    await welcome.getByRole('listitem').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/contents\/content_/)
    await expect(page.getByRole('heading', { name: '見られるようになる条件' })).toBeHidden()
  })

  test('who wanted to join finds it ready to be paid, once', async ({ page }) => {
    await page.goto('/fc/aoi/plans/plan_seiza')
    await page.getByTestId('join').click()
    await expect(page).toHaveURL(/\/login\?/)
    await page.getByRole('button', { name: 'アカウントをお持ちの方はログイン' }).click()
    await fillLogin(page, 'newcomer@tsudoi.test')
    await expect(page.getByTestId('join-buy')).toBeVisible()
    await expect(page).toHaveURL('/fc/aoi/plans/plan_seiza')
    // Whoever closes it and comes back is not asked again.
    await page.reload()
    await expect(page.getByTestId('join')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByTestId('join-buy')).toHaveCount(0)
  })

  test('what they type while the form is changing stays in it', async ({ page }) => {
    await slowPhone(page)
    const path = '/fc/aoi/plans/plan_seiza?join=true'
    await open(page, `/login?redirect_to=${encodeURIComponent(path)}`)
    await page.getByRole('button', { name: 'アカウントをお持ちの方はログイン' }).click()
    // Pressed, but the page has not changed yet.
    await expect(page.getByLabel('お名前')).toBeVisible({ timeout: 1 })
    await page.getByLabel('メールアドレス').fill('newcomer@tsudoi.test')
    await page.getByLabel('パスワード', { exact: true }).fill('tsudoi-demo')
    await expect(page.getByLabel('お名前')).toBeHidden()
    await expect(page.getByLabel('メールアドレス')).toHaveValue('newcomer@tsudoi.test')
    await page.getByRole('button', { name: 'ログインする' }).click()
    await expect(page.getByTestId('join-buy')).toBeVisible({ timeout: 45_000 })
  })

  test('a content is loved, and what was written about it is sent', async ({ page }) => {
    await page.goto('/fc/aoi/contents')
    const free = page.locator('main li').filter({ hasText: '無料', hasNotText: '配信' }).getByRole('link').first()
    const path = await free.getAttribute('href')
    await page.goto(path ?? '')
    await page.getByRole('button', { name: /^いいね/ }).click()
    await fillLogin(page, 'fan@tsudoi.test')
    await expect(page).toHaveURL(path ?? '')
    await expect(page.getByRole('button', { name: /^いいね/ })).toHaveAttribute('aria-pressed', 'true')

    await page.context().clearCookies()
    await page.goto('/icon.svg')
    await page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
      await Promise.all(
        names.map((name) => new Promise((done) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done }))),
      )
      localStorage.clear()
    })
    await page.goto(path ?? '')
    await page.mouse.move(200, 300)
    const said = `はじめて書きます ${Date.now()}`
    await page.getByLabel('コメントを書く').fill(said)
    await page.getByRole('button', { name: 'ログインして送信する' }).click()
    await fillLogin(page, 'fan@tsudoi.test')
    await expect(page).toHaveURL(path ?? '')
    await expect(page.getByRole('listitem').filter({ hasText: said })).toBeVisible()
    await expect(page.getByLabel('コメントを書く')).toHaveValue('')
  })
})

test.describe('what a visitor wanted is done once they have made an account', () => {
  const signUp = async (page: Page) => {
    await page
      .getByRole('link', { name: 'アカウントを作る' })
      .or(page.getByRole('button', { name: 'アカウントを作る' }))
      .first()
      .click()
    await fillNewAccount(page)
  }
  const freeContent = async (page: Page) => {
    await page.goto('/fc/aoi/contents')
    const free = page.locator('main li').filter({ hasText: '無料', hasNotText: '配信' }).getByRole('link').first()
    return (await free.getAttribute('href')) ?? ''
  }

  test('a content is loved', async ({ page }) => {
    const path = await freeContent(page)
    await page.goto(path)
    await page.getByRole('button', { name: /^いいね/ }).click()
    await signUp(page)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('button', { name: /^いいね/ })).toHaveAttribute('aria-pressed', 'true')
  })

  test('what was written is sent', async ({ page }) => {
    const path = await freeContent(page)
    await page.goto(path)
    await page.mouse.move(200, 300)
    const said = `はじめて書きます ${crypto.randomUUID()}`
    await page.getByLabel('コメントを書く').fill(said)
    await page.getByRole('button', { name: 'ログインして送信する' }).click()
    await signUp(page)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('listitem').filter({ hasText: said })).toBeVisible()
  })

  test('what lay in the cart lies in their cart', async ({ page }) => {
    await page.goto('/fc/aoi/goods/goods_aoi_2')
    await page.getByTestId('add-to-cart').click()
    await expect.poll(() => waiting(page)).toMatchObject([{ quantity: 1 }])
    await page.goto('/login?redirect_to=/fc/carts')
    await signUp(page)
    await expect(page).toHaveURL('/fc/carts')
    await expect(
      page
        .locator('main')
        .getByRole('link', { name: /レジ|購入/ })
        .first(),
    ).toBeVisible()
    await expect.poll(() => waiting(page)).toEqual([])
  })

  test('who joined for a content is led to it, and it is open', async ({ page }) => {
    await page.goto('/fc/aoi/plans/plan_seiza')
    const wanted = page.locator('main').getByRole('link').and(page.locator('[href*="/contents/content_"]')).first()
    const path = (await wanted.getAttribute('href')) ?? ''
    const from = path.split('/').at(-1)
    await page.goto(`/fc/aoi/plans/plan_seiza?join=true&from=${from}`)
    await page.mouse.move(3, 300)
    await fillNewAccount(page)
    await page.getByTestId('join-buy').click()
    await page.getByTestId('sandbox-pay').click()
    await page.getByTestId('welcome').getByRole('link', { name: '見たかったコンテンツを開く' }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: '見られるようになる条件' })).toBeHidden()
  })

  test('who joined for goods that lay in their cart finds them there, and can buy them', async ({ page }) => {
    await page.goto('/fc/aoi/goods/goods_aoi_6')
    await page.getByTestId('add-to-cart').click()
    await expect.poll(() => waiting(page)).toMatchObject([{ quantity: 1 }])
    await page.getByTestId('for-members').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/plans\/plan_\w+\?goods=goods_aoi_6$/)
    await page.getByTestId('join').click()
    await fillNewAccount(page)
    await page.getByTestId('join-buy').click()
    await page.getByTestId('sandbox-pay').click()
    await page.getByTestId('welcome').getByRole('link', { name: 'カートに入れたグッズを購入する' }).click()
    await expect(page).toHaveURL('/fc/carts')
    await expect(page.getByTestId('cart').getByRole('listitem')).toHaveCount(1)
    await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
    await page.getByTestId('to-checkout').click()
    await expect(page).toHaveURL(/\/fc\/checkout\/cart_/)
  })

  test('a fan who joins for goods is led back to them', async ({ page }) => {
    await signIn(page, await newPerson(page), '/fc/aoi/goods/goods_aoi_6')
    await page.getByTestId('join-instead').click()
    await page.getByTestId('join-buy').click()
    await page.getByTestId('sandbox-pay').click()
    await page.getByTestId('welcome').getByRole('link', { name: 'ほしかったグッズを見る' }).click()
    await expect(page).toHaveURL('/fc/aoi/goods/goods_aoi_6')
    await page.getByTestId('add-to-cart').click()
    await expect(page.getByRole('link', { name: 'カートを見る' })).toBeVisible()
  })
})

test('the first heart of a fan who is signed in is sent from the page, before the scripts know them', async ({
  page,
}) => {
  await signIn(page, await newPerson(page), '/fc/me/plans')
  await page.goto('/fc/aoi/contents')
  const free = page.locator('main li').filter({ hasText: '無料', hasNotText: '配信' }).getByRole('link').first()
  const path = (await free.getAttribute('href')) ?? ''
  await slowPhone(page)
  await open(page, path)
  const addresses = [path]
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname))
  const heart = page.getByRole('button', { name: /^いいね/ })
  const sent = page.waitForResponse('**/lovePlanContent', { timeout: 60_000 })
  await heart.click()
  expect((await sent).status()).toBe(200)
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(new Set(addresses)).toEqual(new Set([path]))
})

test("a live's page has its picture and its name while its player is loaded", async ({ page }) => {
  await signIn(page, 'member@tsudoi.test', '/fc/me/plans')
  const release = Promise.withResolvers<void>()
  let isHeld = false
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('"noteWatching"')) {
      isHeld = true
      await release.promise
    }
    await route.fulfill({ response })
  })
  await page.goto('/fc/aoi/contents/content_aoi_live_next')
  await expect.poll(() => isHeld).toBe(true)
  await expect(page.getByTestId('fan-bell')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main img').first()).toBeVisible()
  release.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // What is on its way still would fail once the test is over, and with it the whole run.
  await page.unrouteAll({ behavior: 'wait' })
})

test('a fan is known on a phone that is never idle', async ({ page }) => {
  await signIn(page, await newPerson(page), '/fc/me/plans')
  await page.addInitScript(() => {
    const idle = window.requestIdleCallback.bind(window)
    window.requestIdleCallback = (run, options) => (options?.timeout ? idle(run, options) : 0)
  })
  await page.goto('/fc/aoi/contents')
  await expect(page.getByTestId('fan-bell')).toBeVisible()
})

test('who has logged out is not signed in again at /auth/init', async ({ page, context }) => {
  await signIn(page, await newPerson(page), '/fc/me/plans')
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('session')
  await page.getByRole('button', { name: 'ログアウト' }).first().click()
  await expect(page.getByRole('button', { name: 'ログアウト' })).toHaveCount(0)
  await page.goto('/auth/init?redirect_to=/fc/me/plans')
  await expect(page).toHaveURL(/\/login/)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('session')
})

test.describe('the postal code of an address', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'fan@tsudoi.test', '/fc/me/addresses')
    await page.getByRole('button', { name: 'お届け先を追加' }).click()
  })
  const code = (page: Page) => page.getByLabel('郵便番号')
  const prefecture = (page: Page) => page.getByLabel('都道府県')
  const town = (page: Page) => page.getByLabel('市区町村・町名')

  test('when corrected brings the place that belongs to it', async ({ page }) => {
    await code(page).fill('1500041')
    await expect(town(page)).toHaveValue('渋谷区神南')
    await code(page).fill('6048134')
    await expect(prefecture(page)).toHaveValue('京都府')
    await expect(town(page)).toHaveValue(/^京都市中京区/)
  })

  test('asks before it takes the place of what was typed', async ({ page }) => {
    await town(page).fill('わたしの町')
    await code(page).fill('6048134')
    await expect(page.getByText(/^この郵便番号の住所は「京都府京都市中京区/)).toBeVisible()
    await expect(town(page)).toHaveValue('わたしの町')
    await page.getByRole('button', { name: 'この住所にする' }).click()
    await expect(town(page)).toHaveValue(/^京都市中京区/)
  })

  test('of another prefecture is not saved in silence', async ({ page }) => {
    await page.getByLabel('お名前').fill('佐藤 葵')
    await code(page).fill('1500041')
    await expect(town(page)).toHaveValue('渋谷区神南')
    await prefecture(page).selectOption('大阪府')
    await page.getByLabel('番地').fill('1-2-3')
    await page.getByLabel('電話番号').fill('09012345678')
    await page.getByTestId('address-save').click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('この郵便番号は東京都のものです')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.getByRole('button', { name: '東京都に直す' }).click()
    await page.getByTestId('address-save').click()
    await expect(page.getByTestId('addresses')).toContainText('東京都渋谷区神南1-2-3')
  })
})
