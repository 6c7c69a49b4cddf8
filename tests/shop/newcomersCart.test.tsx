// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keptForMembers, saveLeftOut } from '#client/leftOut.ts'
import { saveWaiting, type WaitingItem } from '#client/waitingCart.ts'
import { LoginScreen } from '#club/identity/LoginScreen.tsx'
import { TenantUserProvider } from '#club/identity/session.tsx'
import type { Cart } from '#shop/carts/contract.ts'
import { CartsScreen } from '#shop/carts/fan/CartsScreen.tsx'
import { WaitingCart } from '#shop/carts/fan/WaitingCart.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, Refusal, settle, show, signedIn, went } from '../support/screen'

const towel: WaitingItem = {
  ...{ tenantId: 'tenant_hoshi', brandId: 'brand_aoi', brandSlug: 'aoi', thumbnail: '' },
  ...{ goodsId: 'goods_2', name: 'タオル', variationId: 'variation_2', variationName: '', price: 2000, quantity: 2 },
}
const settings = { signInProviders: ['password' as const], isDemo: false, termsUrl: '/', privacyUrl: '/' }

test('who buys without an account is told the sum of the cart above the form for one', async () => {
  saveWaiting([towel, { ...towel, goodsId: 'goods_3', name: '待受画像', price: 500, quantity: 1 }])
  await show(
    <TenantUserProvider>
      <LoginScreen settings={settings} isFan isNew isForCart brand={null} />
    </TenantUserProvider>,
    { locale: 'ja', path: '/login', query: { redirect_to: '/fc/carts?join=true' }, words: [UiWords] },
  )
  expect((await screen.findByTestId('cart-sum')).textContent).toMatch(/タオル¥4,500カートの3点/)
  expect(screen.getByRole('button', { name: 'アカウントを作る' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'アカウントをお持ちの方はログイン' })).toBeTruthy()
})

const carts = async (query: Record<string, string>) => {
  signedIn('fan')
  saveWaiting([towel])
  await show(<CartsScreen />, { locale: 'ja', path: '/fc/carts', query, words: [UiWords] })
  await settle()
}

test('back with an account, they stand at the checkout with what they had chosen', async () => {
  const added: unknown[] = []
  answer({
    addGoodsToCart: (payload, _, asMocked) => {
      added.push(payload)
      return asMocked()
    },
  })
  await carts({ join: 'true' })
  await expect.poll(() => went).toEqual(['/fc/checkout/cart_1'])
  expect(added).toMatchObject([{ goodsId: 'goods_2', quantity: 2 }])
})

test('what cannot be bought any more is told before the checkout', async () => {
  answer({
    addGoodsToCart: () => {
      throw new Refusal('soldOut')
    },
  })
  await carts({ join: 'true' })
  expect(await screen.findByText('タオル')).toBeTruthy()
  await screen.findByTestId('to-checkout')
  expect(went).toEqual([])
})

test('who only signs in stays at the cart', async () => {
  await carts({})
  await screen.findByTestId('to-checkout')
  expect(went).toEqual([])
})

const plans = [{ planId: 'plan_seiza', name: '星座プラン', price: 1500, subscriptionInterval: 'month' as const }]

test('a visitor reads in the cart which line is for members, what joining costs, and the sum without it', async () => {
  saveWaiting([towel, { ...towel, goodsId: 'goods_6', variationId: 'v6', name: '音源集', price: 3000, plans }])
  await show(<WaitingCart />, { locale: 'ja', path: '/fc/carts', words: [UiWords] })
  const line = await screen.findByTestId('for-members')
  expect(line.textContent).toBe('まだ買えません。次のプランの会員が買えます。星座プラン¥1,500 / 月')
  expect(line.querySelector('a')?.getAttribute('href')).toBe('/fc/aoi/plans/plan_seiza?goods=goods_6')
  expect(line.closest('li')?.textContent).toContain('音源集')
  expect(screen.getByText('¥10,000')).toBeTruthy()
  expect(screen.getByTestId('cart-buyable').textContent).toBe('¥4,000')
})

test('where nothing in it can be bought by a visitor, the button leads to joining for it, and members log in', async () => {
  saveWaiting([{ ...towel, plans }])
  await show(<WaitingCart />, { locale: 'ja', path: '/fc/carts', words: [UiWords] })
  const join = await screen.findByTestId('waiting-join')
  expect([join.textContent, join.getAttribute('href')]).toEqual([
    '星座プランに入会する ¥1,500 / 月',
    '/fc/aoi/plans/plan_seiza?join=true&goods=goods_2',
  ])
  expect(screen.getByText('会員の方はログイン').getAttribute('href')).toBe('/login?redirect_to=%2Ffc%2Fcarts')
  expect(screen.queryByTestId('waiting-buy')).toBeNull()
})

test('back with an account but no membership, they are told the plans of what is not in the cart', async () => {
  answer({
    addGoodsToCart: () => {
      throw new Refusal('membersOnly')
    },
  })
  signedIn('fan')
  saveWaiting([{ ...towel, plans }])
  await show(<CartsScreen />, { locale: 'ja', path: '/fc/carts', query: {}, words: [UiWords] })
  const told = await screen.findByRole('alert')
  expect(told.textContent).toContain('タオル')
  expect(told.textContent).toContain('星座プラン¥1,500 / 月')
  // Kept for when they have joined, until they want it no more.
  expect(told.querySelector('[data-testid=for-members] a')?.getAttribute('href')).toBe(
    '/fc/aoi/plans/plan_seiza?goods=goods_2',
  )
  expect(keptForMembers()).toMatchObject([{ goodsId: 'goods_2', quantity: 2 }])
  fireEvent.click(screen.getByRole('button', { name: '「タオル」を削除' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(keptForMembers()).toEqual([])
})

test('back as a member, what was kept lies in the cart', async () => {
  const added: unknown[] = []
  answer({
    addGoodsToCart: (payload, _, asMocked) => {
      added.push(payload)
      return asMocked()
    },
  })
  saveLeftOut({ ...towel, plans })
  signedIn('fan')
  await show(<CartsScreen />, { locale: 'ja', path: '/fc/carts', query: {}, words: [UiWords] })
  await screen.findByTestId('to-checkout')
  expect(added).toMatchObject([{ goodsId: 'goods_2', quantity: 2 }])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('in the cart of a fan, the line that is for members says so, with the sum of what can be bought', async () => {
  signedIn('fan')
  answer({
    getCarts: async (_, __, asMocked) => {
      const { carts } = (await asMocked()) as { carts: Cart[] }
      const line = { goodsName: '待受画像セット', goodsId: 'goods_3', variationId: 'variation_3_0' }
      const cartNotifications = [{ status: 'outOfSalePeriod', ...line, isForMembers: true, plans }]
      const buyableSummary = { subtotal: 7000, shippingFee: 500, totalFee: 7500 }
      return { carts: carts.map((cart) => ({ ...cart, cartNotifications, buyableSummary })) }
    },
  })
  await show(<CartsScreen />, { locale: 'ja', path: '/fc/carts', query: {}, words: [UiWords] })
  const line = await screen.findByTestId('for-members')
  expect(line.closest('li')?.textContent).toContain('待受画像セット')
  expect(screen.getByTestId('cart-buyable').textContent).toBe('¥7,500')
  expect(screen.queryByTestId('to-checkout')).toBeNull()
})
