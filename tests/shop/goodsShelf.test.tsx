// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PublicGoods } from '#shop/goods/contract.ts'
import { GoodsShelf } from '#shop/goods/fan/GoodsShelf.tsx'
import { system } from '#ui/look/theme.ts'

const reader = vi.hoisted(() => ({ fan: null as null | { uid: string }, asked: 0, own: null as unknown, query: '' }))
vi.mock('next/router', () => ({ useRouter: () => ({ locale: 'en', asPath: '/' }) }))
vi.mock('#client/useFan.ts', () => ({ useKnownFan: () => reader.fan }))
vi.mock('#client/useFanAnswer.ts', () => ({
  useAddressQuery: () => new URLSearchParams(reader.query),
  useFanAnswer: (_: unknown, payload: { isEnded: boolean } | null) => {
    if (payload !== null) reader.asked += 1
    const none = { goodsList: [], pagination: { totalCount: 0 } }
    const data = payload === null ? null : payload.isEnded ? none : reader.own
    return { data, previous: data, isWaiting: payload !== null && data === null, failed: null }
  },
}))
vi.mock('#shop/goods/fan/words.tsx', async () => {
  const { default: words } = await import('#shop/goods/fan/words.en.ts')
  return { useFanGoodsWords: () => words, FanGoodsWords: ({ children }: { children: unknown }) => children }
})

const goods = (salesStatus: 'onSale' | 'soldOut', variations: PublicGoods['variations']): PublicGoods => ({
  goodsId: 'goods_a',
  name: 'Towel',
  price: 2000,
  goodsStatus: { visibility: 'visible', salesStatus },
  variations,
  thumbnails: [],
  description: '',
  salesType: 'permanent',
  saleStartDateTime: 0,
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

const shown = (first: PublicGoods, fan: { uid: string } | null, own: PublicGoods | null = null, query = '') => {
  const answer = own && { goodsList: [own], pagination: { totalCount: 1 } }
  Object.assign(reader, { fan, own: answer, asked: 0, query })
  render(
    <ChakraProvider value={system()}>
      <GoodsShelf brand={brand} first={{ list: [first], count: 1 }} ended={{ list: [], count: 0 }} />
    </ChakraProvider>,
  )
  return {
    asked: reader.asked > 0,
    isSoldOut: screen.queryByText('Sold out') !== null,
    isKept: screen.queryByText('Kept in your cart') !== null,
  }
}
afterEach(cleanup)
const fan = { uid: 'fan' }

test('the card of the last piece says sold out to everybody but the fan whose own checkout holds it', () => {
  expect(shown(gone, null)).toEqual({ asked: false, isSoldOut: true, isKept: false })
  cleanup()
  expect(shown(gone, fan, gone)).toEqual({ asked: true, isSoldOut: true, isKept: false })
  cleanup()
  expect(shown(gone, fan, kept)).toEqual({ asked: true, isSoldOut: false, isKept: true })
})

test('the cards that came with the page stay until the fan’s own are there', () => {
  expect(shown(gone, fan)).toEqual({ asked: true, isSoldOut: true, isKept: false })
})

test('nobody is asked who they are where nothing is gone', () => {
  expect(shown(there, fan)).toEqual({ asked: false, isSoldOut: false, isKept: false })
})

test('a filtered list says it as well', () => {
  expect(shown(there, fan, kept, 'method=physical')).toEqual({ asked: true, isSoldOut: false, isKept: true })
})

test('a card says how many are left of all variations together once they are few', () => {
  const two = (first: number | undefined, second: number | undefined) => {
    const each = [first, second].map((remainingStocks, n) => ({
      variationId: `variation_${n}`,
      variationName: String(n),
      isSoldOut: false,
      ...(remainingStocks && { remainingStocks }),
    }))
    shown({ ...goods('onSale', each), maxPerPerson: 3 }, null)
    const text = screen.getByRole('article').textContent
    cleanup()
    return text
  }
  expect(two(2, 1)).toBe('Towel¥2,0003 left3 a person')
  expect(two(2, undefined)).toBe('Towel¥2,0003 a person')
  expect(two(5, 4)).toBe('Towel¥2,0003 a person')
})
