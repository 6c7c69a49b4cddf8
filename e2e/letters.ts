import { chromium } from '@playwright/test'
import { mailPage } from '#server/mail/mailPage.tsx'
import { letters } from '../tests/support/letters'

/* npm run gallery:letters [-- name ...]: pictures of every letter as gallery/letters/{name}-{language}-{mode}-{width}.png. */

const wanted = process.argv.slice(2)
const sender = { name: '葵 — AOI', accentColor: '#2f6f8f' }
const executablePath = process.env.PW_CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
const page = await browser.newPage()
for (const { name, write } of letters) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue
  for (const locale of ['ja', 'en'] as const) {
    const letter = write({ origin: 'https://club.example', locale, name: locale === 'ja' ? 'みお' : 'Mio' })
    await page.setContent(mailPage({ ...letter, locale, sender }))
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [320, 640]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 600 })
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        if (over > 0) console.error(`${name} ${locale} is ${over} px too wide at ${width}`)
        await page.screenshot({ path: `gallery/letters/${name}-${locale}-${colorScheme}-${width}.png`, fullPage: true })
      }
  }
}
await browser.close()
