import type { Instant } from '#kit/time.ts'
import { day } from '#kit/time.ts'

/** Maximum number of downloads per file; 0 means unlimited. */
export const mostDownloads = 10
/** Downloads within this time, in milliseconds, count once: restarted or resumed ones are not counted again. */
export const countedFor = 3_600_000
/** How long a signed URL is valid, in milliseconds. */
export const addressGoodFor = 600_000
/** More networks than this within a day indicate a shared file (rule: goods.networks). */
export const mostNetworks = 5
export const networksWithin = day

/** Delay before buyers are notified of a replaced file: several replacements in a row lead to one mail. */
export const toldAfter = 600_000

/** How long after the payment staff look after a file that was not loaded down, and how many goods they see at once. */
export const waitedFor = 90 * day
export const mostWaiting = 200

export const mostFiles = 20
export const fileNameLength = 200

/** Page that downloads these goods: permanent, while the signed URLs it requests expire. */
export const downloadPageOf = (origin: string, { orderId, goodsId }: { orderId: string; goodsId: string }) =>
  `${origin}/fc/me/orders/${encodeURIComponent(orderId)}/downloads/${encodeURIComponent(goodsId)}`

export const suspendReasons = ['staff', 'abuse'] as const
export type SuspendReason = (typeof suspendReasons)[number]
export const grantStates = ['active', 'limitReached', 'suspended'] as const
export type GrantState = (typeof grantStates)[number]

export type Counted = { maxDownloads: number; usedCount: number; countedAt: Instant | null }
type Grant = Counted & {
  suspendedAt: Instant | null
  /** Refunded or disputed. */
  isGivenBack: boolean
}

const isCountedStill = ({ countedAt }: Counted, now: Instant) => countedAt !== null && now < countedAt + countedFor

/** Remaining downloads; null if unlimited. */
export const remainingOf = ({ maxDownloads, usedCount }: Counted): number | null =>
  maxDownloads === 0 ? null : Math.max(0, maxDownloads - usedCount)

export const grantStateAt = (grant: Grant, now: Instant): GrantState => {
  if (grant.isGivenBack || grant.suspendedAt !== null) return 'suspended'
  return isCountedStill(grant, now) || remainingOf(grant) !== 0 ? 'active' : 'limitReached'
}

/** The count after a download. */
export const afterDownload = (grant: Counted, now: Instant): { usedCount: number; countedAt: Instant } =>
  grant.countedAt !== null && isCountedStill(grant, now)
    ? { usedCount: grant.usedCount, countedAt: grant.countedAt }
    : { usedCount: grant.usedCount + 1, countedAt: now }

/** File name on the fan's device: the name given by staff with the uploaded file's extension. */
export const savedNameOf = (name: string, fileName: string): string => {
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(fileName)?.[0] ?? ''
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : `${name}${ending}`
}

type GrantFacts = Grant & {
  grantId: string
  goodsId: string
  goodsName: string
  name: string
  fileName: string
  size: number
  lastDownloadAt: Instant | null
}
/** Fields for both buyers and staff. */
export const shownGrant = (row: GrantFacts, now: Instant) => ({
  grantId: row.grantId,
  goodsId: row.goodsId,
  goodsName: row.goodsName,
  fileName: savedNameOf(row.name, row.fileName),
  size: row.size,
  state: grantStateAt(row, now),
  remaining: remainingOf(row),
  lastDownloadAt: row.lastDownloadAt,
})
