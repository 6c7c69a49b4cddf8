import { goneAt, returnsAsItWas } from '#club/bin/bin.ts'
import type { bin } from '#club/bin/contract.ts'
import { binOf, takeBinned } from '#club/bin/queries.server.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { binPlan } from '#membership/plans/front.server.ts'
import { binEvent } from '#publishing/events/front.server.ts'
import { lockEvent } from '#publishing/events/queries.server.ts'
import { schedulesWithStreamings } from '#publishing/streamings/queries.server.ts'
import type { Handlers } from '#server/context.ts'
import { hasGoods } from '#shop/eventGoods/queries.server.ts'
import { binGoods } from '#shop/goods/front.server.ts'
import { remove, restore } from './kinds.server'

const publishes = ['active', 'publishmentScheduled', 'visible', 'published', 'unlisted', 'scheduled']

export const binHandlers: Handlers<typeof bin> = {
  async getBin({ db, brand, user, now }, { kind, pagination: page = everything }) {
    const { rows, total } = await binOf(db, brand, { kind, page, now })
    return {
      items: rows.map(({ kind, itemId, name, deletedAt, deletedBy, deletedByName, formerStatus }) => ({
        kind,
        itemId,
        name,
        deletedAt,
        deletedByName,
        isMine: deletedBy === user.uid,
        goneAt: goneAt(deletedAt),
        returnsPublished: returnsAsItWas(deletedAt, now) && publishes.includes(formerStatus),
      })),
      pagination: paginationOf(total, page),
    }
  },

  async moveToBin(context, { kind, ...item }) {
    const { db, brand, refuse } = context
    if (kind === 'plan') await binPlan(context, refuse, item)
    if (kind === 'goods') await binGoods(context, refuse, item)
    if (kind === 'event') {
      const event = (await lockEvent(db, brand, item.itemId)) ?? refuse('eventNotFound')
      if (item.expectedEditedAt !== undefined && item.expectedEditedAt !== event.editedAt) return refuse('conflict')
      if ((await schedulesWithStreamings(db, brand, event.eventId)).size > 0) return refuse('eventHasStreaming')
      if (await hasGoods(db, brand, event.eventId)) return refuse('eventHasGoods')
      await binEvent(context, event)
    }
    return {}
  },

  async restoreFromBin(context, item) {
    const { db, brand, now, refuse } = context
    const binned = (await takeBinned(db, brand, item, now)) ?? refuse('binnedNotFound')
    return { isPublished: await restore[item.kind](context, binned, returnsAsItWas(binned.deletedAt, now)) }
  },

  async deleteFromBin(context, item) {
    const { db, brand, now, refuse } = context
    const binned = (await takeBinned(db, brand, item, now)) ?? refuse('binnedNotFound')
    if (!(await remove(context, binned))) return refuse('stillInUse')
    return {}
  },
}
