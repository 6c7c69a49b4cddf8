import { type Mocks, mockNow, nth, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import { goneAt } from './bin'
import type { BinnedItem, bin } from './contract'

const names: [string, ...string[]] = [
  '雨の日の手紙',
  '星空プラン（下書き）',
  '旧ロゴのタオル',
  '春の公開収録',
  '制作ノート 第3回',
]
const kinds = ['content', 'plan', 'goods', 'event', 'content'] as const
const rows: readonly BinnedItem[] = Array.from({ length: 5 }, (_, n) => {
  const deletedAt = mockNow - ([day / 48, day, 6 * day, 20 * day][n] ?? 29.5 * day)
  return {
    kind: kinds[n] ?? 'content',
    itemId: `${kinds[n]}_binned_${n}`,
    name: nth(names, n),
    deletedAt,
    deletedByName: n % 2 === 0 ? '' : '星野 灯',
    isMine: n % 2 === 0,
    goneAt: goneAt(deletedAt),
    returnsPublished: n === 0,
  }
})
const gone = new Set<string>()
const keep = ({ itemId }: { itemId: string }) => !gone.has(itemId)

export const binMocks: Mocks<typeof bin> = {
  examples: ({ binnedContent, binnedPlan, sparePlan, ids }) => ({
    getBin: ids,
    moveToBin: { ...ids, kind: 'plan', itemId: sparePlan },
    restoreFromBin: { ...ids, kind: 'content', itemId: binnedContent },
    deleteFromBin: { ...ids, kind: 'plan', itemId: binnedPlan },
  }),
  answers: {
    getBin: ({ kind, pagination = everything }) => {
      const found = rows.filter(keep).filter((row) => kind === undefined || row.kind === kind)
      return { items: found, pagination: paginationOf(found.length, pagination) }
    },
    moveToBin: () => ({}),
    restoreFromBin: ({ itemId }) => {
      gone.add(itemId)
      return { isPublished: false }
    },
    deleteFromBin: ({ itemId }) => {
      gone.add(itemId)
      return {}
    },
  },
  scenarios: {
    empty: { getBin: ({ pagination = everything }) => ({ items: [], pagination: paginationOf(0, pagination) }) },
    /** Somebody else was first. */
    conflict: { restoreFromBin: () => refused('binnedNotFound'), deleteFromBin: () => refused('binnedNotFound') },
  },
}
