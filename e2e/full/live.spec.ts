import { type ChildProcess, spawn } from 'node:child_process'
import { expect, type Page, test } from '@playwright/test'
import { callsAt, tokenOf } from '../support/calls'
import { behind, clockFilm, moveOn, plays, playsByItself } from '../support/live'
import { joinByCard, newPerson, signIn } from '../support/people'
import { sizesOfScripts } from '../support/scripts'
import { shiftsSoFar, watchShifts } from '../support/shifts'
import { watch } from '../support/watch'

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const screen = '/tenants/tenant_hoshi/brands/brand_aoi/contents/content_aoi_live_next'
const content = '/fc/aoi/contents/content_aoi_live_next'

test('a streaming is sent, watched at most twelve seconds later and talked about by a member, moderated at the live desk, ended, and its archive plays with what was said beside it', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const own = { ...(baseURL && { baseURL }), locale: 'ja-JP' }
  const [fans, guests, staff] = [
    await browser.newContext(own),
    await browser.newContext(own),
    await browser.newContext(own),
  ]
  const call = callsAt(baseURL ?? '')
  let encoder: ChildProcess | undefined
  const encode = (to: string, keyframeSeconds: number) => {
    encoder = spawn('ffmpeg', clockFilm(to, keyframeSeconds))
  }
  try {
    const complaints = watch(page, { mayRefuse: true })
    await signIn(page, 'editor@hoshi.test', screen)
    await expect(page.getByText('映像を受信していません').filter({ visible: true })).toBeVisible()
    await page.getByRole('button', { name: 'キーを表示' }).click()
    const [server, key] = await page.locator('dd code').allTextContents()
    encode(`${server}/${key}`, 2)
    await expect(page.getByText('映像を受信しています').filter({ visible: true })).toBeVisible({ timeout: 20_000 })
    // What is not played is not loaded, and nothing could be measured of it.
    await playsByItself(page)

    // What the encoder sends is measured before anybody sees it.
    await expect(page.getByRole('status').filter({ hasText: /[1-9][\d,]* kbps/ })).toContainText(
      'このまま配信を始められます。',
    )
    await page.getByRole('button', { name: '配信を開始' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '配信を開始' }).click()
    await expect(page.getByText('配信中', { exact: true }).filter({ visible: true })).toBeVisible()
    await plays(page)

    const fan = await fans.newPage()
    await signIn(fan, 'member@tsudoi.test', content)
    const desk = await staff.newPage()
    await signIn(desk, 'moderator@hoshi.test', screen)
    // By itself, without sound.
    await playsByItself(fan)
    const say = async (by: Page, text: string) => {
      await by.getByPlaceholder('みんなに向けて書く').fill(text)
      await by.getByRole('button', { name: '送信', exact: true }).click()
    }
    // What waits for the staff stands apart at their desks.
    const line = (by: Page, text: string) =>
      by
        .getByRole('log')
        .or(by.getByRole('list', { name: '確認待ち' }))
        .getByText(text)
    await say(fan, 'こんばんは、聞こえています。')
    for (const one of [fan, desk, page]) await expect(line(one, 'こんばんは、聞こえています。')).toBeVisible()
    await fan.getByRole('button', { name: /ハート/ }).click()
    for (const one of [desk, page]) await expect(one.locator('dl > *').filter({ hasText: 'ハート' })).toContainText('1')

    // The pictures and the name are in their places before it is known who reads.
    const phone = await fans.newPage()
    await phone.setViewportSize({ width: 390, height: 844 })
    await watchShifts(phone)
    await phone.goto(content)
    await plays(phone)
    await expect(line(phone, 'こんばんは、聞こえています。')).toBeVisible()
    const shifts = await shiftsSoFar(phone)
    expect(
      shifts.reduce((sum, { value }) => sum + value, 0),
      JSON.stringify(shifts),
    ).toBeLessThan(0.05)
    // With its player (77 KB), its chat and the sign-in (32 KB) a live that is on loads more than other pages.
    const scripts = await phone.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (/\/_next\/.*\.js$/.test(name) ? [name] : [])),
    )
    expect(scripts.length).toBeGreaterThan(10)
    expect(await sizesOfScripts(phone.request)(scripts)).toBeLessThanOrEqual(300)
    await phone.close()

    // A moderator is at the desk without the key. What they say is the brand's, and what they take away is gone without a reload.
    await expect(desk.getByRole('button', { name: 'キーを表示' })).toHaveCount(0)
    await say(desk, '来てくれてありがとう。')
    await expect(line(fan, '来てくれてありがとう。')).toBeVisible()
    await expect(fan.getByRole('log')).toContainText('公式')
    await desk
      .getByRole('button', { name: /^削除 \(/ })
      .first()
      .click()
    for (const [who, one] of Object.entries({ fan, desk, page }))
      await expect(line(one, 'こんばんは、聞こえています。'), who).toHaveCount(0)

    // One line stands above all others, and in slow mode everybody but the staff waits between two words.
    await desk
      .getByRole('button', { name: /メッセージの操作$/ })
      .last()
      .click()
    await desk.getByRole('button', { name: /^固定する \(/ }).click()
    await expect(fan.getByRole('region', { name: '固定されたメッセージ' })).toContainText('来てくれてありがとう。')
    await desk.getByLabel('低速モード').selectOption({ label: '60秒に1回' })
    await expect(fan.getByText('低速モード：60秒に1回まで')).toBeVisible()
    const mustWait = fan.getByText(/次に送れるのは\d+秒後です/)
    await say(fan, 'ゆっくり話します。')
    await expect(line(fan, 'ゆっくり話します。').or(mustWait)).toBeVisible()
    await say(fan, 'もうひとこと。')
    await expect(mustWait).toBeVisible()
    await say(desk, 'スタッフは待ちません。')
    await say(desk, '続けて書けます。')
    await expect(line(fan, '続けて書けます。')).toBeVisible()
    await desk.getByLabel('低速モード').selectOption({ label: '使わない' })
    await expect(fan.getByText('低速モード：60秒に1回まで')).toHaveCount(0)

    // Who has joined a minute ago watches and writes, until the payment is given back: then nothing is shown, without a reload.
    const guest = await guests.newPage()
    const email = await newPerson(guest)
    await signIn(guest, email, '/fc/aoi/plans/plan_seiza')
    await joinByCard(guest)
    await guest.goto('/fc/me/plans')
    await expect(guest.getByTestId('member-card').first()).toBeVisible()
    await guest.goto(content)
    await plays(guest)
    await expect(line(guest, '続けて書けます。')).toBeVisible()
    const [order] = (await call(await tokenOf(email), 'getFanClubOrderHistory', {})).historyItems
    await call(await tokenOf('owner@hoshi.test'), 'refundOrder', {
      ...{ ...ids, orderId: order.orderId, amount: order.totalPrice, reason: 'Test' },
    })
    await expect(guest.getByText('この配信は表示できなくなりました')).toBeVisible({ timeout: 30_000 })
    await expect(guest.locator('video')).toHaveCount(0)
    await expect(guest.getByText('会員期間が終わったため、ここから先のチャットは表示されません。')).toBeVisible()
    await expect(guest.getByPlaceholder('みんなに向けて書く')).toHaveCount(0)
    await plays(fan)

    await expect(page.getByText('2秒ごと')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('キーフレームの間隔が長い')).toHaveCount(0)
    const figures: number[] = []
    for (let n = 0; n < 10; n++) {
      figures.push(await behind(fan))
      await moveOn(fan)
    }
    console.log(`seconds from the encoder to the screen: ${figures.join(', ')}`)
    expect(Math.max(...figures)).toBeLessThanOrEqual(12)
    await fan.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime -= 12
    })
    const toNewest = fan.getByRole('button', { name: '最新の映像へ' })
    await toNewest.click()
    await expect(toNewest).toBeHidden()
    await plays(fan)
    await expect.poll(() => behind(fan), { timeout: 30_000 }).toBeLessThanOrEqual(12)

    encoder?.kill('SIGKILL')
    await expect(page.getByText('映像が届いていません')).toBeVisible({ timeout: 20_000 })
    encode(`${server}/${key}`, 5)
    await expect(page.getByText('映像が届いていません')).toBeHidden({ timeout: 20_000 })
    await expect(page.getByText('キーフレームの間隔が長い')).toBeVisible({ timeout: 60_000 })
    await plays(page)

    await page.getByRole('button', { name: '配信を終了' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '配信を終了' }).click()
    await expect(page.getByText('アーカイブ公開中')).toBeVisible({ timeout: 60_000 })
    await plays(page)

    // The fan, who has stayed, reads at its moment what was said, and nothing of what is taken away meanwhile.
    await expect(fan.getByRole('region', { name: '配信中のチャット' })).toBeVisible({ timeout: 60_000 })
    await plays(fan)
    await fan.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 1
    })
    await expect(line(fan, '続けて書けます。')).toBeVisible({ timeout: 30_000 })
    await expect(line(fan, 'こんばんは、聞こえています。')).toHaveCount(0)
    const row = desk.getByRole('log').locator('> *').filter({ hasText: '続けて書けます。' })
    await row.getByRole('button', { name: /^削除 \(/ }).click()
    await expect(line(fan, '続けて書けます。')).toHaveCount(0)
    await expect(line(fan, 'スタッフは待ちません。')).toBeVisible()
    expect(complaints).toEqual([])
  } finally {
    encoder?.kill('SIGKILL')
    await Promise.all([fans.close(), guests.close(), staff.close()])
  }
})
