// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BackNumberYear } from '#publishing/backNumbers/fan/BackNumberYear.tsx'
import { FanMonthWords } from '#publishing/backNumbers/fan/words.tsx'
import { OrderScreen } from '#shop/orders/fan/OrderScreen.tsx'
import { OrdersScreen } from '#shop/orders/fan/OrdersScreen.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, settle, show, signedIn } from '../support/screen'

const brand = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi', brandSlug: 'aoi' }
const shown = { planId: 'plan_seiza', year: 2026, plans: [], months: [], years: null }

const month = async (search: string) => {
  signedIn('member')
  history.replaceState(null, '', `/fc/aoi/back-numbers?${search}`)
  const path = `/fc/aoi/back-numbers?${search}`
  await show(
    <BackNumberYear
      brand={brand}
      shown={{ ...shown, needsActivePlan: true, hasPlan: true }}
      cards={() => null}
      pages={() => null}
      buyButton={() => null}
    />,
    { locale: 'ja', path, query: Object.fromEntries(new URLSearchParams(search)), words: [UiWords, FanMonthWords] },
  )
  await settle()
}

test('who has bought a month is thanked, told which one is open, and led into it; who only comes by is told its state', async () => {
  await month('planId=plan_seiza&month=2026-09&paid=order_mock_2')
  const thanks = await screen.findByTestId('month-thanks')
  expect(thanks.textContent).toMatch(/ご購入ありがとうございます2026年9月の4件を、すぐにご覧いただけます。/)
  expect(screen.getByRole('link', { name: '最初のコンテンツを開く' }).getAttribute('href')).toBe(
    '/fc/aoi/contents/content_0',
  )
  cleanup()
  await month('planId=plan_seiza&month=2026-09')
  expect(await screen.findByText('この月のコンテンツを見られます。')).toBeTruthy()
  expect(screen.queryByTestId('month-thanks')).toBeNull()
})

const pickUp = (state: 'ready' | 'done') => {
  signedIn('owner')
  answer({
    getOrderDetail: async (_, __, asMocked) => {
      const { orderDetail } = (await asMocked()) as { orderDetail: object }
      return { orderDetail: { ...orderDetail, shippingAddress: null, pickUp: { code: 'code', state, venues: [] } } }
    },
  })
}
/** Whether what the page brings along stands before the order's facts. */
const isFirst = async (state: 'ready' | 'done') => {
  pickUp(state)
  await show(<OrderScreen more={() => <p>code</p>} />, {
    ...{ locale: 'ja', path: '/fc/me/orders/order_mock_3', query: { orderId: 'order_mock_3' }, words: [UiWords] },
  })
  const facts = await screen.findByText(/^注文番号/)
  const order = facts.compareDocumentPosition(screen.getByText('code'))
  return Boolean(order & Node.DOCUMENT_POSITION_PRECEDING)
}

test('the code to pick up stands first on the page of its order, until everything was handed over', async () => {
  expect(await isFirst('ready')).toBe(true)
  cleanup()
  expect(await isFirst('done')).toBe(false)
})

test('who has paid for goods is told what comes next: the code, the parcel or the file', async () => {
  pickUp('ready')
  await show(<OrdersScreen />, {
    ...{ locale: 'ja', path: '/fc/me/orders', query: { type: 'goods', paid: 'order_mock_3' }, words: [UiWords] },
  })
  const next = await screen.findByTestId('order-next')
  expect(next.textContent).toBe('受け取りのコードを見る')
  expect(screen.getByTestId('goods-thanks').textContent).toMatch(/ご購入ありがとうございます/)
})

test('the thanks name what was bought with its picture, and nothing stands below before that is known', async () => {
  signedIn('owner')
  let answers = () => {}
  const asked = new Promise<void>((resolve) => {
    answers = resolve
  })
  answer({
    getOrderDetail: async (_, __, asMocked) => {
      await asked
      return asMocked()
    },
  })
  await show(<OrdersScreen />, {
    ...{ locale: 'ja', path: '/fc/me/orders', query: { type: 'goods', paid: 'order_mock_3' }, words: [UiWords] },
  })
  const thanks = await screen.findByTestId('goods-thanks')
  expect(screen.queryByTestId('orders')).toBeNull()
  expect(thanks.textContent).toBe('')
  answers()
  expect(await within(thanks).findByText('ライブTシャツ (M) × 2 ほか1点')).toBeTruthy()
  expect(thanks.querySelector('img')?.getAttribute('src')).toContain('goods_2-0')
  expect(thanks.textContent).toContain('1週間以内に発送')
  expect(thanks.textContent).toContain('東京都渋谷区神南1-2-3')
  expect(within(thanks).getByRole('link').getAttribute('href')).toBe('/fc/me/orders/order_mock_3')
  expect(screen.getByRole('navigation')).toBeTruthy()
})

test('each order in the list has its picture, and a plain square where it has none', async () => {
  signedIn('owner')
  await show(<OrdersScreen />, { locale: 'ja', path: '/fc/me/orders', words: [UiWords] })
  const rows = within(await screen.findByTestId('orders')).getAllByRole('listitem')
  const pictures = rows.slice(0, 3).map((row) => row.querySelector('img')?.getAttribute('src')?.split('/').at(-1))
  expect(pictures).toEqual(['plan_seiza.png', 'plan_ginga.png', undefined])
})
