import type { Locator, Page } from '@playwright/test'
import uiEn from '#ui/words.en.ts'
import uiJa from '#ui/words.ja.ts'
import { callsAt } from '../support/calls'
import type { Journey } from '../support/journey'
import { signIn } from '../support/people'

/* What the journeys of staff have in common. */
export const origin = process.env.ORIGIN ?? 'http://localhost:3000'
export const locale = process.env.LOOK_LOCALE === 'en' ? 'en' : 'ja'
/** Of both languages the one that is looked at. */
export const read = <Words>(of: { ja: Words; en: Words }): Words => of[locale]
export const at = (path: string) => (locale === 'en' ? `/en${path}` : path)
export const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
export const brand = at(`/tenants/${ids.tenantId}/brands/${ids.brandId}`)
export const call = callsAt(origin)
export const ui = read({ ja: uiJa, en: uiEn })

/** One way through the portal: who goes it, and how. */
export type Way = (journey: Journey) => Promise<unknown>

/** Signs in on a quick machine, before the journey begins. */
export const enter = async (page: Page, email: string) => {
  const quick = await page.context().newPage()
  await signIn(quick, email)
  await quick.close()
}

/** Somebody else, on a machine and in a browser of their own. */
export const elsewhere = async (page: Page, work: (other: Page) => Promise<void>) => {
  const context = await page.context().browser()?.newContext({ baseURL: origin, locale: 'ja-JP' })
  if (!context) throw new Error('There is no second browser.')
  context.setDefaultTimeout(60_000)
  await work(await context.newPage())
  await context.close()
}

export const control = async (page: Page, what: object) => {
  const answer = await page.request.post('/sandbox/control', { data: what })
  if (!answer.ok()) throw new Error(`The sandbox answered ${answer.status()}: ${await answer.text()}`)
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
export const link = (within: Page | Locator, name: string | RegExp) => within.getByRole('link', { name })
export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
/** The message of what was done. */
export const said = (page: Page, text: string | RegExp) => page.locator('section[popover]').getByText(text).last()
export const field = (within: Page | Locator, label: string) => within.getByLabel(new RegExp(`^${escaped(label)}`))
export const rows = (page: Page) => page.locator('main table[aria-busy=false] tbody tr')
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
