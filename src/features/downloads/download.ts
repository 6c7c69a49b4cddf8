import type { Instant } from '../../kit/time'
import { day } from '../../kit/time'

/** How often what was bought may be loaded down; 0 stands for without end. */
export const mostDownloads = 10
/** Whoever starts again within the hour, or goes on where it broke off, is counted once. */
export const countedFor = 3_600_000
/** How long an address of a file is good. */
export const addressGoodFor = 600_000
/** From more networks than these within a day it is no longer one person (records, 2.14). */
export const mostNetworks = 5
export const networksWithin = day

/** So long after a file was replaced its buyers are told: whoever replaces it once more at once is told of once. */
export const toldAfter = 600_000

export const mostFiles = 20
export const fileNameLength = 200

/** Where the files of these goods are loaded down: a page of ours that asks for an address whenever it is opened. */
export const downloadPageOf = (origin: string, { orderId, goodsId }: { orderId: string; goodsId: string }) =>
  `${origin}/fc/me/orders/${encodeURIComponent(orderId)}/downloads/${encodeURIComponent(goodsId)}`

export const suspendReasons = ['staff', 'abuse'] as const
export type SuspendReason = (typeof suspendReasons)[number]
export const grantStates = ['active', 'limitReached', 'suspended'] as const
export type GrantState = (typeof grantStates)[number]

export type Counted = { maxDownloads: number; usedCount: number; countedAt: Instant | null }
type Grant = Counted & {
  suspendedAt: Instant | null
  /** The money went back, or is disputed. */
  isGivenBack: boolean
}

const isCountedStill = ({ countedAt }: Counted, now: Instant) => countedAt !== null && now < countedAt + countedFor

/** How many are left; null where there is no limit. */
export const remainingOf = ({ maxDownloads, usedCount }: Counted): number | null =>
  maxDownloads === 0 ? null : Math.max(0, maxDownloads - usedCount)

export const grantStateAt = (grant: Grant, now: Instant): GrantState => {
  if (grant.isGivenBack || grant.suspendedAt !== null) return 'suspended'
  return isCountedStill(grant, now) || remainingOf(grant) !== 0 ? 'active' : 'limitReached'
}

/** What a download makes of the count. */
export const afterDownload = (grant: Counted, now: Instant): { usedCount: number; countedAt: Instant } =>
  grant.countedAt !== null && isCountedStill(grant, now)
    ? { usedCount: grant.usedCount, countedAt: grant.countedAt }
    : { usedCount: grant.usedCount + 1, countedAt: now }

/** As it is saved on a fan's device: what staff call it, with the ending that its bytes have. */
export const savedNameOf = (name: string, fileName: string): string => {
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(fileName)?.[0] ?? ''
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : `${name}${ending}`
}

type Shown = Grant & {
  grantId: string
  goodsId: string
  goodsName: string
  name: string
  fileName: string
  size: number
  lastDownloadAt: Instant | null
}
/** What its buyer and staff are told alike. */
export const shownGrant = (row: Shown, now: Instant) => ({
  grantId: row.grantId,
  goodsId: row.goodsId,
  goodsName: row.goodsName,
  fileName: savedNameOf(row.name, row.fileName),
  size: row.size,
  state: grantStateAt(row, now),
  remaining: remainingOf(row),
  lastDownloadAt: row.lastDownloadAt,
})
