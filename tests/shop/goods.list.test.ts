import { expect, test } from 'vitest'
import type { Role } from '#kit/contract.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { goods } from '#shop/goods/contract.ts'
import { addMember, ask, club, person } from '../support/club'
import { goodsOrder } from '../support/goodsOrder'

test('the shelf says what was paid for each of its goods, whatever they cost now, to those who see money', async () => {
  const of = await club()
  const { lines, buyer, of: order } = await goodsOrder(of)
  await goodsOrder(of, { buyer, isUnpaid: true, lines: [{ name: 'Towel', unitPrice: 900, quantity: 1 }] })
  await pool().query('update goods set price = price * 2 where tenant_id = $1', [of.tenantId])
  const shelf = async (by = of.owner) => {
    const { goodsList, seesMoney } = await ask(goods.getGoodsList, { ...of.ids, sort: 'name' }, by)
    return { seesMoney, income: Object.fromEntries(goodsList.map(({ name, income }) => [name, income])) }
  }
  const income = { Towel: 0, 缶バッジ: 1500, Tシャツ: 6000 }
  expect(await shelf()).toEqual({ seesMoney: true, income })
  expect(lines.map(({ unitPrice, quantity }) => unitPrice * quantity).sort()).toEqual([1500, 6000])

  const as = async (role: Role) => {
    const member = await person()
    await addMember(of.tenantId, member, role)
    return shelf(member)
  }
  expect(await as('accountant')).toEqual({ seesMoney: true, income })
  for (const role of ['editor', 'moderator', 'shipper'] as const)
    expect(await as(role), role).toEqual({ seesMoney: false, income: { Towel: null, 缶バッジ: null, Tシャツ: null } })

  // Money is given back for an order, not for a thing: what was paid for it stays said.
  await ask(staffOrders.refundOrder, { ...order, amount: 500, reason: 'Scratched.' }, of.owner)
  expect(await shelf()).toEqual({ seesMoney: true, income })
  // A page of the shelf sums up its own goods alone.
  const page = { ...of.ids, q: '缶', pagination: { limit: 1, offset: 0 } }
  expect((await ask(goods.getGoodsList, page, of.owner)).goodsList.map((one) => one.income)).toEqual([1500])
})
