import { type Mocks, mockNow } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import type { exports } from './contract'
import { type ExportType, keptFor } from './export'

const one = (
  type: ExportType,
  n: number,
  state: 'processing' | 'completed' | 'expired' | 'failed',
  format: string,
  rowCount: number,
) => {
  const createdAt = mockNow - n * 2 * day
  return {
    exportId: `export_mock_${n}`,
    type,
    format,
    encoding: format === 'standard' ? ('utf8bom' as const) : ('sjis' as const),
    state,
    rowCount,
    fileName: type === 'orders' ? `aoi-orders-${format}-2026112${n}.csv` : `aoi-${type}-2026111${n}1204.csv`,
    createdAt,
    createdByName: '白石 ゆき',
    expiresAt: state === 'completed' || state === 'expired' ? createdAt + keptFor : null,
  }
}

export const exportMocks: Mocks<typeof exports> = {
  examples: ({ exportFile, ids }) => ({
    getExports: { ...ids, type: 'orders', pagination: { limit: 20, offset: 0 } },
    getExportUrl: { ...ids, exportId: exportFile },
  }),
  answers: {
    getExports: ({ type = 'orders', pagination: page = everything }) => {
      const others = [
        one(type, 0, 'processing', 'standard', 4000),
        one(type, 1, 'completed', 'standard', 1284),
        one(type, 4, 'expired', 'standard', 1190),
      ]
      const ofOrders = [
        one('orders', 0, 'processing', 'standard', 1500),
        one('orders', 1, 'completed', 'b2cloud', 214),
        one('orders', 2, 'completed', 'standard', 1204),
        one('orders', 4, 'expired', 'clickPost', 38),
        one('orders', 5, 'failed', 'ehidenIII', 0),
      ]
      const all = type === 'orders' ? ofOrders : others
      return {
        exports: all.slice(page.offset, page.offset + page.limit),
        pagination: paginationOf(all.length, page),
        mayIncludeEmail: true,
      }
    },
    getExportUrl: (_, { picture }) => ({ url: picture('uploaded'), expiresAt: mockNow + 600_000 }),
  },
  scenarios: {
    empty: { getExports: () => ({ exports: [], pagination: paginationOf(0, everything), mayIncludeEmail: true }) },
  },
}
