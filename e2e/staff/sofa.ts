import type { Locator } from '@playwright/test'
import deskEn from '#publishing/streamings/contents/words.en.ts'
import deskJa from '#publishing/streamings/contents/words.ja.ts'
import homeEn from '../../src/features/office/home/words.en'
import homeJa from '../../src/features/office/home/words.ja'
import { tokenOf } from '../support/calls'
import { brand, button, call, dialog, enter, field, ids, link, locale, read, said, ui, type Way } from './parts'

const words = read({ ja: deskJa, en: deskEn })
const { goLive } = read({ ja: homeJa, en: homeEn })
const name = locale === 'ja' ? 'ソファから、すこしだけ' : 'From the sofa, for a moment'

const seen = (element: Element) => {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth
}

/** A live on the spur of the moment; look:live sends real pictures through the same desk. */
export const sofa: Way = async ({ page, begin, tap, twice, type, step, show, problems }) => {
  const inReach = async (what: Locator, name: string) => {
    if (!(await what.evaluate(seen))) problems.push(`${name} is out of reach`)
  }
  await enter(page, 'owner@hoshi.test')
  const live = link(page, goLive).first()
  await begin(brand, live)
  const title = field(page, words.live.name)
  const make = button(page, words.live.make)
  await step('a new live', () => tap(live), title, /type=streaming/)
  await step('without a title', () => tap(make), page.getByText(words.live.nameMissing))
  const pressedTwice = async () => {
    await type(title, name)
    await twice(make)
  }
  await step('pressed twice', pressedTwice, page.getByRole('group', { name: words.ingest }), /contents\/content_/)
  await inReach(button(page, words.start), 'begin')
  await step('the server', () => tap(button(page, ui.copyOf(words.server))), page.getByText(ui.copied).last())
  await step('the key', () => tap(button(page, ui.copyOf(words.key))), page.getByText(ui.copied).last())
  const { planContents } = await call(await tokenOf('owner@hoshi.test'), 'getPlanContentsWithPlans', {
    ...{ ...ids, q: name, pagination: { limit: 10, offset: 0 } },
  })
  const made = (planContents as { createdAt?: number; name: string }[]).filter((one) => one.name === name)
  console.log(`  lives of this name so far: ${made.length}`)
  await show('loaded again', page.url(), page.getByRole('group', { name: words.ingest }))
  await step('begin', () => tap(button(page, words.start)), dialog(page))
  await step('on air', () => tap(button(dialog(page), words.start)), said(page, words.started))
  // Whoever reads at the end of the chat ends the live without going back.
  await page.evaluate(() => scrollBy(0, 700))
  await inReach(button(page, words.end).first(), 'the end, beside the chat,')
  const notice = page.getByRole('textbox', { name: words.notice })
  const post = async () => {
    await type(
      notice,
      locale === 'ja' ? '音が小さいときは、ページを読み込み直してください。' : 'No sound? Load the page again.',
    )
    await tap(button(page, words.post))
  }
  await step('a notice', post, said(page, words.posted))
  await step('end', () => tap(button(page, words.end).first()), dialog(page))
  await step('not yet', () => tap(button(dialog(page), ui.cancel)), button(page, words.end).first())
  await step('end after all', () => tap(button(page, words.end).first()), dialog(page))
  await step('ended', () => tap(button(dialog(page), words.end)), said(page, words.ended))
  if (await button(page, words.end).first().isVisible()) problems.push('It can still be ended after its end.')
}
