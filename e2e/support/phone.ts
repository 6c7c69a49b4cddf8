import type { Page } from '@playwright/test'

type Line = { latency: number; downloadThroughput: number; uploadThroughput: number }
/** A line on which what is pressed comes before the scripts. */
const poor: Line = { latency: 400, downloadThroughput: 100_000, uploadThroughput: 50_000 }
/** A usual mobile line of about 1.6 Mbit/s. */
export const mobile: Line = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }

type Slow = { line?: Line; rate?: number; width?: number }
/** A phone six times slower than this machine, on a slow line. */
export const slowPhone = async (page: Page, { line = poor, rate = 6, width = 390 }: Slow = {}) => {
  await page.setViewportSize({ width, height: 844 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line })
  return session
}
