import { describe, expect, test } from 'vitest'
import { orderRoles } from '#money/orders/contract.ts'
import { events } from '#publishing/events/contract.ts'
import { eventChoices, goodsChoices } from '#shop/desk/choices.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { eventGoods, eventGoodsRoles } from '#shop/eventGoods/contract.ts'
import { goods } from '#shop/goods/contract.ts'
import { shippingRoles } from '#shop/parcels/contract.ts'
import { addMember, ask, club, person } from '../support/club'
import { onSale, secondBrand } from '../support/eventGoods'

describe('what the list of orders can be narrowed by', () => {
  test('goods of the shop and then of events, by their names', () => {
    expect(
      goodsChoices([{ goodsId: 'goods_mug', name: 'Mug' }], [{ goodsId: 'goods_tour', name: 'Tour shirt' }]),
    ).toEqual([
      { value: 'goods_mug', label: 'Mug' },
      { value: 'goods_tour', label: 'Tour shirt' },
    ])
  })

  test('goods of events are offered to everybody who sees their orders, this brand’s alone and by name alone', async () => {
    const of = await club()
    const made = await onSale(of)
    const otherId = await secondBrand(of)
    const ofOther = { tenantId: of.tenantId, brandId: otherId }
    for (const role of orderRoles) {
      const member = role === 'owner' ? of.owner : await person()
      if (role !== 'owner') await addMember(of.tenantId, member, role)
      const name = (await ask(goods.getPublicGoods, { ...of.ids, goodsId: made.goodsId }, null)).goods.name
      expect(await ask(staffOrders.getOrderChoices, of.ids, member), role).toEqual({
        eventGoods: [{ goodsId: made.goodsId, name }],
      })
      expect(await ask(staffOrders.getOrderChoices, ofOther, member)).toEqual({ eventGoods: [] })
    }
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
    await secondBrand(of)
    for (const role of orderRoles.filter((one) => one !== 'owner')) {
      const member = await person()
      await addMember(of.tenantId, member, role)
      const { canShip } = await ask(staffOrders.getOrders, of.ids, member)
      await ask(events.getEvents, of.ids, member)
      if (!canShip) continue
      await ask(eventGoods.getEventChoices, { tenantId: of.tenantId }, member)
    }
  })
})
