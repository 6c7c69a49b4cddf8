import type { Locator, Page } from '@playwright/test'
import revenueEn from '#money/payouts/revenue/words.en.ts'
import revenueJa from '#money/payouts/revenue/words.ja.ts'
import { brand, button, enter, heading, link, read, type Way } from './parts'

const words = read({ ja: revenueJa, en: revenueEn })

const finals = (page: Page) => page.locator('main table tbody tr').filter({ hasText: words.states.finalized ?? '' })

/** The end of a month for a tax adviser. */
export const books: Way = async ({ page, begin, tap, step, show }) => {
  await enter(page, 'accountant@hoshi.test')
  const paid = page.locator('main table tbody tr').filter({ hasText: words.states.paid ?? '' })
  const month = finals(page).or(paid).first().getByRole('link')
  await begin(`${brand}/revenue`, month)
  const waterfall = page.getByText(words.month.waterfall)
  await step('a final month', () => tap(month), waterfall, /revenue\/\d/)
  const saves = async (name: string, of: Locator) => {
    const file = page.waitForEvent('download')
    await step(
      name,
      async () => {
        await tap(of)
        console.log(`    ${(await file).suggestedFilename()}`)
      },
      of,
    )
  }
  await saves('statement', button(page, words.month.pdf))
  await saves('statement csv', button(page, words.month.csv))
  await saves('statement csv sjis', button(page, words.month.csvSjis))
  await saves('journals freee', button(page, words.journals.names.freee))
  await saves('journals yayoi', button(page, words.journals.names.yayoi))
  await page.getByRole('heading', { name: words.advances.title }).scrollIntoViewIfNeeded()
  const refunds = link(page, new RegExp(`^${words.month.refunds} `)).first()
  await step(
    'the lines of the refunds',
    () => tap(refunds),
    page.locator('main table[aria-busy=false]').last(),
    /part=refunds/,
  )
  const csv = page.locator('main').getByRole('button', { name: 'CSV', exact: true }).last()
  await step('the ledger as a file', () => tap(csv), page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  const earlier = link(page, words.month.earlier).first()
  await step('the month before', () => tap(earlier), waterfall, /revenue\/\d/)
  await show('all months', `${brand}/revenue`, heading(page))
}
