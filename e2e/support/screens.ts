import type { Page } from '@playwright/test'
import { routes } from '../../src/client/routes'

/** Who is signed in at the mocked identity; `nobody` is a visitor. */
type MockUser = 'owner' | 'newcomer' | 'operator' | 'nobody'

export type Screen = {
  name: string
  path: string
  user: MockUser
  scenario?: string
  /** The action that the screen is there for, reached by the keyboard. */
  action?: { ja: string | RegExp; en: string | RegExp; role: 'button' | 'link' }
}

const tenant = { tenantId: 'tenant_hoshi' }
const brand = { ...tenant, brandId: 'brand_aoi' }
const fan = { brandSlug: 'aoi' }
const plan = (planId: string) => routes.plan({ ...brand, planId })

const link = (ja: string | RegExp, en: string | RegExp) => ({ ja, en, role: 'link' as const })
const button = (ja: string | RegExp, en: string | RegExp) => ({ ja, en, role: 'button' as const })

/** Every route that has a page, with the states that look different. */
export const screens: Screen[] = [
  { name: 'home', path: routes.home(), user: 'nobody', action: link('ファンクラブを開設する', 'Open a fan club') },
  { name: 'login', path: routes.login(), user: 'nobody', action: button('ログインする', 'Sign in') },
  {
    name: 'oauth2callback',
    path: `${routes.oauth2callback()}?code=1`,
    user: 'nobody',
    action: link(/ホーム/, /home/i),
  },
  { name: 'not-found', path: '/nowhere', user: 'nobody', action: link(/ホーム/, /home/i) },
  {
    name: 'denied',
    path: routes.tenant(tenant),
    user: 'owner',
    scenario: 'denied',
    action: link('Tsuki Club', 'Tsuki Club'),
  },
  {
    name: 'denied-no-club',
    path: routes.tenant(tenant),
    user: 'newcomer',
    action: link('ファンクラブを開設する', 'Open a fan club'),
  },
  { name: 'tenants', path: routes.tenants(), user: 'owner', action: link('ファンクラブを開設する', 'Open a fan club') },
  { name: 'tenants-none', path: routes.tenants(), user: 'newcomer' },
  { name: 'invitation', path: `${routes.tenants()}?invitation=secret`, user: 'newcomer' },
  { name: 'new-tenant', path: routes.newTenant(), user: 'newcomer', action: button('次へ', 'Next') },
  { name: 'start-tenant', path: routes.startTenant(), user: 'newcomer', action: link(/開設/, /Open a fan club/) },
  { name: 'operator-queue', path: routes.operatorTenants(), user: 'operator' },
  { name: 'operator-forbidden', path: routes.operatorTenants(), user: 'owner' },
  {
    name: 'operator-desk',
    path: routes.operatorTenants({ query: { applicationId: 'application_100' } }),
    user: 'operator',
    action: button('承認する', 'Approve'),
  },
  { name: 'tenant', path: routes.tenant(tenant), user: 'owner', action: button('メンバーを招待', /^Invite/) },
  { name: 'tenant-moderator', path: routes.tenant(tenant), user: 'owner', scenario: 'moderator' },
  { name: 'brand', path: routes.brand(brand), user: 'owner', action: link('ファンのページを見る', 'See the fan page') },
  { name: 'brand-new', path: routes.brand(brand), user: 'owner', scenario: 'empty' },
  { name: 'profile', path: routes.profile(brand), user: 'owner' },
  { name: 'plans', path: routes.plans(brand), user: 'owner', action: link('プランを作成', /^Make a plan$|^Create/) },
  { name: 'plans-page-2', path: routes.plans(brand, { query: { page: 2 } }), user: 'owner' },
  { name: 'plans-draft', path: routes.plans(brand, { query: { status: 'draft' } }), user: 'owner' },
  { name: 'new-plan', path: routes.newPlan(brand), user: 'owner' },
  { name: 'plan-active', path: plan('plan_seiza'), user: 'owner' },
  { name: 'plan-draft', path: plan('plan_haru'), user: 'owner', action: button('公開する', 'Publish') },
  { name: 'plan-scheduled', path: plan('plan_hajimari'), user: 'owner' },
  { name: 'plan-archived', path: plan('plan_archived'), user: 'owner' },
  { name: 'plan-unknown', path: plan('plan_nobody'), user: 'owner' },
  {
    name: 'archive-plan',
    path: routes.archivePlan({ ...brand, planId: 'plan_seiza' }),
    user: 'owner',
    action: button('次へ', 'Next'),
  },
  { name: 'archive-plan-refused', path: routes.archivePlan({ ...brand, planId: 'plan_haru' }), user: 'owner' },
  { name: 'fan-brand', path: routes.fanBrand(fan), user: 'nobody', action: link(/プランを見る/, /See plans/) },
  { name: 'fan-plans', path: routes.fanPlans(fan), user: 'nobody' },
  { name: 'fan-plan', path: routes.fanPlan({ ...fan, planId: 'plan_seiza' }), user: 'nobody' },
]

/** Every list, for its four faces. */
export const lists: Screen[] = [
  { name: 'plans', path: routes.plans(brand), user: 'owner' },
  { name: 'members', path: routes.tenant(tenant), user: 'owner' },
  { name: 'applications', path: routes.startTenant(), user: 'newcomer' },
  { name: 'operator-queue', path: routes.operatorTenants(), user: 'operator' },
  { name: 'brand-activity', path: routes.brand(brand), user: 'owner' },
]

export const inLanguage = (locale: 'ja' | 'en', path: string) =>
  locale === 'ja' ? path : `/en${path}`.replace(/\/$/, '')

/** Chooses, for every page of this context from now on, who looks and which answers come. */
export const choose = (page: Page, { user, scenario = '' }: Pick<Screen, 'user' | 'scenario'>) =>
  page.addInitScript(
    ([name, story]) => {
      localStorage.setItem('tsudoi-mock-user', name)
      localStorage.setItem('tsudoi-mock-scenario', story)
    },
    [user, scenario] as const,
  )

/** Waits until nothing loads any more: a heading stands, no skeleton and no spinner do, pictures have come. */
export const settled = async (page: Page) => {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(
    () =>
      !document.querySelector('[role=status][aria-label], [aria-busy=true]') &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  )
}

export const modes = ['light', 'dark'] as const
export const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]

/** Shows the loaded page in every mode and width: what changes is CSS alone, so that no further load is needed. */
export const inEveryLook = async (page: Page, see: (mode: 'light' | 'dark', width: number) => Promise<void>) => {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const mode of modes) {
      await page.evaluate((value) => {
        document.documentElement.dataset.mode = value
      }, mode)
      await see(mode, size.width)
    }
  }
}
