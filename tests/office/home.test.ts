import { describe, expect, test } from 'vitest'
import { type Role, roles } from '#kit/contract.ts'
import { addTokyoMonths, day, endOfTokyoDay, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { dayOf } from '#money/ledger/ledger.ts'
import { brandHome } from '#office/home/contract.ts'
import { churnOf, type TodoKind, todoKinds, todoRoles } from '#office/home/home.ts'
import { sales } from '#office/sales/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { goods as goodsContract } from '#shop/goods/contract.ts'
import { addMember, ask, club, person, refused } from '../support/club'
import { makeGoods, newBuyer, payCart, put } from '../support/goods'
import { scene } from '../support/scene'
import { joinByCard, moveTo, newFan, shop } from '../support/shop'

const home = (ids: { tenantId: string; brandId: string }, by: { token: string }) => ask(brandHome.getBrandHome, ids, by)
const kindsOf = ({ todos }: Awaited<ReturnType<typeof home>>) => todos.map(({ kind }) => kind)

describe('what waits for somebody', () => {
  test('is counted as its list counts it', async () => {
    const { ids, owner } = await scene()
    const found = await home(ids, owner)
    const count = (kind: TodoKind) => found.todos.find((todo) => todo.kind === kind)?.count ?? 0
    const { counts: orders } = await ask(staffOrders.getOrders, ids, owner)
    expect(count('ordersTodo')).toBe(orders.todo)
    const { counts: members } = await ask(staffSubscriptions.getSubscribers, ids, owner)
    expect(count('paymentsAtRisk')).toBe(members.atRisk)
    expect(count('latePayments')).toBe(1)
    expect(count('requestsOpen')).toBe(1)
    expect(count('contentDrafts')).toBeGreaterThan(0)
  })

  test('only what the role may open, and the most urgent first', async () => {
    const { ids, owner, tenantId } = await scene()
    const all = kindsOf(await home(ids, owner))
    expect(all).toEqual(todoKinds.filter((kind) => all.includes(kind)))
    for (const role of roles.filter((one): one is Exclude<Role, 'owner'> => one !== 'owner')) {
      const somebody = await person()
      await addMember(tenantId, somebody, role)
      expect(kindsOf(await home(ids, somebody)), role).toEqual(
        all.filter((kind) => (todoRoles[kind] as readonly Role[]).includes(role)),
      )
    }
  })

  test('a new club is told what to begin with', async () => {
    const { ids, owner } = await club()
    expect(kindsOf(await home(ids, owner))).toEqual(['accountMissing', 'identityMissing', 'firstPlan', 'icon', 'cover'])
  })

  test('goods are few at five pieces, and the list shows the same ones', async () => {
    const { ids, owner, tenantId } = await club()
    const add = async (name: string, values: { initial: number; hidden?: boolean; unlimited?: boolean }) => {
      const { rows } = await pool().query(
        `with made as (insert into goods (tenant_id, brand_id, goods_id, visibility, name, description, price, goods_type, sales_type, sale_start_at, audience, plan_ids, thumbnails, created_at, edited_at)
           values ($1, $2, $3, 'visible', $4, '', 500, 'physicalGoods', 'permanent', $5, 'public', '[]', '[]', $5, $5) returning goods_id)
         insert into goods_variations (tenant_id, goods_id, variation_id, position, name, initial, is_hidden, is_unlimited)
         select $1, goods_id, goods_id || 'v', 0, '', $6, $7, $8 from made returning goods_id`,
        [
          tenantId,
          ids.brandId,
          `goods_${ids.brandId}${name}`,
          name,
          new Date(now() - day),
          values.initial,
          values.hidden ?? false,
          values.unlimited ?? false,
        ],
      )
      return rows[0].goods_id
    }
    await add('six', { initial: 6 })
    await add('five', { initial: 5 })
    await add('none', { initial: 0 })
    await add('hidden', { initial: 1, hidden: true })
    await add('unlimited', { initial: 0, unlimited: true })
    expect((await home(ids, owner)).todos).toContainEqual({ kind: 'stockLow', count: 2 })
    const { goodsList } = await ask(goodsContract.getGoodsList, { ...ids, isLow: true }, owner)
    expect(goodsList.map(({ name }) => name).sort()).toEqual(['five', 'none'])
  })
})

describe('the numbers', () => {
  test('are those of their lists', async () => {
    const of = await shop()
    const owner = of.owner
    const fan = await newFan()
    await joinByCard(of, fan)
    const before = await home(of.ids, owner)
    expect(before.numbers).toMatchObject({ members: 1, newFans: 1, sales: { today: 1500, thisMonth: 1500 } })
    const monthStart = startOfTokyoMonth(tokyoMonth(now()))
    const { gross } = await ask(
      sales.getSalesSummary,
      { ...of.ids, from: monthStart, to: endOfTokyoDay(now()) + 1000, groupBy: 'day' },
      owner,
    )
    expect(before.numbers.sales?.thisMonth).toBe(gross)
  })

  test('a month is compared with the last one up to the same day', async () => {
    const { ids, owner } = await club()
    const monthStart = startOfTokyoMonth(tokyoMonth(now()))
    const lastStart = addTokyoMonths(monthStart, -1)
    const sold = (gross: number, at: number) =>
      pool().query(
        `insert into sales_days (tenant_id, brand_id, day, kind, method, item_id, orders, gross, refunds) values ($1, $2, $3, 'goods', 'card', '', 1, $4, 0)
         on conflict (tenant_id, brand_id, day, kind, method, item_id) do update set gross = sales_days.gross + $4`,
        [ids.tenantId, ids.brandId, dayOf(at), gross],
      )
    await sold(1000, lastStart + 1000)
    await sold(2000, Math.min(addTokyoMonths(now(), -1), monthStart - 1))
    await sold(4000, addTokyoMonths(monthStart, -2) + day)
    const { numbers } = await home(ids, owner)
    expect(numbers.sales).toEqual({ today: 0, thisMonth: 0, lastMonthToDate: 3000 })
  })

  test('joined, left and churn are of the days that the nights have counted', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    expect((await home(of.ids, of.owner)).numbers).toMatchObject({ joined: 0, ended: 0, mrr: null })
    await moveTo(endOfTokyoDay(now()) + day / 2)
    const { numbers } = await home(of.ids, of.owner)
    expect(numbers.mrr).toBe(1500)
    expect(numbers.members).toBe(1)
  })

  test('churn is of those who were there when the month began', () => {
    expect(churnOf(3, 120)).toBe(250)
    expect(churnOf(0, 10)).toBe(0)
    expect(churnOf(3, 0)).toBeNull()
  })

  test('money and fans are for the roles that see them', async () => {
    const { ids, tenantId } = await club()
    const [editor, moderator, accountant] = [await person(), await person(), await person()]
    await addMember(tenantId, editor, 'editor')
    await addMember(tenantId, moderator, 'moderator')
    await addMember(tenantId, accountant, 'accountant')
    expect((await home(ids, editor)).numbers).toMatchObject({ sales: null, mrr: null, newFans: null, joined: null })
    expect((await home(ids, moderator)).numbers).toMatchObject({ sales: null, newFans: 0 })
    expect((await home(ids, accountant)).numbers).toMatchObject({ newFans: null, joined: 0 })
    expect((await home(ids, accountant)).upcoming.map(({ kind }) => kind)).toContain('monthFinal')
    expect((await home(ids, editor)).upcoming.map(({ kind }) => kind)).not.toContain('monthFinal')
    expect((await refused(brandHome.getBrandHome, ids, await person())).status).toBe(404)
  })
})

test('a day of payout is told to those who have had a member or sold something', async () => {
  const of = await shop()
  const kinds = async () => (await home(of.ids, of.owner)).upcoming.map(({ kind }) => kind)
  expect(await kinds()).toContain('monthFinal')
  expect(await kinds()).not.toContain('payout')
  await joinByCard(of, await newFan())
  expect(await kinds()).toContain('payout')
})

test('a day of payout is told to who has sold goods alone, also where that was long before', async () => {
  const of = await shop()
  const buyer = await newBuyer()
  const { cartId } = await put(of, buyer, await makeGoods(of))
  await payCart(cartId, buyer)
  await moveTo(addTokyoMonths(startOfTokyoMonth(tokyoMonth(now())), 2) + day)
  expect((await home(of.ids, of.owner)).upcoming.map(({ kind }) => kind)).toContain('payout')
})

test('what comes next is in the order of its time, whatever it is', async () => {
  const { ids, owner } = await scene()
  const { upcoming } = await home(ids, owner)
  expect(upcoming.map(({ at }) => at)).toEqual(upcoming.map(({ at }) => at).toSorted((a, b) => a - b))
  for (const kind of ['content', 'event', 'streaming'] as const) expect(upcoming.map((one) => one.kind)).toContain(kind)
  expect(upcoming.length).toBeLessThanOrEqual(10)
})
