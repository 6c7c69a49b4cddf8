import { useRead } from '#client/useOperation.ts'
import { events } from '#publishing/events/contract.ts'
import { eventGoods } from '../eventGoods/contract'
import { goods } from '../goods/contract'
import { eventChoices, goodsChoices } from './choices'
import { staffOrders } from './contract'

/** The largest page of the API: the choices that are offered. */
const newest = { limit: 100, offset: 0 }

/**
 * Choices of the list's filters. Other brands' events are known to whoever sends goods (`canShip`); others choose among
 * the brand's own. Null until all of it is known.
 */
export const useOrderChoices = (ids: { tenantId: string; brandId: string } | null, canShip: boolean | undefined) => {
  const ofTenant = ids && canShip ? { tenantId: ids.tenantId } : null
  const ofShop = useRead(goods.getGoodsList, ids && { ...ids, tab: 'all', pagination: newest })
  const ofEvents = useRead(staffOrders.getOrderChoices, ids)
  const own = useRead(events.getEvents, ids && { ...ids, pagination: newest })
  const all = useRead(eventGoods.getEventChoices, ofTenant)
  const isKnown = (...reads: { data: unknown; failed: unknown }[]) =>
    canShip !== undefined && reads.every(({ data, failed }) => data !== undefined || failed)
  if (!ids) return { goods: null, events: null }
  return {
    goods: isKnown(ofShop, ofEvents)
      ? goodsChoices(ofShop.data?.goodsList ?? [], ofEvents.data?.eventGoods ?? [])
      : null,
    events: isKnown(own, ...(ofTenant ? [all] : []))
      ? eventChoices(ids.brandId, own.data?.events ?? [], all.data?.events ?? [])
      : null,
  }
}
