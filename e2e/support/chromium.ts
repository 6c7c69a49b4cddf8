import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/**
 * Each window of the complete browser has two pages of its own for what its address bar offers: 0.8 s of processor time a test, and nobody
 * types an address. Of several such switches the last one counts, so that those which Playwright turns off stand here, too.
 */
const turnedOff = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...[
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
  ],
  ...['NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  ...['TcpPortRandomizationWin', 'ThirdPartyStoragePartitioning'],
]

export const chromiumArgs = [
  `--disable-features=${turnedOff.join(',')}`,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

const firstOf = (paths: string[]) => paths.find((path) => existsSync(path))
// Without any, Playwright's own browser is used.
const complete =
  process.env.PW_CHROMIUM ??
  firstOf([
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ])

/**
 * The browser as people have it: for tests of what the shell has not (messages that are allowed by a press), or does otherwise (a page
 * whose scripts rest was seen to wake in it before anybody touched it).
 */
export const completeBrowser = { executablePath: complete, args: chromiumArgs }
/** Without the browser's own interface, whose renderers cost a third of a short test and a seventh of a journey. */
export const shell = {
  executablePath: process.env.PW_CHROMIUM ?? firstOf(['/usr/bin/chromium-headless-shell']) ?? complete,
  args: chromiumArgs,
}

/**
 * A mocked page lives for two seconds: what V8's two optimizing compilers make of its scripts, and of axe, is used too seldom to pay for
 * itself. Both or none: without the first alone, the second takes over its work. Scripts that measure how fast pages are keep them.
 */
export const forShortPages = '--js-flags=--no-maglev,--no-turbofan'

/** The machine's browser, for scripts that look at a program without Playwright's runner. */
export const openChromium = () =>
  chromium.launch({
    executablePath: process.env.PW_CHROMIUM ?? '/usr/bin/chromium',
    args: [...chromiumArgs, ...(process.getuid?.() === 0 ? ['--disable-gpu'] : [])],
  })
