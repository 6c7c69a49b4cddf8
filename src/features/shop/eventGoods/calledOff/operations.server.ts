import { brandOfShop } from '#club/brands/queries.server.ts'
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
    const [counts, unpaid, told, uncollected, { name: brandName }] = await Promise.all([
      countGoodsOfEvent(db, brand, eventId, now),
      countUnpaid(db, brand, eventId),
      countUnpaid(db, brand, eventId, { told: true }),
      uncollectedByBrand(db, brand, eventId),
      brandOfShop(db, brand),
    ])
    const isVisible = ({ brandId }: { brandId: string }) =>
      orderRoles.some((one) => one === member.role) && (member.brandIds?.includes(brandId) ?? true)
    return {
      ...counts,
      unpaid,
      told,
      brandName,
      uncollected: uncollected.map((one) => ({ ...one, isVisible: isVisible(one) })),
    }
  },

  async cancelEvent(context, payload) {
    const { eventId } = await cancelEvent(context, payload)
    await endGoodsOfEvent(context, eventId)
    return { eventId }
  },
}
