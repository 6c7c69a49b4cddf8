import { type Mocks, mockNow } from '../../kit/mock'
import { everything, paginationOf } from '../../kit/pagination'
import { day } from '../../kit/time'
import type { exports } from './contract'
import { keptFor } from './export'

const one = (n: number, state: 'processing' | 'completed' | 'expired' | 'failed', format: string, rowCount: number) => {
  const createdAt = mockNow - n * 2 * day
  return {
    exportId: `export_mock_${n}`,
    type: 'orders' as const,
    format,
    encoding: format === 'standard' ? ('utf8bom' as const) : ('sjis' as const),
    state,
    rowCount,
    fileName: `aoi-orders-${format}-2026112${n}.csv`,
    createdAt,
    createdByName: '白石 ゆき',
    expiresAt: state === 'completed' || state === 'expired' ? createdAt + keptFor : null,
    url: state === 'completed' ? '/mocks/export.csv' : null,
  }
}

export const exportMocks: Mocks<typeof exports> = {
  answers: {
    getExports: ({ pagination: page = everything }) => {
      const all = [
        one(0, 'processing', 'standard', 1500),
        one(1, 'completed', 'b2cloud', 214),
        one(2, 'completed', 'standard', 1204),
        one(4, 'expired', 'clickPost', 38),
        one(5, 'failed', 'ehidenIII', 0),
      ]
      return { exports: all.slice(page.offset, page.offset + page.limit), pagination: paginationOf(all.length, page) }
    },
  },
  scenarios: { empty: { getExports: () => ({ exports: [], pagination: paginationOf(0, everything) }) } },
}
