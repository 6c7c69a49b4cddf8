import { describe, expect, test } from 'vitest'
import { emptyForm } from '#club/applications/application.ts'
import { applications } from '#club/applications/contract.ts'
import { fans } from '#club/fans/contract.ts'
import { inquiries } from '#club/inquiries/contract.ts'
import { tenants } from '#club/tenants/contract.ts'
import type { Operation } from '#kit/contract.ts'
import { day } from '#kit/time.ts'
import { paidOut } from '#money/ledger/ledger.ts'
import { book } from '#money/ledger/queries.server.ts'
import { accounts } from '#office/accounts/contract.ts'
import { closing } from '#office/club/closing/contract.ts'
import { staffFans } from '#office/fans/contract.ts'
import { operations } from '#program/operations.ts'
import { comments } from '#publishing/comments/contract.ts'
import { now } from '#server/clock.ts'
import { inTransaction, pool } from '#server/db.ts'
import { identityAdmin } from '#server/identity/identity.ts'
import { runDueJobs } from '#server/queue.ts'
import { storage } from '#server/storage/storage.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { approval, rejection, submit } from '../support/application'
import { addMember, ask, club, newId, operator, type Person, person, refused, request, tokenOf } from '../support/club'
import { addContent } from '../support/fan'
import { makeGoods, newBuyer, put, voucherOf } from '../support/goods'
import { goodsOrder, parcel } from '../support/goodsOrder'
import { mailsTo } from '../support/mail'
import { addAccount, addPayout, sold } from '../support/money'
import { told } from '../support/payments'
import { scene } from '../support/scene'
import { joinByCard, ledger, moveTo, newFan, settled, shop } from '../support/shop'

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

  test('takes along what was written into an application that became no club; a club keeps its own', async () => {
    const [hana, desk] = [await newFan(), await operator()]
    const [refusedOne, opened] = [await submit(hana), await submit(hana)]
    const { applicationId } = refusedOne
    await ask(applications.rejectPendingTenant, rejection(applicationId), desk)
    const said = approval(opened.applicationId, opened.form.slugChoices)
    const { tenantId = '' } = (await ask(applications.approvePendingTenant, said, desk)) as { tenantId?: string }
    await addMember(tenantId, await person(), 'owner')
    await remove(hana)
    const read = (id: string) => ask(applications.getPendingTenant, { applicationId: id }, desk)
    const { application } = await read(applicationId)
    expect(application).toMatchObject({ status: 'rejected', form: emptyForm, applicantEmail: '' })
    const { application: club } = await read(opened.applicationId)
    expect(club).toMatchObject({ status: 'approved', form: opened.form })
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

describe('nothing of somebody is left out', () => {
  /** The whole row of each table as text, without what the books and the log of the club keep. */
  const said = async (text: string, tables: readonly string[]) => {
    const found: string[] = []
    for (const table of tables) {
      const { rows } = await pool().query(`select 1 from ${table} t where t::text like $1 limit 1`, [`%${text}%`])
      if (rows.length > 0) found.push(table)
    }
    return found
  }
  const copyOf = async (by: Person) => {
    const { exportId } = await ask(accounts.exportMyAccount, {}, by)
    await runDueJobs()
    const { rows } = await pool().query('select key from account_files where export_id = $1', [exportId])
    const parts: Buffer[] = []
    for await (const part of await storage().read(rows[0].key)) parts.push(part as Buffer)
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  }

  test('of a fan: words to a club, reports, downloads and the cart are in the copy, and the words go', async () => {
    const of = await scene()
    const { applicant: hana, examples } = of
    const send = (name: string, by: Person, more: object = {}) =>
      ask(operations.get(name)?.operation as Operation, { ...examples[name], ...more } as never, by)
    const { rows: found } = await pool().query(
      'select application_id from tenant_applications where applicant_uid = $1',
      [hana.uid],
    )
    expect(found.length).toBeGreaterThan(0)
    await send('replyToApplication', hana, { body: 'My number is 090-1111-2222.' })
    const other = await scene()
    const { commentId } = other.examples.reportComment as { commentId: string }
    await ask(comments.reportComment, { tenantId: other.tenantId, commentId, reason: 'It names my street.' }, hana)
    await send('addGoodsToCart', hana)
    await ask(
      staffFans.blockFan,
      { ...of.ids, ...(examples.blockFan as { fanId: string }), on: true, reason: 'Hana calls at night.' },
      of.owner,
    )
    const copy = await copyOf(hana)
    expect(copy.applications.flatMap(({ messages }: { messages: { body: string }[] }) => messages)).toMatchObject([
      { body: 'My number is 090-1111-2222.' },
    ])
    expect(copy.reports).toMatchObject([{ reason: 'It names my street.' }])
    expect(copy.downloads.length).toBeGreaterThan(0)
    expect(copy.carts.length).toBeGreaterThan(0)
    expect(JSON.stringify(copy)).not.toContain('calls at night')
    await remove(hana)
    await settled()
    expect(await said('090-1111-2222', ['application_messages'])).toEqual([])
    expect(await said('my street', ['comment_reports'])).toEqual([])
    expect(await said('calls at night', ['fans'])).toEqual([])
  })

  test('of somebody who answers for a club: the name under an answer goes, and the answers are in the copy', async () => {
    const of = await scene()
    const sora = await person()
    await addMember(of.tenantId, sora, 'admin', null, 'Sora Minami')
    const { inquiryId } = of.examples.replyToInquiry as { inquiryId: string }
    await ask(inquiries.replyToInquiry, { ...of.ids, inquiryId, content: 'Thank you, see you soon.' }, sora)
    expect((await copyOf(sora)).replies).toMatchObject([{ name: 'Sora Minami', content: 'Thank you, see you soon.' }])
    await remove(sora)
    expect(await said('Sora Minami', ['inquiry_messages', 'tenant_members'])).toEqual([])
    const { inquiry } = await ask(inquiries.getInquiry, { ...of.ids, inquiryId }, of.owner)
    expect(inquiry.messages.at(-1)).toMatchObject({ name: '', content: 'Thank you, see you soon.' })
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

  describe('that is closed for good', () => {
    const close = ({ tenantId, owner }: { tenantId: string; owner: Person }) =>
      ask(closing.closeTenant, { tenantId, typedName: 'Hoshi Club' }, owner)
    /** Whether the club still keeps its only owner: the page and the button say the same. */
    const isKept = async (owner: Person) => {
      const isNamed = (await account(owner)).ownedAlone.length > 0
      const typed = { typedEmail: owner.email }
      if (isNamed) expect((await refused(accounts.deleteMyAccount, typed, owner)).code).toBe('lastOwner')
      return isNamed
    }

    test('keeps nobody, once its last member’s term is over', async () => {
      const of = await shop()
      await joinByCard(of, await newFan())
      const { closesAt } = await close(of)
      await settled()
      expect(await isKept(of.owner)).toBe(true)
      await moveTo(closesAt)
      // What is less than the least payout is never paid out.
      expect(await isKept(of.owner)).toBe(false)
      await remove(of.owner)
      const { rows } = await pool().query('select status, email from tenant_members where tenant_id = $1', [
        of.tenantId,
      ])
      expect(rows).toEqual([{ status: 'removed', email: '' }])
    })

    test('keeps its owner while money is owed to it or on its way', async () => {
      const of = await club()
      await sold(of.ids, 20_000, now() - day)
      await close(of)
      expect(await isKept(of.owner)).toBe(true)
      const bankAccountId = await addAccount(of.ids, of.owner.uid)
      const payout = { amount: 17_280, fee: 330, scheduledFor: now() + day }
      const payoutId = await addPayout(of.ids, bankAccountId, payout)
      const leaves = paidOut({ payoutId, ...payout }, now())
      await inTransaction((db) => book(db, newId, leaves, { ...of.ids, orderId: null }))
      expect(await isKept(of.owner)).toBe(true)
      await pool().query(`update payouts set state = 'processing', exported_at = created_at where payout_id = $1`, [
        payoutId,
      ])
      expect(await isKept(of.owner)).toBe(true)
      await moveTo(now() + day + 1)
      expect(await isKept(of.owner)).toBe(false)
    })

    test('keeps its owner while goods are to be sent, or money for them may still come', async () => {
      const [sends, waits] = [await club(), await club()]
      const order = await goodsOrder(sends, { lines: [{ name: 'Sticker', unitPrice: 500, quantity: 1 }] })
      const buyer = await newBuyer()
      await voucherOf((await put(waits, buyer, await makeGoods(waits), 1)).cartId, buyer)
      await close(waits)
      expect(await isKept(waits.owner)).toBe(true)
      await settled()
      expect(await isKept(waits.owner)).toBe(false)
      await close(sends)
      expect(await isKept(sends.owner)).toBe(true)
      await ask(fulfillments.createFulfillment, parcel(order), sends.owner)
      expect(await isKept(sends.owner)).toBe(false)
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

test('of reads that arrive together each caller is answered for the own account', async () => {
  const [gone, there] = [await person(), await person()]
  await ask(accounts.deleteMyAccount, { typedEmail: gone.email }, gone)
  const read = (by: Person) => request(fans.getMyProfile, '{}', by)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => read(n % 2 === 0 ? gone : there)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, n) => (n % 2 === 0 ? 401 : 200)))
})
