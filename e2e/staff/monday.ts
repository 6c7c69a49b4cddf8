import applicationEn from '#club/applications/words.en.ts'
import applicationJa from '#club/applications/words.ja.ts'
import { suspensionReasonNames } from '#club/tenants/suspension.ts'
import platformEn from '../../src/features/office/platform/words.en'
import platformJa from '../../src/features/office/platform/words.ja'
import suspensionEn from '../../src/features/office/suspension/words.en'
import suspensionJa from '../../src/features/office/suspension/words.ja'
import { at, button, dialog, enter, field, heading, link, locale, read, rows, said, ui, type Way } from './parts'

const { operator: desk } = read({ ja: applicationJa, en: applicationEn })
const words = read({ ja: platformJa, en: platformEn })
const stop = read({ ja: suspensionJa, en: suspensionEn })

/** The Monday of an operator of the platform. */
export const monday: Way = async ({ page, begin, tap, type, choose, step, show, problems }) => {
  await enter(page, 'operator@tsudoi.test')
  const due = (kind: keyof typeof words.kinds) => link(page, new RegExp(words.kinds[kind].title)).first()
  await begin(at('/operator'), due('applications'))
  const first = rows(page).first().getByRole('link').first()
  const queue = heading(page).filter({ hasText: desk.title })
  await step('applications', () => tap(due('applications')), queue, /operator\/tenants/)
  await first.waitFor()
  const name = ((await first.textContent()) ?? '').trim()
  const review = button(page, desk.startReview)
  await step('the first of them', () => tap(first), review.or(button(page, desk.approve)).first(), /applicationId/)
  if (await review.isVisible()) await step('begin', () => tap(review), said(page, desk.started))
  await step('ask for changes', () => tap(button(page, desk.requestChanges)), dialog(page))
  await step('rather not', () => tap(button(dialog(page), ui.cancel)), button(page, desk.approve))
  await step('approve', () => tap(button(page, desk.approve)), dialog(page))
  const club =
    (await dialog(page)
      .getByLabel(desk.tenantName)
      .inputValue()
      .catch(() => name)) || name
  await step('approved', () => tap(button(dialog(page), desk.approve)), said(page, desk.approved(club)))
  await show('home', at('/operator'), rows(page).first())
  const disputes = link(page, new RegExp(words.kinds.disputes.title)).first()
  if (await disputes.isVisible()) {
    await step('disputes', () => tap(disputes), heading(page).filter({ hasText: words.disputesList.title }), /disputes/)
    await show('home again', at('/operator'), rows(page).first())
    const urgent = page.locator('aside ol').getByRole('link').first()
    await step('the most urgent', () => tap(urgent), dialog(page), /disputeId=/)
    await show('the clubs again', at('/operator'), rows(page).first())
  } else problems.push('No dispute is open: the orders of the week make one.')

  const revenue = link(page.locator('main thead'), new RegExp(words.columns.revenue)).first()
  // A phone sorts by a list instead: the head of the table is there for who hears it.
  if ((page.viewportSize()?.width ?? 0) > 600)
    await step('by revenue', () => tap(revenue), rows(page).first(), /sort=-revenue/)
  const search = page.getByRole('searchbox').first()
  const row = rows(page).filter({ hasText: club })
  await step('the new club', () => type(search, club), row.first(), /q=/)
  const menu = row.first().getByRole('button').last()
  const act = (label: string) => page.getByRole('menuitem', { name: label, exact: true })
  const reason = field(dialog(page), stop.reason)
  const why = { label: Object.values(suspensionReasonNames)[0]?.[locale] ?? '' }

  await step('its menu', () => tap(menu), act(words.suspend))
  await step('suspend', () => tap(act(words.suspend)), reason)
  const suspended = async () => {
    await choose(reason, why)
    await type(
      field(dialog(page), stop.message),
      locale === 'ja' ? '書類をご確認ください。' : 'Please look at your papers.',
    )
    await tap(button(dialog(page), words.suspend))
  }
  await step('suspended', suspended, said(page, stop.suspended))
  await step('its menu again', () => tap(menu), act(words.resume))
  await step('resume', () => tap(act(words.resume)), dialog(page))
  await step('resumed', () => tap(button(dialog(page), words.resume)), said(page, stop.resumed))

  await step('once more', () => tap(menu), act(words.close))
  await step('close', () => tap(act(words.close)), reason)
  const typed = dialog(page).getByRole('textbox').last()
  const wrong = async () => {
    await choose(reason, why)
    await type(typed, 'その他')
  }
  await step('another name', wrong, dialog(page).getByRole('button', { name: stop.close.confirm, disabled: true }))
  const closed = async () => {
    await type(typed, club)
    await tap(button(dialog(page), stop.close.confirm))
  }
  await step('closed', closed, said(page, stop.close.done))
  await show('its state', page.url(), row.first())
}
