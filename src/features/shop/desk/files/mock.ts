import { type Mocks, mockNow } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import { trackingUrlOf } from '../../parcels/fulfillment'
import type { orderFiles } from './contract'
import { type RowResult, rowResults } from './tracking'

const results: RowResult[] = [
  'ok',
  'ok',
  'ok',
  'alreadyShippedSame',
  'ok',
  'notPaid',
  'ok',
  'invalidTracking',
  'ok',
  'notFound',
]

const checked = {
  rows: 12,
  files: 1,
  tooLong: [
    { orderId: 'order_mock_2', orderNumber: 'A-000810', field: 'address' as const, over: 3.5 },
    { orderId: 'order_mock_10', orderNumber: 'A-000802', field: 'recipientName' as const, over: 2 },
  ],
  tooLongCount: 2,
  changed: [{ orderId: 'order_mock_2', orderNumber: 'A-000810', changedAt: mockNow - day }],
  changedCount: 1,
}

/** The first of the list can still be applied. */
const stateOf = (n: number) => (['read', 'applied', 'undone', 'applied'] as const)[n] ?? 'read'
const rowsOf = (isApplied = false) => {
  const rows = [...results, ...rowResults].map((result, n) => ({
    line: n + 2,
    orderNumber: `A-${String(812 - n).padStart(6, '0')}`,
    provider: 'yamato' as const,
    trackingNumber: result === 'invalidTracking' ? '12' : `1234567890${String(n).padStart(2, '0')}`,
    buyer: result === 'notFound' ? '' : (['青井 そら', '森川 ひなた', '浜辺 なぎ'][n % 3] ?? ''),
    shippedOn: n % 2 === 0 ? '2026-11-05' : null,
    // Once the file is applied, its valid rows read as sent.
    result: isApplied && result === 'ok' ? ('alreadyShippedSame' as const) : result,
  }))
  const sent = rows.filter(({ result }) => result === 'ok')
  const mails = {
    people: sent.length,
    brandName: '星野 あおい',
    first: sent.map(({ orderNumber, provider, trackingNumber, buyer }, n) => ({
      orderId: `order_mock_${n}`,
      orderNumber,
      to: {
        uid: `fan_${n}`,
        locale: n === 1 ? ('en' as const) : ('ja' as const),
        displayName: buyer,
        isReachable: true,
      },
      items: [{ name: '夜空のTシャツ', variationName: 'M / 紺', english: {}, quantity: 2 }],
      ...{ provider, providerName: '', trackingNumber, trackingUrl: trackingUrlOf(provider, trackingNumber) },
    })),
  }
  return { rows, counts: { ok: sent.length, others: rows.length - sent.length }, mails }
}

export const orderFileMocks: Mocks<typeof orderFiles> = {
  examples: ({ toSend, readImport, appliedImport, ids }) => ({
    exportOrders: {
      ...ids,
      format: 'b2cloud',
      encoding: 'utf8bom',
      tab: 'all',
      slipType: 'compact',
      sender: {
        name: '星の工房',
        phone: '03-0000-0000',
        postalCode: '150-0041',
        address: '東京都渋谷区神南1-2',
        building: '',
      },
      billing: { customerCode: '090000000000', classCode: '', freightNumber: '01' },
      orderIds: [toSend],
    },
    checkOrderFile: { ...ids, format: 'b2cloud', tab: 'all', orderIds: [toSend] },
    getLabelSender: ids,
    startTrackingImport: { ...ids, fileName: 'results.csv', size: 100 },
    previewTrackingImport: { ...ids, importId: readImport },
    getTrackingImport: { ...ids, importId: readImport },
    applyTrackingImport: { ...ids, importId: readImport, notify: true },
    undoTrackingImport: { ...ids, importId: appliedImport },
    getTrackingImports: { ...ids, pagination: { limit: 20, offset: 0 } },
  }),
  answers: {
    exportOrders: ({ format }) => ({ exportId: 'export_mock_0', files: 1, leftOut: format === 'standard' ? 0 : 2 }),
    checkOrderFile: () => checked,
    getLabelSender: () => ({
      isGiven: true,
      sender: {
        name: '星の工房',
        phone: '03-0000-0000',
        postalCode: '150-0041',
        address: '東京都渋谷区神南1-2',
        building: '',
      },
      billing: { b2cloud: { customerCode: '090000000000', classCode: '', freightNumber: '01' }, ehidenIII: null },
    }),
    startTrackingImport: () => ({ importId: 'import_mock', url: '/mocks/uploaded.png', headers: {} }),
    previewTrackingImport: ({ importId }) => ({
      importId,
      fileName: 'b2-results.csv',
      state: 'read' as const,
      ...rowsOf(),
    }),
    getTrackingImport: ({ importId }) => {
      const n = Number(/\d+$/.exec(importId)?.[0] ?? 0)
      const state = stateOf(n)
      return {
        importId,
        fileName: 'b2-results.csv',
        state,
        createdAt: mockNow - n * day,
        appliedCount: state === 'read' ? 0 : 7,
        appliedAt: state === 'read' ? null : mockNow - n * day + 60_000,
        ...rowsOf(state === 'applied'),
      }
    },
    applyTrackingImport: () => ({ applied: 7, skipped: 12 }),
    undoTrackingImport: () => ({ undone: 7, kept: 0 }),
    getTrackingImports: ({ pagination: page = everything }) => {
      const all = [0, 1, 2, 3].map((n) => {
        const state = stateOf(n)
        return {
          importId: `import_mock_${n}`,
          fileName: `b2-results-${n + 1}.csv`,
          state,
          rowCount: 40 + n,
          appliedCount: state === 'read' ? 0 : 38 - n,
          createdAt: mockNow - n * day,
          createdByName: '白石 ゆき',
          appliedAt: state === 'read' ? null : mockNow - n * day + 60_000,
          canUndo: state === 'applied' && n === 1,
        }
      })
      return { imports: all.slice(page.offset, page.offset + page.limit), pagination: paginationOf(all.length, page) }
    },
  },
  scenarios: { empty: { getTrackingImports: () => ({ imports: [], pagination: paginationOf(0, everything) }) } },
}
