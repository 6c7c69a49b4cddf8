// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { saveLeftOut } from '#client/leftOut.ts'
import { FanPlanWords } from '#membership/plans/fan/words.tsx'
import { JoinPanel } from '#shop/orders/fan/JoinPanel.tsx'
import { JoinWords } from '#shop/orders/fan/joinWords.tsx'
import { KonbiniScreen } from '#shop/orders/fan/KonbiniScreen.tsx'
import { MonthPanel } from '#shop/orders/fan/MonthPanel.tsx'
import { FanOrderWords } from '#shop/orders/fan/words.tsx'
import { FanWords } from '#ui/fan/words.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, asked, Refusal, settle, show, signedIn } from '../support/screen'

/* Who has paid comes back to the page with the order in its address: an address that is sent to friends, and kept. */

const path = '/fc/aoi/plans/plan_seiza?paid=order_a'
const words = [UiWords, FanWords, FanPlanWords, JoinWords]
const plan = { tenantId: 'tenant_a', brandId: 'brand_a', planId: 'plan_seiza', name: 'Galaxy', price: 1500 }
const joinPage = (onMember = (_planId: string) => {}, wish: Record<string, string> = {}) =>
  show(
    <JoinPanel
      {...plan}
      onMember={onMember}
      status="onSale"
      isRefused={false}
      isOnSale
      endsAt={null}
      interval="month"
      konbiniFee={200}
      opening={null}
    />,
    { path, query: { ...wish, paid: 'order_a' }, words },
  )
const thanks = /^Thank you for the payment/
/** All that can be asked has been answered. */
const answered = async (name: string) => {
  await waitFor(() => expect(asked.map((one) => one.name)).toContain(name))
  await settle()
}
const refuse = (code: string, status?: number) => () => {
  throw new Refusal(code, status)
}

describe('the page of a plan, with the order of a payment in its address,', () => {
  beforeEach(() => answer({ getActiveUserPlan: () => ({ userPlan: null, memberSince: null }) }))

  test('is the usual page to a visitor', async () => {
    await joinPage()
    await waitFor(() => expect(screen.getByTestId('join')).toBeDefined())
    expect(screen.queryByText(thanks)).toBeNull()
  })

  test('is the usual page to a fan whose order it is not', async () => {
    signedIn('fan')
    answer({ getOrderReceiptUrl: refuse('orderNotFound', 404) })
    await joinPage()
    await answered('getOrderReceiptUrl')
    expect(screen.getByTestId('join')).toBeDefined()
    expect(screen.queryByText(thanks)).toBeNull()
  })

  test('is the usual page to who has paid once and is a member no more', async () => {
    signedIn('fan')
    answer({ getOrderReceiptUrl: () => ({ receiptUrl: '/fc/me/orders/order_a/receipt' }) })
    await joinPage()
    await answered('getActiveUserPlan')
    expect(screen.getByTestId('join')).toBeDefined()
    expect(screen.queryByText(thanks)).toBeNull()
  })

  test('thanks who has paid until the payment is known, and welcomes them then', async () => {
    signedIn('newcomer')
    let isPaid = false
    answer({
      getOrderReceiptUrl: () => (isPaid ? { receiptUrl: '/fc/me/orders/order_a/receipt' } : refuse('notPaid')()),
      getActiveUserPlan: (_, __, asMocked) => asMocked(),
    })
    const onMember = vi.fn()
    await joinPage(onMember)
    await answered('getOrderReceiptUrl')
    expect(screen.getByText(thanks)).toBeDefined()
    expect(screen.queryByTestId('join')).toBeNull()
    expect(onMember).not.toHaveBeenCalled()
    isPaid = true
    await waitFor(() => expect(screen.getByTestId('welcome')).toBeDefined())
    expect(screen.queryByText(thanks)).toBeNull()
    // The page asks again which plans they have: it was shown before the payment was known.
    await waitFor(() => expect(onMember.mock.calls).toEqual([['plan_seiza']]))
  })
})

test('the page of a back number with the order of another fan in its address sells it', async () => {
  signedIn('fan')
  answer({ getOrderReceiptUrl: refuse('orderNotFound', 404) })
  const month = { ...plan, planName: 'Galaxy', period: { year: 2026, month: 8 } } as never
  await show(<MonthPanel month={month} path="/fc/aoi/back-numbers" />, { path, query: { paid: 'order_a' }, words })
  await answered('getOrderReceiptUrl')
  expect(screen.getByTestId('buy-month')).toBeDefined()
})

test('who was a member before is welcomed back, and told since when', async () => {
  signedIn('newcomer')
  answer({
    getOrderReceiptUrl: () => ({ receiptUrl: '/fc/me/orders/order_a/receipt' }),
    getActiveUserPlan: async (_, __, asMocked) => ({
      ...((await asMocked()) as object),
      memberSince: Date.UTC(2025, 2, 1),
    }),
  })
  await joinPage()
  const welcome = await screen.findByTestId('welcome')
  expect(welcome.textContent).toMatch(/^Welcome back! You are a member again\.A member since .*2025/)
})

describe('who has joined for goods', () => {
  const plans = [{ planId: 'plan_seiza', name: 'Galaxy', price: 1500, subscriptionInterval: 'month' as const }]
  const joinedFor = async (goodsId: string) => {
    signedIn('newcomer')
    answer({ getOrderReceiptUrl: () => ({ receiptUrl: '/fc/me/orders/order_a/receipt' }) })
    await joinPage(() => {}, { goods: goodsId })
    await screen.findByTestId('welcome')
  }

  test('is led to them by the welcome, and to no content', async () => {
    await joinedFor('goods_wanted')
    const link = await screen.findByRole('link', { name: 'See the goods you came for' })
    expect(link.getAttribute('href')).toBe('/fc/aoi/goods/goods_wanted')
  })

  test('is led to the cart, in which lies what they could not put in before', async () => {
    const added: unknown[] = []
    answer({
      addGoodsToCart: (payload, _, asMocked) => {
        added.push(payload)
        return asMocked()
      },
    })
    saveLeftOut({
      ...{ tenantId: 'tenant_a', brandId: 'brand_a', brandSlug: 'aoi', goodsId: 'goods_2', variationId: 'variation_2' },
      ...{ quantity: 2, name: 'Towel', variationName: '', price: 2000, thumbnail: '', plans },
    })
    await joinedFor('goods_2')
    const link = await screen.findByRole('link', { name: 'Buy the goods in your cart' })
    expect(link.getAttribute('href')).toBe('/fc/carts')
    expect(added).toMatchObject([{ goodsId: 'goods_2', quantity: 2 }])
  })
})

test('who has joined at a store is led to the welcome that stands on the page of the plan, and to their plans beside it', async () => {
  signedIn('newcomer')
  const returnPath = '/en/fc/aoi/plans/plan_seiza?from=content_a'
  answer({
    getKonbiniPayment: async (_, __, asMocked) => ({
      ...((await asMocked()) as object),
      ...{ state: 'paid', paymentState: 'paid', returnPath },
    }),
  })
  await show(<KonbiniScreen />, { query: { orderId: 'order_mock_0' }, words: [UiWords, FanOrderWords] })
  await waitFor(() => expect(screen.getByTestId('konbini-paid')).toBeDefined())
  const links = screen.getByTestId('konbini-paid').querySelectorAll('a')
  expect([...links].map((link) => link.getAttribute('href'))).toEqual([
    '/fc/aoi/plans/plan_seiza?from=content_a&paid=order_mock_0',
    '/fc/me/plans',
  ])
})

test('who has bought a month at a store is led to the thanks on its page', async () => {
  signedIn('newcomer')
  const returnPath = '/fc/aoi/back-numbers?planId=plan_seiza&month=2026-08'
  answer({
    getKonbiniPayment: async (_, __, asMocked) => ({
      ...((await asMocked()) as object),
      ...{ state: 'paid', paymentState: 'paid', kind: 'backNumber', returnPath },
    }),
  })
  await show(<KonbiniScreen />, { query: { orderId: 'order_mock_0' }, words: [UiWords, FanOrderWords] })
  await waitFor(() => expect(screen.getByTestId('konbini-paid')).toBeDefined())
  expect(screen.getByTestId('konbini-paid').querySelector('a')?.getAttribute('href')).toBe(
    `${returnPath}&paid=order_mock_0`,
  )
})

test('who has paid for goods at a store is told what they bought and the one way on, as after a card', async () => {
  signedIn('newcomer')
  answer({
    getKonbiniPayment: async (_, __, asMocked) => ({
      ...((await asMocked()) as object),
      ...{ state: 'paid', paymentState: 'paid', kind: 'goods', returnPath: '' },
    }),
  })
  await show(<KonbiniScreen />, { query: { orderId: 'order_mock_3' }, words: [UiWords, FanOrderWords] })
  const paid = await screen.findByTestId('konbini-paid')
  await waitFor(() => expect(paid.textContent).toContain('ライブTシャツ (M) × 2 and 1 more'))
  expect([...paid.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/fc/me/orders/order_mock_3',
    '/fc/aoi/goods',
  ])
})
