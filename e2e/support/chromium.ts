import { chromium } from '@playwright/test'

/** The machine's browser, for scripts that look at a program without Playwright's runner. */
export const openChromium = () =>
  chromium.launch({
    executablePath: process.env.PW_CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : [],
  })
