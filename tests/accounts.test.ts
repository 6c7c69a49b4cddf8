import { describe, expect, test } from 'vitest'
import { accounts } from '../src/features/accounts/contract'
import { comments } from '../src/features/comments/contract'
import { fans } from '../src/features/fans/contract'
import { fulfillments } from '../src/features/orders/fulfillments/contract'
import { staffOrders } from '../src/features/orders/staff/contract'
import { tenants } from '../src/features/tenants/contract'
import { day } from '../src/kit/time'
import { now } from '../src/server/clock'
import { pool } from '../src/server/db'
import { identityAdmin } from '../src/server/identity/identity'
import { runDueJobs } from '../src/server/queue'
import { storage } from '../src/server/storage/storage'
import { addMember, ask, club, type Person, person, refused, tokenOf } from './support/club'
import { addContent } from './support/fan'
import { makeGoods, newBuyer, put, voucherOf } from './support/goods'
import { goodsOrder, parcel } from './support/goodsOrder'
import { mailsTo } from './support/mail'
import { told } from './support/payments'
import { joinByCard, ledger, moveTo, newFan, settled, shop } from './support/shop'

const account = (by: Person) => ask(accounts.getMyAccount, {}, by)
const remove = (by: Person) => ask(accounts.deleteMyAccount, { typedEmail: by.email }, by)
const stale = ({ uid, email }: Person) => ({
  token: tokenOf(uid, email, { auth_time: Math.floor(Date.now() / 1000) - 3600 }),
})

describe('a copy of somebody’s data', () => {
  test('holds what is theirs, at an address of their own, for seven days', async () => {
    const of = await shop()
    const planContentId = await addContent(of.ids, { viewableBy: 'allUsers' })
    const [hana, other] = [await newFan(), await newFan()]
    await joinByCard(of, hana)
    await ask(comments.postCommentToPlanContent, { tenantId: of.tenantId, planContentId, content: 'ありがとう' }, hana)
    const { exportId } = await ask(accounts.exportMyAccount, {}, hana)
    await runDueJobs()
    const { rows } = await pool().query('select key from account_files where export_id = $1', [exportId])
    const parts: Buffer[] = []
    for await (const part of await storage().read(rows[0].key)) parts.push(part as Buffer)
    const file = JSON.parse(Buffer.concat(parts).toString('utf8'))
    expect(file.person.email).toBe(hana.email)
    expect(file.memberships).toHaveLength(1)
    expect(file.orders[0].lines[0].unitPrice).toBe(1500)
    expect(file.comments[0].content).toBe('ありがとう')
    expect(JSON.stringify(file)).not.toContain(other.email)
    expect((await ask(accounts.getMyAccountFile, { exportId }, hana)).url).toContain('http')
    expect(await refused(accounts.getMyAccountFile, { exportId }, other)).toMatchObject({ code: 'fileNotFound' })
    expect((await mailsTo(hana.email)).some(({ text }) => text.includes('/fc/me/account'))).toBe(true)
    expect(await refused(accounts.exportMyAccount, {}, stale(hana))).toMatchObject({ code: 'signInAgain' })
    await moveTo(now() + 8 * day)
    expect((await account(hana)).files[0]?.state).toBe('expired')
    expect(await refused(accounts.getMyAccountFile, { exportId }, hana)).toMatchObject({ code: 'fileNotFound' })
  })
})

describe('an account that is deleted', () => {
  test('leaves orders and the ledger as they are, without the person', async () => {
    const of = await shop()
    const planContentId = await addContent(of.ids, { viewableBy: 'allUsers' })
    const hana = await newFan()
    await joinByCard(of, hana)
    const said = { tenantId: of.tenantId, planContentId }
    const { commentId } = await ask(comments.postCommentToPlanContent, { ...said, content: '住所は渋谷です' }, hana)
    await ask(comments.pinComment, { ...of.ids, commentId, pinned: true }, of.owner)
    const before = await ledger(of.tenantId)
    await remove(hana)
    await settled()
    expect(await ledger(of.tenantId)).toEqual(before)
    const { orders: kept } = await ask(staffOrders.getOrders, of.ids, of.owner)
    expect(kept).toHaveLength(1)
    expect(kept[0]?.buyerName).toBe('')
    const found = await ask(comments.getPublicPlanContentComments, said, null)
    expect(found).toMatchObject({ comments: [], totalCount: 0 })
    const everywhere = await pool().query(
      `select (select count(*) from people where uid = $1)::int + (select count(*) from order_buyers where uid = $1)::int
         + (select count(*) from shipping_addresses where uid = $1)::int + (select count(*) from comments where uid = $1 and content <> '')::int as n`,
      [hana.uid],
    )
    expect(everywhere.rows[0].n).toBe(0)
    const { rows } = await pool().query('select end_reason from subscriptions where uid = $1', [hana.uid])
    expect(rows).toEqual([{ end_reason: 'user' }])
    expect((await mailsTo(hana.email)).at(-1)?.subject).toContain('削除')
    await moveTo(now() + 40 * day)
    const { rows: renewals } = await pool().query('select 1 from orders where uid = $1', [hana.uid])
    expect(renewals).toHaveLength(1)
  })

  test('ends its sessions: the provider forgets it, and its token writes nothing more', async () => {
    const hana = await newFan()
    await ask(fans.updateMyProfile, { displayName: 'Hana', icon: '' }, hana)
    await remove(hana)
    await runDueJobs()
    await expect(identityAdmin().getUser(hana.uid)).rejects.toMatchObject({ code: 'auth/user-not-found' })
    expect((await refused(fans.updateMyProfile, { displayName: 'Hana', icon: '' }, hana)).status).toBe(401)
    const { rows } = await pool().query('select finished_at from account_deletions where uid = $1', [hana.uid])
    expect(rows[0].finished_at).not.toBeNull()
  })

  test('keeps the address of goods until they are handed over', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    expect((await account(order.buyer)).ordersToSend).toBe(1)
    await remove(order.buyer)
    const buyers = async () =>
      (await pool().query('select 1 from order_buyers where order_id = $1', [order.orderId])).rows.length
    expect(await buyers()).toBe(1)
    await ask(fulfillments.createFulfillment, parcel(order), of.owner)
    await moveTo(now() + day)
    expect(await buyers()).toBe(0)
  })

  test('keeps the address of goods that turn out to be paid at a store, and of no others', async () => {
    const of = await club()
    const made = await makeGoods(of)
    const [paid, unpaid] = [await newBuyer(), await newBuyer()]
    const order = async (fan: Person) => voucherOf((await put(of, fan, made, 1)).cartId, fan)
    const [{ orderId, intentId }, other] = [await order(paid), await order(unpaid)]
    const buyers = async (of: { orderId: string }) =>
      (await pool().query('select email, address from order_buyers where order_id = $1', [of.orderId])).rows
    const before = await buyers({ orderId })
    await told({ drop: 1 })
    await told({ action: 'payAtStore', intent: intentId })
    await told({ drop: 0 })
    for (const fan of [paid, unpaid]) await remove(fan)
    await settled()
    await moveTo(now() + day)
    const { order: seen } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
    expect(seen).toMatchObject({ paymentState: 'paid', fulfillmentState: 'unfulfilled' })
    expect(before).toMatchObject([{ email: paid.email }])
    expect(await buyers({ orderId })).toEqual(before)
    expect(await buyers(other)).toEqual([])
    // The money can go back to where the buyer is asked for a bank account.
    await ask(staffOrders.refundOrder, { ...of.ids, orderId, amount: 100, reason: 'x' }, of.owner)
  })

  test('is nobody’s by mistake: a fresh sign-in, and the address typed', async () => {
    const hana = await newFan()
    const payload = { typedEmail: hana.email }
    expect(await refused(accounts.deleteMyAccount, payload, stale(hana))).toMatchObject({ code: 'signInAgain' })
    expect(await refused(accounts.deleteMyAccount, { typedEmail: 'other@example.test' }, hana)).toMatchObject({
      code: 'emailDiffers',
    })
    expect((await refused(accounts.deleteMyAccount, payload, null)).status).toBe(401)
  })
})

describe('somebody who works for a club', () => {
  test('stays as long as nobody else owns it, and leaves it with the account', async () => {
    const { tenantId, owner } = await club()
    expect((await account(owner)).ownedAlone).toEqual([{ tenantId, name: 'Hoshi Club' }])
    expect(await refused(accounts.deleteMyAccount, { typedEmail: owner.email }, owner)).toMatchObject({
      code: 'lastOwner',
    })
    const second = await person()
    await addMember(tenantId, second, 'owner')
    await remove(owner)
    const { members } = await ask(tenants.getTenantMembers, { tenantId }, second)
    expect(members.map(({ email }) => email)).toEqual([second.email])
    expect(await refused(accounts.deleteMyAccount, { typedEmail: second.email }, second)).toMatchObject({
      code: 'lastOwner',
    })
  })

  test('of two owners who delete at once one stays', async () => {
    const { tenantId, owner } = await club()
    const second = await person()
    await addMember(tenantId, second, 'owner')
    const answers = await Promise.allSettled([remove(owner), remove(second)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await pool().query(
      `select 1 from tenant_members where tenant_id = $1 and role = 'owner' and status = 'active'`,
      [tenantId],
    )
    expect(rows).toHaveLength(1)
  })
})
