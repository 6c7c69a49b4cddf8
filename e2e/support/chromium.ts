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
