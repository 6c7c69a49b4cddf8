import { mkdirSync, rmSync } from 'node:fs'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { articles, slugs } from '../src/features/office/help/articles'
import { pictureSize } from '../src/features/office/help/picture'
import { choose, inLanguage, screens, settled } from './support/screens'

/*
 * npm run help:pictures: the pictures of the help, of the mocked portal that runs at GALLERY_ORIGIN (`npm run dev:mock`),
 * as public/help/{language}/{screen}.webp.
 */
const origin = process.env.GALLERY_ORIGIN
if (!origin) throw new Error('GALLERY_ORIGIN is not set: where does the mocked portal run?')

const wanted = new Set(slugs.flatMap((slug) => articles[slug].picture ?? []))
const executablePath = process.env.PW_CHROMIUM ?? '/usr/bin/chromium-headless-shell'
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
for (const locale of ['ja', 'en'] as const) {
  rmSync(`public/help/${locale}`, { recursive: true, force: true })
  mkdirSync(`public/help/${locale}`, { recursive: true })
  for (const screen of screens.filter(({ name }) => wanted.has(name))) {
    const viewport = { width: 1280, height: 800 }
    const context = await browser.newContext({ baseURL: origin, locale, timezoneId: 'Asia/Tokyo', viewport })
    const page = await context.newPage()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await choose(page, screen)
    await page.goto(inLanguage(locale, screen.path))
    await settled(page)
    await screen.prepare?.(page)
    await settled(page)
    const bytes = await page.screenshot({ animations: 'disabled' })
    await sharp(bytes)
      .resize(pictureSize.width, pictureSize.height)
      .webp({ quality: 62 })
      .toFile(`public/help/${locale}/${screen.name}.webp`)
    await context.close()
  }
}
await browser.close()
