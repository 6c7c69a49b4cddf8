// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { waitingItems } from '#client/waitingCart.ts'
import type { PublicGoodsDetail } from '#shop/goods/contract.ts'
import { GoodsDetails } from '#shop/goods/fan/GoodsDetails.tsx'
import { FanGoodsWords } from '#shop/goods/fan/words.tsx'
import { WaitButtons } from '#shop/goods/waits/fan/WaitButtons.tsx'
import waitWords from '#shop/goods/waits/fan/words.en.ts'
import { UiWords } from '#ui/words.tsx'
import { answer, asked, settle, show, signedIn } from '../support/screen'

const goods = (salesStatus: 'onSale' | 'soldOut', variations: PublicGoodsDetail['variations']): PublicGoodsDetail => ({
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
  plans: [],
  event: null,
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
const brand = { tenantId: 'tenant_a', brandId: 'brand_a', brandSlug: 'aoi', name: 'Aoi', notice: '' }

type Reader = { fan: 'fan' | 'nobody'; own?: PublicGoodsDetail }
/** What a page that was made for everybody shows to this reader. */
const shown = async (forAll: PublicGoodsDetail, { fan, own }: Reader) => {
  signedIn(fan)
  answer({ getPublicGoods: () => ({ goods: own }) })
  const before = asked.length
  await show(<GoodsDetails brand={brand} item={forAll} />, { words: [UiWords, FanGoodsWords] })
  await settle()
  return {
    asked: asked.length > before,
    isSoldOut: screen.queryByText('Sold out') !== null,
    toCart: screen.queryByTestId('to-checkout')?.getAttribute('href') ?? null,
    offered: screen.queryAllByRole('radio').map((choice) => (choice as HTMLInputElement).value),
    mayAdd: screen.queryByTestId('add-to-cart') !== null,
  }
}

test('what is gone is sold out to visitors and to other fans', async () => {
  const gone = goods('soldOut', [variation('S', true)])
  const soldOut = { isSoldOut: true, toCart: null, offered: [], mayAdd: false }
  expect(await shown(gone, { fan: 'nobody' })).toMatchObject(soldOut)
  cleanup()
  expect(await shown(gone, { fan: 'fan', own: gone })).toEqual({ ...soldOut, asked: true })
})

test('the fan whose own checkout holds the last piece is led back to their cart', async () => {
  const gone = goods('soldOut', [variation('S', true)])
  expect(await shown(gone, { fan: 'fan', own: goods('onSale', [held]) })).toEqual({
    asked: true,
    isSoldOut: false,
    toCart: '/fc/carts',
    offered: [],
    mayAdd: false,
  })
})

test('what else there is of it is offered beside', async () => {
  const rest = [variation('M', false), variation('L', false)]
  const seen = await shown(goods('onSale', [variation('S', true), ...rest]), {
    fan: 'fan',
    own: goods('onSale', [held, ...rest]),
  })
  expect(seen).toMatchObject({
    toCart: '/fc/carts',
    offered: ['variation_M', 'variation_L'],
    mayAdd: true,
  })
})

test('nobody is asked who they are where nothing is gone', async () => {
  expect(await shown(goods('onSale', [variation('S', false)]), { fan: 'fan' })).toMatchObject({
    asked: false,
    mayAdd: true,
  })
})

const sent = (values: Partial<PublicGoodsDetail>, pieces: PublicGoodsDetail['variations']) =>
  ({ ...goods('onSale', pieces), ...values }) as PublicGoodsDetail
const textOf = (id: string) => screen.queryByTestId(id)?.textContent ?? null

test('it says how many are left and how many one person may buy', async () => {
  await shown(sent({ maxPerPerson: 3 }, [{ ...variation('', false), remainingStocks: 2, maxQuantity: 2 }]), {
    fan: 'nobody',
  })
  expect(textOf('limits')).toBe('2 left3 a person')
  cleanup()
  await shown(sent({}, [{ ...variation('S', false), remainingStocks: 2 }, variation('M', false)]), { fan: 'nobody' })
  expect(screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual(['S2 left', 'M'])
  expect(textOf('limits')).toBeNull()
})

test('before the cart it says what shipping costs, and what is missing until it is free', async () => {
  const one = [variation('', false)]
  await shown(sent({}, one), { fan: 'nobody' })
  expect(textOf('shipping')).toBe('Shipping ¥500')
  cleanup()
  await shown(sent({ freeShippingOver: 5000 } as never, one), { fan: 'nobody' })
  expect(textOf('shipping')).toBe('Shipping ¥500 · with this alone, ¥3,000 more for free shipping')
  fireEvent.change(screen.getByLabelText('Quantity'), { target: { value: '2' } })
  expect(textOf('shipping')).toBe('Shipping ¥500 · with this alone, ¥1,000 more for free shipping')
  fireEvent.change(screen.getByLabelText('Quantity'), { target: { value: '3' } })
  expect(textOf('shipping')).toBe('Free shipping')
  cleanup()
  await shown(sent({ isPickUp: true } as never, one), { fan: 'nobody' })
  expect(textOf('shipping')).toBeNull()
})

test('a press on "tell me" before the page knows who pressed asks, also of who has asked before', async () => {
  signedIn('fan')
  answer({
    getGoodsWait: () => ({ variationIds: [''] }),
    setGoodsWait: ({ isOn }: { isOn: boolean }) => ({ variationIds: isOn ? [''] : [] }),
  })
  const all = [{ variationId: null, label: 'Tell me when it is back', name: '' }]
  // What stood there when it was pressed knew nothing of yesterday.
  await show(<WaitButtons {...{ brand, all, words: waitWords }} goodsId="goods_a" pressed={null} />, {
    words: [UiWords, FanGoodsWords],
  })
  await waitFor(() => expect(asked.map(({ name }) => name)).toContain('setGoodsWait'))
  await settle()
  expect(asked.at(-1)?.payload).toMatchObject({ isOn: true })
  expect(screen.getByTestId('goods-wait').textContent).toBe(waitWords.undo)
})

test('goods for members say before the press what joining costs; a fan who is none joins instead, a member buys', async () => {
  const plans = [{ planId: 'plan_a', name: 'Gold', price: 1500, subscriptionInterval: 'month' as const }]
  const forMembers = (isYours: boolean) => sent({ audience: 'plans', plans, isYours }, [variation('', false)])
  const join = () => screen.queryByTestId('join-instead')
  expect(await shown(forMembers(false), { fan: 'nobody' })).toMatchObject({ asked: false, mayAdd: true })
  const notice = await screen.findByTestId('for-members')
  expect(notice.textContent).toBe('For members of these plans:Gold¥1,500 / month')
  expect(notice.querySelector('a')?.getAttribute('href')).toBe('/fc/aoi/plans/plan_a?goods=goods_a')
  fireEvent.click(screen.getByTestId('add-to-cart'))
  expect((await screen.findByText(/It is in your cart/)).textContent).toContain('Members can buy it')
  expect(waitingItems()).toMatchObject([{ goodsId: 'goods_a', plans }])
  cleanup()
  expect(await shown(forMembers(false), { fan: 'fan', own: forMembers(false) })).toMatchObject({ mayAdd: false })
  await waitFor(() => expect(join()?.textContent).toBe('Join Gold, ¥1,500 / month'))
  expect(join()?.getAttribute('href')).toBe('/fc/aoi/plans/plan_a?join=true&goods=goods_a')
  cleanup()
  expect(await shown(forMembers(false), { fan: 'fan', own: forMembers(true) })).toMatchObject({ mayAdd: true })
  expect((await screen.findByTestId('for-members')).textContent).toContain('You are a member and can buy this.')
  expect(join()).toBeNull()
})
