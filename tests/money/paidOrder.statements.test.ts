import { expect, test } from 'vitest'
import { carts } from '#shop/carts/contract.ts'
import { ask, club } from '../support/club'
import { statementsOf } from '../support/cost'
import { checkOut, makeGoods, newBuyer, put, towel, variation, wallpaper } from '../support/goods'
import { callbacks, told } from '../support/payments'
import { sessionIn } from '../support/shop'

/* What a paid order costs in statements: on the way to one that is paid, most of the program's time is asking PostgreSQL. */

/** `begin` and `commit` apart. It was 44, then 28, and 4 of an event about the card's payment that changes nothing. */
const most = 12

/** Statements between each `begin` and its `commit`. */
const transactionsOf = (texts: readonly string[]): string[][] => {
  const all: string[][] = []
  let open: string[] | undefined
  for (const text of texts) {
    if (text === 'begin') open = []
    else if (text === 'commit') {
      if (open) all.push(open)
      open = undefined
    } else open?.push(text)
  }
  return all
}

/** A cart of what is counted, what is not, and a file; on the provider's page. */
const onThePage = async () => {
  const [of, buyer] = [await club(), await newBuyer()]
  const kinds = [
    towel({ variations: [variation(10)] }),
    towel({ name: 'Badge', variations: [variation(null)] }),
    wallpaper(),
  ]
  let cartId = ''
  for (const kind of kinds) cartId = (await put(of, buyer, await makeGoods(of, kind))).cartId
  const { sessionUrl } = await checkOut(cartId, buyer)
  return { buyer, session: sessionIn(sessionUrl) }
}

test(`a paid cart of three kinds of goods is handled in one transaction and ${most} statements`, async () => {
  const { buyer, session } = await onThePage()
  await told({ action: 'paySession', session })
  const sent = (await statementsOf(callbacks)).map(({ text }) => text)
  expect((await ask(carts.getCarts, {}, buyer)).carts).toEqual([])
  const isOf = (table: string) => (text: string) => text.includes(`"${table}"`)
  const [settled = [], ...others] = transactionsOf(sent).filter((texts) => texts.some(isOf('payment_events')))
  expect(settled.length, settled.join('\n')).toBeLessThanOrEqual(most)
  // The payment itself and the fan's customer: recorded by one statement each, and no order is read for them.
  expect([others.length, sent.filter(isOf('payment_events')).length]).toEqual([0, 3])
  expect(sent.filter(isOf('orders'))).toEqual(settled.filter(isOf('orders')))
  expect(sent.filter((text) => text.includes('book_movements'))).toHaveLength(1)
})

test('the sandbox writes what a payment on its page makes with one statement', async () => {
  const { session } = await onThePage()
  const sent = (await statementsOf(() => told({ action: 'paySession', session }))).map(({ text }) => text)
  expect(sent.filter((text) => /\b(insert|update|delete)\b(?! for)/i.test(text) && !/for update$/.test(text))).toEqual([
    expect.stringMatching(/sandbox_deliveries[\s\S]*sandbox_keys[\s\S]*sandbox_objects/),
  ])
})
