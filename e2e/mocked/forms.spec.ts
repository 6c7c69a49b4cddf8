import { expect, type Locator, type Page } from '@playwright/test'
import { png } from '../../tests/support/pictures'
import { callsOf, test } from '../support/mocked'
import { choose } from '../support/screens'

const plans = '/tenants/tenant_hoshi/brands/brand_aoi/plans'
const open = async (page: Page, path: string, scenario = '', user: Parameters<typeof choose>[1]['user'] = 'owner') => {
  await choose(page, { user, scenario })
  await page.goto(path)
}

test('the save bar appears with the first change and guards leaving', async ({ page }) => {
  await open(page, `${plans}/plan_seiza`)
  const name = page.getByLabel(/^プラン名/)
  await expect(page.getByText('保存していない変更があります')).toHaveCount(0)
  await name.fill('星座プラン 改')
  await expect(page.getByText('保存していない変更があります')).toBeVisible()

  await page.getByRole('link', { name: 'ホーム' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question).toContainText('保存せずに移動しますか')
  await question.getByRole('button', { name: 'このページに残る' }).click()
  await expect(name).toHaveValue('星座プラン 改')

  await page.getByRole('button', { name: '変更を破棄' }).click()
  await expect(name).toHaveValue('星座プラン')
  await expect(page.getByText('保存していない変更があります')).toHaveCount(0)

  await name.fill('星座プラン 改')
  await page.getByRole('link', { name: 'ホーム' }).click()
  await page.getByRole('button', { name: '保存せずに移動' }).click()
  await expect(page).toHaveURL('/tenants/tenant_hoshi/brands/brand_aoi')
})

test('the browser’s back button is guarded, too', async ({ page }) => {
  await open(page, plans)
  await page
    .getByRole('link', { name: /星座プラン/ })
    .first()
    .click()
  await page.getByLabel(/^プラン名/).fill('別の名前')
  await page.goBack()
  await expect(page.getByText('保存せずに移動しますか')).toBeVisible()
  await page.getByRole('button', { name: 'このページに残る' }).click()
  await expect(page).toHaveURL(`${plans}/plan_seiza`)
})

test('a legal notice is filled in from the application once it was read, and saved as any other text', async ({
  page,
}) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/profile', 'empty')
  await expect(page.getByText(/表記が空のあいだは、何も販売できません/)).toBeVisible()
  await page.getByRole('button', { name: '申請の内容から作る' }).click()
  const asks = page.getByRole('dialog', { name: '申請の内容から文面を作ります' })
  await expect(asks).toContainText('販売業者: 星野 あおい')
  await asks.getByRole('button', { name: 'この文面を入れる' }).click()
  await expect(page.locator('textarea[name=legalNotice]')).toHaveValue(
    /^販売業者: 星野 あおい\n運営責任者: 星野 あおい\n/,
  )
  await expect(page.getByText(/表記が空のあいだは、何も販売できません/)).toHaveCount(0)
  const saved = await callsOf(page, 'updateBrandProfile')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect.poll(async () => (await saved()).length).toBe(1)
  expect(JSON.stringify((await saved())[0]?.body)).toContain('東京都杉並区阿佐谷北')
})

test('saving says so', async ({ page }) => {
  await open(page, `${plans}/plan_seiza`)
  await page.getByLabel(/^プラン名/).fill('星座プラン 改')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('保存しました')).toBeVisible()
  await expect(page.getByText('保存していない変更があります')).toHaveCount(0)
})

test('errors stand beside their fields and say how to mend them', async ({ page }) => {
  await open(page, `${plans}/new`)
  await page.getByLabel(/^プラン名/).fill('あ'.repeat(81))
  await page.getByLabel(/^価格/).fill('499')
  await page.getByRole('button', { name: '下書きを保存' }).click()
  await expect(page.getByText('500円以上で入力してください')).toBeVisible()
  await expect(page.getByLabel(/^プラン名/)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel(/^価格/)).toHaveAttribute('aria-invalid', 'true')
})

test('publishing a draft tells what follows before it does it', async ({ page }) => {
  await open(page, `${plans}/plan_haru`)
  await page.getByRole('button', { name: '公開する' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('「春のうたプラン」を公開しますか')
  await expect(dialog).toContainText('¥1,200 / 月')
  await dialog.getByRole('button', { name: '公開する' }).click()
  await expect(page.getByText('「春のうたプラン」を公開しました')).toBeVisible()
})

test('who publishes a plan of a suspended club is told that nobody can join it yet', async ({ page }) => {
  await open(page, `${plans}/plan_haru`, 'suspended')
  await page.getByRole('button', { name: '公開する' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('公開しても、再開されるまでだれも入会できません')
  await expect(dialog).not.toContainText('特定商取引法')
})

test('a save that comes second is told who was first', async ({ page }) => {
  await open(page, `${plans}/plan_seiza`, 'conflict')
  await page.getByLabel(/^プラン名/).fill('わたしの名前')
  await page.getByRole('button', { name: '保存する' }).click()
  const dialog = page.getByRole('dialog', { name: 'ほかの人が先に保存しました' })
  await expect(dialog).toContainText('鈴木 陽菜さんが')
  const name = dialog.getByRole('group', { name: 'プラン名' })
  await expect(name).toContainText('わたしの名前')
  await expect(name).toContainText('星座プラン（年払い）')
  // Fields that the user did not change are not compared.
  await expect(dialog.getByRole('group')).toHaveCount(1)
  await dialog.getByRole('button', { name: '編集を続ける' }).click()
  await expect(page.getByLabel(/^プラン名/)).toHaveValue('わたしの名前')
  await page.getByRole('button', { name: '保存する' }).click()
  await dialog.getByRole('button', { name: '保存されている内容にする' }).click()
  await expect(page.getByLabel(/^プラン名/)).toHaveValue('星座プラン（年払い）')
  await expect(page.getByLabel(/^説明/)).toHaveValue('制作ノート（月4回）')
})

test('mine is saved over theirs where I changed something, and nowhere else', async ({ page }) => {
  await open(page, `${plans}/plan_seiza`, 'conflict')
  await page.getByLabel(/^プラン名/).fill('わたしの名前')
  await page.getByRole('button', { name: '保存する' }).click()
  const sent = await callsOf(page, 'updateActivePlan')
  await page.getByRole('dialog').getByRole('button', { name: 'ここでの変更を保存' }).click()
  const mine = { name: 'わたしの名前', description: '制作ノート（月4回）' }
  await expect.poll(sent).toMatchObject([{ body: mine }])
  await expect(page.getByText('保存しました')).toBeVisible()
})

test('who else has a plan open is said at its head without moving it, to who writes further down as well, and whoever leaves says so', async ({
  page,
}) => {
  await open(page, `${plans}/plan_seiza`)
  const sent = await callsOf(page, 'noteEditing')
  const title = page.getByRole('heading', { level: 1 })
  await expect(page.getByLabel(/^プラン名/)).toHaveValue('星座プラン')
  await expect.poll(() => title.boundingBox()).not.toBeNull()
  const before = await title.boundingBox()
  /** What a browser tells a page that is looked at again: it asks at once, not with its next word. */
  const lookAgain = (scenario: string) =>
    page.evaluate((name) => {
      localStorage.setItem('tsudoi-mock-scenario', name)
      document.dispatchEvent(new Event('visibilitychange'))
    }, scenario)
  const told = page.locator('main [role=status]', { hasText: '開いています' })

  await lookAgain('oneMore')
  await expect(told).toContainText('佐藤 葵さんもこの画面を開いています')
  expect(await title.boundingBox()).toEqual(before)
  // Without a key: no answer of it is kept.
  const said = { kind: 'plan', itemId: 'plan_seiza', isLeaving: false }
  expect((await sent()).at(-1)).toMatchObject({ body: said, key: '' })
  await expect(page.getByText('もこの画面を開きました')).toHaveCount(0)

  // Whoever comes while the head of the page is out of sight is told of, once.
  await page.locator('main').evaluate((main) => {
    main.style.minHeight = '300vh'
    window.scrollTo(0, document.body.scrollHeight)
  })
  await lookAgain('twoMore')
  await expect(page.getByText('管理者の方もこの画面を開きました')).toBeVisible()
  await expect(page.getByText('佐藤 葵さんもこの画面を開きました')).toHaveCount(0)
  await expect(told).toContainText('佐藤 葵さん、管理者の方もこの画面を開いています')
  await lookAgain('fourMore')
  await expect(told).toContainText('佐藤 葵さん、管理者の方、ほか2人もこの画面を開いています')

  await lookAgain('')
  await expect(told).toHaveCount(0)
  await page.getByRole('navigation').getByRole('link', { name: 'ホーム' }).click()
  await expect
    .poll(async () => (await sent()).at(-1))
    .toMatchObject({ body: { itemId: 'plan_seiza', isLeaving: true } })
})

test('who may change nothing has nothing open', async ({ page }) => {
  await open(page, `${plans}/plan_seiza`, 'moderator')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'ホーム' }).first().click()
  await expect(page).not.toHaveURL(/plans/)
  const asked = await page.evaluate(() => globalThis.tsudoiMockCalls?.map(({ name }) => name))
  expect(asked).toContain('getPlan')
  expect(asked).not.toContain('noteEditing')
})

const eventList = '/tenants/tenant_hoshi/brands/brand_aoi/events'

test('a new event is a draft as soon as something is written, stays on its page, and keeps its dates', async ({
  page,
}) => {
  await open(page, `${eventList}/new`)
  const made = await callsOf(page, 'createDraftEvent')
  const title = page.getByLabel(/^タイトル/)
  await title.pressSequentially('星降る夜の会')
  await expect(page).toHaveURL(`${eventList}/event_0`)
  await expect(page.getByText('保存しました').first()).toBeVisible()
  expect(await made()).toHaveLength(1)
  // The cursor is where it was.
  await page.keyboard.type('・昼')
  await expect(title).toHaveValue('星降る夜の会・昼')

  // A date without its start is no mistake yet: it waits, and is not lost.
  const sent = await callsOf(page, 'updateEvent')
  await page.getByRole('button', { name: '日程を追加' }).click()
  await expect(page.getByText('保存できていません')).toBeVisible()
  await expect(page.getByText('入力してください', { exact: true })).toHaveCount(0)
  await page.getByLabel(/^開演/).fill('2027-12-24T19:00')
  const venue = page.getByLabel(/^会場名/)
  await venue.pressSequentially('星の')
  await expect(page.getByText('保存しました').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '下書きを保存' })).toHaveCount(0)
  await page.keyboard.type('ホール')
  await expect(venue).toHaveValue('星のホール')
  await expect.poll(async () => JSON.stringify((await sent()).at(-1)?.body)).toContain('星のホール')
})

test('an event is seen as fans will see it before anybody does', async ({ page }) => {
  await open(page, `${eventList}/event_0`)
  await page.getByLabel(/^タイトル/).fill('星降る夜の会')
  await page.getByRole('button', { name: 'プレビュー' }).click()
  const frame = page.getByRole('dialog', { name: 'プレビュー' }).frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1, name: '星降る夜の会' })).toBeVisible()
  await expect(frame.getByText('渋谷 星のホール')).toBeVisible()
  await expect(frame.getByText('新しいアルバムの曲を中心に')).toBeVisible()
})

test('a press that publishes an event marks all that is missing, the picture in words of its own', async ({ page }) => {
  await open(page, `${eventList}/new`)
  await page.getByRole('button', { name: '公開する', exact: true }).click()
  await expect(page.getByText('入力してください', { exact: true })).toHaveCount(1)
  await expect(page.getByText('画像を選んでください')).toBeVisible()
  await expect(page.getByText('日程を1つ以上追加してください')).toBeVisible()
  // When and where stands before what is written at length.
  const [dates, text] = await Promise.all(
    [/^日程と会場/, '説明'].map((name) => page.locator('main').getByText(name, { exact: true }).first().boundingBox()),
  )
  expect(dates?.y).toBeLessThan(text?.y ?? 0)
})

test('what is wrong in a size stands under it, with its cell; stock and names that fans choose by are asked for', async ({
  page,
}) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/goods/new')
  await page.getByLabel(/^商品名/).fill('星座Tシャツ')
  await page.getByLabel(/^価格/).fill('3000')
  await page.getByLabel(/^発送の目安/).fill('1週間以内')
  await page.getByRole('button', { name: '種類を追加' }).click()
  await page.getByLabel('1行目 名前').fill('S')
  await page.getByLabel('1行目 1注文の上限').fill('0')
  await page.getByLabel('2行目 名前').fill('S')
  await page.getByLabel('2行目 在庫').fill('5')
  const press = page.getByRole('button', { name: '保存して公開する' })
  await press.click()
  await expect(page.getByText('1行目 在庫：入力してください')).toBeVisible()
  await expect(page.getByText('1行目 1注文の上限：1以上で入力してください')).toBeVisible()
  await expect(page.getByText(/^2行目 名前：ほかの行と同じ名前です。/)).toBeVisible()
  await expect(page.getByLabel('1行目 在庫')).toBeFocused()
  await page.getByLabel('1行目 在庫').fill('3')
  await page.getByLabel('1行目 1注文の上限').fill('')
  await page.getByLabel('2行目 名前').fill('M')
  await expect(page.getByText(/^\d行目 .+：/)).toHaveCount(0)
  const sent = await callsOf(page, 'createGoods')
  await press.click()
  await expect
    .poll(async () => (await sent())[0]?.body)
    .toMatchObject({
      visibility: 'visible',
      variations: [
        { variationName: 'S', stockChange: 3 },
        { variationName: 'M', stockChange: 5 },
      ],
    })
})

const eventGoods = '/tenants/tenant_hoshi/event-goods'

test('a draft of event goods that somebody saved meanwhile is replaced only by who says so', async ({ page }) => {
  await open(page, `${eventGoods}/new?draftId=draft_1`, 'conflict')
  const name = page.getByLabel(/^商品名/)
  await name.fill('わたしのタオル')
  const save = page.getByRole('button', { name: '下書きを保存' })
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'ほかの人が先に保存しました' })
  await expect(dialog).toContainText('書いた内容はこのページに残っています')
  await expect(dialog.getByRole('link', { name: 'ほかの人の内容を別の画面で見る' })).toHaveAttribute(
    'href',
    `${eventGoods}/new?draftId=draft_1`,
  )
  await dialog.getByRole('button', { name: 'キャンセル' }).click()
  await expect(name).toHaveValue('わたしのタオル')
  // Closing it decides nothing.
  await save.click()
  await dialog.getByRole('button', { name: '自分の内容で置き換える' }).click()
  await expect(dialog).toBeHidden()
  const sent = await callsOf(page, 'saveEventGoodsDraft')
  await save.click()
  const mine = { draftId: 'draft_1', said: { name: 'わたしのタオル' } }
  await expect.poll(sent).toMatchObject([{ body: mine }])
  await expect(page.getByText('下書きを保存しました')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('event goods are seen as fans will see them while they are written', async ({ page }) => {
  await open(page, `${eventGoods}/new?draftId=draft_13`)
  const seen = page.getByRole('region', { name: 'ファンから見た画面' }).frameLocator('iframe')
  await page.getByLabel(/^商品名/).fill('わたしのタオル')
  await expect(seen.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('わたしのタオル')
  await expect(seen.getByTestId('sale-windows').locator(':scope > li')).toHaveCount(2)
  await page.getByLabel(/^受け取りの場所/).fill('港のホール 入口')
  await expect(seen.locator('dl')).toContainText('港のホール 入口')
})

test('an archive is confirmed by typing the plan’s name', async ({ page }) => {
  await open(page, `${plans}/plan_seiza/archive`)
  await expect(page.getByText('842人')).toBeVisible()
  await expect(page.getByText('14件')).toBeVisible()
  const next = page.getByRole('button', { name: '次へ' })
  await next.click()
  await next.click()
  await page.getByLabel(/^お知らせの文章/).fill('ありがとうございました。')
  await next.click()
  const submit = page.getByRole('button', { name: 'アーカイブを予定する' })
  await submit.click()
  const typed = page.getByLabel(/星座プラン.*と入力してください/)
  await expect(typed).toBeFocused()
  await expect(page.getByText('プラン名と同じ文字を入力してください')).toBeVisible()
  await typed.fill('星座')
  await typed.fill('星座プラン')
  await submit.click()
  await expect(page.getByText(/にアーカイブします/)).toBeVisible()
  await expect(page).toHaveURL(`${plans}/plan_seiza`)
})

test('a picture that cannot be sent says so and keeps the form', async ({ page }) => {
  await open(page, `${plans}/new`, 'uploadFailing')
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(page.getByText('JPEG・PNG・WebP の画像を選んでください。')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
  await page.getByRole('button', { name: 'この範囲を使う' }).click()
  await expect(page.getByText('アップロードできませんでした。もう一度お試しください。')).toBeVisible()
})

test('the address of a page is checked while it is typed', async ({ page }) => {
  await open(page, '/tenants/new', '', 'newcomer')
  const first = page.getByLabel(/ページのアドレス（第1希望）/)
  await first.fill('aoi')
  await expect(page.getByText(/使われています/).first()).toBeVisible()
  await first.fill('hidamari')
  await expect(page.getByText(/使えます/).first()).toBeVisible()
  await page.getByRole('button', { name: '次へ' }).click()
  await expect(page.getByLabel(/^ファンクラブの名前/)).toHaveAttribute('aria-invalid', 'true')
})

test('the postal code of an application fills its address, and nothing that was typed is lost', async ({ page }) => {
  await open(page, '/tenants/new?applicationId=application_3&step=2', 'asked', 'newcomer')
  const code = page.getByLabel(/^郵便番号/)
  const address = page.getByLabel(/^住所/)
  await address.fill('')
  await code.fill('')
  await code.pressSequentially('１５０-００４１')
  await expect(address).toHaveValue('東京都渋谷区神南')
  await address.fill('東京都渋谷区神南 1-2-3')
  await code.fill('000-0000')
  await expect(page.getByText('この郵便番号は見つかりません')).toBeVisible()
  await code.fill('604-8134')
  await expect(page.getByText('この郵便番号は見つかりません')).toHaveCount(0)
  await expect(address).toHaveValue('東京都渋谷区神南 1-2-3')
})

test('inviting somebody who is a member already is refused in words', async ({ page }) => {
  await open(page, '/tenants/tenant_hoshi', 'alreadyMember')
  await page.getByRole('button', { name: 'メンバーを招待' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^メールアドレス/).fill('staff1@aoi.test')
  await dialog.getByRole('button', { name: /招待を送る|送る/ }).click()
  await expect(page.getByText(/すでに/).first()).toBeVisible()
})

test('a member who may change nothing is offered nothing', async ({ page }) => {
  await open(page, '/tenants/tenant_hoshi', 'moderator')
  await expect(page.getByText(/あなたの役割/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'メンバーを招待' })).toHaveCount(0)
  await expect(page.getByText('クラブの設定')).toHaveCount(0)
})

test('the operator approves, and reads why that cannot be', async ({ page }) => {
  await open(page, '/operator/tenants?applicationId=application_100', 'slugTaken', 'operator')
  await page.getByRole('button', { name: '承認する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /承認/ }).click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /アドレス|使われ/ })
      .first(),
  ).toBeVisible()
})

test('both mails of a cancelled order are read before it is cancelled, one at a time, and folded away by keyboard', async ({
  page,
}) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/orders/order_mock_42')
  await page.locator('main [aria-haspopup=menu]').first().click()
  await page.getByRole('menuitem', { name: '注文を取り消す' }).click()
  const mails = page.getByRole('dialog').getByRole('region', { name: '送るメール' })
  await expect(mails.getByText('1人にメールを2通送ります。')).toBeVisible()
  await expect(mails.getByText('お支払いいただいた金額は返金します。')).toBeVisible()
  await mails.getByRole('button', { name: '次のメール' }).click()
  await expect(mails.getByText('お支払いいただいた金額は返金します。')).toHaveCount(0)
  const text = mails.getByText('受け取り口座をうかがうメールが、決済会社から別に届きます。')
  await expect(text).toBeVisible()
  await mails.locator('summary').press('Enter')
  await expect(text).toBeHidden()
  await mails.getByRole('button', { name: '前のメール' }).click()
  await expect(mails.getByText('お支払いいただいた金額は返金します。')).toBeVisible()
})

/** What an English reader opens, and the mail that a Japanese one is sent from there. */
const brand = '/en/tenants/tenant_hoshi/brands/brand_aoi'
const desk = '/en/operator/tenants?applicationId=application_100'
const japaneseMails = [
  ['of a reminder', `${brand}/subscribers/subscription_mock_6`, 'Remind of the payment', /^お支払いのご確認のお願い/],
  ['of an end', `${brand}/subscribers/subscription_mock_6`, 'End with the paid period', /^会員プランの終了のお知らせ/],
  ['of a late payment', `${brand}/orders/order_mock_3`, 'Accept and complete', /^お支払いを確認しました/],
  ['of an opened club', desk, 'Approve', /^ファンクラブを開設しました$/],
  ['of changes to an application', desk, 'Request changes', '開設申請の内容の確認をお願いします'],
  ['of a rejected application', desk, 'Do not approve', 'ファンクラブの開設申請について'],
] as const
for (const [what, path, button, subject] of japaneseMails) {
  test(`the dialog ${what} shows the mail in its reader's language, and to how many it goes`, async ({ page }) => {
    await open(page, path, '', path === desk ? 'operator' : 'owner')
    await page.getByRole('button', { name: button, exact: true }).click()
    const mails = page.getByRole('dialog').getByRole('region', { name: 'The e-mail' })
    await expect(mails.getByText('One person gets an e-mail.')).toBeVisible()
    await expect(mails.locator('[lang=ja]').getByText(subject)).toBeVisible()
    await expect(mails.locator('[lang=en]')).toHaveCount(0)
  })
}

test('where a payout came back, the desk reads the mail in the language of its owners', async ({ page }) => {
  await open(page, '/en/operator/payouts?state=processing', '', 'operator')
  await page.locator('tbody [aria-haspopup=menu]').first().click()
  await page.getByRole('menuitem', { name: 'Record as returned' }).click()
  const mails = page.getByRole('dialog').getByRole('region', { name: 'The e-mail' })
  await expect(mails.getByText('2 people get an e-mail.')).toBeVisible()
  await expect(mails.locator('[lang=ja]').getByText(/^お振り込みができませんでした/)).toBeVisible()
  await expect(mails.locator('[lang=en]')).toHaveCount(0)
})

test('a bank account that lacks something says what, beside it, and shows the first', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/bankAccount', 'empty')
  const save = page.getByRole('button', { name: '保存する' })
  await save.click()
  const bank = page.getByLabel(/1\. 銀行を選ぶ/)
  await expect(bank).toBeFocused()
  await expect(bank).toBeInViewport()
  await expect(page.getByText('銀行と支店を選んでください。')).toBeVisible()
  await expect(page.getByText('口座番号は7桁の数字です。')).toBeVisible()
  await expect(page.getByText('口座名義をカナで入力してください。')).toBeVisible()
  await bank.fill('みずほ')
  await page
    .getByRole('button', { name: /みずほ/ })
    .first()
    .click()
  await page.getByLabel(/口座番号（7桁）/).fill('1234567')
  await page.getByLabel(/口座名義（カナ）/).fill('ホシノ アオイ')
  await save.click()
  await expect(page.getByLabel(/2\. 支店を選ぶ/)).toBeFocused()
})

test('the steps of a bank account are all there, and who chooses in one goes on in the next', async ({ page }) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/bankAccount', 'empty')
  const branch = page.getByLabel(/^2\. 支店を選ぶ/)
  await expect(branch).toBeDisabled()
  await expect(page.getByText('銀行を選ぶと、支店を探せます。')).toBeVisible()
  await expect(page.getByText('銀行と支店の表: 2026年8月24日（月）現在')).toBeVisible()
  await page.getByLabel(/^1\. 銀行を選ぶ/).fill('みずほ')
  const first = (name: RegExp) => page.getByRole('listitem').getByRole('button', { name }).first()
  await first(/みずほ/).press('Enter')
  await expect(branch).toBeFocused()
  await page.keyboard.type('0')
  await first(/\d{3}/).press('Enter')
  await expect(page.getByLabel(/^3\. 預金の種類を選ぶ/)).toBeFocused()
  // A button that cannot be pressed says what it waits for.
  await expect(page.getByText('本人確認書類（表）を選ぶと、提出できます。')).toBeVisible()
})

test('papers are sent once the front is among them', async ({ page }) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/bankAccount', 'empty')
  const files = page.locator('input[type=file]')
  const paper = { name: 'paper.png', mimeType: 'image/png', buffer: png({ width: 8, height: 8 }) }
  const send = page.getByRole('button', { name: '提出する' })
  await files.nth(1).setInputFiles(paper)
  await expect(send).toBeDisabled()
  await files.nth(0).setInputFiles(paper)
  await expect(send).toBeEnabled()
})

test('a bank number of fewer digits is saved with zeros before it, as its hint says', async ({ page }) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/bankAccount', 'empty')
  await page.getByRole('button', { name: '表にない銀行・支店を番号で入力する' }).click()
  await page.getByLabel('銀行コード（4桁）').fill('0001')
  await page.getByLabel('銀行名').fill('みずほ')
  await page.getByLabel('支店コード（3桁）').fill('001')
  await page.getByLabel('支店名').fill('東京営業部')
  const number = page.getByLabel(/口座番号/)
  await expect(page.getByText('7桁に足りないときは、頭に0を付けます。')).toBeVisible()
  await number.fill('１２345')
  await page.getByLabel(/口座名義（カナ）/).fill('ホシノ アオイ')
  const sent = await callsOf(page, 'saveBankAccount')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect.poll(async () => (await sent())[0]?.body).toMatchObject({ accountNumber: '0012345' })
})

test('a text has its body in English, too: its editor comes when somebody wants it', async ({ page }) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/contents/content_10')
  const editors = page.locator('.ProseMirror')
  await expect(editors).toHaveCount(1)
  await page.getByText('英語の本文', { exact: true }).click()
  await expect(editors).toHaveCount(2)
  const sent = await callsOf(page, 'updatePlanContentNewsAsActive')
  await editors.nth(1).click()
  await page.keyboard.type('The words of winter')
  await page.getByRole('button', { name: '保存する' }).click()
  const english = async () => ((await sent())[0]?.body as { english?: { text?: string } } | undefined)?.english?.text
  await expect.poll(english).toContain('The words of winter')
})

test('what goods are chosen by has its English names, closed until somebody wants them', async ({ page }) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/goods/goods_2')
  const grid = page.getByTestId('variations')
  await expect(grid.getByRole('textbox').first()).toHaveValue('S')
  const name = page.getByLabel(/^英語の名前 S/)
  await expect(name).toHaveCount(0)
  await page.getByText('英語の文章', { exact: true }).last().click()
  await name.fill('Small')
  // It is the row's own: what is typed in the grid leaves it.
  await grid.getByRole('textbox').nth(1).fill('AO-S')
  await expect(name).toHaveValue('Small')
  const sent = await callsOf(page, 'updateGoods')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect
    .poll(async () => (await sent())[0]?.body)
    .toMatchObject({
      variations: [{ variationName: 'S', sku: 'AO-S', english: { name: 'Small' } }, {}, {}],
    })
})

test('a postal code fills the prefecture and the town that are still empty', async ({ page }) => {
  await open(page, '/fc/checkout/cart_1', 'noAddress')
  await page.getByTestId('add-address').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^郵便番号/).pressSequentially('１５０-００４１')
  await expect(dialog.getByLabel(/^都道府県/)).toHaveValue('東京都')
  await expect(dialog.getByLabel(/^市区町村/)).toHaveValue('渋谷区神南')
  await dialog.getByLabel(/^市区町村/).fill('渋谷区')
  await dialog.getByLabel(/^郵便番号/).fill('604-8134')
  // The field contains the user's own input.
  await expect(dialog.getByLabel(/^都道府県/)).toHaveValue('東京都')
  await expect(dialog.getByLabel(/^市区町村/)).toHaveValue('渋谷区')
})

test('on a phone what was done is said above the way to pay, which can be pressed at once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/fc/checkout/cart_1')
  await page.getByRole('button', { name: /^別のお届け先を追加/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^お名前/).fill('佐藤 葵')
  await dialog.getByLabel(/^郵便番号/).fill('150-0041')
  await dialog.getByLabel(/^番地/).fill('1-2-3')
  await dialog.getByLabel(/^電話番号/).fill('09012345678')
  await dialog.getByRole('button', { name: '保存する' }).click()
  const said = page.getByText('お届け先を保存しました。')
  await expect(said).toBeVisible()
  const edgesOf = (what: Locator) =>
    what.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { top, bottom }
    })
  const bar = await edgesOf(page.locator('[data-in-reach]'))
  await expect.poll(async () => (await edgesOf(said)).bottom).toBeLessThan(bar.top)
})

test('beside a price stand its fees and what is left, and a plan that nobody could join is not published unsaid', async ({
  page,
}) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/plans/new', 'empty')
  await page.getByLabel(/^プラン名/).fill('星座プラン')
  await page.getByLabel(/^価格/).fill('1000')
  const parts = page.getByRole('region', { name: '受け取る金額の内訳' })
  await expect(parts).toContainText('サービス利用料（10%）')
  await expect(parts).toContainText('−¥100')
  await expect(parts).toContainText('決済手数料（3.6%）')
  await expect(parts).toContainText('−¥36')
  await expect(parts).toContainText('¥864')
  await page.getByRole('button', { name: '公開する' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('入力するまでだれも入会できません')
  await expect(dialog.getByRole('link', { name: '表記を入力する' })).toHaveAttribute('href', /\/profile#legalNotice$/)
})

test('the preview of the brand’s page shows what fans will see: the first line at its head, what is pinned first in its part', async ({
  page,
}) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/profile')
  const preview = page.frameLocator('iframe')
  await page.getByLabel(/^紹介文/).fill('青い空の歌。\n毎週金曜に新しい歌を届けます。')
  await expect(preview.getByText('青い空の歌。', { exact: true })).toBeVisible()
  await expect(preview.getByText('毎週金曜に新しい歌を届けます。', { exact: true })).toBeVisible()
  const contents = preview.locator('[data-part=contents] li')
  await expect(contents.nth(2)).not.toBeEmpty()
  const third = (await contents.nth(2).textContent()) ?? ''
  const choice = page.getByRole('combobox').filter({ hasText: third })
  await choice.first().selectOption({ label: third })
  // After the one that is pinned already.
  await expect(contents.nth(1)).toHaveText(third)
})

const event = '/tenants/tenant_hoshi/brands/brand_aoi/events/event_0'
const stateOf = (page: Page, says: string) => page.locator('main [role=status]').filter({ hasText: says }).first()

test('a draft of an event that two tabs save: the second is told, says that it is not saved, and loses nothing', async ({
  page,
}) => {
  await open(page, event, 'conflict')
  const sent = await callsOf(page, 'updateEvent')
  const title = page.getByLabel(/^タイトル/)
  await title.fill('わたしの題')
  const dialog = page.getByRole('dialog', { name: /先に保存/ })
  await expect(dialog.getByRole('group')).toHaveCount(1)
  await expect(dialog).toContainText('わたしの題')
  await expect(dialog).toContainText('ほかの人の題')
  await expect(stateOf(page, '保存できていません')).toBeVisible()
  await dialog.getByRole('button', { name: '編集を続ける' }).click()
  await expect(title).toHaveValue('わたしの題')
  await expect(stateOf(page, '保存できていません')).toBeVisible()
  await page.getByLabel(/^キャッチコピー/).fill('わたしの一行')
  await expect.poll(async () => (await sent()).length).toBe(2)
  expect((await sent())[1]).toMatchObject({ body: { title: 'わたしの題', catchCopy: 'わたしの一行' } })
})

test('mine of a draft of an event is saved over theirs where I changed something', async ({ page }) => {
  await open(page, event, 'conflict')
  const sent = await callsOf(page, 'updateEvent')
  const read = await callsOf(page, 'getEvent')
  await page.getByLabel(/^キャッチコピー/).fill('わたしの一行')
  const dialog = page.getByRole('dialog', { name: /先に保存/ })
  await expect(dialog).toContainText('わたしの一行')
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'ここでの変更を保存' }).click()
  await expect.poll(async () => (await sent()).length).toBe(2)
  expect((await sent())[1]).toMatchObject({ body: { title: 'ほかの人の題', catchCopy: 'わたしの一行' } })
  await expect(stateOf(page, '保存しました')).toBeVisible()
})

test('what another tab saves of an event right after this one is taken, and written over by no later save', async ({
  page,
}) => {
  await open(page, event, 'overtaken')
  const sent = await callsOf(page, 'updateEvent')
  const title = page.getByLabel(/^タイトル/)
  await title.fill('わたしの題')
  await expect.poll(async () => (await sent()).length).toBe(1)
  await expect(title).toHaveValue('ほかの人の題')
  await page.getByLabel(/^キャッチコピー/).fill('わたしの一行')
  await expect.poll(async () => (await sent()).length).toBe(2)
  expect((await sent())[1]).toMatchObject({ body: { title: 'ほかの人の題', catchCopy: 'わたしの一行' } })
})

test('what another person saves of a plan right after this one is taken, and written over by no later save', async ({
  page,
}) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/plans/plan_seiza', 'overtaken')
  const sent = await callsOf(page, 'updateActivePlan')
  const name = page.locator('input[name=name]')
  const saveChanges = page.locator('[aria-keyshortcuts^="Control+S"]')
  await name.fill('わたしの名前')
  await saveChanges.click()
  await expect(name).toHaveValue('ほかの人の名前')
  await page.locator('textarea[name=description]').fill('わたしの説明')
  await saveChanges.click()
  await expect.poll(async () => (await sent()).length).toBe(2)
  expect((await sent())[1]).toMatchObject({ body: { name: 'ほかの人の名前', description: 'わたしの説明' } })
})

test('an event is moved as this page shows it: the version goes with the press', async ({ page }) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/events/event_3')
  const sent = await callsOf(page, 'publishEvent')
  await page.getByRole('button', { name: 'その他の操作' }).click()
  await page.getByRole('menuitem', { name: '一覧から外す' }).click()
  await expect.poll(sent).toMatchObject([{ body: { eventId: 'event_3', expectedEditedAt: expect.any(Number) } }])
})
