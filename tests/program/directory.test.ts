import { and, eq, getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { brandRowBySlug } from '#club/brands/queries.server.ts'
import { brands } from '#club/brands/tables.server.ts'
import { tenants } from '#club/tenants/contract.ts'
import { orderByIntent, setOrder } from '#money/orders/queries.server.ts'
import { orders } from '#money/orders/tables.server.ts'
import { closing } from '#office/club/closing/contract.ts'
import { namedColumns } from '#program/names.ts'
import { now } from '#server/clock.ts'
import { enterAll, withNames } from '#server/db/directory.ts'
import { database, pool } from '#server/db.ts'
import type { Db } from '#server/proven.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, club, newId } from '../support/club'
import { notEntered } from '../support/directory'
import { goodsOrder } from '../support/goodsOrder'
import { meanwhile, withoutPrecautions } from '../support/naive'
import { told } from '../support/payments'
import { joinAtStore, joinByCard, newFan, nextNight, settled, shop } from '../support/shop'

/* Whose a name is that comes from outside without its club stands in the platform's directory, written with the row (rule: access.ids). */

test('what clubs are named by is entered as they sell, refund and are charged back', async () => {
  const [of, seller] = [await shop(), await club()]
  await enterAll(database(), namedColumns)
  await joinByCard(of, await newFan())
  await joinAtStore(of, await newFan())
  await nextNight()
  await settled()
  const [order, second] = [await goodsOrder(seller), await goodsOrder(seller)]
  await ask(staffOrders.refundOrder, { ...order.of, reason: 'Asked for.', amount: 100 } as never, seller.owner)
  await told({ action: 'createDispute', intent: second.intentId })
  await settled()
  const email = `${newId('member').toLowerCase()}@example.test`
  const invited = { tenantId: seller.tenantId, email, role: 'editor' as const, brandIds: null }
  await ask(tenants.inviteTenantMember, invited, seller.owner)
  await ask(tenants.inviteTenantMember, invited, seller.owner)
  await ask(
    closing.createBrand,
    { tenantId: seller.tenantId, name: 'Minato', slug: newId('b').replace('_', '-').slice(0, 20) },
    seller.owner,
  )
  expect(await notEntered(pool())).toEqual([])
  const { rows } = await pool().query<{ kind: string }>(
    'select distinct kind from directory where tenant_id = any($1)',
    [[of.tenantId, seller.tenantId]],
  )
  // What else is named is made by the walk of statements.test.ts.
  const ofOthers = namedColumns.filter((column) =>
    /^(provider_|session_|intent_|invoice_|invitation_)/.test(column.name),
  )
  const named = ofOthers.map(({ table, name }) => `${getTableName(table)}.${name}`)
  expect(named).toHaveLength(7)
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(named))
})

/** Two clubs, each with an order that waits, and a payment that the provider names for both. */
const twoNamed = async () => {
  const placed = [await goodsOrder(await club()), await goodsOrder(await club())]
  const intentId = newId('pi')
  const [first, second] = placed
  if (!first || !second) throw new Error('Two orders are placed.')
  const name = (db: Db, order: typeof first) => setOrder(db, order, { intentId, editedAt: now() })
  const both = () =>
    meanwhile(
      (db) => name(db, first),
      () => name(database(), second),
    )
  return { first, intentId, name, both }
}
const clubsNaming = async (intentId: string) => {
  const isOf = eq(orders.intentId, intentId)
  return (await database().select({ tenantId: orders.tenantId }).from(orders).where(isOf)).length
}

test('a payment is of one club, however close the race; without the directory it would be of both', async () => {
  const { first, intentId, name, both } = await twoNamed()
  await expect(both()).rejects.toMatchObject({ cause: { code: '23502' } })
  expect(await clubsNaming(intentId)).toBe(1)
  // The same club may be told again.
  await name(database(), first)
  expect((await orderByIntent(database(), intentId))?.orderId).toBe(first.orderId)

  const again = await twoNamed()
  const refusal = /do update set tenant_id = null where directory.tenant_id <> excluded.tenant_id/g
  await withoutPrecautions([[refusal, 'do nothing']], again.both)
  expect(await clubsNaming(again.intentId)).toBe(2)
})

test('rows that the version before has written are found without an entry', async () => {
  const { ids, slug } = await club()
  const isEntry = (kind: string, name: string) =>
    pool().query('delete from directory where kind = $1 and name = $2', [kind, name])
  await isEntry('brands.slug', slug)
  expect(await brandRowBySlug(database(), slug)).toMatchObject(ids)
  await withNames(database(), ids.tenantId, [[brands.slug, slug]])
    .update(brands)
    .set({ name: 'Aoi' })
    .where(and(eq(brands.tenantId, ids.tenantId), eq(brands.brandId, ids.brandId)))
  expect(await brandRowBySlug(database(), slug)).toMatchObject({ ...ids, name: 'Aoi' })
  expect(await brandRowBySlug(database(), `${slug}-none`)).toBeUndefined()
})
