import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { callsAt, tokenOf } from './support/calls'
import { openChromium } from './support/chromium'
import { behind, clockFilm, plays } from './support/live'
import { fillLogin, joinByCard, newPerson } from './support/people'
import { mobile, slowPhone } from './support/phone'
import { watch } from './support/watch'

/*
 * npm run look:live: ten minutes of a real live at a demo that runs (ORIGIN, by default http://localhost:3000; its emulator's port in
 * E2E_AUTH_EMULATOR_PORT), with two fans and a moderator, the first fan on a slowed phone. Pictures of each moment and figures of each half
 * minute go to gallery/live. LOOK_SECONDS makes it shorter.
 */
const origin = process.env.ORIGIN ?? 'http://localhost:3000'
const length = Number(process.env.LOOK_SECONDS ?? 600)
const folder = 'gallery/live'
const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const slug = 'aoi'

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
const browser = await openChromium()
const contexts: BrowserContext[] = []
const open = async (width: number, height: number, locale = 'ja-JP') => {
  const context = await browser.newContext({
    ...{ baseURL: origin, locale, timezoneId: 'Asia/Tokyo', viewport: { width, height } },
    ...(width < 600 && { deviceScaleFactor: 2, hasTouch: true, isMobile: true }),
  })
  context.setDefaultTimeout(60_000)
  contexts.push(context)
  return context.newPage()
}
/** A machine that also encodes and plays is slow to begin. */
const signIn = async (page: Page, email: string, to: string) => {
  await page.goto(`/login?redirect_to=${encodeURIComponent(to)}`, { timeout: 120_000 })
  await fillLogin(page, email)
  await page.waitForURL((url) => url.pathname !== '/login', { timeout: 120_000 })
}
await mkdir(folder, { recursive: true })
const problems: string[] = []
const picture = async (name: string, pages: Record<string, Page>) => {
  for (const [who, page] of Object.entries(pages)) {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (over > 0) problems.push(`${name} ${who}: ${over} px too wide`)
    // The portal's desk is longer than its window.
    await page.screenshot({
      path: `${folder}/${name}-${who}.png`,
      fullPage: who.startsWith('desk') || who === 'sender',
    })
  }
  console.log(`${name}: ${Object.keys(pages).join(', ')}`)
}
/** Tries a step: what fails is told, and the live goes on. */
const step = async (name: string, work: () => Promise<unknown>) => {
  try {
    await work()
  } catch (error) {
    problems.push(`${name}: ${String(error).split('\n').slice(0, 3).join(' ')}`)
    console.log(`FAILED ${name}`)
  }
}
const call = callsAt(origin)

let encoder: ChildProcess | undefined
/** It is prepared this long before it begins by itself. */
const untilStart = 90_000
const began = Date.now()
/** The moment of the live, as a part of its length. */
const at = (part: number) => pause(Math.max(0, began + untilStart + part * length * 1000 - Date.now()))

try {
  const editor = await tokenOf('editor@hoshi.test')
  const prepared = await call(editor, 'prepareLive', {
    ...{ ...ids, name: '冬の夜のスタジオから', viewableBy: 'paidUsers' },
    ...{ planIds: ['plan_seiza', 'plan_ginga'], startAt: began + untilStart },
  })
  const content = `/fc/${slug}/contents/${prepared.planContentId}`
  const screen = `/tenants/${ids.tenantId}/brands/${ids.brandId}/contents/${prepared.planContentId}`
  // A fan on a slowed phone, one at a desk who joins for this, a moderator, and who sends.
  const phone = await open(390, 844)
  await signIn(phone, 'member@tsudoi.test', content)
  const slowed = await slowPhone(phone, { line: mobile, rate: 4 })
  await slowed.send('Performance.enable')
  const guest = await open(1280, 900, 'en-US')
  const guestEmail = await newPerson(guest)
  await signIn(guest, guestEmail, '/fc/aoi/plans/plan_seiza')
  await joinByCard(guest)
  const sender = await open(1280, 900)
  await signIn(sender, 'editor@hoshi.test', screen)
  const desk = await open(1280, 900)
  await signIn(desk, 'moderator@hoshi.test', screen)
  const deskPhone = await open(390, 844)
  await signIn(deskPhone, 'moderator@hoshi.test', screen)
  const said = { phone: watch(phone), guest: watch(guest), desk: watch(desk), sender: watch(sender) }
  await guest.goto(`/en${content}`)
  await phone.goto(content)
  await step('before', () => phone.getByRole('timer').waitFor())
  await picture('01-before', { phone, guest, desk })

  const { streaming } = await call(editor, 'getStreaming', { ...ids, streamingId: prepared.streamingId })
  const { url: server, key } = streaming.ingest
  const encode = () => {
    encoder = spawn('ffmpeg', clockFilm(`${server}/${key}`, 2), { stdio: 'ignore' })
  }
  encode()
  await sender
    .getByText('配信中', { exact: true })
    .filter({ visible: true })
    .waitFor({ timeout: untilStart + 120_000 })

  const figures: object[] = []
  let isOver = false
  const measure = async () => {
    const { metrics } = await slowed.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
    const [behindPhone, behindGuest] = await Promise.all(
      [phone, guest].map((one) => behind(one).catch(() => Number.NaN)),
    )
    const figure = {
      second: Math.round((Date.now() - began) / 1000),
      ...{ behindPhone, behindGuest },
      heapMB: Math.round(of('JSHeapUsedSize') / 104_857.6) / 10,
      nodes: of('Nodes'),
    }
    figures.push(figure)
    console.log(JSON.stringify(figure))
  }
  const measuring = (async () => {
    while (!isOver) {
      await pause(30_000)
      if (!isOver) await measure().catch(() => {})
    }
  })()

  await step('begins', async () => {
    await phone.locator('video').waitFor({ timeout: 60_000 })
    await plays(phone)
    await plays(guest)
    await picture('02-begins', { phone, guest, sender })
  })
  const writer = (by: Page) => by.getByPlaceholder(/みんなに向けて書く|Say something to everybody/)
  const say = async (by: Page, text: string) => {
    await writer(by).fill(text)
    await by.getByRole('button', { name: /^(送信|Send)$/ }).click()
    await by.getByRole('log').getByText(text).first().waitFor()
  }
  await at(0.1)
  await step('chat', async () => {
    await say(phone, 'こんばんは！今日も仕事終わりに間に合いました。')
    await say(guest, 'Hello from Lisbon! The sound is wonderful tonight.')
    // The demo's club holds everybody's first words.
    await picture('03-held', { phone, desk })
    for (const words of ['こんばんは！', 'Hello from Lisbon']) {
      const held = desk.getByRole('region', { name: '確認待ち' }).getByRole('listitem').filter({ hasText: words })
      await held.getByRole('button', { name: /^公開する/ }).click()
      await desk.getByRole('log').getByText(words).last().waitFor()
    }
    await say(desk, '来てくれてありがとうございます。最後まで楽しんでいってくださいね。')
    const lines = [
      '1曲目から好きなやつ…！',
      '照明がすてき',
      'この曲、ライブで聴くの初めてです',
      '声がきれいに聞こえます',
      '拍手！！',
    ]
    for (const line of lines) await say(phone, line)
    await say(
      guest,
      'A long line, to see how it breaks: the second verse has always been my favourite one, and the strings behind it sound closer than ever before, thank you for playing it for us again!',
    )
    await picture('03-chat', { phone, guest, desk, deskPhone })
  })
  await at(0.17)
  await step('hearts', async () => {
    for (let n = 0; n < 12; n++) await phone.getByRole('button', { name: /ハート/ }).click()
    for (let n = 0; n < 5; n++) await guest.getByRole('button', { name: /heart/i }).click()
    await picture('04-hearts', { phone })
    await desk.locator('dl > *').filter({ hasText: 'ハート' }).getByText('17').waitFor({ timeout: 20_000 })
  })
  await at(0.23)
  await step('pinned', async () => {
    await desk
      .getByRole('button', { name: /メッセージの操作$/ })
      .last()
      .click()
    await desk.getByRole('button', { name: /^固定する \(/ }).click()
    await phone.getByRole('region', { name: '固定されたメッセージ' }).waitFor()
    await picture('05-pinned', { phone, guest, desk, deskPhone })
  })
  await at(0.3)
  await step('taken away', async () => {
    await say(guest, 'BUY CHEAP TICKETS NOW')
    const word = phone.getByRole('log').getByText('BUY CHEAP')
    await word.waitFor()
    const row = desk.getByRole('log').locator('> *').filter({ hasText: 'BUY CHEAP' }).last()
    const press = Date.now()
    await row.getByRole('button', { name: /^削除/ }).click()
    await word.waitFor({ state: 'detached' })
    console.log(`taken away after ${Date.now() - press} ms`)
    await picture('06-taken-away', { phone, guest, desk })
  })
  await at(0.37)
  await step('slow mode', async () => {
    await desk.getByLabel('低速モード').selectOption({ label: '30秒に1回' })
    await phone.getByText('低速モード：30秒に1回まで').waitFor()
    await say(phone, 'ゆっくりいきますね')
    await writer(phone).fill('もうひとこと')
    await phone.getByRole('button', { name: '送信', exact: true }).click()
    await phone.getByText(/次に送れるのは/).waitFor()
    await picture('07-slow', { phone, guest, desk })
    await desk.getByLabel('低速モード').selectOption({ label: '使わない' })
    await writer(phone).fill('')
  })
  await at(0.45)
  await step('receiver cut', async () => {
    encoder?.kill('SIGKILL')
    await desk.getByText('映像が届いていません').waitFor({ timeout: 40_000 })
    await phone.getByText('配信が中断しています').waitFor({ timeout: 40_000 })
    await say(phone, '止まったかな？')
    await picture('08-cut', { phone, guest, desk })
  })
  await at(0.55)
  await step('comes back', async () => {
    encode()
    await phone.getByText('配信が中断しています').waitFor({ state: 'detached', timeout: 60_000 })
    await pause(20_000)
    await say(phone, 'おかえりなさい！')
    await plays(phone)
    await plays(guest)
    await picture('09-back', { phone, guest })
  })
  await at(0.67)
  await step('banned', async () => {
    const row = desk.getByRole('log').locator('> *').filter({ hasText: 'Hello from Lisbon' }).last()
    await row.getByRole('button', { name: /メッセージの操作$/ }).click()
    await row.getByRole('button', { name: /^書き込みを停止/ }).click()
    await desk.getByRole('dialog').waitFor()
    await picture('10-ban-asked', { desk })
    await desk.getByRole('dialog').getByRole('button', { name: '書き込みを停止' }).click()
    await writer(guest).fill('Am I still here?')
    await guest.getByRole('button', { name: 'Send', exact: true }).click()
    await guest.getByRole('alert').filter({ hasText: /./ }).first().waitFor()
    await picture('11-banned', { guest })
  })
  await at(0.78)
  await step('membership ends', async () => {
    const [order] = (await call(await tokenOf(guestEmail), 'getFanClubOrderHistory', {})).historyItems
    const owner = await tokenOf('owner@hoshi.test')
    const { refundId } = await call(owner, 'refundOrder', {
      ...{ ...ids, orderId: order.orderId, amount: order.totalPrice, reason: 'Looked at' },
    })
    console.log(`given back: ${refundId}`)
    await guest.getByText('This stream can no longer be shown').waitFor({ timeout: 60_000 })
    await picture('12-membership-ended', { guest })
    await guest.getByRole('button', { name: 'Reload the page' }).click()
    await guest
      .getByRole('link', { name: /plan|プラン|join/i })
      .first()
      .waitFor()
    await picture('13-reloaded', { guest })
  })
  await at(0.9)
  await step('still there', async () => {
    await plays(phone)
    await measure()
    await picture('14-late', { phone, desk, deskPhone })
  })
  await at(1)
  isOver = true
  await step('ended', async () => {
    await sender.getByRole('button', { name: '配信を終了' }).click()
    await picture('15-ending', { sender })
    await sender.getByRole('dialog').getByRole('button', { name: '配信を終了' }).click()
    encoder?.kill('SIGKILL')
    await phone.getByText(/配信は終わりました/).waitFor({ timeout: 30_000 })
    await picture('16-ended', { phone, sender })
  })
  await step('archive', async () => {
    await sender.getByText('アーカイブ公開中').waitFor({ timeout: 600_000 })
    await phone.reload()
    await phone.getByRole('region', { name: '配信中のチャット' }).waitFor({ timeout: 60_000 })
    await plays(phone)
    for (const [name, second] of [
      ['17-archive', length * 0.17],
      // What was said after the line was cut stands where the pictures go on.
      ['18-archive-after-cut', length * 0.67],
    ] as const) {
      await phone.locator('video').evaluate((video: HTMLVideoElement, to) => {
        video.currentTime = Math.min(to, video.duration - 2)
      }, second)
      await pause(6000)
      const { duration, currentTime } = await phone
        .locator('video')
        .evaluate(({ duration, currentTime }: HTMLVideoElement) => ({ duration, currentTime }))
      console.log(`${name}: ${Math.round(currentTime)} of ${Math.round(duration)} s`)
      await picture(name, { phone })
    }
    const wide = await open(1280, 900)
    await signIn(wide, 'member@tsudoi.test', content)
    await wide.getByRole('region', { name: '配信中のチャット' }).waitFor({ timeout: 60_000 })
    await plays(wide)
    await pause(5000)
    await picture('19-archive', { wide })
  })
  await measuring
  const report = { length, figures, problems, said }
  await writeFile(`${folder}/report.json`, JSON.stringify(report, null, 2))
  console.log(JSON.stringify({ problems, said }, null, 2))
} finally {
  encoder?.kill('SIGKILL')
  for (const context of contexts) await context.close().catch(() => {})
  await browser.close()
}
