// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ExportDialog } from '#shop/desk/files/ExportDialog.tsx'
import ofFiles from '#shop/desk/files/words.en.ts'
import ofOrders from '#shop/desk/words.en.ts'
import { system } from '#ui/look/theme.ts'

type Result = { orderId: string; result: string }
const clean = { rows: 2, files: 1, tooLong: [], tooLongCount: 0, changed: [], changedCount: 0 }
const server = vi.hoisted(() => ({
  calls: [] as string[],
  failsAt: 0,
  results: [] as Result[],
  went: [] as string[],
  checked: {} as object,
}))
const answer = async (name: string) => {
  server.calls.push(name)
  if (server.calls.length === server.failsAt)
    throw Object.assign(new Error('lost'), { name: 'CallError', code: 'unreachable', status: 0, requestId: '' })
  if (name === 'checkOrderFile') return server.checked
  return name === 'startPreparing' ? { results: server.results } : { exportId: 'export_a', files: 1, leftOut: 0 }
}
vi.mock('next/router', () => ({
  useRouter: () => ({ locale: 'en', push: async (to: string) => void server.went.push(to) }),
}))
vi.mock('#client/useOperation.ts', () => ({
  useRead: () => ({ data: undefined }),
  useAsk:
    () =>
    ({ name }: { name: string }) =>
      answer(name),
  useWrite: ({ name }: { name: string }) => ({ isPending: false, mutateAsync: () => answer(name) }),
}))
vi.mock('#kit/callError.ts', () => ({ isCallError: () => true }))
vi.mock('#ui/Link.tsx', () => ({ Link: ({ children }: { children: unknown }) => children }))
vi.mock('#shop/desk/files/words.tsx', () => ({
  useOrderFileWords: () => ofFiles,
  OrderFileWords: ({ children }: { children: unknown }) => children,
}))
vi.mock('#shop/desk/words.tsx', () => ({ useStaffOrderWords: () => ofOrders }))
vi.mock('#ui/words.tsx', () => ({
  useUiWords: () => ({ cancel: 'Cancel', close: 'Close', failures: { unreachable: 'Lost' }, requestId: 'Id' }),
}))

const press = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)))

beforeEach(() => {
  Object.assign(server, { calls: [], failsAt: 0, results: [], went: [], checked: clean })
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= () => {}
  render(
    <ChakraProvider value={system()}>
      <ExportDialog
        asked={{ tenantId: 'tenant_a', brandId: 'brand_a', orderIds: ['order_a', 'order_b'] }}
        numbers={new Map([['order_b', 'A-000002']])}
        onClose={() => {}}
      />
    </ChakraProvider>,
  )
})
afterEach(cleanup)

test('orders that could not be taken into preparation are tried again without a second file', async () => {
  server.results = [{ orderId: 'order_a', result: 'ok' }]
  server.failsAt = 2
  await press(ofFiles.export.prepares)
  await press(ofFiles.export.submit)
  expect(server.calls).toEqual(['exportOrders', 'startPreparing'])
  expect(screen.getByText(ofFiles.export.notPrepared)).toBeTruthy()
  expect(server.went).toEqual([])
  await press(ofFiles.export.prepare)
  expect(server.calls).toEqual(['exportOrders', 'startPreparing', 'startPreparing'])
  expect(server.went).toHaveLength(1)
})

test('orders that do not suit are named with their reason before the files are seen', async () => {
  server.results = [
    { orderId: 'order_a', result: 'ok' },
    { orderId: 'order_b', result: 'onHold' },
  ]
  await press(ofFiles.export.prepares)
  await press(ofFiles.export.submit)
  expect(screen.getByText('A-000002')).toBeTruthy()
  expect(screen.getByText('On hold: 1', { exact: false })).toBeTruthy()
  expect(server.went).toEqual([])
  await press(ofFiles.export.see)
  expect(server.calls).toEqual(['exportOrders', 'startPreparing'])
  expect(server.went).toHaveLength(1)
})

test('nothing is prepared that nobody asked for', async () => {
  await press(ofFiles.export.submit)
  expect(server.calls).toEqual(['exportOrders'])
  expect(server.went).toHaveLength(1)
})

const choose = (value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(ofFiles.export.format), { target: { value } }))

test('a carrier’s file is made at once where every address fits', async () => {
  await choose('clickPost')
  await press(ofFiles.export.submit)
  expect(server.calls).toEqual(['checkOrderFile', 'exportOrders'])
  expect(server.went).toHaveLength(1)
})

test('addresses that do not fit are shown before the file is made, and looked for again once they are corrected', async () => {
  const order = { orderId: 'order_b', orderNumber: 'A-000002' }
  server.checked = {
    ...clean,
    rows: 1,
    tooLong: [{ ...order, field: 'address', over: 3.5 }],
    tooLongCount: 1,
    changed: [{ ...order, orderNumber: 'A-000001', changedAt: 0 }],
    changedCount: 1,
  }
  await choose('clickPost')
  await press(ofFiles.export.submit)
  expect(server.calls).toEqual(['checkOrderFile'])
  expect(screen.getByText('A-000002')).toBeTruthy()
  expect(screen.getByText(ofFiles.check.over(ofFiles.check.fields.address, 3.5))).toBeTruthy()
  expect(screen.getByText('A-000001')).toBeTruthy()
  server.checked = { ...clean, tooLong: [], changed: [], changedCount: 0 }
  await press(ofFiles.check.again)
  await press(ofFiles.export.submit)
  expect(server.calls).toEqual(['checkOrderFile', 'checkOrderFile', 'exportOrders'])
})
