// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { dropLeftOut, keptForMembers, takeLeftOut, waitAgain } from '#client/leftOut.ts'
import { joinWaiting } from '#client/useCart.ts'
import { putAside, saveWaiting, waitingItems } from '#client/waitingCart.ts'
import { answer, asked, lost, Refusal, signedIn } from '../support/screen'

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

/** What the cart of the fan holds, and what happens while a piece is put into it. */
let meanwhile: (goodsId: string) => unknown
let lying: { goodsId: string; goodsType: string }[]
type Mocked = { carts: [{ goodsList: [object] }] }
beforeEach(() => {
  signedIn('fan')
  meanwhile = () => {}
  lying = []
  answer({
    getCarts: async (_, __, asMocked) => {
      const { carts }: Mocked = await asMocked()
      const [cart] = carts
      return { carts: [{ ...cart, goodsList: lying.map((one) => ({ ...cart.goodsList[0], ...one })) }] }
    },
    addGoodsToCart: ({ goodsId }: { goodsId: string }, _, asMocked) => {
      meanwhile(goodsId)
      return asMocked()
    },
  })
})
const leftOut = () => takeLeftOut().map(({ name }) => name)
const waiting = () => waitingItems().map(({ name, quantity }) => [name, quantity])
const put = () =>
  asked.flatMap(({ name, payload }) => {
    const { goodsId, quantity } = payload as { goodsId: string; quantity: number }
    return name === 'addGoodsToCart' ? [[goodsId, quantity]] : []
  })

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
      throw new Refusal('soldOut')
    }
    await joinWaiting('ja')
    expect([waiting(), leftOut()]).toEqual([[['Towel', 1]], ['Towel']])
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
      throw lost
    }
    await joinWaiting('ja')
    expect([waiting(), takeLeftOut()]).toEqual([[['Towel', 1]], []])
  })
})

describe('what cannot be put in', () => {
  const refused = async () => {
    putAside(poster)
    meanwhile = () => {
      throw new Refusal('tooMany')
    }
    await joinWaiting('ja')
    expect(waiting()).toEqual([])
    return leftOut()
  }

  test('is told where the carts are', async () => {
    expect(await refused()).toEqual(['Poster'])
  })

  const plans = [{ planId: 'plan_a', name: 'Gold', price: 1500, subscriptionInterval: 'month' as const }]
  const joinRefused = async (code: string) => {
    meanwhile = () => {
      throw new Refusal(code)
    }
    await joinWaiting('ja')
  }

  test('is kept with the plans whose members may buy it, where its buyer is no member, and goes in once they are', async () => {
    putAside({ ...poster, plans, quantity: 2 })
    await joinRefused('membersOnly')
    expect([takeLeftOut(), takeLeftOut(), waiting()]).toEqual([[], [], []])
    expect(keptForMembers()).toMatchObject([{ goodsId: 'goods_poster', quantity: 2, plans }])
    // Still none.
    waitAgain()
    await joinRefused('membersOnly')
    expect(keptForMembers()).toMatchObject([{ goodsId: 'goods_poster', quantity: 2 }])
    meanwhile = () => {}
    waitAgain()
    await joinWaiting('ja')
    expect(put().at(-1)).toEqual(['goods_poster', 2])
    expect([waiting(), keptForMembers()]).toEqual([[], []])
    // Each try is a call of its own: the refusal of one is not repeated to the next.
    const keys = asked.flatMap((one) => (one.name === 'addGoodsToCart' ? [one.key] : []))
    expect(new Set(keys).size).toBe(3)
  })

  test('is not kept where it was dropped, or where nobody can buy it', async () => {
    putAside({ ...poster, plans })
    await joinRefused('membersOnly')
    const [kept] = keptForMembers()
    if (kept) dropLeftOut(kept)
    expect(keptForMembers()).toEqual([])
    putAside({ ...poster, plans })
    await joinRefused('soldOut')
    expect([keptForMembers(), takeLeftOut()]).toEqual([[], [{ name: 'Poster', brandSlug: 'aoi' }]])
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
