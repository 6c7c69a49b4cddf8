// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ResultOf } from '#kit/contract.ts'
import type { staffOrders } from '#shop/desk/contract.ts'
import { staffOrderMocks } from '#shop/desk/mock.ts'
import { RefundDialog } from '#shop/desk/OrderDialogs.tsx'
import { StaffOrderWords } from '#shop/desk/words.tsx'
import { PortalWords } from '#ui/portalWords.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, asked, press, settle, show } from '../support/screen'

type Answer = ResultOf<typeof staffOrders.getOrder>
type Line = Answer['order']['lines'][number]
const ids = { tenantId: 'tenant_a', brandId: 'brand_a', orderId: 'order_mock_42' }

const lineOf = (more: Partial<Line>): Line => ({
  ...{ lineId: 'line_a', name: 'T-shirt', variationName: '', english: {}, thumbnail: '', goodsId: 'goods_a' },
  ...{ deliveryMethod: 'physical' as const, unitPrice: 3000, quantity: 1, fulfilledQuantity: 0, refundedQuantity: 0 },
  ...{ toSend: 1 },
  ...more,
})
const badge = lineOf({ lineId: 'line_b', name: 'Badge', unitPrice: 900, quantity: 2, toSend: 2 })
type Back = Answer['order']['returns'][number]
const backOf = (reason: Back['reason'], lines: Back['lines']): Back => ({
  ...{ fulfillmentId: 'fulfillment_a', provider: 'yamato', providerName: '', trackingNumber: '', trackingUrl: '' },
  ...{ isDelivered: false, shippedAt: 1, returnedAt: 2, postage: 0, note: '', isWaiting: true, mayUndo: true },
  ...{ reason, lines },
})

const open = async (lines: Line[], returns: Back[] = [], refundableShipping = 600) => {
  const mocked = (await staffOrderMocks.answers.getOrder(ids, {} as never)) as Answer
  const total = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0) + 600
  const order = { ...mocked.order, paymentMethod: 'card' as const, lines, returns, total, shippingFee: 600 }
  await show(
    <RefundDialog ids={ids} read={{ ...mocked, order, refundable: total, refundableShipping }} onClose={() => {}} />,
    { words: [UiWords, StaffOrderWords, PortalWords] },
  )
  await settle()
}
const numbers = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^How many/ }).map(({ value }) => value)
const isChecked = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked
const submit = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ })

beforeEach(() => answer({ refundOrder: () => ({ refundId: 'refund_a', state: 'succeeded' }) }))

test('the only piece of an order that was not sent is chosen, with its shipping, and the button says how much goes back', async () => {
  await open([lineOf({})])
  expect(numbers()).toEqual(['1'])
  expect(isChecked(/shipping/)).toBe(true)
  expect(isChecked(/stock/)).toBe(true)
  fireEvent.change(reason(), { target: { value: 'Asked for' } })
  await press(submit('Refund ¥3,600'))
  await settle()
  expect(asked).toMatchObject([
    { payload: { lines: [{ lineId: 'line_a', quantity: 1 }], shippingFee: 600, restock: true, reason: 'Asked for' } },
  ])
})

test('a piece that is with its buyer goes back without its shipping, and is not put on sale', async () => {
  await open([lineOf({ fulfilledQuantity: 1, toSend: 0 })])
  expect(numbers()).toEqual(['1'])
  expect(isChecked(/shipping/)).toBe(false)
  expect(isChecked(/stock/)).toBe(false)
  expect(submit('Refund ¥3,000').disabled).toBe(false)
})

test('of several pieces none is chosen by itself, and one press chooses them all', async () => {
  await open([lineOf({}), badge])
  expect(numbers()).toEqual(['', ''])
  expect(submit('Refund').disabled).toBe(true)
  await press(screen.getByRole('button', { name: 'Choose everything' }))
  expect(numbers()).toEqual(['1', '2'])
  expect(isChecked(/shipping/)).toBe(true)
  expect(submit('Refund ¥5,400').disabled).toBe(false)
})

test('after a parcel came back its pieces are chosen, and why it came back is the reason', async () => {
  const lines = [{ lineId: 'line_b', quantity: 2 }]
  await open([lineOf({}), badge], [backOf('unknownAddress', lines)])
  expect(numbers()).toEqual(['', '2'])
  expect(isChecked(/shipping/)).toBe(false)
  expect(isChecked(/stock/)).toBe(true)
  expect(reason().value).toBe('The parcel came back (address unknown)')
  expect(submit('Refund ¥1,800').disabled).toBe(false)
})

test('what came back and was sent again since is not chosen, and what came back damaged is not put on sale', async () => {
  const lines = [{ lineId: 'line_b', quantity: 2 }]
  await open([{ ...badge, fulfilledQuantity: 1, toSend: 1 }], [backOf('damaged', lines)])
  expect(numbers()).toEqual(['1'])
  expect(isChecked(/stock/)).toBe(false)
})

test('shipping that went back is not offered a second time', async () => {
  await open([lineOf({})], [], 0)
  expect(screen.queryByRole('checkbox', { name: /shipping/ })).toBeNull()
  expect(submit('Refund ¥3,000').disabled).toBe(false)
})
