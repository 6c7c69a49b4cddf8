import { describe, expect, test } from 'vitest'
import { addTokyoMonths, type BackNumberPeriod, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { orders } from '#money/orders/contract.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import { contents } from '#publishing/contents/contract.ts'
import { news } from '#publishing/contents/news/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, type Person, refused } from '../support/club'
import { mailsTo } from '../support/mail'
import { pastContent } from '../support/month'
import { told } from '../support/payments'
import { issue, joinByCard, ledger, moveTo, newFan, ordersIn, sessionIn, settled, shop } from '../support/shop'

/* A month that is paid after its contents were moved to another month, or withdrawn. */

type Shop = Awaited<ReturnType<typeof shop>>
type Month = Awaited<ReturnType<typeof pastContent>>

const monthBefore = (period: BackNumberPeriod) => tokyoMonth(addTokyoMonths(startOfTokyoMonth(period), -1))

const buying = (of: Shop, { planContentId }: Month, paymentType: 'card' | 'konbini') => ({
  ...{ ...of.of, planContentId, paymentType },
  returnPath: null,
})

/** A month with one content that a fan of a plan has ordered at a store. */
const ordered = async () => {
  const [of, fan] = [await shop(), await newFan()]
  const month = await pastContent(of)
  const { sessionUrl } = await ask(backNumbers.purchasePlanBackNumber, buying(of, month, 'konbini'), fan)
  const { orderId, intentId } = await issue(sessionUrl.split('/').at(-1) ?? '', fan)
  const pay = async () => {
    // The provider's times are whole seconds.
    await moveTo(now() + 2000)
    await told({ action: 'payAtStore', intent: intentId })
    await settled()
  }
  return { of, fan, month, orderId, pay }
}

const moveContent = (of: Shop, { planContentId }: Month, backNumberPeriod: BackNumberPeriod) => {
  const letter = { name: 'Letter', thumbnail: '', viewableBy: 'paidUsers' as const, imageUrls: [], text: '' }
  const said = { ...of.ids, ...letter, planIds: [of.planId], planContentId, backNumberPeriod }
  return ask(news.updatePlanContentNewsAsActive, said, of.owner)
}
const withdraw = (of: Shop, { planContentId }: Month) =>
  ask(contents.revertPlanContentToDraft, { ...of.ids, planContentId }, of.owner)

const stateOf = async (of: Shop) => (await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)
const owns = async (of: Shop, { period }: Month, fan: Person) =>
  (await ask(backNumbers.getPublicPlanBackNumber, { ...of.pub, period }, fan)).planBackNumber.isOwned
const decide = (of: Shop, orderId: string, action: 'accept' | 'refund') => ({ ...of.ids, orderId, action })

describe('a month that was ordered at a store and holds nothing when it is paid', () => {
  test.each(['moved', 'withdrawn'] as const)(
    'because its content was %s is not given: the staff decide, and the buyer is told',
    async (how) => {
      const { of, fan, month, orderId, pay } = await ordered()
      await (how === 'moved' ? moveContent(of, month, monthBefore(month.period)) : withdraw(of, month))
      await pay()
      expect(await stateOf(of)).toEqual(['paidLate'])
      expect(await owns(of, month, fan)).toBe(false)
      expect(await ledger(of.tenantId)).toEqual({ cash: 1700, unallocated: -1700 })
      expect((await ask(staffOrders.getOrders, { ...of.ids, isLate: true }, of.owner)).orders).toMatchObject([
        { orderId },
      ])
      const { order, canResolveLate } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
      expect(canResolveLate).toBe(true)
      expect(order.timeline.find(({ what }) => what === 'paidLate')).toMatchObject({ detail: 'emptyMonth' })
      const letters = (await mailsTo(fan.email)).filter(({ subject }) => subject.includes('お支払いをお預かり'))
      expect(letters.map(({ text }) => text)).toEqual([expect.stringContaining('自動では成立しませんでした')])
      const { paymentState } = await ask(orders.getKonbiniPayment, { orderId }, fan)
      expect(paymentState).toBe('paidLate')
    },
  )

  test('is not accepted while it is empty, and opens once something is there again', async () => {
    const { of, fan, month, orderId, pay } = await ordered()
    await joinByCard(of, fan)
    await withdraw(of, month)
    await pay()
    expect(await refused(staffOrders.resolveLatePayment, decide(of, orderId, 'accept'), of.owner)).toMatchObject({
      code: 'cannotAccept',
    })
    await moveContent(of, month, month.period)
    await ask(staffOrders.resolveLatePayment, decide(of, orderId, 'accept'), of.owner)
    expect(await owns(of, month, fan)).toBe(true)
    const { planContentId } = month
    expect(await ask(publicContents.getPublicPlanContent, { tenantId: of.tenantId, planContentId }, fan)).toMatchObject(
      { ok: true },
    )
  })

  test('is given back where the staff decide so', async () => {
    const { of, month, orderId, pay } = await ordered()
    await moveContent(of, month, monthBefore(month.period))
    await pay()
    await ask(staffOrders.resolveLatePayment, decide(of, orderId, 'refund'), of.owner)
    await settled()
    const { rows } = await pool().query('select provider_refund_id as id from refunds where order_id = $1', [orderId])
    await told({ action: 'answerRefund', refund: rows[0].id })
    await settled()
    expect(await stateOf(of)).toEqual(['refunded'])
    expect(await ledger(of.tenantId)).toEqual({ cash: 0, unallocated: 0 })
  })

  test('and what a card has paid for it goes back at once', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const month = await pastContent(of)
    const { sessionUrl } = await ask(backNumbers.purchasePlanBackNumber, buying(of, month, 'card'), fan)
    await withdraw(of, month)
    await told({ action: 'paySession', session: sessionIn(sessionUrl) })
    await settled()
    expect(await stateOf(of)).toEqual(['refunded'])
    expect(await owns(of, month, fan)).toBe(false)
  })
})

describe('a month that was ordered at a store is given when it is paid', () => {
  test('where it still holds another content', async () => {
    const { of, fan, month, pay } = await ordered()
    await pastContent(of, month.period)
    await moveContent(of, month, monthBefore(month.period))
    await pay()
    expect(await stateOf(of)).toEqual(['paid'])
    expect(await owns(of, month, fan)).toBe(true)
  })

  test('where its content was moved after the payment, which is heard of later: it opens that content', async () => {
    const { of, fan, month, pay } = await ordered()
    await joinByCard(of, fan)
    await told({ drop: 1 })
    await pay()
    await told({ drop: 0 })
    await moveTo(now() + 2000)
    await moveContent(of, month, monthBefore(month.period))
    expect(await stateOf(of)).toEqual(['awaitingPayment', 'paid'])
    // The next call for it asks the provider.
    await moveTo(now() + 5 * 86_400_000)
    await settled()
    expect(await stateOf(of)).toEqual(['paid', 'paid'])
    const { planContentId } = month
    expect(await ask(publicContents.getPublicPlanContent, { tenantId: of.tenantId, planContentId }, fan)).toMatchObject(
      { ok: true },
    )
  })
})
