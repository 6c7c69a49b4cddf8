import { noticeOf } from '#club/brands/notice.ts'
import { type MockContext, type Mocks, mockNow, refused } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { addresses, ShippingAddress } from './addresses/contract'
import type { Cart, carts } from './contract'

const noticeIn = ({ locale = 'ja' }: MockContext) => noticeOf({ closesAt: null, isSuspended: true }, locale)
const cartOf = ({ picture }: MockContext, changes: Partial<Cart> = {}): Cart => ({
  cartId: 'cart_1',
  brandSlug: 'aoi',
  tenantId: 'tenant_hoshi',
  brandId: 'brand_aoi',
  brandName: '葵 — AOI',
  freeShippingOver: 10_000,
  notice: '',
  goodsList: [
    {
      goodsId: 'goods_2',
      name: 'ライブTシャツ',
      price: 3500,
      goodsType: 'physicalGoods',
      salesType: 'permanent',
      goodsStatus: { visibility: 'visible', salesStatus: 'onSale' },
      variation: { variationId: 'variation_2_1', variationName: 'M', isSoldOut: false, maxQuantity: 5 },
      thumbnail: picture('goods_2-0'),
      remainingStocks: 31,
      quantity: 2,
      description: '会場で先行販売した、夜空の一枚。',
      saleStartDateTime: mockNow - 30 * day,
      shippingFee: 500,
      shippingTimeText: '1週間以内に発送',
    },
    {
      goodsId: 'goods_3',
      name: '待受画像セット',
      price: 800,
      goodsType: 'digitalGoods',
      salesType: 'permanent',
      goodsStatus: { visibility: 'visible', salesStatus: 'onSale' },
      variation: { variationId: 'variation_3_0', variationName: '', isSoldOut: false, maxQuantity: 1 },
      thumbnail: picture('goods_3-0'),
      quantity: 1,
      description: 'スマートフォンとパソコンの待受画像、5枚。',
      saleStartDateTime: mockNow - 30 * day,
      purchaseInfo: { isPurchased: false },
    },
  ],
  cartNotifications: [],
  orderSummary: { subtotal: 7800, shippingFee: 500, totalFee: 8300 },
  ...changes,
})
const troubled = (context: MockContext): Cart => {
  const cart = cartOf(context)
  return {
    ...cart,
    buyableSummary: { subtotal: 800, shippingFee: 0, totalFee: 800 },
    goodsList: cart.goodsList.map((one) =>
      one.goodsId === 'goods_2'
        ? {
            ...one,
            remainingStocks: 0,
            goodsStatus: { visibility: 'visible', salesStatus: 'soldOut' },
            variation: { variationId: one.variation.variationId, variationName: 'M', isSoldOut: true },
          }
        : one,
    ),
    cartNotifications: [
      { status: 'soldOut', goodsName: 'ライブTシャツ', goodsId: 'goods_2', variationId: 'variation_2_1' },
      { status: 'priceChanged', goodsName: '待受画像セット', goodsId: 'goods_3', variationId: 'variation_3_0' },
    ],
  }
}

/** One of its lines is for members of a plan. */
const forMembers = (context: MockContext): Cart => {
  const plan = { planId: 'plan_seiza', name: '星座プラン', price: 1500, subscriptionInterval: 'month' as const }
  const line = { goodsName: '待受画像セット', goodsId: 'goods_3', variationId: 'variation_3_0' }
  return cartOf(context, {
    cartNotifications: [{ status: 'outOfSalePeriod', ...line, isForMembers: true, plans: [plan] }],
    buyableSummary: { subtotal: 7000, shippingFee: 500, totalFee: 7500 },
  })
}

const bothWays = (context: MockContext, isPickUp = false): Cart => {
  const cart = cartOf(context)
  const goodsList = cart.goodsList.map((one) =>
    one.goodsId === 'goods_2'
      ? {
          ...one,
          shippingTimeText: '公演のあと2週間以内に発送',
          pickUpVenue: '星空ホール 物販受け取り口',
          ...(isPickUp && { isPickUp }),
        }
      : one,
  )
  const shippingFee = isPickUp ? 0 : 500
  return { ...cart, goodsList, orderSummary: { subtotal: 7800, shippingFee, totalFee: 7800 + shippingFee } }
}

const address = (n: number): ShippingAddress => ({
  addressId: `address_${n}`,
  postalCode: n === 0 ? '1500041' : '6048134',
  address: n === 0 ? '東京都渋谷区神南1-2-3 星ビル 101' : '京都府京都市中京区六角町4-5',
  recipientName: n === 0 ? '佐藤 葵' : '佐藤 実家',
  recipientPhoneNumber: '09012345678',
  isDefaultAddress: n === 0,
  prefecture: n === 0 ? '東京都' : '京都府',
  town: n === 0 ? '渋谷区神南' : '京都市中京区六角町',
  street: n === 0 ? '1-2-3' : '4-5',
  building: n === 0 ? '星ビル 101' : '',
})

const prePurchase = (cart: Cart) => ({
  ...cart,
  konbiniPaymentFee: 200,
  isKonbiniOffered: true,
  payableUntil: null,
  isShippingRequired: true,
  defaultShippingAddress: address(0),
  alternativeShippingAddresses: [address(1)],
})

export const cartMocks: Mocks<typeof carts> = {
  examples: ({ uid, goodsId, otherVariation, cartId, cartGoods, cartVariation, addressId, ids }) => ({
    addGoodsToCart: { ...ids, goodsId, variationId: otherVariation, quantity: 1 },
    getCarts: {},
    getGoodsCountInCarts: { userId: uid },
    updateCart: { cartId, goodsList: [{ goodsId: cartGoods, variationId: cartVariation, quantity: 2 }] },
    removeGoodsFromCart: { cartId, goodsId: cartGoods },
    getPrePurchaseByCart: { cartId },
    purchaseGoodsByCart: { cartId, returnPath: '/fc/me/orders', addressId },
    purchaseGoodsByCartByKonbini: { cartId, addressId },
  }),
  answers: {
    addGoodsToCart: (_, context) => ({ cart: cartOf(context) }),
    getCarts: (_, context) => ({ carts: [cartOf(context)] }),
    getGoodsCountInCarts: () => ({ goodsCount: 3 }),
    updateCart: ({ goodsList }, context) => {
      const cart = cartOf(context)
      const said = new Map(goodsList.map((one) => [one.goodsId, one.quantity]))
      const kept = cart.goodsList
        .map((one) => ({ ...one, quantity: said.get(one.goodsId) ?? one.quantity }))
        .filter(({ quantity }) => quantity > 0)
      const subtotal = kept.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
      const shippingFee = kept.some(({ goodsType }) => goodsType === 'physicalGoods') && subtotal < 10_000 ? 500 : 0
      const orderSummary = { subtotal, shippingFee, totalFee: subtotal + shippingFee }
      return { cart: { ...cart, goodsList: kept, orderSummary }, errors: [] }
    },
    removeGoodsFromCart: ({ goodsId }, context) => {
      const cart = cartOf(context)
      return { cart: { ...cart, goodsList: cart.goodsList.filter((one) => one.goodsId !== goodsId) } }
    },
    getPrePurchaseByCart: (_, context) => prePurchase(cartOf(context)),
    purchaseGoodsByCart: () => ({ sessionUrl: '/fc/me/orders' }),
    purchaseGoodsByCartByKonbini: () => ({ sessionUrl: '/fc/pay/konbini/order_mock_new' }),
  },
  scenarios: {
    suspended: {
      getCarts: (_, context) => ({ carts: [cartOf(context, { notice: noticeIn(context) })] }),
      getPrePurchaseByCart: (_, context) => prePurchase(cartOf(context, { notice: noticeIn(context) })),
      addGoodsToCart: () => refused('tenantSuspended'),
      purchaseGoodsByCart: () => refused('tenantSuspended'),
    },
    empty: {
      getCarts: () => ({ carts: [] }),
      getGoodsCountInCarts: () => ({ goodsCount: 0 }),
    },
    cartTrouble: {
      getCarts: (_, context) => ({ carts: [troubled(context)] }),
      getPrePurchaseByCart: (_, context) => prePurchase(troubled(context)),
      purchaseGoodsByCart: () => refused('soldOut'),
    },
    forMembers: {
      getCarts: (_, context) => ({ carts: [forMembers(context)] }),
      getPrePurchaseByCart: (_, context) => prePurchase(forMembers(context)),
      purchaseGoodsByCart: () => refused('membersOnly'),
    },
    /** Event goods that can be sent, or picked up at the venue. */
    bothWays: {
      getCarts: (_, context) => ({ carts: [bothWays(context)] }),
      getPrePurchaseByCart: (_, context) => prePurchase(bothWays(context)),
      updateCart: ({ goodsList }, context) => ({
        cart: bothWays(
          context,
          goodsList.some(({ isPickUp }) => isPickUp),
        ),
        errors: [],
      }),
    },
    noAddress: {
      getPrePurchaseByCart: (_, context) => ({
        ...prePurchase(cartOf(context)),
        defaultShippingAddress: null,
        alternativeShippingAddresses: [],
      }),
    },
  },
}

/** Where a fan wants goods sent to. */
export const exampleAddress = {
  postalCode: '150-0041',
  prefecture: '東京都',
  town: '渋谷区神南',
  street: '1-2-3',
  building: '星ビル 101',
  recipientName: '佐藤 葵',
  recipientPhoneNumber: '090-1234-5678',
}

export const addressMocks: Mocks<typeof addresses> = {
  examples: ({ uid, addressId }) => ({
    getShippingAddressList: { userId: uid },
    saveShippingAddress: { addressId, ...exampleAddress },
    deleteShippingAddress: { addressId },
    setDefaultShippingAddress: { addressId },
  }),
  answers: {
    getShippingAddressList: () => ({ shippingAddressList: [address(0), address(1)] }),
    saveShippingAddress: ({ addressId }) => ({ addressId: addressId ?? `address_${mockNow % day}` }),
    deleteShippingAddress: () => ({}),
    setDefaultShippingAddress: () => ({}),
  },
  scenarios: { empty: { getShippingAddressList: () => ({ shippingAddressList: [] }) } },
}
