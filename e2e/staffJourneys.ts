import { colorModeCookie } from '../src/kit/colorMode'
import { books } from './staff/books'
import { firstDay } from './staff/firstDay'
import { monday } from './staff/monday'
import { orders } from './staff/orders'
import { locale, origin, type Way } from './staff/parts'
import { sofa } from './staff/sofa'
import { openChromium } from './support/chromium'
import { walk } from './support/journey'
import { watch } from './support/watch'

/*
 * npm run look:staff: the ways of creators and staff through the portal of a demo that runs (ORIGIN, by default http://localhost:3000; its
 * emulator's port in E2E_AUTH_EMULATOR_PORT), 1280 x 900 on a processor that is four times slower, with the small mistakes that people make.
 * Each prints what is above the fold where it begins, its presses and its seconds by the page's own clock, and leaves a picture of every
 * step in looks/staff. LOOK_ONLY narrows it down by parts of names; LOOK_LOCALE=en, LOOK_WIDTH=390 and LOOK_DARK=1 look at the others.
 */
const only = (process.env.LOOK_ONLY ?? '').split(',')
const asked = Number(process.env.LOOK_WIDTH ?? 1280)
const phone = 390
const isDark = process.env.LOOK_DARK === '1'
const folder = `looks/staff/${locale}-${isDark ? 'dark' : 'light'}-${asked}`
const slower = 4
/** What creators do on a phone is walked there whatever width is asked for. */
const onPhone = (name: string) => `${name} on a phone`

const ways: Record<string, Way> = {
  'first day': firstDay,
  sofa,
  [onPhone('sofa')]: sofa,
  orders,
  books,
  // Behind the orders, which bring a dispute.
  monday,
}

const browser = await openChromium()
try {
  for (const [name, go] of Object.entries(ways).filter(([name]) => only.some((part) => name.includes(part)))) {
    const width = name === onPhone('sofa') ? phone : asked
    const context = await browser.newContext({
      ...{ baseURL: origin, locale: locale === 'en' ? 'en-US' : 'ja-JP', timezoneId: 'Asia/Tokyo' },
      ...{ viewport: { width, height: width < 600 ? 844 : 900 } },
      ...(width < 600 && { deviceScaleFactor: 2, hasTouch: true, isMobile: true }),
    })
    if (isDark) await context.addCookies([{ name: colorModeCookie, value: 'dark', url: origin }])
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    const said = watch(page, { mayRefuse: true })
    const slow = async () => {
      const slowed = await context.newCDPSession(page)
      await slowed.send('Emulation.setCPUThrottlingRate', { rate: slower })
    }
    await walk(page, { name, folder, locale, slow, go, said })
    await context.close()
  }
} finally {
  await browser.close()
}
