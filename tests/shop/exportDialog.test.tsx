// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ExportDialog } from '#shop/desk/files/ExportDialog.tsx'
import ofFiles from '#shop/desk/files/words.en.ts'
import { StaffOrderWords } from '#shop/desk/words.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, asked, press, Refusal, settle, show, went } from '../support/screen'

type Result = { orderId: string; result: string }
const clean = { rows: 2, files: 1, tooLong: [], tooLongCount: 0, changed: [], changedCount: 0 }
const server = { failsAt: 0, results: [] as Result[], checked: {} as object }
const calls = () => asked.map(({ name }) => name)
const answering = (result: () => object) => () => {
  if (asked.length === server.failsAt) throw new Refusal('unreachable', 499)
  return result()
}

const pressed = (name: string) => press(screen.getByText(name))

beforeEach(async () => {
  Object.assign(server, { failsAt: 0, results: [], checked: clean })
  answer({
    checkOrderFile: answering(() => server.checked),
    exportOrders: answering(() => ({ exportId: 'export_a', files: 1, leftOut: 0 })),
    startPreparing: answering(() => ({ results: server.results })),
  })
  await show(
    <ExportDialog
      asked={{ tenantId: 'tenant_a', brandId: 'brand_a', orderIds: ['order_a', 'order_b'] }}
      numbers={new Map([['order_b', 'A-000002']])}
      onClose={() => {}}
    />,
    { words: [UiWords, StaffOrderWords] },
  )
  await settle()
})

test('orders that could not be taken into preparation are tried again without a second file', async () => {
  server.results = [{ orderId: 'order_a', result: 'ok' }]
  server.failsAt = 2
  await pressed(ofFiles.export.prepares)
  await pressed(ofFiles.export.submit)
  expect(calls()).toEqual(['exportOrders', 'startPreparing'])
  expect(screen.getByText(ofFiles.export.notPrepared)).toBeTruthy()
  expect(went).toEqual([])
  await pressed(ofFiles.export.prepare)
  expect(calls()).toEqual(['exportOrders', 'startPreparing', 'startPreparing'])
  expect(went).toHaveLength(1)
})

test('orders that do not suit are named with their reason before the files are seen', async () => {
  server.results = [
    { orderId: 'order_a', result: 'ok' },
    { orderId: 'order_b', result: 'onHold' },
  ]
  await pressed(ofFiles.export.prepares)
  await pressed(ofFiles.export.submit)
  expect(screen.getByText('A-000002')).toBeTruthy()
  expect(screen.getByText('On hold: 1', { exact: false })).toBeTruthy()
  expect(went).toEqual([])
  await pressed(ofFiles.export.see)
  expect(calls()).toEqual(['exportOrders', 'startPreparing'])
  expect(went).toHaveLength(1)
})

test('nothing is prepared that nobody asked for', async () => {
  await pressed(ofFiles.export.submit)
  expect(calls()).toEqual(['exportOrders'])
  expect(went).toHaveLength(1)
})

const choose = async (value: string) => {
  fireEvent.change(screen.getByLabelText(ofFiles.export.format), { target: { value } })
  await settle()
}

test('a carrier’s file is made at once where every address fits', async () => {
  await choose('clickPost')
  await pressed(ofFiles.export.submit)
  expect(calls()).toEqual(['checkOrderFile', 'exportOrders'])
  expect(went).toHaveLength(1)
})

test('addresses that do not fit are shown before the file is made, and looked for again once they are corrected', async () => {
  const order = { orderId: 'order_b', orderNumber: 'A-000002' }
  server.checked = {
    ...clean,
    rows: 1,
    tooLong: [{ ...order, field: 'address', over: 3.5 }],
    tooLongCount: 1,
    changed: [{ ...order, orderNumber: 'A-000001', changedAt: 1 }],
    changedCount: 1,
  }
  await choose('clickPost')
  await pressed(ofFiles.export.submit)
  expect(calls()).toEqual(['checkOrderFile'])
  expect(screen.getByText('A-000002')).toBeTruthy()
  expect(screen.getByText(ofFiles.check.over(ofFiles.check.fields.address, 3.5))).toBeTruthy()
  expect(screen.getByText('A-000001')).toBeTruthy()
  server.checked = { ...clean, tooLong: [], changed: [], changedCount: 0 }
  await pressed(ofFiles.check.again)
  await pressed(ofFiles.export.submit)
  expect(calls()).toEqual(['checkOrderFile', 'checkOrderFile', 'exportOrders'])
})
