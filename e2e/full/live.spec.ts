import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { signIn } from '../support/people'
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

test('a streaming is sent, watched and talked about by a member, moderated at the live desk, ended, and its archive plays', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const own = { ...(baseURL && { baseURL }), locale: 'ja-JP' }
  const [fans, staff] = [await browser.newContext(own), await browser.newContext(own)]
  const folder = mkdtempSync(join(tmpdir(), 'tsudoi-live-'))
  const film = join(folder, 'film.mp4')
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=24:duration=4'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=4', '-c:a', 'aac'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '24', film],
  ])
  let encoder: ChildProcess | undefined
  const encode = (to: string) => {
    encoder = spawn('ffmpeg', ['-v', 'error', '-re', '-stream_loop', '-1', '-i', film, '-c', 'copy', '-f', 'flv', to])
  }
  try {
    const complaints = watch(page, { mayRefuse: true })
    await signIn(page, 'editor@hoshi.test', screen)
    await expect(page.getByText('映像を受信していません')).toBeVisible()
    await page.getByRole('button', { name: 'キーを表示' }).click()
    const [server, key] = await page.locator('dd code').allTextContents()
    encode(`${server}/${key}`)
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

    encoder?.kill('SIGKILL')
    await expect(page.getByText('映像が届いていません')).toBeVisible({ timeout: 20_000 })
    encode(`${server}/${key}`)
    await expect(page.getByText('映像が届いていません')).toBeHidden({ timeout: 20_000 })
    await plays(page)

    await page.getByRole('button', { name: '配信を終了' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '配信を終了' }).click()
    await expect(page.getByText('アーカイブ公開中')).toBeVisible({ timeout: 60_000 })
    await plays(page)
    expect(complaints).toEqual([])
  } finally {
    encoder?.kill('SIGKILL')
    await Promise.all([fans.close(), staff.close()])
    rmSync(folder, { recursive: true, force: true })
  }
})
