import { chromium } from '@playwright/test'
const base = 'http://localhost:3410'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ja-JP', baseURL: base })
const page = await context.newPage()
const errs = []
page.on('console', (m) => m.type() === 'error' && errs.push(m.text().slice(0, 300)))
page.on('pageerror', (e) => errs.push('PAGEERROR ' + e.message.slice(0, 300)))
const shot = async (n) => { await page.screenshot({ path: `/tmp/shots/${n}.png`, fullPage: true }); console.log(n, page.url()) }
const step = async (n, f) => { try { await f(); await shot(n) } catch (e) { console.log('FAIL', n, e.message.slice(0, 400)); await shot('fail-' + n) } }
page.setDefaultTimeout(30000)
const plan = process.argv[2]
await step('1-signed-out', async () => { await page.goto('/fc/me/plans'); await page.getByText('ログインしてください').waitFor() })
await step('2-login', async () => {
  await page.goto('/login?redirect_to=%2Ffc%2Fme%2Fplans')
  await page.getByLabel('メールアドレス').fill('fan@tsudoi.test'); await page.getByLabel('パスワード', { exact: true }).fill('tsudoi-demo'); await page.getByRole('button', { name: 'ログインする' }).click()
  await page.waitForURL(/fc\/me\/plans/); await page.getByText('加入中のプランはありません').waitFor()
})
let planHref
await step('3-plans', async () => { await page.goto('/fc/aoi/plans'); planHref = await page.locator('a[href*="/fc/aoi/plans/"]').first().getAttribute('href') ; await page.goto(planHref); await page.getByTestId('join').waitFor(); await page.waitForTimeout(1500) })
await step('4-join', async () => { await page.getByTestId('join').click(); await page.getByTestId('join-buy').waitFor() })
await page.screenshot({ path: '/tmp/shots/4b.png' })
await step('5-konbini-choice', async () => { await page.getByTestId('join-konbini').check() })
await step('6-form', async () => { await page.getByTestId('join-buy').click(); await page.waitForURL(/pay\/konbini/); await page.getByTestId('konbini-issue').waitFor() })
await step('7-form-errors', async () => { await page.getByTestId('konbini-issue').click(); await page.getByRole('alert').first().waitFor() })
await step('8-codes', async () => { await page.getByLabel('お名前').fill('森 しおり'); await page.getByLabel('電話番号').fill('090-1234-5678'); await page.getByTestId('konbini-issue').click(); await page.getByRole('tab').first().waitFor() })
await step('9-orders-waiting', async () => { await page.goto('/fc/me/orders'); await page.getByTestId('order-pay').waitFor() })
let konbini
await step('10-voucher', async () => { await page.getByTestId('order-pay').click(); await page.waitForURL(/pay\/konbini/); konbini = page.url(); const link = page.getByRole('link', { name: '印刷できる案内を開く' }); const href = await link.getAttribute('href'); await page.goto(href); await page.getByTestId('sandbox-pay-at-store').first().waitFor() })
await step('11-paid-store', async () => { await page.getByTestId('sandbox-pay-at-store').nth(1).click(); await page.getByTestId('sandbox-note').waitFor() })
await step('12-konbini-paid', async () => { await page.goto(konbini); await page.getByTestId('konbini-paid').waitFor() })
await step('13-my-plans', async () => { await page.goto('/fc/me/plans'); await page.getByTestId('member-card').waitFor() })
await step('14-second-plan-card', async () => {
  await page.goto('/fc/aoi/plans'); const all = await page.locator('a[href*="/fc/aoi/plans/"]').evaluateAll((x) => [...new Set(x.map((a) => a.getAttribute('href')))])
  await page.goto(all.find((h) => h !== planHref)); await page.waitForTimeout(1500); await page.getByTestId('join').click(); await page.getByTestId('join-buy').click(); await page.waitForURL(/sandbox\/checkout/)
})
await step('15-declined', async () => { await page.getByTestId('sandbox-decline').click(); await page.getByTestId('sandbox-note').waitFor() })
await step('16-paid', async () => { await page.getByTestId('sandbox-card-declinesLater').check(); await page.getByTestId('sandbox-pay').click(); await page.waitForURL(/\/fc\//) })
await step('17-my-plans', async () => { await page.goto('/fc/me/plans'); await page.getByTestId('member-card').nth(1).waitFor() })
await step('18-portal', async () => { await page.getByRole('button', { name: /カードを変える/ }).first().click(); await page.waitForURL(/sandbox\/portal/) })
await step('19-cancel', async () => { await page.goto('/fc/me/plans'); await page.getByRole('button', { name: /解約する/ }).first().click(); await page.getByRole('dialog').waitFor() })
await step('20-cancelled', async () => { await page.getByRole('radio', { name: 'そのほか' }).check(); await page.getByRole('dialog').getByRole('button', { name: '解約する' }).click(); await page.getByText('解約予定').waitFor() })
await step('21-resumed', async () => { await page.getByRole('button', { name: /取りやめる/ }).click(); await page.getByText('解約を取りやめました').waitFor() })
await step('22-orders', async () => { await page.goto('/fc/me/orders'); await page.getByTestId('orders').waitFor() })
await step('23-receipt', async () => { await page.getByRole('link', { name: /領収書/ }).first().click(); await page.getByTestId('receipt').waitFor() })
await step('24-en', async () => { await page.goto('/en/fc/me/plans'); await page.getByTestId('member-card').first().waitFor() })
console.log(errs.length, [...new Set(errs)].join('\n'))
await browser.close()
