import { type ChildProcess, spawn } from 'node:child_process'
import { expect, type Page, test } from '@playwright/test'
import { signIn } from '../support/people'
import { shiftsSoFar, watchShifts } from '../support/shifts'
import { watch } from '../support/watch'

const screen = '/tenants/tenant_hoshi/brands/brand_aoi/contents/content_aoi_live_next'

/** The video is playing. */
const plays = async (page: Page) => {
  const moves = () =>
    page
      .locator('video')
      .evaluate(async (video: HTMLVideoElement) => {
        video.muted = true
        await video.play()
        const before = video.currentTime
        await new Promise((moved) => video.addEventListener('timeupdate', moved, { once: true }))
        return video.currentTime > before
      })
      .catch(() => false)
  await expect.poll(moves, { timeout: 40_000 }).toBe(true)
}

/** What an encoder sends, whose picture shows the moment at which it was made: sixteen stripes are the bits of its tenths of a second. */
const clockFilm = (to: string, keyframeSeconds: number) => [
  ...['-v', 'error', '-re', '-f', 'lavfi', '-i'],
  "color=c=black:s=64x36:r=24,format=yuv444p,geq=lum='16+219*mod(floor(floor(time(0)*10)/pow(2\\,floor(X/4)))\\,2)':cb=128:cr=128",
  ...['-re', '-f', 'lavfi', '-i', 'sine=frequency=440', '-c:a', 'aac'],
  ...['-vf', 'scale=320:180:flags=neighbor,format=yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast'],
  ...['-tune', 'zerolatency', '-g', String(24 * keyframeSeconds), '-f', 'flv', to],
]
/** Until a second more has been shown. */
const moveOn = (page: Page) =>
  page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const from = video.currentTime
    while (video.currentTime < from + 1)
      await new Promise((moved) => video.addEventListener('timeupdate', moved, { once: true }))
  })
/** Seconds between the encoder and the screen; the bit that turns while a picture is made may be read wrongly: the middle of five. */
const behind = async (page: Page) => {
  const samples = await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const read: number[] = []
    for (let n = 0; n < 5; n++) {
      context?.drawImage(video, 0, 0, 320, 180)
      const row = context?.getImageData(0, 90, 320, 1).data ?? []
      let made = 0
      for (let bit = 0; bit < 16; bit++) if ((row[(bit * 20 + 10) * 4] ?? 0) > 128) made += 2 ** bit
      const at = Math.floor(Date.now() / 100)
      read.push(((((at - made) % 65_536) + 65_536) % 65_536) / 10)
      await new Promise((next) => setTimeout(next, 130))
    }
    return read
  })
  return samples.toSorted((a, b) => a - b)[2] ?? Number.NaN
}

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
