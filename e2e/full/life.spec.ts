import { expect, type Page, test } from '@playwright/test'
import { png } from '../../tests/support/pictures'
import { signIn } from '../support/people'

/* The main flow, from sign-up to a visitor on a plan's page. The steps depend on each other, so they are one test. */
const club = { name: 'はるかぜクラブ', brand: 'はるかぜ', slug: 'harukaze', plan: '陽だまりプラン' }

const file = (name: string, width: number, height: number) => ({
  name,
  mimeType: 'image/png',
  buffer: png({ width, height }),
})

/** Picks a picture in the n-th field for pictures, keeps the proposed cut and waits until it has been sent. */
const sendPicture = async (page: Page, field: number, picture: ReturnType<typeof file>) => {
  await page.locator('input[type=file]').nth(field).setInputFiles(picture)
  await page.getByRole('dialog').getByRole('button', { name: 'この範囲を使う' }).click()
  await expect(page.getByRole('button', { name: '画像を外す' }).nth(field)).toBeVisible()
}

/** The save bar goes when the answer has come; the words of an earlier save may still stand. */
const save = async (page: Page) => {
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('保存していない変更があります')).toHaveCount(0)
  await expect(page.getByText('保存しました', { exact: true }).last()).toBeVisible()
}

const leaveField = (page: Page) => page.keyboard.press('Tab')

test('a club is opened, its plan lives, and a visitor sees it', async ({ browser, page }) => {
  test.setTimeout(150_000)
  let brandPath = ''
  let planId = ''

  await test.step('a newcomer applies: kept while it is written, its address checked', async () => {
    await signIn(page, 'newcomer@tsudoi.test')
    await page.getByRole('main').getByRole('link', { name: 'ファンクラブを開設する' }).first().click()
    await page.getByLabel(/^ファンクラブの名前/).fill(club.name)
    await leaveField(page)
    await expect(page.getByText('下書きを保存しました')).toBeVisible()
    await page.getByLabel(/^ブランドの名前/).fill(club.brand)
    await page.getByLabel(/第1希望/).fill('aoi')
    await expect(page.getByText('すでに使われています。別のアドレスにしてください').first()).toBeVisible()
    await page.getByLabel(/第1希望/).fill('login')
    await expect(page.getByText('この言葉は使えません。別のアドレスにしてください').first()).toBeVisible()
    await page.getByLabel(/第1希望/).fill(club.slug)
    await page.getByLabel(/第2希望/).fill(`${club.slug}-2`)
    await expect(page.getByText('使えます', { exact: true })).toHaveCount(2)
    await page.getByLabel(/^活動の説明/).fill('月に二度の動画を届けます。')
    await page.getByRole('button', { name: '次へ' }).click()
    await expect(page.getByLabel(/^氏名/)).toBeVisible()

    // Somebody comes back another day and finds what they wrote.
    await page.goto('/tenants/start')
    await page.getByRole('link', { name: '続きを書く' }).click()
    await expect(page.getByLabel(/^ファンクラブの名前/)).toHaveValue(club.name)
    await expect(page.getByLabel(/^活動の説明/)).toHaveValue('月に二度の動画を届けます。')
    await page.getByRole('button', { name: '次へ' }).click()

    await page.getByLabel(/^氏名/).fill('新人 はじめ')
    await page.getByLabel(/^フリガナ/).fill('しんじん はじめ')
    await page.getByLabel(/^郵便番号/).fill('1500041')
    await page.getByLabel(/^住所/).fill('東京都渋谷区神南 1-2-3')
    await page.getByLabel(/^電話番号/).fill('09099998888')
    await page.getByRole('button', { name: '次へ' }).click()
    await expect(page.getByText('内容を確かめてください')).toBeVisible()
    // Typed in hiragana, kept as a bank writes it.
    await expect(page.getByText('シンジン ハジメ').first()).toBeVisible()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: '申請を送信する' }).click()
    await expect(page).toHaveURL('/tenants/start')
    await expect(page.getByText('審査待ち').first()).toBeVisible()
  })

  await test.step('the operator approves', async () => {
    const desk = await (await browser.newContext()).newPage()
    await signIn(desk, 'operator@tsudoi.test')
    await desk.goto('/operator/tenants?size=100')
    await desk.getByRole('link', { name: new RegExp(club.name) }).click()
    await expect(desk.getByRole('heading', { level: 1, name: club.name })).toBeVisible()
    await desk.getByRole('button', { name: '審査を始める' }).click()
    await expect(desk.getByText('審査を始めました')).toBeVisible()
    await desk.getByRole('button', { name: '承認する' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: '承認する' }).click()
    await expect(desk.getByText(`「${club.name}」を承認しました`)).toBeVisible()
    await desk.context().close()
  })

  await test.step('the new owner is told by mail and sees the club', async () => {
    // The mail leaves by a job: the outbox is looked at until it is there.
    await expect(async () => {
      await page.goto('/sandbox/mail?to=newcomer@tsudoi.test')
      await expect(page.getByText('ファンクラブを開設しました').first()).toBeVisible({ timeout: 1000 })
    }).toPass()
    // As a mail program shows it: its button leads to the club, its text says the same.
    await page.getByText('ファンクラブを開設しました').first().click()
    await page.getByRole('button', { name: '文字だけで見る' }).click()
    await expect(page.getByTestId('mail').getByText('申請が承認され')).toBeVisible()
    await page.getByRole('button', { name: 'メールとして見る' }).click()
    const opened = page.waitForEvent('popup')
    await page.frameLocator('[data-testid=mail-face]').getByRole('link', { name: 'ファンクラブを開く' }).click()
    const clubPage = await opened
    await expect(clubPage).toHaveURL(/\/tenants\/tenant_/)
    await clubPage.close()
    await page.goto('/tenants/start')
    await page.getByRole('button', { name: 'クラブを開く' }).click()
    await expect(page.getByRole('heading', { level: 1, name: club.name })).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(club.brand) })
      .click()
    await expect(page).toHaveURL(/\/brands\/[^/]+$/)
    await expect(page.getByText('プロフィールを整える')).toBeVisible()
    brandPath = new URL(page.url()).pathname
  })

  await test.step('the profile gets its pictures', async () => {
    const next = page.getByRole('navigation', { name: '最初の会員を迎えるまで' }).getByRole('link')
    await page.getByRole('link', { name: /プロフィールを整える/ }).click()
    await expect(next).toContainText('次は「プロフィールを整える」')
    await expect(page.getByLabel(/^ブランドの名前/)).toHaveValue(club.brand)
    await page.getByLabel(/^紹介文/).fill('日の当たる場所の記録です。')
    await sendPicture(page, 0, file('cover.png', 1600, 900))
    await sendPicture(page, 1, file('icon.png', 500, 400))
    await page.getByRole('button', { name: '保存する' }).click()
    await expect(page.getByText('プロフィールを保存しました')).toBeVisible()
    // What comes next is one press away, without a way back.
    await expect(next).toContainText('次は「特定商取引法に基づく表記を入力する」')
    await expect(next).toHaveAttribute('href', `${brandPath}/profile#legalNotice`)
    const message = page
      .getByRole('region', { name: 'お知らせ' })
      .getByRole('link', { name: /^次は「特商|^次は「特定/ })
    await expect(message).toHaveAttribute('href', `${brandPath}/profile#legalNotice`)
    await page.reload()
    await expect(next).toContainText('特定商取引法')
    await expect(page.getByLabel(/^紹介文/)).toHaveValue('日の当たる場所の記録です。')
    const loaded = () =>
      page
        .getByRole('main')
        .locator('img')
        .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0))
    await expect.poll(loaded).toBe(true)
  })

  await test.step('a plan is drafted with a picture', async () => {
    await page.goto(`${brandPath}/plans/new`)
    await page.getByLabel(/^プラン名/).fill(club.plan)
    await page.getByLabel(/^説明/).fill('毎月の動画\n制作ノート')
    await page.getByLabel(/^価格/).fill('1200')
    await sendPicture(page, 0, file('plan.png', 1280, 720))
    await page.getByRole('button', { name: '下書きを保存' }).click()
    await expect(page).toHaveURL(/\/plans\/plan_[a-z0-9]+$/)
    planId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await expect(page.getByText('下書き', { exact: true }).first()).toBeVisible()
  })

  const fanPage = `/fc/${club.slug}/plans/`
  const asVisitor = async (look: (visitor: Page) => Promise<void>) => {
    const context = await browser.newContext()
    await look(await context.newPage())
    await context.close()
  }

  await test.step('nobody sees a draft', async () => {
    await asVisitor(async (visitor) => {
      expect((await visitor.goto(fanPage + planId))?.status()).toBe(404)
    })
  })

  await test.step('it is activated, and edited without its price', async () => {
    await page.getByRole('button', { name: '公開する' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: '公開する' }).click()
    await expect(page.getByText(`「${club.plan}」を公開しました`)).toBeVisible()
    await expect(page.getByText('公開中', { exact: true }).first()).toBeVisible()
    await expect(page.getByLabel(/^価格/)).toHaveCount(0)
    await page.getByLabel(/^説明/).fill('毎月の動画\n制作ノート（月2回）')
    await save(page)
  })

  await test.step('a visitor sees it, with everything that a shared link needs', async () => {
    await asVisitor(async (visitor) => {
      const response = await visitor.goto(fanPage + planId)
      expect(response?.status()).toBe(200)
      await expect(visitor.getByRole('heading', { level: 1, name: club.plan })).toBeVisible()
      await expect(visitor.getByText('¥1,200').first()).toBeVisible()
      await expect(visitor.getByText('制作ノート（月2回）')).toBeVisible()
      expect(await visitor.title()).toContain(club.plan)
      const image = await visitor.locator('meta[property="og:image"]').getAttribute('content')
      expect((await visitor.request.get(image ?? '')).headers()['content-type']).toMatch(/^image\//)
      await expect(visitor.locator('meta[name=description]')).toHaveAttribute('content', /毎月の動画/)
      await visitor.goto(`/fc/${club.slug}`)
      await expect(visitor.getByText('日の当たる場所の記録です。')).toBeVisible()
      await expect(visitor.getByRole('heading', { name: club.plan })).toBeVisible()
    })
  })

  await test.step('its archive is scheduled, and it can still be edited', async () => {
    await page.getByRole('link', { name: 'アーカイブする' }).click()
    // Nobody has joined yet: there is one step.
    await page.getByRole('button', { name: 'アーカイブを予定する' }).click()
    await expect(page).toHaveURL(new RegExp(`/plans/${planId}$`))
    await expect(page.getByText(/まで$/).first()).toBeVisible()
    await page.getByLabel(/^説明/).fill('まもなく終わります')
    await save(page)
    await page.goto(`${brandPath}/plans?status=scheduledToBeArchived`)
    await expect(page.getByRole('link', { name: new RegExp(club.plan) })).toBeVisible()
  })
})
