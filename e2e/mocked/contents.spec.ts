import { expect, type Locator, type Page } from '@playwright/test'
import { editorOf } from '../support/editor'
import { callsOf, test } from '../support/mocked'
import { choose } from '../support/screens'
import { watch } from '../support/watch'

const contents = '/tenants/tenant_hoshi/brands/brand_aoi/contents'
const open = async (page: Page, path: string, scenario = '') => {
  await choose(page, { user: 'owner', scenario })
  await page.goto(path)
}

test('the list is filtered by its address, and several go back to drafts at once', async ({ page }) => {
  await open(page, contents)
  const rows = page.getByRole('table', { name: 'コンテンツの一覧' }).getByRole('row')
  await expect(rows).toHaveCount(21)
  await page.getByLabel('種類').selectOption('video')
  await expect(page).toHaveURL(/type=video/)
  await page.getByLabel('プラン', { exact: true }).selectOption('plan_ginga')
  await expect(page).toHaveURL(/planId=plan_ginga/)
  await page.getByLabel('バックナンバーの月').selectOption({ index: 2 })
  await expect(page).toHaveURL(/month=\d{4}-\d\d/)
  await page.goto(`${contents}?status=all`)
  await page
    .getByLabel(/を選択$/)
    .nth(1)
    .check()
  await page
    .getByLabel(/を選択$/)
    .nth(7)
    .check()
  await page.getByRole('button', { name: '下書きに戻す' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('を下書きに戻しますか')
  await question.getByRole('button', { name: '下書きに戻す' }).click()
  await expect(page.getByText(/件を下書きに戻しました/)).toBeVisible()
})

test('from the home to a live that waits for its signal in four presses, of which one chooses the plan', async ({
  page,
}) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi')
  await page.getByRole('link', { name: 'ライブ配信', exact: true }).click()
  // The title has the cursor: it is written without a press.
  await expect(page.getByLabel(/^配信のタイトル/)).toBeFocused()
  await page.keyboard.type('ソファからの配信')
  // A list is opened by one press, and one chooses in it.
  await page.getByLabel(/^見られる人/).selectOption({ index: 1 })
  await expect(page.getByLabel(/^いますぐ/)).toBeChecked()
  await page.getByRole('button', { name: '公開して配信デスクへ' }).click()
  await expect(page.getByRole('heading', { name: '配信デスク' })).toBeVisible()
  // What the button promised is in sight.
  await expect(page.getByText('映像を受信していません')).toBeInViewport()
  await expect(page.getByRole('button', { name: '配信を開始' })).toBeInViewport()
  await expect(page.getByText('キーフレーム間隔')).toBeVisible()
  await expect(page.getByRole('button', { name: /ストリームキー.*コピー/ })).toBeVisible()
})

test('on a phone the end of a live stays in reach beside its chat, and notices stand before the key', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `${contents}/content_11`, 'live')
  const end = page.getByRole('button', { name: '配信を終了' })
  await expect(end).toHaveCount(1)
  await expect(end).toBeInViewport({ ratio: 1 })
  const say = page.getByRole('button', { name: '送信' })
  await say.scrollIntoViewIfNeeded()
  await expect(end).toBeInViewport({ ratio: 1 })
  const [notices, key] = await Promise.all(
    ['視聴者へのお知らせ', '配信ソフトの設定'].map((name) => page.getByRole('heading', { name }).boundingBox()),
  )
  expect(notices?.y).toBeLessThan(key?.y ?? 0)
  await end.click()
  await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click()
  // On a wide screen the chat lies below the picture as well.
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(end).toHaveCount(1)
  await say.evaluate((button) => button.scrollIntoView({ block: 'end' }))
  await expect(end).toBeInViewport({ ratio: 1 })
})

test('on a phone a live is begun beside its state', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `${contents}/content_11`)
  await expect(page.getByRole('button', { name: '配信を開始' })).toBeInViewport({ ratio: 1 })
})

test('a live without a title or a time says what is missing, and is not made', async ({ page }) => {
  await open(page, `${contents}/new?type=streaming`)
  await page.getByLabel('日時を決める').check()
  await page.getByRole('button', { name: '公開して配信デスクへ' }).click()
  await expect(page.getByText('タイトルを入力してください。')).toBeVisible()
  await expect(page.getByText('日時を入力してください。')).toBeVisible()
  await expect(page.getByLabel(/^配信のタイトル/)).toBeFocused()
  await page.getByRole('button', { name: '告知済みのイベントを配信する' }).click()
  await expect(page.getByLabel(/^イベント/)).toBeVisible()
})

test('a new text is a draft as soon as something is written, and stays on its page', async ({ page }) => {
  const complaints = watch(page)
  await open(page, contents)
  await page.getByRole('button', { name: '新しく作る' }).first().click()
  await page.getByRole('menuitem', { name: 'お知らせ' }).click()
  await expect(page).toHaveURL(`${contents}/new?type=news`)
  await page.getByLabel(/^タイトル/).fill('冬の手紙')
  await editorOf(page).click()
  await page.keyboard.type('寒くなってきました。')
  await expect(page).toHaveURL(`${contents}/content_0`)
  await expect(page.getByText('保存しました').first()).toBeVisible()
  // The cursor is where it was.
  await page.keyboard.type('お元気ですか。')
  await expect(editorOf(page)).toContainText('お元気ですか。')
  expect(complaints).toEqual([])
})

test('who leaves a text that was just written, and comes back, finds the last of it', async ({ page }) => {
  await open(page, `${contents}/new?type=news`)
  await page.getByLabel(/^タイトル/).fill('冬の手紙')
  await editorOf(page).click()
  await page.keyboard.type('寒くなってきました。')
  await expect(page).toHaveURL(`${contents}/content_0`)
  const saves = await callsOf(page, 'updatePlanContentNewsAsDraft')
  await page.keyboard.type('お元気ですか。')
  await expect.poll(async () => JSON.stringify(await saves())).toContain('お元気ですか。')
  await page.getByRole('link', { name: 'コンテンツ', exact: true }).first().click()
  await expect(page.getByRole('table', { name: 'コンテンツの一覧' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel(/^タイトル/)).toHaveValue('冬の手紙')
  await expect(editorOf(page)).toHaveText('寒くなってきました。お元気ですか。')
})

test('publishing asks for what is missing, then for a yes', async ({ page }) => {
  await open(page, `${contents}/new?type=news`)
  await page.getByRole('button', { name: '公開する' }).click()
  await expect(
    page.getByText('見られるプランを1つ以上選んでください').or(page.getByText('入力してください')).first(),
  ).toBeVisible()
  await page.getByLabel(/^タイトル/).fill('冬の手紙')
  await page.getByLabel('星座プラン').check()
  await page.getByRole('button', { name: '公開する' }).click()
  const question = page.getByRole('dialog', { name: '「冬の手紙」を公開しますか' })
  await expect(question).toContainText('星座プラン')
  await question.getByRole('button', { name: '公開する' }).click()
  await expect(page.getByText('「冬の手紙」を公開しました')).toBeVisible()
})

test('what is missing for publishing is said in its own words, and stays said while the draft saves itself', async ({
  page,
}) => {
  await open(page, `${contents}/new?type=news`)
  await page.getByLabel(/^タイトル/).fill('冬の手紙')
  await page.getByRole('button', { name: '公開する' }).click()
  const missing = page.getByText('見られるプランを1つ以上選んでください')
  await expect(missing).toBeVisible()
  await expect(page).toHaveURL(`${contents}/content_0`)
  await expect(page.getByText('保存しました').first()).toBeVisible()
  await editorOf(page).click()
  const saves = await callsOf(page, 'updatePlanContentNewsAsDraft')
  await page.keyboard.type('寒くなってきました。')
  await expect.poll(async () => (await saves()).length).toBeGreaterThan(0)
  await expect(missing).toBeVisible()
  await page.getByLabel('星座プラン').check()
  await expect(missing).toHaveCount(0)
})

test('what is done with a draft stands in one row on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await open(page, `${contents}/new?type=news`)
  const tops = await Promise.all(
    ['プレビュー', '予約する', '公開する', 'その他の操作'].map(async (name) => {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox()
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
    }),
  )
  expect(new Set(tops).size).toBe(1)
})

test('a plan leads on to what is written for it', async ({ page }) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/plans/plan_ginga')
  await page.getByRole('link', { name: 'このプランのお知らせを書く' }).click()
  await expect(page.getByLabel('銀河プラン')).toBeChecked()
  await expect(page.getByLabel('星座プラン')).not.toBeChecked()
})

test('a scheduled one is moved by the panel and by the keys of the calendar', async ({ pageOfItsOwn: page }) => {
  await page.clock.setFixedTime(new Date('2026-11-20T03:00:00Z'))
  await open(page, `${contents}/content_6`)
  await page.getByRole('button', { name: '公開日時を変える' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('公開する日時').fill('2026-11-01T10:00')
  await dialog.getByRole('button', { name: '公開日時を変える' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('これから先の日時を選んでください')
  await dialog.getByLabel('公開する日時').fill('2026-12-01T10:00')
  await dialog.getByRole('button', { name: '公開日時を変える' }).click()
  await expect(page.getByText('2026年12月1日（火）10:00 JSTに公開します')).toBeVisible()

  await page.goto(`${contents}?view=calendar&month=2026-11`)
  const entry = page.getByRole('link', { name: /公開予定。矢印キーで移動/ }).first()
  await entry.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(/に移します。Enterで決定/)).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('公開日時は変わっていません')).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^公開日時を2026年11月22日.*に変えました$/)).toBeVisible()
})

test('a draft that is scheduled into another month takes that month, and nothing is left to save', async ({
  pageOfItsOwn: page,
}) => {
  await page.clock.setFixedTime(new Date('2026-11-20T03:00:00Z'))
  await open(page, `${contents}/new?type=news`)
  await page.getByLabel(/^タイトル/).fill('冬の手紙')
  await page.getByLabel('星座プラン').check()
  await expect(page).toHaveURL(`${contents}/content_0`)
  // No month is chosen yet: it gets that of its publication.
  await expect(page.getByLabel('バックナンバーの月')).toHaveValue('publication')
  await page.getByRole('button', { name: '予約する' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('公開する日時').fill('2026-12-01T10:00')
  await dialog.getByRole('button', { name: '予約する' }).click()
  await expect(page.getByText('2026年12月1日（火）10:00 JSTに公開します')).toBeVisible()
  await expect(page.getByLabel('バックナンバーの月')).toHaveValue('2026-12')
  await expect(page.getByRole('button', { name: '公開日時を変える' })).toBeVisible()
  await expect(page.getByText('保存していない変更があります')).toHaveCount(0)
})

/** By the mouse in steps: a press that jumps begins no drag. */
const drag = async (page: Page, from: Locator, to: Locator) => {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('not seen')
  await page.mouse.move(start.x + 20, start.y + 10)
  await page.mouse.down()
  await page.mouse.move(start.x + 40, start.y + 20, { steps: 5 })
  await page.mouse.move(end.x + 30, end.y + 60, { steps: 8 })
  await page.mouse.up()
}

test('a drag takes what is scheduled to another day, never to one that has passed', async ({ pageOfItsOwn: page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 })
  await page.clock.setFixedTime(new Date('2026-11-20T03:00:00Z'))
  await open(page, `${contents}?view=calendar&month=2026-11`)
  const entry = page.getByRole('link', { name: /公開予定。矢印キーで移動/ }).first()
  const dayOf = (date: string) => page.locator(`li:has(time[datetime="${date}"])`)
  await drag(page, entry, dayOf('2026-11-25'))
  await expect(page.getByText(/^公開日時を2026年11月25日.*に変えました$/)).toBeVisible()
  await drag(page, entry, dayOf('2026-11-10'))
  await expect(page.getByText('過ぎた日時には移せません')).toBeVisible()
})

test('a stale save shows both versions', async ({ page }) => {
  await open(page, `${contents}/content_10`, 'conflict')
  await page.getByLabel(/^タイトル/).fill('わたしの題')
  await page.getByRole('button', { name: '保存する' }).click()
  const dialog = page.getByRole('dialog', { name: /先に保存/ })
  await expect(dialog).toContainText('わたしの題')
  await expect(dialog).toContainText('ほかの人の題')
  await dialog.getByRole('button', { name: '保存されている内容にする' }).click()
  await expect(page.getByLabel(/^タイトル/)).toHaveValue('ほかの人の題')
})

test('a version shows which pictures of news came and went, and brings its own back', async ({ page }) => {
  await open(page, `${contents}/content_10`)
  const versions = async () => {
    await page.getByRole('button', { name: 'その他の操作' }).click()
    await page.getByRole('menuitem', { name: '以前の版' }).click()
    return page.getByRole('dialog', { name: '以前の版' })
  }
  const first = await versions()
  const pictures = first.getByRole('heading', { name: '本文のほかの画像' }).locator('..')
  await expect(pictures.locator('del img')).toHaveCount(1)
  await expect(pictures.locator('ins img')).toHaveCount(1)
  await first.getByRole('button', { name: 'この版に戻す' }).click()
  await expect(first).toBeHidden()
  const again = await versions()
  await expect(again.getByText('いまの内容と同じです')).toBeVisible()
})

test('the preview shows what a visitor, a member and an owner of the month would see', async ({ page }) => {
  await open(page, `${contents}/content_10`)
  await page.getByRole('button', { name: 'プレビュー' }).click()
  const frame = page.frameLocator('dialog iframe')
  await expect(frame.getByText('会員だけが見られます')).toBeVisible()
  await page.getByRole('button', { name: '会員', exact: true }).click()
  await expect(frame.getByRole('heading', { name: '今月のこと' })).toBeVisible()
  // A bought month opens together with a plan, unless the brand says otherwise.
  await page.getByRole('button', { name: 'この月を購入した方' }).click()
  await expect(frame.getByText('会員だけが見られます')).toBeVisible()
})

test('who may not change contents reads them', async ({ page }) => {
  await open(page, `${contents}/content_10`, 'moderator')
  await expect(page.getByRole('heading', { name: '今月のこと' })).toBeVisible()
  await expect(editorOf(page)).toHaveCount(0)
  await page.goto(contents)
  await expect(page.getByRole('button', { name: '新しく作る' })).toHaveCount(0)
})

test('what is published is shown where fans see it, with its address to hand on', async ({ page }) => {
  await open(page, `${contents}/content_0`)
  await page.getByRole('button', { name: '公開する' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '公開する' }).click()
  const link = page.getByRole('link', { name: /^公開ページを見る/ })
  await expect(link).toHaveAttribute('href', /\/fc\/aoi\/contents\/content_0/)
  await expect(page.getByRole('button', { name: 'アドレスをコピー' })).toBeVisible()
})

test('several drafts are published, and the one without a title is named with what it lacks', async ({ page }) => {
  await open(page, `${contents}?status=draft`)
  const boxes = page.getByLabel(/を選択$/)
  await boxes.nth(2).check()
  await boxes.nth(3).check()
  await page.getByRole('button', { name: '公開する' }).click()
  await expect(page.getByRole('dialog')).toContainText('下書き2件を公開しますか')
  await page.getByRole('dialog').getByRole('button', { name: '公開する' }).click()
  const left = page.getByRole('dialog')
  await expect(left).toContainText('1件を公開しました。1件は下書きのままです')
  await expect(left.getByRole('link', { name: '名前のない下書き' })).toBeVisible()
  await expect(left).toContainText('公開に必要な')
  await left.getByRole('button', { name: '閉じる' }).last().click()
  await boxes.nth(0).check()
  await page.getByRole('button', { name: '削除する' }).click()
  await expect(page.getByRole('dialog')).toContainText('を削除しますか')
  await page.getByRole('dialog').getByRole('button', { name: '削除する' }).click()
  await expect(page.getByText('1件を削除しました')).toBeVisible()
})

test('a content is copied from its row, and the copy is opened', async ({ page }) => {
  await open(page, contents)
  await page
    .getByRole('button', { name: /その他の操作|の操作/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: '複製する' }).click()
  await expect(page).toHaveURL(`${contents}/content_0`)
  await expect(page.getByText('複製して下書きを作りました')).toBeVisible()
})

test('the list is sorted by its figures, most loved first, and its address says so', async ({ page }) => {
  await open(page, contents)
  const table = page.getByRole('table', { name: 'コンテンツの一覧' })
  await table.getByRole('link', { name: /いいね/ }).click()
  await expect(page).toHaveURL(/sort=-loves/)
  await expect(table.getByRole('columnheader', { name: /いいね/ })).toHaveAttribute('aria-sort', 'descending')
  const figures = async () => {
    const cells = await table.getByRole('row').locator('td:nth-last-child(3)').allTextContents()
    return cells.map((text) => Number(text.replaceAll(',', '')))
  }
  await expect
    .poll(async () => {
      const shown = await figures()
      return shown.length > 1 && shown.join() === shown.toSorted((a, b) => b - a).join()
    })
    .toBe(true)
})

test('a day of the calendar is pressed to make something of that day', async ({ page }) => {
  await open(page, `${contents}?view=calendar`)
  const next = page.getByRole('link', { name: '次の月' })
  await next.click()
  await page
    .getByRole('button', { name: /に作る$/ })
    .nth(9)
    .click()
  await page.getByRole('menuitem', { name: 'お知らせを書く' }).click()
  await expect(page).toHaveURL(/\/contents\/new\?type=news&day=\d{4}-\d\d-\d\d$/)
  const dayOf = () => /day=(\d{4}-\d\d-(\d\d))$/.exec(page.url()) ?? []
  await expect(page.getByText(new RegExp(`月${Number(dayOf()[2])}日.*に公開する予定で作っています`))).toBeVisible()
  await page.goBack()
  await page
    .getByRole('button', { name: /に作る$/ })
    .nth(9)
    .click()
  await page.getByRole('menuitem', { name: 'イベントを開く' }).click()
  await expect(page).toHaveURL(/\/events\/new\?day=/)
  await expect(page.locator('input[type=date], input[type=datetime-local]').first()).toHaveValue(`${dayOf()[1]}T18:00`)
})

test('the pieces of a day stand in the order of their hours, whatever they are', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `${contents}?view=calendar`)
  for (const turn of ['', '次の月', '前の月']) {
    if (turn) await page.getByRole('link', { name: turn }).click()
    await expect(page.locator('main ol[aria-busy=false]')).toBeVisible()
    for (const one of await page
      .getByRole('list', { name: /の公開予定/ })
      .getByRole('listitem')
      .all()) {
      const hours = (await one.getByRole('link').allTextContents()).map((text) => /\d\d:\d\d/.exec(text)?.[0] ?? '')
      expect(hours).toEqual(hours.toSorted())
    }
  }
})

test('on a phone a day of the calendar is pressed to see its pieces', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `${contents}?view=calendar`)
  const busy = page.getByRole('button', { name: /、1件$/ }).first()
  await busy.click()
  await expect(busy).toHaveAttribute('aria-pressed', 'true')
  await expect(
    page
      .getByRole('list', { name: /の公開予定/ })
      .getByRole('listitem')
      .filter({ visible: true }),
  ).toHaveCount(1)
  await busy.click()
  await expect(busy).toHaveAttribute('aria-pressed', 'false')
})
