// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PublicGoodsDetail } from '#shop/goods/contract.ts'
import { GoodsDetails } from '#shop/goods/fan/GoodsDetails.tsx'
import { system } from '#ui/look/theme.ts'

const reader = vi.hoisted(() => ({ fan: null as null | { uid: string }, asked: 0, own: null as unknown }))
vi.mock('next/router', () => ({ useRouter: () => ({ locale: 'en', asPath: '/' }) }))
vi.mock('#client/useFan.ts', () => ({ useKnownFan: () => reader.fan, useFan: () => reader.fan }))
vi.mock('#client/useFanAnswer.ts', () => ({
  useFanCall: () => () => {},
  useFanAnswer: (_: unknown, payload: unknown) => {
    if (payload !== null) reader.asked += 1
    return { data: payload === null ? null : reader.own }
  },
}))
vi.mock('#shop/goods/fan/words.tsx', async () => {
  const { default: words } = await import('#shop/goods/fan/words.en.ts')
  return { useFanGoodsWords: () => words, FanGoodsWords: ({ children }: { children: unknown }) => children }
})

const goods = (salesStatus: 'onSale' | 'soldOut', variations: PublicGoodsDetail['variations']): PublicGoodsDetail => ({
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
  plans: [],
  goodsType: 'physicalGoods',
  shippingFee: 500,
  shippingTimeText: '',
})
const variation = (variationName: string, isSoldOut: boolean) => ({
  variationId: `variation_${variationName}`,
  variationName,
  isSoldOut,
})
const held = { ...variation('S', false), isInCheckout: true as const }
const brand = { tenantId: 'tenant_a', brandId: 'brand_a', brandSlug: 'aoi', name: 'Aoi' }

/** What a page that was made for everybody shows to this reader. */
const shown = (forAll: PublicGoodsDetail, { fan, own }: { fan: { uid: string } | null; own?: PublicGoodsDetail }) => {
  Object.assign(reader, { fan, own: own ? { goods: own } : null, asked: 0 })
  render(
    <ChakraProvider value={system()}>
      <GoodsDetails brand={brand} item={forAll} />
    </ChakraProvider>,
  )
  return {
    asked: reader.asked > 0,
    isSoldOut: screen.queryByText('Sold out') !== null,
    toCart: screen.queryByTestId('to-checkout')?.getAttribute('href') ?? null,
    offered: screen.queryAllByRole('radio').map((choice) => (choice as HTMLInputElement).value),
    mayAdd: screen.queryByTestId('add-to-cart') !== null,
  }
}
afterEach(cleanup)

test('what is gone is sold out to visitors and to other fans', () => {
  const gone = goods('soldOut', [variation('S', true)])
  const soldOut = { isSoldOut: true, toCart: null, offered: [], mayAdd: false }
  expect(shown(gone, { fan: null })).toMatchObject(soldOut)
  cleanup()
  expect(shown(gone, { fan: { uid: 'fan' }, own: gone })).toEqual({ ...soldOut, asked: true })
})

test('the fan whose own checkout holds the last piece is led back to their cart', () => {
  const gone = goods('soldOut', [variation('S', true)])
  expect(shown(gone, { fan: { uid: 'fan' }, own: goods('onSale', [held]) })).toEqual({
    asked: true,
    isSoldOut: false,
    toCart: '/fc/carts',
    offered: [],
    mayAdd: false,
  })
})

test('what else there is of it is offered beside', () => {
  const rest = [variation('M', false), variation('L', false)]
  const seen = shown(goods('onSale', [variation('S', true), ...rest]), {
    fan: { uid: 'fan' },
    own: goods('onSale', [held, ...rest]),
  })
  expect(seen).toMatchObject({
    toCart: '/fc/carts',
    offered: ['variation_M', 'variation_L'],
    mayAdd: true,
  })
})

test('nobody is asked who they are where nothing is gone', () => {
  expect(shown(goods('onSale', [variation('S', false)]), { fan: { uid: 'fan' } })).toMatchObject({
    asked: false,
    mayAdd: true,
  })
})

const sent = (values: Partial<PublicGoodsDetail>, pieces: PublicGoodsDetail['variations']) =>
  ({ ...goods('onSale', pieces), ...values }) as PublicGoodsDetail
const textOf = (id: string) => screen.queryByTestId(id)?.textContent ?? null

test('it says how many are left and how many one person may buy', () => {
  shown(sent({ maxPerPerson: 3 }, [{ ...variation('', false), remainingStocks: 2, maxQuantity: 2 }]), { fan: null })
  expect(textOf('limits')).toBe('2 left3 a person')
  cleanup()
  shown(sent({}, [{ ...variation('S', false), remainingStocks: 2 }, variation('M', false)]), { fan: null })
  expect(screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual(['S2 left', 'M'])
  expect(textOf('limits')).toBeNull()
})

test('before the cart it says what shipping costs, and what is missing until it is free', () => {
  const one = [variation('', false)]
  shown(sent({}, one), { fan: null })
  expect(textOf('shipping')).toBe('Shipping ¥500')
  cleanup()
  shown(sent({ freeShippingOver: 5000 } as never, one), { fan: null })
  expect(textOf('shipping')).toBe('Shipping ¥500 · with this alone, ¥3,000 more for free shipping')
  fireEvent.change(screen.getByLabelText('Quantity'), { target: { value: '2' } })
  expect(textOf('shipping')).toBe('Shipping ¥500 · with this alone, ¥1,000 more for free shipping')
  fireEvent.change(screen.getByLabelText('Quantity'), { target: { value: '3' } })
  expect(textOf('shipping')).toBe('Free shipping')
  cleanup()
  shown(sent({ isPickUp: true } as never, one), { fan: null })
  expect(textOf('shipping')).toBeNull()
})
