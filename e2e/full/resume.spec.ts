import { expect, test } from '@playwright/test'
import { signIn } from '../support/people'

test('a video goes on where its member left it', async ({ page }) => {
  await signIn(page, 'member@tsudoi.test', '/fc/aoi/contents/content_aoi_0000')
  const video = page.locator('video')
  const where = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const length = () => video.evaluate((element: HTMLVideoElement) => element.duration || 0)
  await expect.poll(length, { timeout: 30_000 }).toBeGreaterThan(18)
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    element.currentTime = 7
    return element.play()
  })
  await expect.poll(where).toBeGreaterThan(7)
  await video.evaluate((element: HTMLVideoElement) => element.pause())
  await page.reload()
  await expect.poll(length, { timeout: 30_000 }).toBeGreaterThan(18)
  await expect.poll(where).toBeGreaterThanOrEqual(7)
})
