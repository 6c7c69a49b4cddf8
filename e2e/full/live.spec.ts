import { type ChildProcess, spawn } from 'node:child_process'
import { expect, type Page, test } from '@playwright/test'
import { behind, clockFilm, moveOn, plays } from '../support/live'
import { signIn } from '../support/people'
import { shiftsSoFar, watchShifts } from '../support/shifts'
import { watch } from '../support/watch'

const screen = '/tenants/tenant_hoshi/brands/brand_aoi/contents/content_aoi_live_next'

test('a streaming is sent, watched at most twelve seconds later and talked about by a member, moderated at the live desk, ended, and its archive plays', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const own = { ...(baseURL && { baseURL }), locale: 'ja-JP' }
  const [fans, staff] = [await browser.newContext(own), await browser.newContext(own)]
  let encoder: ChildProcess | undefined
  const encode = (to: string, keyframeSeconds: number) => {
    encoder = spawn('ffmpeg', clockFilm(to, keyframeSeconds))
  }
  try {
    const complaints = watch(page, { mayRefuse: true })
    await signIn(page, 'editor@hoshi.test', screen)
    await expect(page.getByText('映像を受信していません')).toBeVisible()
    await page.getByRole('button', { name: 'キーを表示' }).click()
    const [server, key] = await page.locator('dd code').allTextContents()
    encode(`${server}/${key}`, 2)
    await expect(page.getByText('映像を受信しています')).toBeVisible({ timeout: 20_000 })
    await plays(page)

    await page.getByRole('button', { name: '配信を開始' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '配信を開始' }).click()
    await expect(page.getByText('配信中', { exact: true })).toBeVisible()
    await plays(page)

    const fan = await fans.newPage()
    await signIn(fan, 'member@tsudoi.test', '/fc/aoi/contents/content_aoi_live_next')
    const desk = await staff.newPage()
    await signIn(desk, 'moderator@hoshi.test', screen)
    // By itself, without sound.
    expect(await fan.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
    await plays(fan)
    const say = async (by: Page, text: string) => {
      await by.getByPlaceholder('みんなに向けて書く').fill(text)
      await by.getByRole('button', { name: '送信', exact: true }).click()
    }
    const line = (by: Page, text: string) => by.getByRole('log').getByText(text)
    await say(fan, 'こんばんは、聞こえています。')
    for (const one of [fan, desk, page]) await expect(line(one, 'こんばんは、聞こえています。')).toBeVisible()
    await fan.getByRole('button', { name: /ハート/ }).click()
    for (const one of [desk, page]) await expect(one.locator('dl > *').filter({ hasText: 'ハート' })).toContainText('1')

    // The pictures and the name are in their places before it is known who reads.
    const phone = await fans.newPage()
    await phone.setViewportSize({ width: 390, height: 844 })
    await watchShifts(phone)
    await phone.goto('/fc/aoi/contents/content_aoi_live_next')
    await plays(phone)
    await expect(line(phone, 'こんばんは、聞こえています。')).toBeVisible()
    const shifts = await shiftsSoFar(phone)
    expect(
      shifts.reduce((sum, { value }) => sum + value, 0),
      JSON.stringify(shifts),
    ).toBeLessThan(0.05)
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
    expect(complaints).toEqual([])
  } finally {
    encoder?.kill('SIGKILL')
    await Promise.all([fans.close(), staff.close()])
  }
})
