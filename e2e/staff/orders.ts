import type { Page } from '@playwright/test'
import deskEn from '#shop/desk/words.en.ts'
import deskJa from '#shop/desk/words.ja.ts'
import parcelsEn from '#shop/parcels/words.en.ts'
import parcelsJa from '#shop/parcels/words.ja.ts'
import homeEn from '../../src/features/office/home/words.en'
import homeJa from '../../src/features/office/home/words.ja'
import backEn from '../../src/features/shop/desk/moneyBack/words.en'
import backJa from '../../src/features/shop/desk/moneyBack/words.ja'
import { tokenOf } from '../support/calls'
import { joinByCard, newPerson, signIn } from '../support/people'
import {
  brand,
  button,
  call,
  control,
  dialog,
  elsewhere,
  enter,
  field,
  heading,
  link,
  origin,
  read,
  rows,
  said,
  type Way,
} from './parts'

const desk = read({ ja: deskJa, en: deskEn })
const words = read({ ja: parcelsJa, en: parcelsEn })
const home = read({ ja: homeJa, en: homeEn })
const back = read({ ja: backJa, en: backEn })

type Placed = { orderId: string; orderNumber: string }
const placedBy = async (email: string): Promise<Placed> => {
  const [{ orderId, orderNumber }] = (await call(await tokenOf(email), 'getFanClubOrderHistory', {})).historyItems
  return { orderId, orderNumber }
}

/** A membership paid at a store: its refund asks the fan for a bank account, and may fail. */
const paidAtStore = async (page: Page): Promise<Placed> => {
  let email = ''
  await elsewhere(page, async (fan) => {
    email = await newPerson(fan)
    await signIn(fan, email, '/fc/aoi/plans/plan_seiza')
    await fan.getByTestId('join').click()
    await fan.getByTestId('join-konbini').check()
    await fan.getByTestId('join-buy').click()
    await fan.getByLabel(/^電話番号/).fill('09012345678')
    await fan.getByRole('button', { name: /^お支払い番号/ }).click()
    const voucher = fan.getByRole('link', { name: /^印刷できる案内を開く/ })
    const intent = (await voucher.getAttribute('href'))?.split('/').at(-1)
    await control(fan, { action: 'payAtStore', intent })
    await control(fan, { action: 'deliver' })
  })
  return placedBy(email)
}

/** What the provider is asked for by a job comes there a moment later; then the fan names an account that does not exist. */
const failRefund = async (page: Page) => {
  const headers = { Authorization: 'Bearer sk_test_look' }
  const waiting = async (): Promise<{ id: string }> => {
    const answer = await page.request.get(`${origin}/v1/refunds?limit=20`, { headers })
    const refunds = (await answer.json()).data as { id: string; status: string }[]
    const found = refunds.find(({ status }) => status === 'requires_action')
    if (found) return found
    await page.waitForTimeout(500)
    return waiting()
  }
  await control(page, { action: 'answerRefund', refund: (await waiting()).id, status: 'failed' })
  await control(page, { action: 'deliver' })
  await page.waitForTimeout(1000)
}

/** A membership paid by a card whose owner disputes it. */
const disputed = async (page: Page): Promise<Placed> => {
  let email = ''
  await elsewhere(page, async (fan) => {
    email = await newPerson(fan)
    await signIn(fan, email, '/fc/aoi/plans/plan_seiza')
    let session = ''
    fan.on('framenavigated', (frame) => {
      session = /sandbox\/checkout\/(\w+)/.exec(frame.url())?.[1] ?? session
    })
    await joinByCard(fan)
    await fan.getByTestId('welcome').waitFor()
    const headers = { Authorization: 'Bearer sk_test_look' }
    const { customer } = await (await fan.request.get(`${origin}/v1/checkout/sessions/${session}`, { headers })).json()
    const intents = await fan.request.get(`${origin}/v1/payment_intents?customer=${customer}`, { headers })
    const [{ id }] = (await intents.json()).data
    await control(fan, { action: 'createDispute', intent: id, reason: 'product_not_received' })
    await control(fan, { action: 'deliver' })
  })
  return placedBy(email)
}

/** A week of orders. */
export const orders: Way = async (journey) => {
  const { page, begin, tap, twice, type, choose, step, show } = journey
  const [refunded, contested] = [await paidAtStore(page), await disputed(page)]
  await enter(page, 'owner@hoshi.test')
  const todo = (kind: keyof typeof home.todos) => link(page, new RegExp(home.todos[kind].title)).first()
  await begin(brand, todo('ordersTodo'))
  await step('what is to be done', () => tap(todo('ordersTodo')), rows(page).first(), /\/orders/)

  // What must be sent, in three ways.
  const { picks, slips, morning, returns } = words
  await step(
    'to be picked',
    () => tap(link(page, picks.title).first()),
    rows(page).first().or(page.getByText(picks.ways.send).last()).first(),
    /pick-list/,
  )
  await step('by shelf', () => choose(field(page, picks.sort), { label: picks.sorts.sku }), rows(page).first())
  await step('at a venue', () => tap(link(page, picks.ways.handOver)), page.locator('main'), /way=handOver/)
  await step('files', () => tap(link(page, picks.ways.files)), page.locator('main'), /way=files/)
  await step('back', () => tap(link(page, picks.back).first()), rows(page).first(), /\/orders/)
  /** Of those in this state: others stand among them, held or disputed. */
  const three = (state: string) => async () => {
    const some = rows(page).filter({ hasText: state })
    for (const n of [0, 1, 2]) await tap(some.nth(n).getByRole('checkbox'))
  }
  const unfulfilled = desk.goodsStates.unfulfilled
  const unsent = link(page, new RegExp(`^${desk.tabs.todo}`)).first()
  await step('to do', () => tap(unsent), page.locator(`main table[aria-busy=false] tbody tr`).first(), /tab=todo/)
  await step('three chosen', three(unfulfilled), button(page, desk.bulk.slips))
  await step('slips', () => tap(button(page, desk.bulk.slips)), button(page, slips.show), /packing-slips/)
  await step('made', () => tap(button(page, slips.show)), page.getByText(slips.slip).first())
  await step('back to them', () => tap(link(page, slips.back).first()), rows(page).first(), /\/orders/)

  await step('three again', three(unfulfilled), button(page, desk.bulk.ship))
  const prepare = async () => {
    if (await button(page, desk.bulk.prepare).isEnabled()) await tap(button(page, desk.bulk.prepare))
  }
  await step('in preparation', prepare, said(page, desk.bulk.done(3)).or(dialog(page)))
  if (await dialog(page).isVisible()) await page.keyboard.press('Escape')
  const preparing = link(page, new RegExp(`^${desk.tabs.preparing}`)).first()
  await step('what is prepared', () => tap(preparing), rows(page).first(), /tab=preparing/)
  await step('three of these', three(desk.goodsStates.preparing), button(page, desk.bulk.ship))
  const numbers = page.getByTestId('ship-rows').getByRole('textbox')
  await step('ship', () => tap(button(page, desk.bulk.ship)), numbers.first())
  await step('a wrong number', () => type(numbers.first(), '12'), page.getByText(words.fields.invalidTracking()))
  const typed = async () => {
    const last = Date.now() % 1_000_000
    for (const n of [0, 1, 2]) await type(numbers.nth(n), `4000${String(last + n).padStart(8, '0')}`)
  }
  await step('three numbers', typed, dialog(page).getByRole('button', { name: morning.submit(3) }))
  const submit = dialog(page).getByRole('button', { name: morning.submit(3) })
  await step('sent', () => twice(submit), said(page, desk.bulk.done(3)))

  // A refund that fails.
  const search = page.getByRole('searchbox').first()
  const all = link(page, new RegExp(`^${desk.tabs.all}`)).first()
  await step('all orders', () => tap(all), rows(page).first())
  const found = rows(page).filter({ hasText: refunded.orderNumber })
  await step('found', () => type(search, refunded.orderNumber), found.first(), /q=/)
  await step(
    'the order',
    () => tap(found.getByRole('link').first()),
    heading(page).filter({ hasText: refunded.orderNumber }),
  )
  const refund = dialog(page)
  await step('refund', () => tap(button(page, desk.refund.button)), refund)
  const amount = field(refund, desk.refund.amount)
  // It says how much goes back.
  const confirm = refund.locator('button[type=submit]')
  if (await amount.isVisible()) {
    const tooMuch = async () => {
      await type(amount, '99999')
      await tap(confirm)
    }
    await step('too much', tooMuch, refund.getByRole('alert').first())
  }
  const given = async () => {
    if (await amount.isVisible()) await type(amount, '500')
    await type(field(refund, desk.refund.reason), 'お客さまのご希望')
    await tap(confirm)
  }
  await step(
    'asked for',
    given,
    page
      .locator('section[popover]')
      .getByText(/¥500|返金|refund/i)
      .last(),
  )
  await failRefund(page)
  await show('it failed', page.url(), button(page, back.handle.button))
  await step('settle it', () => tap(button(page, back.handle.button)), dialog(page))
  const handled = async () => {
    await type(dialog(page).getByRole('textbox'), '銀行振込でお返ししました')
    await tap(button(dialog(page), back.handle.button))
  }
  await step('settled', handled, said(page, back.handle.done))

  // A parcel that comes back.
  await show('the list again', `${brand}/orders?tab=shipped`, rows(page).first())
  await step(
    'one that was sent',
    () => tap(rows(page).first().getByRole('link').first()),
    button(page, returns.button).first(),
  )
  await step('it came back', () => tap(button(page, returns.button).first()), dialog(page))
  await step(
    'without a reason',
    () => tap(button(dialog(page), returns.confirm)),
    dialog(page).getByRole('alert').first(),
  )
  const recorded = async () => {
    await tap(dialog(page).getByText(returns.reasons.unknownAddress, { exact: true }))
    await type(field(dialog(page), returns.postage), '800')
    await tap(button(dialog(page), returns.confirm))
  }
  await step('recorded', recorded, page.getByTestId('came-back'))
  const again = link(page.getByTestId('came-back'), returns.sendAgain)
  await step(
    'send again',
    () => tap(again),
    heading(page).filter({ hasText: words.delivery.title }),
    /delivery-details/,
  )

  // What is disputed.
  await show('home', brand, todo('disputesOpen'))
  await step(
    'disputes',
    () => tap(todo('disputesOpen')),
    rows(page).filter({ hasText: contested.orderNumber }).first(),
    /orders/,
  )
  const one = rows(page).filter({ hasText: contested.orderNumber }).getByRole('link').first()
  await step('what is wanted', () => tap(one), page.getByText(back.evidence).first())
}
