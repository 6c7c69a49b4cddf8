// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '#client/call.ts'
import { takeLeftOut } from '#client/leftOut.ts'
import { joinWaiting } from '#client/useCart.ts'
import { putAside, saveWaiting, waitingItems } from '#client/waitingCart.ts'

vi.mock('next/router', () => ({ useRouter: () => ({ locale: 'ja' }) }))
vi.mock('#client/call.ts', () => ({ call: vi.fn() }))
vi.mock('#client/identity.ts', () => ({ token: async () => 'token' }))

const towel = {
  tenantId: 'tenant_a',
  brandId: 'brand_a',
  brandSlug: 'aoi',
  goodsId: 'goods_towel',
  variationId: 'variation_blue',
  quantity: 1,
  name: 'Towel',
  variationName: 'Blue',
  price: 2000,
  thumbnail: '',
}
const poster = { ...towel, goodsId: 'goods_poster', variationId: 'variation_poster', name: 'Poster' }
const refusal = (code: string) => Object.assign(new Error(code), { status: 409, code, requestId: '' })

const sent = vi.fn<(of: { goodsId: string; quantity: number }) => void>()
/** What the cart of the fan holds, and what happens while a piece is put into it. */
let meanwhile: (goodsId: string) => unknown
let lying: { goodsId: string; goodsType: string }[]
beforeEach(() => {
  localStorage.clear()
  sent.mockReset()
  meanwhile = () => {}
  lying = []
  vi.mocked(call).mockImplementation((async ({ name }: { name: string }, of: { goodsId: string; quantity: number }) => {
    if (name === 'getCarts') return { carts: [{ goodsList: lying }] }
    sent(of)
    return meanwhile(of.goodsId)
  }) as never)
})
const waiting = () => waitingItems().map(({ name, quantity }) => [name, quantity])
const put = () => sent.mock.calls.map(([{ goodsId, quantity }]) => [goodsId, quantity])

describe('what a visitor has put aside', () => {
  test('goes into the cart of the fan, and waits no longer', async () => {
    putAside(towel)
    putAside(poster)
    await joinWaiting('ja')
    expect(put()).toEqual([
      ['goods_towel', 1],
      ['goods_poster', 1],
    ])
    expect(waiting()).toEqual([])
  })

  test('in another tab, while this one joins, waits for the next time', async () => {
    putAside(towel)
    meanwhile = () => putAside({ ...towel, quantity: 2 })
    await joinWaiting('ja')
    expect(put()).toEqual([['goods_towel', 1]])
    expect(waiting()).toEqual([['Towel', 2]])
    meanwhile = () => {}
    await joinWaiting('ja')
    expect(put().at(-1)).toEqual(['goods_towel', 2])
    expect(waiting()).toEqual([])
  })

  test('waits on where this piece was refused and another one was put aside meanwhile', async () => {
    putAside(towel)
    meanwhile = () => {
      putAside(towel)
      throw refusal('soldOut')
    }
    await joinWaiting('ja')
    expect([waiting(), takeLeftOut()]).toEqual([[['Towel', 1]], ['Towel']])
  })

  test('by an earlier version, without a key of its own, goes as well', async () => {
    saveWaiting([towel])
    await joinWaiting('ja')
    expect(waiting()).toEqual([])
    saveWaiting([towel])
    meanwhile = () => putAside(towel)
    await joinWaiting('ja')
    expect(waiting()).toEqual([['Towel', 1]])
  })

  test('and took back while it was being joined does not come again', async () => {
    putAside(towel)
    meanwhile = () => saveWaiting([])
    await joinWaiting('ja')
    expect(waiting()).toEqual([])
  })

  test('stays where nobody answered', async () => {
    putAside(towel)
    meanwhile = () => {
      throw Object.assign(new Error('lost'), { status: 0, code: 'unreachable' })
    }
    await joinWaiting('ja')
    expect([waiting(), takeLeftOut()]).toEqual([[['Towel', 1]], []])
  })
})

describe('what cannot be put in', () => {
  const refused = async () => {
    putAside(poster)
    meanwhile = () => {
      throw refusal('tooMany')
    }
    await joinWaiting('ja')
    expect(waiting()).toEqual([])
    return takeLeftOut()
  }

  test('is told where the carts are', async () => {
    expect(await refused()).toEqual(['Poster'])
  })

  test('is no complaint where it is a file that lies there already', async () => {
    lying = [{ goodsId: 'goods_poster', goodsType: 'digitalGoods' }]
    expect(await refused()).toEqual([])
  })

  test('is told of what is sent, of which one person may have no more', async () => {
    lying = [{ goodsId: 'goods_poster', goodsType: 'physicalGoods' }]
    expect(await refused()).toEqual(['Poster'])
  })
})
