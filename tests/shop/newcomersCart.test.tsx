// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { saveWaiting, type WaitingItem } from '#client/waitingCart.ts'
import { LoginScreen } from '#club/identity/LoginScreen.tsx'
import { TenantUserProvider } from '#club/identity/session.tsx'
import { CartsScreen } from '#shop/carts/fan/CartsScreen.tsx'
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
