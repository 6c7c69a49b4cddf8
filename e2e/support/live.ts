import { expect, type Page } from '@playwright/test'

/* A live as an encoder sends it and as a browser shows it. */

/** The video plays, and nobody has pressed anything. */
export const playsByItself = async (page: Page) => {
  const moves = () =>
    page.locator('video').evaluate(async (video: HTMLVideoElement) => {
      if (video.paused) return false
      const before = video.currentTime
      await new Promise((moved) => video.addEventListener('timeupdate', moved, { once: true }))
      return video.muted && video.currentTime > before
    })
  await expect.poll(moves, { timeout: 40_000 }).toBe(true)
}

/** The video is playing. */
export const plays = async (page: Page) => {
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
export const clockFilm = (to: string, keyframeSeconds: number) => [
  ...['-v', 'error', '-re', '-f', 'lavfi', '-i'],
  "color=c=black:s=64x36:r=24,format=yuv444p,geq=lum='16+219*mod(floor(floor(time(0)*10)/pow(2\\,floor(X/4)))\\,2)':cb=128:cr=128",
  ...['-re', '-f', 'lavfi', '-i', 'sine=frequency=440', '-c:a', 'aac'],
  ...['-vf', 'scale=320:180:flags=neighbor,format=yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast'],
  ...['-tune', 'zerolatency', '-g', String(24 * keyframeSeconds), '-f', 'flv', to],
]
/** Until a second more has been shown. */
export const moveOn = (page: Page) =>
  page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const from = video.currentTime
    while (video.currentTime < from + 1)
      await new Promise((moved) => video.addEventListener('timeupdate', moved, { once: true }))
  })
/** Seconds between the encoder and the screen; the bit that turns while a picture is made may be read wrongly: the middle of five. */
export const behind = async (page: Page) => {
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
