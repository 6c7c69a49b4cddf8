import pg from 'pg'
import { againstBare, type Call, type Caller, post, signUp } from './calls'
import { connections, say, table } from './measure'
import { metricOf, type Part, type World } from './world'

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
// A piece added repeatedly is one line of the cart: its stock is unlimited and the call has no rate limit of its own.
const badge = { goodsId: 'goods_aoi_1', variationId: 'variation_aoi_1_0' }
const calls = (tokens: string[]): Call[] => [
  {
    name: 'getPublicGoodsList',
    base: 'public',
    payload: { ...ids, filterOption: null, pagination: { limit: 20, offset: 0 } },
    bound: 0.5,
    isKept: true,
  },
  { name: 'getPublicGoods', base: 'public', payload: { ...ids, goodsId: badge.goodsId }, bound: 0.5, isKept: true },
  { name: 'addGoodsToCart', base: 'cms', payload: { ...ids, ...badge, quantity: 1 }, bound: 0.4, tokens },
]

/** The shop's calls against hand-written ones, and where the time of a whole checkout goes. */
export const goods: Part = async ({ house }) => {
  // One fan's cart holds 99 of a thing at most, and measuring takes thousands: the sum is set back by the database.
  const owner = new pg.Client({ connectionString: house.databaseUrl('owner') })
  await owner.connect()
  await owner.query(
    `create or replace function bench_one() returns trigger language plpgsql as 'begin new.quantity := 1; return new; end'`,
  )
  await owner.query(
    'create or replace trigger bench_one before insert or update on cart_items for each row execute function bench_one()',
  )
  // The checkouts take more than the demo has of it.
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
    // The last calls may still be under way.
    await owner.query('begin')
    await owner.query('lock table carts, cart_items')
    await owner.query('delete from cart_items')
    await owner.query('delete from carts')
    await owner.query('commit')
    await owner.end()
  }

  await checkouts(house, { atOnce: 1, each: 40 })
  await checkouts(house, { atOnce: 8, each: 15 })
  return misses
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

/** The time that the program has spent since it was started, in ms: waiting for the provider's answers, and taking its events. */
const spentOnProvider = async (house: World['house']) => {
  const sumOf = async (name: string) => (await metricOf(house, `${name}_sum`)) * 1000
  return { calls: await sumOf('tsudoi_provider_seconds'), events: await sumOf('tsudoi_callback_seconds') }
}

/** Whole checkouts of fans beside each other: where the time of one goes, and whose it is. */
const checkouts = async (house: World['house'], { atOnce, each }: { atOnce: number; each: number }) => {
  const callers = await Promise.all(Array.from({ length: atOnce }, (_, n) => signUp(house, `buyer${n}@bench.test`)))
  const spent = new Map<string, number>()
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    const result = await work()
    spent.set(name, (spent.get(name) ?? 0) + performance.now() - from)
    return result
  }
  const [paying, told] = ['pay at the sandbox', 'callback, until it is paid']
  const buys = async ({ token }: Caller) => {
    const ask = async (name: string, payload: object) => {
      const { url, ...init } = post(`${house.origin}/api/cms/${name}`, payload, token)
      const answer = await fetch(url, init)
      const body = await answer.json()
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(body)}`)
      return body
    }
    let addressId: string | undefined
    for (let n = 0; n < each; n++) {
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
      await step(paying, async () => {
        const { url, ...init } = post(`${house.origin}/sandbox/control`, { action: 'paySession', session })
        const answer = await fetch(url, init)
        if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`)
      })
      await step(told, async () => {
        while ((await ask('getCarts', {})).carts.length > 0) await new Promise((next) => setTimeout(next, 10))
      })
    }
  }
  const before = await spentOnProvider(house)
  const from = performance.now()
  await Promise.all(callers.map(buys))
  const took = performance.now() - from
  const after = await spentOnProvider(house)
  const count = atOnce * each
  const total = [...spent.values()].reduce((sum, ms) => sum + ms, 0)
  const calls = after.calls - before.calls + (spent.get(paying) ?? 0)
  // The sandbox sends a customer's events one by one, and those of eight customers beside each other.
  const untilTold = Math.max(0, (spent.get(told) ?? 0) - (after.events - before.events))
  const parts: [string, number][] = [
    ...spent,
    ['a whole one', total],
    ['of these in calls to the sandbox', calls],
    ['until the sandbox sends its events', untilTold],
    ['ours', total - calls - untilTold],
  ]
  say(`\nWhole checkouts, ${atOnce} at once: ${((count * 1000) / took).toFixed(1)} a second`)
  table(
    ['', 'ms', 'share %'],
    parts.map(([name, ms]) => [name, ms / count, (ms / total) * 100]),
  )
}
