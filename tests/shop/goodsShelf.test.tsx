// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PublicGoods } from '#shop/goods/contract.ts'
import { GoodsShelf } from '#shop/goods/fan/GoodsShelf.tsx'
import { FanGoodsWords } from '#shop/goods/fan/words.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, asked, settle, show, signedIn } from '../support/screen'

const goods = (salesStatus: 'onSale' | 'soldOut', variations: PublicGoods['variations']): PublicGoods => ({
  goodsId: 'goods_a',
  name: 'Towel',
  price: 2000,
  goodsStatus: { visibility: 'visible', salesStatus },
  variations,
  thumbnails: [],
  description: '',
  salesType: 'permanent',
  saleStartDateTime: 1,
  saleEndDateTime: null,
  audience: 'public',
  goodsType: 'physicalGoods',
  shippingFee: 500,
  shippingTimeText: '',
})
const variation = { variationId: 'variation_s', variationName: 'S' }
const gone = goods('soldOut', [{ ...variation, isSoldOut: true }])
const kept = goods('onSale', [{ ...variation, isSoldOut: false, isInCheckout: true }])
const there = goods('onSale', [{ ...variation, isSoldOut: false }])
const brand = { tenantId: 'tenant_a', brandId: 'brand_a', brandSlug: 'aoi' }

const listOf = (...goodsList: PublicGoods[]) => {
  const totalCount = goodsList.length
  return { goodsList, pagination: { totalCount, totalPage: 1, perPage: 20, currentPage: 1 } }
}
const shown = async (first: PublicGoods, fan: 'fan' | 'nobody', own: PublicGoods | null = null, query = '') => {
  signedIn(fan)
  answer({
    getPublicGoodsList: ({ isEnded }: { isEnded: boolean }) => {
      if (isEnded) return listOf()
      return own ? listOf(own) : new Promise(() => {})
    },
  })
  const before = asked.length
  await show(<GoodsShelf brand={brand} first={{ list: [first], count: 1 }} ended={{ list: [], count: 0 }} />, {
    path: `/${query}`,
    words: [UiWords, FanGoodsWords],
  })
  await settle()
  return {
    asked: asked.length > before,
    isSoldOut: screen.queryByText('Sold out') !== null,
    isKept: screen.queryByText('Kept in your cart') !== null,
  }
}

test('the card of the last piece says sold out to everybody but the fan whose own checkout holds it', async () => {
  expect(await shown(gone, 'nobody')).toEqual({ asked: false, isSoldOut: true, isKept: false })
  cleanup()
  expect(await shown(gone, 'fan', gone)).toEqual({ asked: true, isSoldOut: true, isKept: false })
  cleanup()
  expect(await shown(gone, 'fan', kept)).toEqual({ asked: true, isSoldOut: false, isKept: true })
})

test('the cards that came with the page stay until the fan’s own are there', async () => {
  expect(await shown(gone, 'fan')).toEqual({ asked: true, isSoldOut: true, isKept: false })
})

test('nobody is asked who they are where nothing is gone', async () => {
  expect(await shown(there, 'fan')).toEqual({ asked: false, isSoldOut: false, isKept: false })
})

test('a filtered list says it as well', async () => {
  expect(await shown(there, 'fan', kept, '?method=physical')).toEqual({ asked: true, isSoldOut: false, isKept: true })
})

test('a card says how many are left of all variations together once they are few', async () => {
  const two = async (first: number | undefined, second: number | undefined) => {
    const each = [first, second].map((remainingStocks, n) => ({
      variationId: `variation_${n}`,
      variationName: String(n),
      isSoldOut: false,
      ...(remainingStocks && { remainingStocks }),
    }))
    await shown({ ...goods('onSale', each), maxPerPerson: 3 }, 'nobody')
    const text = screen.getByRole('article').textContent
    cleanup()
    return text
  }
  expect(await two(2, 1)).toBe('Towel¥2,0003 left3 a person')
  expect(await two(2, undefined)).toBe('Towel¥2,0003 a person')
  expect(await two(5, 4)).toBe('Towel¥2,0003 a person')
})

test('of one event only its goods are asked for, whatever else is chosen, with a way back to all', async () => {
  await shown(there, 'nobody', there, '?event=event_a&method=physical')
  expect(asked.map(({ payload }) => (payload as { eventId: string }).eventId)).toEqual(['event_a', 'event_a'])
  expect(screen.getByText('Goods of the event')).toBeDefined()
  expect(screen.getByRole('link', { name: 'All goods' }).getAttribute('href')).toBe('/fc/aoi/goods?method=physical')
  expect(screen.getByRole('link', { name: 'Digital' }).getAttribute('href')).toContain('event=event_a')
})
