import type { Page } from '@playwright/test'
import applicationEn from '#club/applications/words.en.ts'
import applicationJa from '#club/applications/words.ja.ts'
import brandEn from '#club/brands/words.en.ts'
import brandJa from '#club/brands/words.ja.ts'
import planEn from '#membership/plans/words.en.ts'
import planJa from '#membership/plans/words.ja.ts'
import bankEn from '#money/payouts/bankAccounts/words.en.ts'
import bankJa from '#money/payouts/bankAccounts/words.ja.ts'
import contentEn from '#publishing/contents/words.en.ts'
import contentJa from '#publishing/contents/words.ja.ts'
import clubEn from '../../src/features/office/club/words.en'
import clubJa from '../../src/features/office/club/words.ja'
import homeEn from '../../src/features/office/home/words.en'
import homeJa from '../../src/features/office/home/words.ja'
import { png } from '../../tests/support/pictures'
import { tokenOf } from '../support/calls'
import { editorOf } from '../support/editor'
import { joinByCard, newPerson, signIn } from '../support/people'
import { at, button, call, dialog, elsewhere, enter, field, heading, link, read, said, ui, type Way } from './parts'

const { form, rules, start } = read({ ja: applicationJa, en: applicationEn })
const { list } = read({ ja: clubJa, en: clubEn })
const home = read({ ja: homeJa, en: homeEn })
const { profile, selling } = read({ ja: brandJa, en: brandEn })
const plans = read({ ja: planJa, en: planEn })
const bank = read({ ja: bankJa, en: bankEn })
const contents = read({ ja: contentJa, en: contentEn })
const kept = form.savedDraft

/** Approved by an operator, whose way is another one. */
const approve = async (email: string) => {
  const [mine, operator] = [await tokenOf(email), await tokenOf('operator@tsudoi.test')]
  const { applications } = await call(mine, 'getMyTenantApplications', {})
  const [{ applicationId }] = applications
  await call(operator, 'startApplicationReview', { applicationId })
  const { application } = await call(operator, 'getPendingTenant', { applicationId })
  const { tenantName, slugChoices, email: tenantEmail } = application.form
  await call(operator, 'approvePendingTenant', {
    applicationId,
    tenantName,
    brandSlugs: slugChoices,
    email: tenantEmail,
  })
}

const picture = (name: string, width: number, height: number) => ({
  ...{ name, mimeType: 'image/png' },
  buffer: png({ width, height }),
})
const cut = (page: Page) => dialog(page).getByRole('button').last()

/** From an application to the first member. */
export const firstDay: Way = async (journey) => {
  const { page, begin, tap, type, choose, step, show, problems } = journey
  const email = await newPerson(page)
  await enter(page, email)
  const slug = `haru-${Date.now().toString(36)}`
  const open = link(page.getByRole('main'), list.open).first()
  await begin(at('/tenants'), open)
  const name = field(page, form.tenantName)
  await step('the form', () => tap(open), name)
  const first = field(page, form.slug(1))
  const addressTaken = async () => {
    await type(name, 'はるかぜクラブ')
    await type(field(page, form.brandName), 'はるかぜ')
    await type(first, 'aoi')
  }
  await step('an address that is taken', addressTaken, page.getByText(form.slugStatus.taken).first())
  const free = page.getByText(form.slugStatus.available, { exact: true })
  const addressFree = async () => {
    await type(first, slug)
    await type(field(page, form.slug(2)), `${slug}-2`)
  }
  await step('free ones', addressFree, free.nth(1))
  await step('next too early', () => tap(button(page, form.next)), page.getByRole('alert').first())
  const description = field(page, form.description)
  const legalName = field(page, form.legalName)
  const described = async () => {
    await type(description, '月に二度の動画と、制作の記録を届けます。')
    await tap(button(page, form.next))
  }
  await step('about the applicant', described, legalName)
  await page.getByText(kept).waitFor()
  await show('loaded again', page.url(), legalName.or(name).first())
  const about = async (postalCode: string) => {
    await type(legalName, '新人 はじめ')
    await type(field(page, form.legalNameKana), 'シンジン ハジメ')
    await type(field(page, form.postalCode), postalCode)
    await type(field(page, form.address), '東京都渋谷区神南 1-2-3')
    await type(field(page, form.phone), '09099998888')
    await tap(button(page, form.next))
  }
  await step('a wrong postal code', () => about('150'), page.getByText(rules.postalCode()))
  const right = async () => {
    await type(field(page, form.postalCode), '1500041')
    await tap(button(page, form.next))
  }
  const submit = button(page, form.submit)
  await step('to be checked', right, submit)
  await step('without the terms', () => tap(submit), page.getByText(form.mustAgree))
  const sent = async () => {
    await tap(page.getByRole('checkbox'))
    await tap(submit)
  }
  await step('sent', sent, page.getByText(start.says.submitted ?? ''), /tenants\/start/)
  await approve(email)
  const toClub = page.getByRole('button', { name: start.toClub }).or(link(page, start.toClub)).first()
  await show('approved', at('/tenants/start'), toClub)
  const toBrand = link(page.getByRole('main'), /はるかぜ/).first()
  await step('the club', () => tap(toClub), toBrand)
  const path = page.getByText(home.firstSteps).first()
  await step('its home', () => tap(toBrand), path, /brands\/[^/]+$/)
  const brandPath = new URL(page.url()).pathname
  const stepOf = (which: keyof typeof home.steps) => link(page, new RegExp(home.steps[which].title)).first()
  const next = page.getByRole('navigation', { name: home.firstSteps }).getByRole('link')

  const save = page.locator('main button[aria-keyshortcuts^="Control+S"]')
  await step('profile', () => tap(stepOf('profile')), field(page, profile.description), /\/profile/)
  const filled = async () => {
    await type(field(page, profile.description), '日の当たる場所の記録です。')
    const files = page.locator('input[type=file]')
    await files.nth(0).setInputFiles(picture('cover.png', 1600, 500))
    await tap(cut(page))
    await dialog(page).waitFor({ state: 'detached' })
    await files.nth(1).setInputFiles(picture('icon.png', 512, 512))
    await tap(cut(page))
    await dialog(page).waitFor({ state: 'detached' })
    // As long as one of the pictures is on its way the button turns.
    await page.locator('main img[src*="pictures/"]').nth(1).waitFor()
    await page.waitForFunction(() => !document.querySelector('main button[aria-busy=true]'))
  }
  await step('profile filled in', filled, save)
  await step('profile saved', () => tap(save), said(page, profile.saved))
  await step('legal notice', () => tap(next), button(page, selling.fillIn), /\/profile#legalNotice/)
  await step('its template', () => tap(button(page, selling.fillIn)), page.getByTestId('legal-notice-template'))
  const taken = async () => {
    await tap(button(page, selling.fillInConfirm))
    await tap(save)
  }
  await step('legal notice saved', taken, said(page, profile.saved))
  await step('new plan', () => tap(next), field(page, plans.form.name), /plans\/new/)
  const publishPlan = button(page, plans.form.publish)
  const cheap = async () => {
    await type(field(page, plans.form.name), '陽だまりプラン')
    await type(field(page, plans.form.description), '毎月の動画\n制作ノート')
    await type(field(page, plans.form.price), '300')
    await tap(publishPlan)
  }
  await step('too cheap', cheap, page.getByText(plans.rules.tooSmall(500)).first())
  const priced = async () => {
    await type(field(page, plans.form.price), '980')
    await tap(publishPlan)
  }
  await step('publish it', priced, dialog(page))
  const published = said(page, plans.published('陽だまりプラン'))
  await step('published', () => tap(button(dialog(page), plans.form.publish)), published, /plans\/plan_/)
  const title = field(page, contents.form.name)
  await step('new content', () => tap(next), title, /contents\/new/)
  const publish = button(page, contents.actions.publish)
  const written = async () => {
    await type(title, 'はじめまして')
    await tap(editorOf(page))
    await page.keyboard.type('今日からここで、すこしずつ書いていきます。')
    const plan = page.getByRole('checkbox', { name: /陽だまりプラン/ })
    if (!(await plan.isChecked())) {
      problems.push('The only plan is not chosen for the first content.')
      await tap(plan)
    }
    await tap(publish)
  }
  await step('written', written, dialog(page))
  const isOut = said(page, contents.published('はじめまして'))
  await step('it is out', () => tap(button(dialog(page), contents.actions.publish)), isOut)
  await step('home with four done', () => tap(next), path, /brands\/[^/]+$/)
  const copy = button(page, ui.copyOf(home.address))
  await step('the address', () => tap(copy), page.getByText(ui.copied).last())
  await step('bank account', () => tap(stepOf('bankAccount')), field(page, bank.form.step(1, bank.form.bankStep)))
  const tooEarly = () => tap(button(page, bank.form.save))
  await step('saved too early', tooEarly, page.getByText(bank.form.holderMissing))
  const found = (name: RegExp) => page.getByRole('listitem').getByRole('button', { name }).first()
  const branch = field(page, bank.form.step(2, bank.form.branchStep))
  const ofBank = async () => {
    await type(field(page, bank.form.step(1, bank.form.bankStep)), 'みずほ')
    await tap(found(/みずほ/))
  }
  await step('the bank', ofBank, branch)
  const ofBranch = async () => {
    await type(branch, '渋谷')
    await tap(found(/渋谷/))
  }
  await step('the branch', ofBranch, page.getByText(/渋谷.*\(\d{3}\)/).first())
  const filledIn = async () => {
    await choose(field(page, bank.form.step(3, bank.form.typeStep)), 'ordinary')
    await type(field(page, bank.form.step(4, bank.form.numberStep)), '1234567')
    await type(field(page, bank.form.step(5, bank.form.holderStep)), 'しんじん はじめ')
    await tap(button(page, bank.form.save))
  }
  await step('account saved', filledIn, said(page, bank.form.saved))
  const send = button(page, bank.identity.submit)
  await step('identity', () => tap(next), send, /bankAccount#identity/)
  if (!(await send.evaluate((element) => element.getBoundingClientRect().top < innerHeight)))
    problems.push('The papers are asked for below the fold.')
  const papers = async () => {
    const files = page.locator('input[type=file]')
    await files.nth(0).setInputFiles(picture('front.png', 800, 500))
    await files.nth(1).setInputFiles(picture('back.png', 800, 500))
    await tap(send)
  }
  await step('papers sent', papers, said(page, bank.identity.submitted))
  await step('home with all done', () => tap(next.filter({ hasText: home.allStepsDone })), path, /brands\/[^/]+$/)
  const mine = await tokenOf(email)
  const [, tenantId, brandId] = /tenants\/([^/]+)\/brands\/([^/]+)/.exec(brandPath) ?? []
  const [plan] = (await call(mine, 'getPlans', { tenantId, brandId, status: 'active' })).plans
  await elsewhere(page, async (fan) => {
    await signIn(fan, await newPerson(fan), `/fc/${slug}/plans/${plan.planId}`)
    await joinByCard(fan)
    await fan.getByTestId('welcome').waitFor()
  })
  await show('the first member', brandPath, page.getByText(/陽だまりプラン/).first())
  await heading(page).waitFor()
}
