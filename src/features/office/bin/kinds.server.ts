import type { BinKind } from '#club/bin/bin.ts'
import type { Binned } from '#club/bin/queries.server.ts'
import { mediaOfAddress } from '#club/uploads/media.ts'
import type { Instant } from '#kit/time.ts'
import { deletePlan } from '#membership/plans/bin.queries.server.ts'
import { restorePlan } from '#membership/plans/front.server.ts'
import { removeContent, restoreContent } from '#publishing/contents/front.server.ts'
import { mediaOfEvent, restoreEvent } from '#publishing/events/front.server.ts'
import { deleteEvent, setEventDeleted } from '#publishing/events/queries.server.ts'
import { schedulesWithStreamings } from '#publishing/streamings/queries.server.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import type { Brand, Db } from '#server/proven.ts'
import { hasGoods } from '#shop/eventGoods/queries.server.ts'
import { setGoodsBack } from '#shop/goods/bin.queries.server.ts'
import { removeGoods, restoreGoods } from '#shop/goods/front.server.ts'
import { mediaJobs } from './media.jobs.server'
import { forgetPlan } from './queries.server'

type Restoring = Transaction & { brand: Brand; user: { uid: string }; now: Instant }

/** How each kind comes back from the bin: whether it is public then. */
export const restore: Record<BinKind, (context: Restoring, binned: Binned, asItWas: boolean) => Promise<boolean>> = {
  content: restoreContent,
  plan: restorePlan,
  goods: restoreGoods,
  event: restoreEvent,
}

type Gone = { media: readonly string[] } | null

/** How each kind goes for good: the files that it named, or null where something still needs it. */
const removals: Record<BinKind, (one: Transaction, binned: Binned) => Promise<Gone>> = {
  content: (one, binned) => removeContent(one, binned, binned),
  async plan({ db }, binned) {
    await forgetPlan(db, binned, binned.itemId)
    const gone = await deletePlan(db, binned, binned.itemId)
    return { media: [gone?.thumbnail ?? ''].flatMap((url) => mediaOfAddress(url) ?? []) }
  },
  goods: ({ db }, binned) => removeGoods(db, binned, binned),
  async event({ db }, binned) {
    if ((await schedulesWithStreamings(db, binned, binned.itemId)).size > 0) return null
    if (await hasGoods(db, binned, binned.itemId)) return null
    const gone = await deleteEvent(db, binned, binned.itemId)
    return { media: gone ? mediaOfEvent(gone) : [] }
  },
}

/** Out of the bin, as a draft or hidden. */
export const giveBack = async (db: Db, binned: Binned, now: Instant): Promise<void> => {
  if (binned.kind === 'goods') await setGoodsBack(db, binned, binned.itemId, { editedAt: now })
  if (binned.kind === 'event') await setEventDeleted(db, binned, binned.itemId, null)
}

/** Deletes for good what the caller has taken out of the bin, and its files where nothing else names them. */
export const remove = async (one: Transaction, binned: Binned): Promise<boolean> => {
  const gone = await removals[binned.kind](one, binned)
  if (!gone) return false
  const { tenantId, brandId } = binned
  const media = [...new Set(gone.media)]
  if (media.length > 0) await one.enqueue(mediaJobs.removeMedia, { tenantId, brandId, media })
  return true
}
