import type { Page } from '@playwright/test'
import { colorModeCookie } from '#kit/colorMode.ts'
import { day } from '#kit/time.ts'
import { callsAt, tokenOf } from './support/calls'
import { openChromium } from './support/chromium'
import { type Journey, walk } from './support/journey'
import { fillNewAccount, joinByCard, newPerson, signIn } from './support/people'
import { mobile, slowPhone } from './support/phone'

/*
 * npm run look:fan: the whole ways of fans through a demo that runs (ORIGIN, by default http://localhost:3000; its emulator's port in
 * E2E_AUTH_EMULATOR_PORT), on a phone of 390 x 844 that is six times slower, on a mobile line, with the small mistakes that people make.
 * Each prints what is above the fold where it begins, its presses and its seconds by the page's own clock, and leaves a picture of every
 * step in looks/fan. LOOK_ONLY narrows it down by parts of their names (a,b), LOOK_LOCALE=en looks at the English site, LOOK_DARK=1 at
 * the dark one, LOOK_WIDTH=320 is a smaller phone. What takes months
 * wants a demo of its own, started with CLOCK=adjustable, as its clock goes on for good.
 */
const origin = process.env.ORIGIN ?? 'http://localhost:3000'
const only = (process.env.LOOK_ONLY ?? '').split(',')
const locale = process.env.LOOK_LOCALE === 'en' ? 'en' : 'ja'
const isDark = process.env.LOOK_DARK === '1'
const width = Number(process.env.LOOK_WIDTH ?? 390)
const folder = `looks/fan/${locale}-${isDark ? 'dark' : 'light'}-${width}`
const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const at = (path: string) => (locale === 'en' ? `/en${path}` : path)
const brand = at('/fc/aoi')
const seiza = at('/fc/aoi/plans/plan_seiza')

const call = callsAt(origin)
const control = async (page: Page, what: object) => {
  const answer = await page.request.post('/sandbox/control', { data: what })
  if (!answer.ok()) throw new Error(`The sandbox answered ${answer.status()}.`)
}

/** Days go by for the program; the browser's clock stays. False: its clock is the real one. */
let today = Date.now()
const pass = async (page: Page, days: number): Promise<boolean> => {
  const data = { now: today + days * day, isHasty: true }
  const moved = await page.request.post('/api/testing/clock', { data, timeout: 300_000 })
  if (moved.ok()) today = data.now
  return moved.ok()
}

/** What was done before the journey begins, on a quick machine. */
const before = async (page: Page, work: (quick: Page) => Promise<void>) => {
  const quick = await page.context().newPage()
  await work(quick)
  await quick.close()
}
const asMember = (page: Page, card = 'works') =>
  before(page, async (quick) => {
    await signIn(quick, await newPerson(quick), seiza)
    await joinByCard(quick, card)
    await quick.getByTestId('welcome').waitFor()
  })

/** Only a content that is open has it; a heading stands on the page before it, too. */
const love = (page: Page) => page.getByRole('button', { name: /^(いいね|Like)/ })
const titled = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name })
const mine = (page: Page) => page.locator('[data-plan=plan_seiza]')
const mineIs = (page: Page, status: string) => page.locator(`[data-plan=plan_seiza][data-status=${status}]`)
const join = (page: Page) => page.getByRole('link', { name: /星座プランに入会する$|^Join Constellation/ }).first()
const buyButton = (page: Page) => page.getByTestId('join-buy')
const pay = (page: Page) => page.getByTestId('sandbox-pay')

/** From the brand's page to what is bought and how it is paid, with an account on the way. */
const toTheButton = async ({ page, begin, tap, type, step }: Journey) => {
  await begin(brand, join(page))
  const name = page.getByLabel(/^(お名前|Your name)/)
  await step('to join', () => tap(join(page)), name)
  await step('account', () => fillNewAccount(page, { press: tap, type }), buyButton(page))
}
const firstContent = ({ page, tap, step }: Journey) =>
  step(
    'first content',
    () => tap(page.getByTestId('welcome').getByRole('listitem').getByRole('link').first()),
    love(page),
    /\/contents\/content_/,
  )

const byCard = async (journey: Journey) => {
  const { page, tap, step } = journey
  await toTheButton(journey)
  await step('to the payment', () => tap(buyButton(page)), pay(page))
  await step('card refused', () => tap(page.getByTestId('sandbox-decline')), page.getByTestId('sandbox-note'))
  await step('welcome', () => tap(pay(page)), page.getByTestId('welcome'))
  await firstContent(journey)
}

const atStore = async (journey: Journey) => {
  const { page, tap, type, step, show } = journey
  await toTheButton(journey)
  const total = page.getByTestId('join-total').filter({ hasText: '1,700' })
  await step('by konbini', () => tap(page.getByTestId('join-konbini')), total)
  const issue = page.getByTestId('konbini-issue')
  await step('to the form', () => tap(buyButton(page)), issue)
  const phone = page.getByLabel(/^(電話番号|Phone number)/)
  const number = async (text: string) => {
    await type(phone, text)
    await tap(issue)
  }
  await step('wrong number', () => number('12'), page.getByText(/^(0から始まる10桁か|Enter a phone number)/))
  const stores = page.getByRole('tab')
  await step('codes', () => number('090-1234-5678'), stores.first())
  await step('another store', () => tap(stores.nth(1)), page.locator('[role=tab][aria-selected=true]').nth(0))
  const voucher = page.getByRole('link', { name: /^(印刷できる案内を開く|Open the page to print)/ })
  const intent = (await voucher.getAttribute('href'))?.split('/').at(-1)
  const codes = page.url()
  // Off to the store, and the browser is opened again at home.
  await page.goto('about:blank')
  await control(page, { action: 'payAtStore', intent })
  await control(page, { action: 'deliver' })
  await show('back from the store', codes, page.getByTestId('konbini-paid'))
  const welcome = page.getByTestId('konbini-paid').getByRole('link').first()
  await step('welcome', () => tap(welcome), page.getByTestId('welcome'))
  await firstContent(journey)
}

const backNumber = async (journey: Journey) => {
  const { page, begin, tap, step } = journey
  await asMember(page)
  const months = page.getByRole('navigation').getByRole('link', { name: /^(バックナンバー|Back numbers)$/ })
  await begin(brand, months.first())
  const year = page.locator('main ol a')
  await step('the year', () => tap(months.first()), year.first(), /back-numbers/)
  const former = year.filter({ hasText: '¥' })
  const buy = page.locator('#buy').getByRole('button')
  await step('a former month', () => tap(former.first()), buy, /month=/)
  await step('what it is', () => tap(buy), buyButton(page))
  await step('to the payment', () => tap(buyButton(page)), pay(page))
  const thanks = page.getByTestId('month-thanks')
  const content = thanks.getByRole('link')
  await step('bought', () => tap(pay(page)), content, /back-numbers/)
  await step('opened', () => tap(content), love(page), /\/contents\/content_/)
}

const goodsOf = (page: Page, id: string) => page.locator(`a[href$="/goods/${id}"]`).first()
const shop = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^(グッズ|Goods)$/ })
const add = (page: Page) => page.getByTestId('add-to-cart')
const toCart = (page: Page) => page.getByRole('link', { name: /^(カートを見る|See the cart)$/ })
const checkout = (page: Page) => page.getByTestId('to-checkout')
const checkoutBuy = (page: Page) => page.getByTestId('checkout-buy')
const theOrder = (page: Page) => page.getByTestId('order-next')
const orderLines = (page: Page) => page.getByTestId('order-lines')
const orderIdOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

const paysForGoods = async ({ page, tap, step }: Journey, what = orderLines) => {
  await step('to the payment', () => tap(checkoutBuy(page)), pay(page))
  await step('thanks', () => tap(pay(page)), theOrder(page), /\/fc\/me\/orders/)
  await step('the order', () => tap(theOrder(page)), what(page), /\/orders\/order_/)
}

const goodsSent = async (journey: Journey) => {
  const { page, begin, tap, type, step, show } = journey
  await begin(brand, shop(page).first())
  await step('the shop', () => tap(shop(page).first()), page.getByRole('searchbox'), /\/goods$/)
  await step('one of them', () => tap(goodsOf(page, 'goods_aoi_0')), add(page), /goods_aoi_0/)
  const size = page.getByText(/^L \/ (紺|navy)$/)
  const isChosen = page.locator('input:checked').and(page.getByRole('radio', { name: /^L \/ (紺|navy)/ }))
  await step('a size', () => tap(size), isChosen)
  await step('in the cart', () => tap(add(page)), toCart(page).first())
  const buys = page.getByTestId('waiting-buy')
  await step('the cart', () => tap(toCart(page).first()), buys)
  await step('no account yet', () => tap(buys), page.getByTestId('cart-sum'), /\/login/)
  const addAddress = page.getByTestId('add-address')
  await step('account', () => fillNewAccount(page, { press: tap, type }), addAddress, /\/checkout\//)
  const code = page.getByLabel(/^(郵便番号|Postal code)/)
  await step('address form', () => tap(addAddress), code)
  const town = page.getByLabel(/^(市区町村・町名|City)/)
  const filled = async () => {
    await type(page.getByLabel(/^(お名前|Name)/).last(), '佐藤 葵')
    // One digit is wrong, and then right.
    await type(code, '1500042')
    await type(code, '1500041')
    await page.waitForFunction((field) => (field as HTMLInputElement).value !== '', await town.elementHandle())
    await type(page.getByLabel(/^(番地|Street|Block)/), '1-2-3')
    await type(page.getByLabel(/^(電話番号|Phone)/), '09012345678')
    await tap(page.getByTestId('address-save'))
  }
  await step('address saved', filled, page.getByText('佐藤 葵').first())
  await paysForGoods(journey)
  const orderId = orderIdOf(page)
  const shipper = await tokenOf('shipper@hoshi.test')
  await call(shipper, 'shipOrders', {
    ...{ ...ids, provider: 'yamato', providerName: '', notify: true },
    parcels: [{ orderId, trackingNumber: `1${String(Date.now()).slice(-11)}` }],
  })
  await show('sent', at(`/fc/me/orders/${orderId}`), page.getByText(/^(発送済み|Sent|On its way)$/).first())
}

const goodsPickedUp = async (journey: Journey) => {
  const { page, begin, tap, step, show } = journey
  await before(page, async (quick) => signIn(quick, await newPerson(quick), '/fc/me/plans'))
  const events = page.getByRole('navigation').getByRole('link', { name: /^(イベント|Events)$/ })
  await begin(brand, events.first())
  const event = page.locator('main a[href$="/events/event_aoi_next_1"]').first()
  await step('events', () => tap(events.first()), titled(page, /イベント|Events/), /\/events$/)
  await step('an event', () => tap(event), goodsOf(page, 'goods_aoi_e0'), /\/events\/event_/)
  await step('of its goods', () => tap(goodsOf(page, 'goods_aoi_e0')), add(page), /goods_aoi_e0/)
  await step('in the cart', () => tap(add(page)), toCart(page).first())
  await step('the cart', () => tap(toCart(page).first()), checkout(page))
  await step('checkout', () => tap(checkout(page)), checkoutBuy(page))
  await paysForGoods(journey, (page) => page.getByRole('img', { name: /^(受け取りのコード|Code for the pick-up)/ }))
  const orderId = orderIdOf(page)
  const shipper = await tokenOf('shipper@hoshi.test')
  const { orders } = await call(shipper, 'getPickUpOrder', { tenantId: ids.tenantId, code: orderId })
  const lines = (orders[0].lines as { lineId: string; toHand: number }[]).map(({ lineId, toHand }) => ({
    ...{ lineId, quantity: toHand },
  }))
  await call(shipper, 'pickUpOrderLines', { tenantId: ids.tenantId, orderId, lines })
  await show('picked up', at(`/fc/me/orders/${orderId}`), page.getByText(/^(受け取り済み|Picked up)$/).first())
}

const leaving = async (journey: Journey) => {
  const { page, begin, tap, step, show } = journey
  await asMember(page)
  const myPlans = page.locator('main a[href*="/fc/me/plans"]').first()
  await begin(at('/fc/me'), myPlans)
  await step('my plans', () => tap(myPlans), mineIs(page, 'active'), /\/me\/plans/)
  const leave = mine(page).getByRole('button', { name: /^(解約する|Leave the plan)/ })
  const stay = mine(page).getByRole('button', { name: /^(解約を取りやめる|Stay after all)/ })
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const confirm = dialog.getByRole('button', { name: /^(解約する|Leave the plan)$/ })
  await step('leaving is asked', () => tap(leave), confirm)
  const withReason = async () => {
    await tap(dialog.getByText(/^(料金が高い|Too expensive)$/))
    await tap(confirm)
  }
  await step('leaving', withReason, mineIs(page, 'scheduledToCancel'))
  await step('undone', () => tap(stay), mineIs(page, 'active'))
  await step('leaving is asked again', () => tap(leave), confirm)
  await step('leaving again', () => tap(confirm), mineIs(page, 'scheduledToCancel'))
  const rejoin = page.getByRole('link', { name: /^(プランのページへ|To the plan)/ })
  if (!(await pass(page, 40)))
    return journey.problems.push('Not looked at: coming back after the end (CLOCK=adjustable).')
  await show('ended', at('/fc/me/plans'), rejoin.first())
  await step('to the plan', () => tap(rejoin.first()), page.getByTestId('join'), /\/plans\/plan_/)
  await step('to join', () => tap(page.getByTestId('join')), buyButton(page))
  await step('to the payment', () => tap(buyButton(page)), pay(page))
  const back = page.getByTestId('welcome').getByText(/^(おかえりなさい|Welcome back)/)
  await step('welcome back', () => tap(pay(page)), back)
}

const mended = async (journey: Journey) => {
  const { page, begin, tap, step } = journey
  await asMember(page, 'declinesLater')
  if (!(await pass(page, 32)))
    return journey.problems.push('Not looked at: a month that is refused (CLOCK=adjustable).')
  const mend = page.locator('main a[href*="/fc/me/plans"]').first()
  await begin(at('/fc/me'), page.getByTestId('needs'))
  const change = mine(page).getByRole('button', { name: /^(カードを変える|Change the card)/ })
  await step('what is to be done', () => tap(mend), change, /\/me\/plans/)
  const save = page.getByTestId('sandbox-change-card')
  await step('to the provider', () => tap(change), save)
  const withAnother = async () => {
    await tap(page.getByTestId('sandbox-card-declines'))
    await tap(save)
  }
  const another = page
    .getByTestId('new-card')
    .getByRole('button', { name: /^(ほかのカードに変える|Use another card)$/ })
  await step('refused again', withAnother, another, /\/me\/plans/)
  await step('to the provider again', () => tap(another), save)
  await step('paid', () => tap(save), mineIs(page, 'active'), /\/me\/plans/)
}

const journeys: Record<string, (journey: Journey) => Promise<unknown>> = {
  'member by card': byCard,
  'member at a store': atStore,
  'back number': backNumber,
  'goods sent': goodsSent,
  'goods picked up': goodsPickedUp,
  // These move the clock.
  'card mended': mended,
  'leaving and back': leaving,
}

const browser = await openChromium()
try {
  for (const [name, go] of Object.entries(journeys).filter(([name]) => only.some((part) => name.includes(part)))) {
    const context = await browser.newContext({
      ...{ baseURL: origin, locale: locale === 'en' ? 'en-US' : 'ja-JP', timezoneId: 'Asia/Tokyo' },
      ...{ viewport: { width, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    })
    if (isDark) await context.addCookies([{ name: colorModeCookie, value: 'dark', url: origin }])
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    await walk(page, { ...{ name, folder, locale, go }, slow: () => slowPhone(page, { line: mobile, width }) })
    await context.close()
  }
} finally {
  await browser.close()
}
