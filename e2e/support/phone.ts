import type { Page } from '@playwright/test'

/** A phone six times slower than this machine, on a slow line: what is pressed comes before the scripts. */
export const slowPhone = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 100_000,
    uploadThroughput: 50_000,
  })
}
