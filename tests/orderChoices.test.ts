import { describe, expect, test } from 'vitest'
import { eventGoods, eventGoodsRoles } from '../src/features/eventGoods/contract'
import { events } from '../src/features/events/contract'
import { shippingRoles } from '../src/features/orders/fulfillments/contract'
import { eventChoices, goodsChoices } from '../src/features/orders/staff/choices'
import { orderRoles, staffOrders } from '../src/features/orders/staff/contract'
import { addMember, ask, club, person } from './support/club'
import { onSale, secondBrand } from './support/eventGoods'

describe('what the list of orders can be narrowed by', () => {
  test('goods of the shop and of events, this brand’s alone', () => {
    const ofEvents = [
      { goodsId: 'goods_tour', name: 'Tour shirt', brandId: 'brand_a' },
      { goodsId: 'goods_other', name: 'Towel', brandId: 'brand_b' },
    ]
    expect(goodsChoices('brand_a', [{ goodsId: 'goods_mug', name: 'Mug' }], ofEvents)).toEqual([
      { value: 'goods_mug', label: 'Mug' },
      { value: 'goods_tour', label: 'Tour shirt' },
    ])
  })

  test('events of every brand, another one’s by its name, each once; the brand’s own are never left out', () => {
    const own = [
      { eventId: 'event_old', title: 'Autumn' },
      { eventId: 'event_own', title: 'Winter' },
    ]
    const all = [
      { eventId: 'event_fes', title: 'Festival', brandId: 'brand_b', brandName: 'Moon' },
      { eventId: 'event_own', title: 'Winter', brandId: 'brand_a', brandName: 'Star' },
    ]
    expect(eventChoices('brand_a', own, all).map(({ label }) => label)).toEqual(['Festival · Moon', 'Winter', 'Autumn'])
    // Who may not see what other brands do chooses among these.
    expect(eventChoices('brand_a', own, []).map(({ label }) => label)).toEqual(['Autumn', 'Winter'])
  })

  test('is asked for by those alone who may have it', async () => {
    expect(eventGoodsRoles).toEqual(expect.arrayContaining([...shippingRoles]))
    const of = await club()
    const made = await onSale(of)
    await secondBrand(of)
    for (const role of orderRoles.filter((one) => one !== 'owner')) {
      const member = await person()
      await addMember(of.tenantId, member, role)
      const { canShip } = await ask(staffOrders.getOrders, of.ids, member)
      await ask(events.getEvents, of.ids, member)
      if (!canShip) continue
      const list = await ask(eventGoods.getEventGoodsList, { tenantId: of.tenantId }, member)
      expect(list.eventGoods.map(({ goodsId, brandId }) => [goodsId, brandId])).toEqual([
        [made.goodsId, of.ids.brandId],
      ])
      await ask(eventGoods.getEventChoices, { tenantId: of.tenantId }, member)
    }
  })
})
