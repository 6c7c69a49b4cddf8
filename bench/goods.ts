import pg from 'pg'
import { againstBare, type Call, signUp } from './calls'
import { connections, say, table } from './measure'
import type { Part } from './world'

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
// A piece added repeatedly is one line of the cart: its stock is unlimited and the call has no rate limit of its own.
const badge = { goodsId: 'goods_aoi_1', variationId: 'variation_aoi_1_0' }
const calls = (tokens: string[]): Call[] => [
  {
    name: 'getPublicGoodsList',
    base: 'public',
    payload: { ...ids, filterOption: null, pagination: { limit: 20, offset: 0 } },
    bound: 0.5,
  },
  { name: 'getPublicGoods', base: 'public', payload: { ...ids, goodsId: badge.goodsId }, bound: 0.5 },
  { name: 'addGoodsToCart', base: 'cms', payload: { ...ids, ...badge, quantity: 1 }, bound: 0.4, tokens },
]
const checkouts = 40

/** The shop's calls against hand-written ones, and where the time of a whole checkout goes. */
export const goods: Part = async ({ house }) => {
  const token = await house.signIn('fan@tsudoi.test')
  const ask = async (name: string, payload: object) => {
    const answer = await fetch(`${house.origin}/api/cms/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
    })
    const body = await answer.json()
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(body)}`)
    return body
  }
  // One fan's cart holds 99 of a thing at most, and measuring takes thousands: the sum is set back by the database.
  const owner = new pg.Client({ connectionString: house.databaseUrl('owner') })
  await owner.connect()
  await owner.query(
    `create or replace function bench_one() returns trigger language plpgsql as 'begin new.quantity := 1; return new; end'`,
  )
  await owner.query(
    'create or replace trigger bench_one before insert or update on cart_items for each row execute function bench_one()',
  )
  // Forty checkouts take more than the demo has of it.
  await owner.query('update goods_variations set is_unlimited = true where variation_id = $1', [badge.variationId])
  let misses: string[]
  try {
    // Each connection is a fan with a cart of their own: of one fan's carts only the waiting for each other would be measured.
    const callers = await Promise.all(
      Array.from({ length: connections }, (_, n) => signUp(house, `cart${n}@bench.test`)),
    )
    const asked = { callers, title: 'The shop', calls: calls(callers.map(({ token }) => token)) }
    misses = (await againstBare({ house }, asked)).misses
  } finally {
    await owner.query('drop trigger bench_one on cart_items')
    await owner.query('drop function bench_one()')
    await owner.query('delete from cart_items')
    await owner.query('delete from carts')
    await owner.end()
  }

  const spent = new Map<string, number>()
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    const result = await work()
    spent.set(name, (spent.get(name) ?? 0) + performance.now() - from)
    return result
  }
  const address = {
    postalCode: '1500041',
    prefecture: '東京都',
    town: '渋谷区神南',
    street: '1-2-3',
    building: '',
    recipientName: 'Fan',
    recipientPhoneNumber: '09012345678',
  }
  let addressId: string | undefined
  for (let n = 0; n < checkouts; n++) {
    const { cart } = await step('addGoodsToCart', () => ask('addGoodsToCart', { ...ids, ...badge, quantity: 1 }))
    const { cartId } = cart
    const saved = await step('saveShippingAddress', () =>
      ask('saveShippingAddress', { ...address, ...(addressId && { addressId }) }),
    )
    addressId = saved.addressId
    await step('getPrePurchaseByCart', () => ask('getPrePurchaseByCart', { cartId }))
    const { sessionUrl } = await step('purchaseGoodsByCart', () =>
      ask('purchaseGoodsByCart', { cartId, returnPath: null, addressId }),
    )
    const session = /(cs_[A-Za-z0-9_]+)/.exec(sessionUrl)?.[1]
    await step('pay at the sandbox', () =>
      fetch(`${house.origin}/sandbox/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ action: 'paySession', session }),
      }).then((answer) => {
        if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`)
      }),
    )
    await step('callback, until it is paid', async () => {
      while ((await ask('getCarts', {})).carts.length > 0) await new Promise((next) => setTimeout(next, 5))
    })
  }
  const total = [...spent.values()].reduce((sum, one) => sum + one, 0)
  say(`\nA whole checkout, one after another: ${((checkouts * 1000) / total).toFixed(1)} a second`)
  table(
    ['', 'ms', 'share %'],
    [...spent].map(([name, ms]) => [name, ms / checkouts, (ms / total) * 100]),
  )
  return misses
}
