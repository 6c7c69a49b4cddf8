import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { expect, test } from '@playwright/test'
import { signIn } from '../support/people'
import { barriers, watch } from '../support/watch'

/** A film of three seconds that is 20 MB long: what players skip stands at its end. */
const film = (folder: string) => {
  const path = join(folder, 'live.mp4')
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=24:duration=3'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3', '-c:a', 'aac'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', path],
  ])
  const skipped = 20 * 1024 ** 2
  const head = Buffer.alloc(8)
  head.writeUInt32BE(skipped + 8, 0)
  head.write('free', 4, 'latin1')
  appendFileSync(path, Buffer.concat([head, randomBytes(skipped)]))
  return path
}
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The file as it is stored: on the disk a folder of its parts; beside several machines in the bucket of E2E_S3. */
const storedFile = async (mediaId: string) => {
  const key = `private/tenant_hoshi/${mediaId}.mp4`
  if (process.env.E2E_S3) {
    const { bucket, ...settings } = JSON.parse(process.env.E2E_S3)
    const { Body } = await new S3Client(settings).send(new GetObjectCommand({ Bucket: bucket, Key: key }))
    return Buffer.from((await Body?.transformToByteArray()) ?? [])
  }
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'files', 'objects', key)
  const parts = readdirSync(folder)
    .filter((name) => /^\d+\./.test(name))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  return Buffer.concat(parts.map((name) => readFileSync(join(folder, name))))
}

const screen = '/tenants/tenant_hoshi/brands/brand_aoi/contents/new?type=video'

test('a video is sent in parts over a reload, converted, and plays', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tsudoi-film-'))
  const path = film(folder)
  const complaints = watch(page)

  const sent: string[] = []
  let isHeld = true
  await page.route(/partNumber=/, async (route) => {
    const part = new URL(route.request().url()).searchParams.get('partNumber') ?? ''
    // The last part hangs until the page is loaded again.
    if (part === '3' && isHeld) return
    sent.push(part)
    await route.continue()
  })

  await signIn(page, 'owner@hoshi.test', screen)
  const chosen = page.getByLabel('動画', { exact: true })
  await chosen.setInputFiles(path)
  await expect(page.getByText(/送信中/).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage).match(/etag/g)?.length)).toBe(2)

  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  isHeld = false
  await expect(page.getByText('途中まで送信した動画があります')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  const done = page.waitForResponse(/completeMultipartUpload/)
  await chosen.setInputFiles(path)
  const { mediaId } = await (await done).json()
  expect(sent.sort()).toEqual(['1', '2', '3'])
  await expect(page).toHaveURL(/\/contents\/content_/)
  expect(sha(await storedFile(mediaId))).toBe(sha(readFileSync(path)))

  await expect(page.getByText('再生できます')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: '2番目の場面' }).click()
  await expect(page.getByRole('button', { name: '2番目の場面' })).toHaveAttribute('aria-pressed', 'true')
  const video = page.locator('video')
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.5)
  expect(complaints).toEqual([])
  // Of the cookies that opened it the page itself sees nothing.
  expect(await page.evaluate(() => document.cookie)).not.toContain('CloudFront')
  rmSync(folder, { recursive: true, force: true })
})
