import { type Mocks, mockNow, nth } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import type { Download, downloads, Grant } from './contract'
import { addressGoodFor, mostDownloads } from './download'

const files: [{ fileName: string; size: number }, ...{ fileName: string; size: number }[]] = [
  { fileName: '歌詞と写真.pdf', size: 2_400_000 },
  { fileName: '流れ星.wav', size: 38_600_000 },
  { fileName: '待受画像.zip', size: 12_800_000 },
]
const names = ['佐藤 葵', '鈴木 陽菜', '高橋 蓮', '田中 結衣'] as const

/** Grants of one order: one used, one unused, one at its limit. */
const downloadOf = ({ fileName, size }: (typeof files)[number], n: number): Download => ({
  grantId: `grant_${n}`,
  goodsId: 'goods_3',
  goodsName: '待受画像セット',
  fileName,
  size,
  state: n === 2 ? 'limitReached' : 'active',
  remaining: [8, 10, 0][n] ?? null,
  lastDownloadAt: n === 1 ? null : mockNow - (n + 1) * day,
})
export const mockDownloads: Download[] = files.map(downloadOf)
const first = downloadOf(files[0], 0)

const grants: Grant[] = Array.from({ length: 46 }, (_, n) => {
  const usedCount = n % 9 === 4 ? mostDownloads : n % 4
  const isSuspended = n % 11 === 6
  const isGivenBack = n % 13 === 8
  return {
    ...nth(files, n),
    grantId: `grant_${n}`,
    goodsId: 'goods_3',
    goodsName: '待受画像セット',
    orderId: `order_${n}`,
    orderNumber: `A-${String(413 - n).padStart(6, '0')}`,
    buyerName: nth(names, n),
    state: isSuspended || isGivenBack ? 'suspended' : usedCount === mostDownloads ? 'limitReached' : 'active',
    remaining: mostDownloads - usedCount,
    usedCount,
    maxDownloads: mostDownloads,
    lastDownloadAt: usedCount === 0 ? null : mockNow - n * day,
    reason: isGivenBack ? 'refund' : isSuspended ? (n % 2 ? 'abuse' : 'staff') : null,
  }
})

const waitingFiles = [
  { goodsId: 'goods_3', name: '待受画像セット', isOfEvent: false, waiting: 12, stopped: 0 },
  { goodsId: 'goods_8', name: '流れ星（ハイレゾ音源）', isOfEvent: false, waiting: 4, stopped: 1 },
  { goodsId: 'goods_5', name: 'ライブのパンフレット（PDF）', isOfEvent: true, waiting: 0, stopped: 2 },
].map((row, n) => ({ ...row, oldestAt: mockNow - (21 - 6 * n) * day }))

export const downloadMocks: Mocks<typeof downloads> = {
  examples: ({ songId, grantId, ids }) => ({
    getDownloadUrl: { grantId },
    getDownloadGrants: { ...ids, goodsId: songId, pagination: { limit: 20, offset: 0 } },
    resetDownloadCount: { ...ids, grantId },
    suspendDownload: { ...ids, grantId, on: true },
    getWaitingFiles: ids,
  }),
  answers: {
    getDownloadUrl: ({ grantId }, { picture }) => {
      const { state, remaining } = mockDownloads.find((one) => one.grantId === grantId) ?? first
      return state === 'active'
        ? { status: 'ready', url: picture('uploaded'), expiresAt: mockNow + addressGoodFor, remaining }
        : { status: state }
    },
    getDownloadGrants: ({ orderId, uid, pagination: page = everything }) => {
      const passing = orderId === undefined && uid === undefined ? grants : grants.slice(0, 3)
      return {
        grants: passing.slice(page.offset, page.offset + page.limit),
        pagination: paginationOf(passing.length, page),
      }
    },
    resetDownloadCount: () => ({ remaining: mostDownloads }),
    getWaitingFiles: () => ({ rows: waitingFiles, isCut: false }),
    suspendDownload: ({ on }) => ({ state: on ? 'suspended' : 'active' }),
  },
  scenarios: {
    empty: {
      getWaitingFiles: () => ({ rows: [], isCut: false }),
      getDownloadGrants: ({ pagination: page = everything }) => ({ grants: [], pagination: paginationOf(0, page) }),
    },
  },
}
