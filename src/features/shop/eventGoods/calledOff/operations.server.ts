import { orderRoles } from '#money/orders/contract.ts'
import { cancelEvent } from '#publishing/events/front.server.ts'
import { findEvent } from '#publishing/events/queries.server.ts'
import type { Handlers } from '#server/context.ts'
import type { calledOff } from './contract'
import { endGoodsOfEvent } from './end.server'
import { countGoodsOfEvent, countUnpaid, uncollectedByBrand } from './queries.server'

export const calledOffHandlers: Handlers<typeof calledOff> = {
  async getGoodsOfEvent({ db, brand, member, now, refuse }, { eventId }) {
    if (!(await findEvent(db, brand, eventId))) return refuse('eventNotFound')
    const [counts, unpaid, uncollected] = await Promise.all([
      countGoodsOfEvent(db, brand, eventId, now),
      countUnpaid(db, brand, eventId),
      uncollectedByBrand(db, brand, eventId),
    ])
    const isVisible = ({ brandId }: { brandId: string }) =>
      orderRoles.some((one) => one === member.role) && (member.brandIds?.includes(brandId) ?? true)
    return { ...counts, unpaid, uncollected: uncollected.map((one) => ({ ...one, isVisible: isVisible(one) })) }
  },

  async cancelEvent(context, payload) {
    const answer = await cancelEvent(context, payload)
    await endGoodsOfEvent(context, answer.eventId)
    return answer
  },
}
