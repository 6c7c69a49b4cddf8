import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { choose, failed, inEveryLook, inLanguage, lists, type Screen, screens, settled } from './support/screens'

/*
 * npm run gallery [-- name ...]: pictures of every screen of the mocked portal in the ignored folder gallery/, as
 * gallery/{screen}/{language}-{mode}-{width}.png. Names narrow it down. GALLERY_ORIGIN uses a program that already runs.
 */
const port = Number(process.env.PORT ?? 3150)
const folder = 'gallery'
const wanted = process.argv.slice(2)
const workers = 2

const faces: Screen[] = lists.flatMap((list) => [
  { ...list, name: `${list.name}-loading`, scenario: 'loading' },
  { ...list, name: `${list.name}-empty`, scenario: 'empty' },
  { ...list, name: `${list.name}-failed`, scenario: 'failing' },
])
const all = [...screens, ...faces].filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)

const locales = ['ja', 'en'] as const
type Locale = (typeof locales)[number]

const startProgram = async (): Promise<{ origin: string; stop: () => void }> => {
  if (process.env.GALLERY_ORIGIN) return { origin: process.env.GALLERY_ORIGIN, stop: () => {} }
  const program: ChildProcess = spawn(process.execPath, ['scripts/mock.mjs', '--built'], {
    env: { ...process.env, PORT: String(port), ENV_FILE: '.env.example', LOG_LEVEL: 'warn' },
    stdio: 'inherit',
  })
  const origin = `http://localhost:${port}`
  const isReady = () =>
    fetch(`${origin}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await isReady())) {
    if (program.exitCode !== null) throw new Error('The mocked portal did not start.')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return { origin, stop: () => program.kill('SIGTERM') }
}

/** The requested state is shown. */
const waitFor = async (page: Page, { scenario }: Screen) => {
  if (scenario === 'loading') {
    await page.locator('h1').waitFor()
    return page.getByRole('status').first().waitFor({ state: 'attached' })
  }
  if (scenario === 'failing') return failed(page)
  await settled(page)
}

const take = async (context: BrowserContext, screen: Screen, locale: Locale) => {
  const page = await context.newPage()
  try {
    await choose(page, screen)
    if (screen.scenario === 'failing') await page.clock.install()
    await page.goto(inLanguage(locale, screen.path))
    await waitFor(page, screen)
    await screen.prepare?.(page)
    // A screenshot of the whole page includes what is below the visible part.
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager'
      await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    })
    await inEveryLook(page, async (mode, width) => {
      const path = `${folder}/${screen.name}/${locale}-${mode}-${width}.png`
      await page.screenshot({ path, fullPage: true, animations: 'disabled' })
    })
  } finally {
    await page.close()
  }
}

const main = async () => {
  if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
  const { origin, stop } = await startProgram()
  const executablePath = [process.env.PW_CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync)
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const started = performance.now()
  const waiting = locales.flatMap((locale) => all.map((screen) => ({ screen, locale })))
  const failures: string[] = []
  const work = async () => {
    const context = await browser.newContext({ baseURL: origin, timezoneId: 'Asia/Tokyo', reducedMotion: 'reduce' })
    context.setDefaultTimeout(10_000)
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { screen, locale } = next
      await take(context, screen, locale).catch((error: Error) => {
        failures.push(`${screen.name} ${locale}: ${error.message.split('\n')[0]}`)
      })
    }
    await context.close()
  }
  try {
    await Promise.all(Array.from({ length: workers }, work))
  } finally {
    await browser.close()
    stop()
  }
  for (const failure of failures) console.error(failure)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(
    `${all.length * locales.length - failures.length} of ${all.length * locales.length} screens in ${folder}/ (${seconds} s)`,
  )
  process.exitCode = failures.length > 0 ? 1 : 0
}

await main()
