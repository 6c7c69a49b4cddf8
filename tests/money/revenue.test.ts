import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#club/audit/contract.ts'
import { fans } from '#club/fans/contract.ts'
import { inquiries } from '#club/inquiries/contract.ts'
import { tenants } from '#club/tenants/contract.ts'
import { serverConfig } from '#config.server.ts'
import { formatYen } from '#kit/money.ts'
import { day } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { monthAfter, monthOf } from '#money/ledger/ledger.ts'
import { lockLedger } from '#money/ledger/queries.server.ts'
import { bankAccounts } from '#money/payouts/bankAccounts/contract.ts'
import { bankAccountJobs } from '#money/payouts/bankAccounts/jobs.server.ts'
import { payoutSentMail, statementCorrected } from '#money/payouts/bankAccounts/mails.ts'
import { payoutDesk, revenue } from '#money/payouts/revenue/contract.ts'
import { schedulePayout } from '#money/payouts/revenue/pay.server.ts'
import { lastBankingDay, monthDay } from '#money/payouts/revenue/payout.ts'
import { finalFrom } from '#money/payouts/revenue/statement.ts'
import { staffFans } from '#office/fans/contract.ts'
import { sales } from '#office/sales/contract.ts'
import { transactionOf } from '#program/transaction.ts'
import { jobContext } from '#program/workContext.ts'
import { memberNews } from '#publishing/news/contract.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import type { Db } from '#server/proven.ts'
import { storage } from '#server/storage/storage.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { addMember, ask, operator, type Person, person, refused, request, tokenOf } from '../support/club'
import { mailsTo } from '../support/mail'
import { addAccount, addPayout, setIdentity, sold } from '../support/money'
import { advisoryLocks, meanwhile, rowLocks, withoutPrecautions } from '../support/naive'
import { planRow, tokyo } from '../support/plan'
import { joinAtStore, joinByCard, ledger, moveTo, newFan, settled, shop } from '../support/shop'

type Shop = Awaited<ReturnType<typeof shop>>
let desk: Person
beforeAll(async () => {
  desk = await operator()
})

const fanOf = async (of: Shop, uid: string) => {
  const { fans } = await ask(staffFans.getFans, of.ids, of.owner)
  const row = fans.find((one) => one.uid === uid)
  if (!row) throw new Error('The fan is not in the list.')
  return row
}

describe('fans and subscribers', () => {
  test('who joins is a subscriber with a number, what was paid and a month; a refund takes the money back', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    expect(await fanOf(of, fan.uid)).toMatchObject({
      segment: 'subscriber',
      memberNumber: 1,
      lifetimeAmount: 1500,
      totalMonths: 1,
      planNames: ['Galaxy'],
    })
    const { fan: detail } = await ask(
      staffFans.getFan,
      { ...of.ids, fanId: (await fanOf(of, fan.uid)).fanId },
      of.owner,
    )
    expect(detail.calendars[0]?.months.at(-1)?.state).toBe('paid')
    const [order] = detail.orders
    await ask(
      staffOrders.refundOrder,
      { ...of.ids, orderId: order?.orderId ?? '', amount: 1500, reason: 'x' },
      of.owner,
    )
    await settled()
    expect(await fanOf(of, fan.uid)).toMatchObject({ lifetimeAmount: 0, totalMonths: 0 })
  })

  test('who was a member on a past day is answered from the terms, and the tabs from today', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinAtStore(of, fan)
    const list = (payload: object) => ask(staffSubscriptions.getSubscribers, { ...of.ids, ...payload }, of.owner)
    expect((await list({})).counts).toMatchObject({ living: 1, leaving: 0, ended: 0 })
    expect((await list({ asOf: now() })).subscribers.length).toBe(1)
    expect((await list({ asOf: now() - 30 * day })).subscribers.length).toBe(0)
    await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan)
    expect((await list({ tab: 'leaving' })).subscribers).toMatchObject([
      { status: 'scheduledToCancel', nextBillingAt: null },
    ])
  })

  test('a complimentary term makes a member without a charge, once', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinAtStore(of, fan)
    const { fanId } = await fanOf(of, fan.uid)
    const grant = { ...of.ids, fanId, planId: of.planId, months: 1, reason: 'x' }
    expect((await refused(staffFans.grantComplimentaryTerm, grant, of.owner)).code).toBe('alreadyMember')
    await ask(subscriptions.cancelPlanSubscription, { planId: of.planId, cancelAtPeriodEnd: false }, fan)
    await ask(staffFans.grantComplimentaryTerm, grant, of.owner)
    const { subscribers } = await ask(staffSubscriptions.getSubscribers, { ...of.ids, method: 'comp' }, of.owner)
    expect(subscribers).toMatchObject([{ price: 0, status: 'active', nextBillingAt: null }])
  })

  test('an extension moves the next payment of a store, and is refused where a card renews by itself', async () => {
    const of = await shop()
    const [atStore, byCard] = [await newFan(), await newFan()]
    await joinAtStore(of, atStore)
    await joinByCard(of, byCard)
    const { subscribers } = await ask(staffSubscriptions.getSubscribers, of.ids, of.owner)
    const idOf = (method: string) => subscribers.find((one) => one.method === method)?.subscriptionId ?? ''
    const before = subscribers.find((one) => one.method === 'konbini')?.paidUntil ?? 0
    const extended = await ask(
      staffSubscriptions.extendTerm,
      { ...of.ids, subscriptionId: idOf('konbini'), days: 40, reason: 'x' },
      of.owner,
    )
    expect(extended.paidUntil).toBe(before + 40 * day)
    const card = { ...of.ids, subscriptionId: idOf('card'), days: 7, reason: 'x' }
    expect((await refused(staffSubscriptions.extendTerm, card, of.owner)).code).toBe('renewsByItself')
  })

  test('a blocked fan’s plan ends with its period, and nobody is reminded twice within three days', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    const { fanId } = await fanOf(of, fan.uid)
    expect(await ask(staffFans.blockFan, { ...of.ids, fanId, on: true, reason: 'x' }, of.owner)).toEqual({
      endingMemberships: 1,
    })
    await settled()
    const { subscribers } = await ask(staffSubscriptions.getSubscribers, { ...of.ids, tab: 'leaving' }, of.owner)
    expect(subscribers).toMatchObject([{ status: 'scheduledToCancel', cancelReason: 'blocked' }])
    const subscriptionId = subscribers[0]?.subscriptionId ?? ''
    const remind = { ...of.ids, subscriptionId }
    expect((await refused(staffSubscriptions.remindPayment, remind, of.owner)).code).toBe('nothingToRemind')
    await pool().query(
      'update subscriptions set payment_failed_at = now(), cancel_scheduled_at = null where subscription_id = $1',
      [subscriptionId],
    )
    await ask(staffSubscriptions.remindPayment, remind, of.owner)
    expect((await refused(staffSubscriptions.remindPayment, remind, of.owner)).code).toBe('remindedLately')
  })

  test('a moderator sees fans but not what they pay, an accountant money but no fans, and each look is written down', async () => {
    const of = await shop()
    const fan = await newFan()
    await joinByCard(of, fan)
    const [moderator, accountant] = [await person(), await person()]
    await addMember(of.tenantId, moderator, 'moderator')
    await addMember(of.tenantId, accountant, 'accountant')
    const seen = await ask(staffFans.getFans, { ...of.ids, lifetimeAtLeast: 99_999 }, moderator)
    expect(seen).toMatchObject({ seesMoney: false, fans: [{ lifetimeAmount: null }] })
    const { fanId } = await fanOf(of, fan.uid)
    const reveal = { ...of.ids, fanId, reason: 'A parcel came back.' }
    expect((await refused(staffFans.revealFan, reveal, moderator)).status).toBe(403)
    expect((await refused(staffFans.getFans, of.ids, accountant)).status).toBe(403)
    expect((await refused(staffFans.blockFan, { ...of.ids, fanId, on: true }, accountant)).status).toBe(403)
    expect(
      (await ask(sales.getSales, { ...of.ids, from: now() - day, to: now() + day }, accountant)).sales.length,
    ).toBe(1)
    expect(await ask(staffFans.revealFan, reveal, of.owner)).toEqual({ email: fan.email })
    const { entries } = await ask(audit.getAuditLog, { tenantId: of.tenantId, topic: 'reveals' }, of.owner)
    expect(entries).toMatchObject([{ operation: 'revealFan', role: 'owner', brandName: 'Aoi' }])
    expect((await refused(audit.getAuditLog, { tenantId: of.tenantId }, accountant)).status).toBe(403)
    const shown = async (who: Person) => (await ask(staffFans.getFan, { ...of.ids, fanId }, who)).fan.email
    expect([await shown(of.owner), await shown(moderator)]).toEqual(['', ''])
    expect((await refused(memberNews.setEmailVisible, { ...of.ids, isOn: true }, accountant)).code).toBe('fanNotFound')
    await ask(memberNews.setEmailVisible, { ...of.ids, isOn: true }, fan)
    expect([await shown(of.owner), await shown(moderator)]).toEqual([fan.email, ''])
    const byEmail = async (who: Person) =>
      (await ask(staffFans.getFans, { ...of.ids, q: fan.email.toUpperCase() }, who)).fans.map((one) => one.uid)
    expect([await byEmail(of.owner), await byEmail(moderator)]).toEqual([[fan.uid], []])
    const [{ orderId = '' } = {}] = (await ask(staffOrders.getOrders, of.ids, accountant)).orders
    const emailFor = async (who: Person) =>
      (await ask(staffOrders.getOrder, { ...of.ids, orderId }, who)).order.buyer.email
    expect([await emailFor(accountant), await emailFor(of.owner)]).toEqual(['', fan.email])
  })

  test('a switch of plans is neither new nor lost, and churn is of those who were there', async () => {
    const of = await shop()
    const month = monthOf(now())
    const start = tokyo(`${month}-01T00:00`)
    const term = (uid: string, planId: string, from: number, to: number) =>
      pool().query(
        `insert into subscription_terms (tenant_id, term_id, plan_id, uid, starts_at, ends_at, amount, source) values ($1, $2, $3, $4, to_timestamp($5), to_timestamp($6), 500, 'card')`,
        [of.tenantId, `term_${Math.random()}`, planId, uid, from / 1000, to / 1000],
      )
    await term('stays', of.planId, start - 20 * day, start + 60 * day)
    await term('leaves', of.planId, start - 20 * day, start + day)
    await term('comes', of.planId, start + day, start + 60 * day)
    await term('comesBack', of.planId, start - 40 * day, start - 2 * day)
    await term('comesBack', of.planId, start + day, start + 60 * day)
    const dearer = planRow(of.ids, { price: 3000 })
    await database().insert(planTable).values(dearer)
    await term('switches', of.planId, start - 20 * day, start + day)
    await term('switches', dearer.planId, start + day, start + 60 * day)
    const found = await ask(staffSubscriptions.getSubscriberSummary, { ...of.ids, month }, of.owner)
    expect(found).toMatchObject({ membersAtStart: 3, members: 4, joined: 2, returned: 1, switched: 1, churn: 3333 })
    expect(found.ended).toMatchObject({ total: 1 })
  })
})

const payoutsOf = async (of: Shop) => (await ask(revenue.getPayouts, of.ids, of.owner)).payouts

describe('months, statements and payouts', () => {
  test('a month closes on the 10th and never changes; what comes later counts in the next', async () => {
    const of = await shop()
    const month = monthAfter(monthOf(now()), -1)
    const inMonth = tokyo(`${month}-15T12:00`)
    await sold(of.ids, 20_000, inMonth)
    const read = () => ask(revenue.getRevenue, { ...of.ids, month }, of.owner)
    expect(await read()).toMatchObject({
      state: 'closing',
      figures: { grossTotal: 20_000, payable: 20_000 - 2000 - 720 },
    })
    expect((await refused(revenue.exportStatement, { ...of.ids, month, format: 'csv' }, of.owner)).code).toBe(
      'statementNotFinal',
    )
    expect((await refused(payoutDesk.finalizeStatements, { month: monthOf(now()) }, desk)).code).toBe('tooEarly')
    await ask(payoutDesk.finalizeStatements, { month }, desk)
    const final = await read()
    await sold(of.ids, 7000, inMonth + day)
    expect((await read()).figures).toEqual(final.figures)
    const later = await ask(revenue.getRevenue, { ...of.ids, month: monthAfter(month) }, of.owner)
    expect(later.figures.grossTotal).toBe(7000)
    for (const one of [month, monthAfter(month)])
      expect(await ask(revenue.checkRevenue, { ...of.ids, month: one }, of.owner)).toMatchObject({ agrees: true })
    const csv = async (encoding: 'utf8bom' | 'sjis') =>
      Buffer.from(
        (await ask(revenue.exportStatement, { ...of.ids, month, format: 'csv', encoding }, of.owner)).data,
        'base64',
      )
    const inUtf8 = new TextDecoder('utf-8', { fatal: true }).decode(await csv('utf8bom'))
    const inShiftJis = new TextDecoder('shift_jis', { fatal: true }).decode(await csv('sjis'))
    expect(inShiftJis).toBe(inUtf8)
    expect(inShiftJis).toContain('支払明細書')
    const pdf = await ask(revenue.exportStatement, { ...of.ids, month, format: 'pdf' }, of.owner)
    const bytes = Buffer.from(pdf.data, 'base64')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeLessThan(60_000)
    const lines = await ask(revenue.getLedgerEntries, { ...of.ids, month, part: 'gross' }, of.owner)
    expect(lines.entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(20_000)
  })

  test('what was wrong in a final month is put right in one that is not, and its owner is told why', async () => {
    const of = await shop()
    const month = monthAfter(monthOf(now()), -1)
    await sold(of.ids, 20_000, tokyo(`${month}-15T12:00`))
    const wrong = { ...of.ids, month, amount: -1500, reason: 'An order was counted twice.' }
    expect((await refused(payoutDesk.correctStatement, wrong, desk)).code).toBe('statementNotFinal')
    await ask(payoutDesk.finalizeStatements, { month }, desk)
    const read = (one: string) => ask(revenue.getRevenue, { ...of.ids, month: one }, of.owner)
    const final = await read(month)
    // What the dialog shows before.
    const ahead = await ask(payoutDesk.getCorrectionMonth, of.ids, desk)
    const { countsIn } = await ask(payoutDesk.correctStatement, wrong, desk)
    expect(countsIn).toBe(monthOf(now()))
    expect(ahead).toEqual({ countsIn, owners: 1, locales: ['ja'] })
    expect((await read(month)).figures).toEqual(final.figures)
    expect((await read(countsIn)).figures).toMatchObject({
      adjustments: -1500,
      net: -1500,
      payable: final.figures.payable - 1500,
    })
    const { entries } = await ask(
      revenue.getLedgerEntries,
      { ...of.ids, month: countsIn, part: 'adjustments' },
      of.owner,
    )
    expect(entries).toMatchObject([{ amount: -1500, corrects: month, orderId: null, reason: wrong.reason }])
    expect(await ask(revenue.checkRevenue, { ...of.ids, month: countsIn }, of.owner)).toMatchObject({ agrees: true })
    await ledger(of.tenantId)
    const mail = (await mailsTo(of.owner.email)).at(-1)
    expect(mail?.text).toContain('An order was counted twice.')
    // Months and an amount below zero are written as a reader writes them.
    const [year, number] = month.split('-').map(Number)
    expect(mail?.text).toContain(`${year}年${number}月分の収益に誤りがありました。`)
    expect(mail?.text).toContain('-¥1,500を計上しました。')
    const brandName = final.brandName
    const said = {
      ...of.ids,
      brandName,
      month,
      countsIn: ahead.countsIn,
      amount: formatYen(-1500),
      reason: wrong.reason,
    }
    const shown = statementCorrected({ origin: serverConfig().PUBLIC_ORIGIN, locale: 'ja' }, said)
    expect([mail?.subject, mail?.text.trim()]).toEqual([shown.subject, shown.text.trim()])
    expect((await refused(payoutDesk.correctStatement, { ...wrong, amount: 0 }, desk)).status).toBe(400)
    expect((await refused(payoutDesk.correctStatement, wrong, of.owner)).status).toBe(403)
  })

  test('a month that was carried over is named before the payouts, and put right as any other', async () => {
    const of = await shop()
    const month = monthAfter(monthOf(now()), -1)
    await sold(of.ids, 1000, tokyo(`${month}-15T12:00`))
    await addAccount(of.ids, of.owner.uid)
    await setIdentity(of.tenantId, of.owner.uid)
    await ask(payoutDesk.finalizeStatements, { month }, desk)
    const { state, payout } = await ask(revenue.getRevenue, { ...of.ids, month }, of.owner)
    expect([state, payout]).toEqual(['carriedOver', null])
    const { blocked } = await ask(payoutDesk.getPayoutPreflight, { month }, desk)
    const { tenantId, brandId } = blocked.find((one) => one.brandId === of.brandId) ?? expect.fail('It is named.')
    const right = { tenantId, brandId, month, amount: 5000, reason: 'A sale was missing.' }
    // More than the whole month: it is looked at twice.
    expect((await refused(payoutDesk.correctStatement, right, desk)).code).toBe('aboveMonth')
    const { countsIn } = await ask(payoutDesk.correctStatement, { ...right, confirmsAmount: true }, desk)
    const { figures } = await ask(revenue.getRevenue, { ...of.ids, month: countsIn }, of.owner)
    expect(figures).toMatchObject({ adjustments: 5000, payable: 1000 - 100 - 36 + 5000 })
    expect((await refused(payoutDesk.correctStatement, { ...right, month: '2020-01' }, desk)).code).toBe(
      'statementNotFinal',
    )
  })

  test('a payout needs an account and an identity, is sent once, and may come back', async () => {
    const of = await shop()
    const month = monthAfter(monthOf(now()), -1)
    await sold(of.ids, 20_000, tokyo(`${month}-15T12:00`))
    await ask(payoutDesk.finalizeStatements, { month }, desk)
    const kindsOf = async () => (await ask(revenue.getRevenueMonths, of.ids, of.owner)).blockers.map(({ kind }) => kind)
    expect(await kindsOf()).toEqual(['noAccount', 'identityMissing'])
    const before = await ask(payoutDesk.getPayoutPreflight, { month }, desk)
    expect(before.blocked.find(({ brandId }) => brandId === of.brandId)?.blockers.map(({ kind }) => kind)).toEqual([
      'noAccount',
      'identityMissing',
    ])
    const first = await ask(payoutDesk.createPayoutBatch, { month }, desk)
    expect(first.skipped.find(({ brandId }) => brandId === of.brandId)?.blockers.length).toBe(2)
    await addAccount(of.ids, of.owner.uid)
    await setIdentity(of.tenantId, of.owner.uid)
    expect(await kindsOf()).toEqual([])
    const open = await ask(payoutDesk.getPayoutPreflight, { month }, desk)
    expect(open).toMatchObject({ ready: before.ready + 1, total: before.total + 17_280 })
    const { owners, first: shown } = open.told
    expect([owners, shown?.brandId, shown?.amount]).toEqual([before.told.owners + 1, of.brandId, 17_280 - 330])
    await ask(payoutDesk.createPayoutBatch, { month }, desk)
    // What the dialog shows is what the owner is sent.
    const letter = payoutSentMail(
      { origin: serverConfig().PUBLIC_ORIGIN, locale: 'ja' },
      { ...(shown ?? expect.fail('It is shown.')), amount: formatYen(16_950), at: open.scheduledFor },
    )
    const mail = (await mailsTo(of.owner.email)).at(-1)
    expect([mail?.subject, mail?.text.trim()]).toEqual([letter.subject, letter.text.trim()])
    expect(await ask(payoutDesk.getPayoutPreflight, { month }, desk)).toMatchObject({ ready: 0, total: 0 })
    await ask(payoutDesk.createPayoutBatch, { month }, desk)
    const { payouts } = await ask(revenue.getPayouts, of.ids, of.owner)
    expect(payouts).toMatchObject([
      { amount: 17_280, fee: 330, state: 'scheduled', bankLabel: 'みずほ 東京営業部 ***4567' },
    ])
    const payoutId = payouts[0]?.payoutId ?? ''
    const changed = {
      ...of.ids,
      bankCode: '0001',
      branchCode: '001',
      accountType: 'ordinary' as const,
      accountNumber: '7654321',
      holderName: 'サトウ アオイ',
      holderType: 'individual' as const,
    }
    expect((await refused(bankAccounts.saveBankAccount, changed, of.owner)).code).toBe('accountLocked')
    const file = await ask(payoutDesk.exportZenginFile, { payoutIds: [payoutId] }, desk)
    expect(file).toMatchObject({ count: 1, total: 16_950 })
    const text = new TextDecoder('shift_jis').decode(Buffer.from(file.data, 'base64'))
    expect(text.split('\r\n')[1]).toMatch(/^20001ﾐｽﾞﾎ {11}001.{15} {4}11234567ｻﾄｳ ｱｵｲ {23}0000016950/)
    await ask(payoutDesk.exportZenginFile, { payoutIds: [payoutId] }, desk)
    await ask(payoutDesk.markPayoutReturned, { payoutId, reason: 'nameMismatch' }, desk)
    expect((await refused(payoutDesk.markPayoutReturned, { payoutId, reason: 'other' }, desk)).code).toBe('notSent')
    expect(await kindsOf()).toEqual(['accountErrored'])
    expect((await refused(revenue.retryPayout, { ...of.ids, payoutId }, of.owner)).code).toBe('payoutBlocked')
    const { heldUntil } = await ask(bankAccounts.saveBankAccount, changed, of.owner)
    expect(heldUntil).toBeGreaterThan(now())
    expect(await kindsOf()).toEqual(['accountHeld'])
    await pool().query(
      `update bank_accounts set saved_at = saved_at - interval '3 days' where status = 'registered' and tenant_id = $1`,
      [of.tenantId],
    )
    await ask(revenue.retryPayout, { ...of.ids, payoutId }, of.owner)
    const after = await ask(revenue.getPayouts, of.ids, of.owner)
    // What had left, less the fee of the first transfer and of its return.
    expect(after.payouts.map(({ amount, state }) => [amount, state])).toEqual([
      [17_280 - 330 - 880, 'scheduled'],
      [17_280, 'returned'],
    ])
    expect((await refused(revenue.retryPayout, { ...of.ids, payoutId }, of.owner)).code).toBe('alreadyRetried')
    expect(await ask(revenue.checkRevenue, { ...of.ids, month: monthOf(now()) }, of.owner)).toMatchObject({
      agrees: true,
    })
  })

  test('a new account is told to every owner where they have their address now, not where they were invited', async () => {
    const of = await shop()
    const { tenantId } = of
    const [fan, staff, unproven, stays] = [await person(), await person(), await person(), await person()]
    for (const owner of [fan, staff, unproven, stays]) await addMember(tenantId, owner, 'owner')
    const movedTo = (who: Person, claims = {}) => {
      const email = `new-${who.email}`
      return { email, token: tokenOf(who.uid, email, claims) }
    }
    // It is known from whatever they do, as a fan or in the club; an address that is not proven is none.
    const moved = [movedTo(fan), movedTo(staff), movedTo(unproven, { email_verified: false })] as const
    await ask(fans.updateMyProfile, { displayName: 'Hana', icon: '' }, moved[0])
    for (const owner of moved.slice(1)) await ask(tenants.updateTenant, { tenantId, name: 'Hoshi Club' }, owner)
    const account = {
      ...{ ...of.ids, bankCode: '0001', branchCode: '001', accountType: 'ordinary' as const },
      ...{ accountNumber: '7654321', holderName: 'サトウ アオイ', holderType: 'individual' as const },
    }
    await ask(bankAccounts.saveBankAccount, account, of.owner)
    const letter = { fromName: '花', from: 'hana@example.test', subject: 'ライブのこと', content: '...' }
    await ask(inquiries.contactCreator, { ...of.ids, ...letter })
    const told = async ({ email }: { email: string }) => (await mailsTo(email)).filter(({ to }) => to === email).length
    expect(await Promise.all([of.owner, stays, moved[0], moved[1], unproven].map(told))).toEqual([2, 2, 2, 2, 2])
    expect(await Promise.all([fan, staff, moved[2]].map(told))).toEqual([0, 0, 0])
  })

  /** A payout came back, and the month after it is to be paid: the operator's run takes the same money along. */
  const cameBack = async () => {
    const of = await shop()
    const [before, month] = [-2, -1].map((months) => monthAfter(monthOf(now()), months)) as [string, string]
    await sold(of.ids, 20_000, tokyo(`${before}-15T12:00`))
    await sold(of.ids, 30_000, tokyo(`${month}-15T12:00`))
    await ask(payoutDesk.finalizeStatements, { month }, desk)
    const account = await addAccount(of.ids, of.owner.uid)
    await setIdentity(of.tenantId, of.owner.uid)
    const values = { month: before, state: 'returned', returnedAt: now(), returnReason: 'other' } as const
    const payoutId = await addPayout(of.ids, account, values)
    const run = (db: Db) =>
      schedulePayout({ ...jobContext('run'), ...transactionOf(db) }, { ...of.ids, name: 'Aoi' }, { month })
    const retry = () => request(revenue.retryPayout, JSON.stringify({ ...of.ids, payoutId }), of.owner)
    return { of, payoutId, run, retry }
  }
  /** It is sent again while the run has not committed. */
  const retriedDuringRun = async () => {
    const { of, run, retry } = await cameBack()
    return async () => {
      const { status } = await meanwhile(async (db) => {
        await lockLedger(db, of.ids)
        await run(db)
      }, retry)
      const { payouts } = await ask(revenue.getPayouts, of.ids, of.owner)
      return { status, sent: payouts.filter(({ state }) => state === 'scheduled').map(({ amount }) => amount) }
    }
  }
  test('a payout that is sent again during the operator’s run is not sent twice', async () => {
    const race = await retriedDuringRun()
    expect(await race()).toEqual({ status: 409, sent: [17_280 + 25_920] })
  })
  test('control: without locks both payouts are sent', async () => {
    const race = await retriedDuringRun()
    const { status, sent } = await withoutPrecautions([...advisoryLocks, ...rowLocks], race)
    expect([status, sent.toSorted()]).toEqual([200, [17_280, 17_280 + 25_920]])
  })

  test('while it waits for the run, sending again holds nothing that the run needs', async () => {
    const { of, payoutId, run, retry } = await cameBack()
    const { status } = await meanwhile(
      (db) => lockLedger(db, of.ids),
      retry,
      async (db) => {
        const free = sql`select 1 from payouts where payout_id = ${payoutId} for update skip locked`
        expect((await db.execute(free)).rowCount).toBe(1)
        await run(db)
      },
    )
    expect(status).toBe(409)
    expect((await payoutsOf(of)).map(({ amount, state }) => [amount, state])).toContainEqual([43_200, 'scheduled'])
  })

  test('a bank account is stored so that nobody reads it, shown by its last digits, and told to every owner', async () => {
    const of = await shop()
    const second = await person()
    await addMember(of.tenantId, second, 'owner')
    const save = (more: object) => ({
      ...of.ids,
      bankCode: '0001',
      branchCode: '001',
      accountType: 'ordinary',
      accountNumber: '1234567',
      holderName: 'サトウ アオイ',
      holderType: 'individual',
      ...more,
    })
    for (const [more, code] of [
      [{ holderName: '佐藤 葵' }, 'holderNameInvalidChars'],
      [{ holderName: 'ガ'.repeat(25) }, 'holderNameTooWide'],
      [{ bankCode: '0000' }, 'bankNotFound'],
      [{ branchCode: '000' }, 'branchNotFound'],
    ] as const)
      expect((await refused(bankAccounts.saveBankAccount, save(more), of.owner)).code).toBe(code)
    for (const more of [
      { bankCode: '1' },
      { bankCode: '０００１' },
      { accountNumber: '12345678' },
      { branchCode: "' or 1" },
    ])
      expect((await refused(bankAccounts.saveBankAccount, save(more), of.owner)).status).toBe(400)
    await ask(bankAccounts.saveBankAccount, save({}) as never, of.owner)
    const { rows } = await pool().query('select t::text as row from bank_accounts t where tenant_id = $1', [
      of.tenantId,
    ])
    expect(rows[0].row).not.toMatch(/1234567|ｻﾄｳ/)
    const accountant = await person()
    await addMember(of.tenantId, accountant, 'accountant')
    for (const [who, canChange] of [
      [of.owner, true],
      [accountant, false],
    ] as const)
      expect(await ask(bankAccounts.getBankAccount, of.ids, who)).toMatchObject({
        canChange,
        account: { accountNumber: '***4567', bankName: 'みずほ' },
      })
    expect((await refused(bankAccounts.saveBankAccount, save({}) as never, accountant)).status).toBe(403)
    const mails = await pool().query(
      `select data->>'to' as to from pgboss.job where name = 'sendMail' and data::text like '%4567%'`,
    )
    expect(mails.rows.map(({ to }) => to)).toEqual(expect.arrayContaining([of.owner.email, second.email]))
  })

  test('every question about accounts and payouts asks whether the sign-in was ended meanwhile', () => {
    const asked = [...Object.values(bankAccounts), revenue.getPayouts, revenue.retryPayout]
    expect(asked.filter(({ checksRevoked }) => !checksRevoked).map(({ name }) => name)).toEqual([])
    expect(plans.getPlans.checksRevoked).toBe(false)
  })

  test('identity documents outlive the decision by 90 days, and not longer', async () => {
    const of = await shop()
    const documents = [
      {
        kind: 'front' as const,
        contentType: 'image/jpeg' as const,
        data: Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Array(20).fill(0)]).toString('base64'),
      },
    ]
    await ask(bankAccounts.submitIdentityCheck, { ...of.ids, documents }, of.owner)
    const kept = async () =>
      (await ask(bankAccounts.getBankAccount, of.ids, of.owner)).identity.documents.map(({ documentId }) => documentId)
    const [documentId = ''] = await kept()
    const forget = () => bankAccountJobs.forgetIdentityDocuments.run(jobContext('documents'), {})
    const decidedBefore = (days: number) =>
      pool().query('update identity_checks set decided_at = $2 where tenant_id = $1', [
        of.tenantId,
        new Date(now() - days * day),
      ])
    const key = `private/identity/${of.tenantId}/${documentId}`
    await pool().query('update identity_checks set submitted_at = $2 where tenant_id = $1', [of.tenantId, new Date(1)])
    await forget()
    expect(await kept()).toEqual([documentId])
    await ask(bankAccounts.decideIdentityCheck, { tenantId: of.tenantId, outcome: 'verified' }, desk)
    await decidedBefore(89)
    await forget()
    expect(await kept()).toEqual([documentId])
    await decidedBefore(91)
    await forget()
    expect(await kept()).toEqual([])
    const read = async () => {
      for await (const _ of await storage().read(key)) break
    }
    await expect(read()).rejects.toThrow()
  })

  test('months that do not exist are refused', async () => {
    const of = await shop()
    for (const month of ['2026-13', '2026-00', '0000-01', '2026-1', '', 'x'])
      expect((await refused(revenue.getRevenue, { ...of.ids, month }, of.owner)).status).toBe(400)
    expect((await refused(revenue.getRevenue, { ...of.ids, month: '2020-01' }, of.owner)).status).toBe(404)
  })

  test('a month that nothing was booked in stands among the others, has a statement, and its payout is told', async () => {
    const of = await shop()
    const [current, last, empty, first] = [0, -1, -2, -3].map((months) => monthAfter(monthOf(now()), months)) as [
      string,
      string,
      string,
      string,
    ]
    await sold(of.ids, 20_000, tokyo(`${first}-15T12:00`))
    await ask(payoutDesk.finalizeStatements, { month: last }, desk)
    await addAccount(of.ids, of.owner.uid)
    await setIdentity(of.tenantId, of.owner.uid)
    await ask(payoutDesk.createPayoutBatch, { month: last }, desk)
    const list = (page = { limit: 20, offset: 0 }) =>
      ask(revenue.getRevenueMonths, { ...of.ids, pagination: page }, of.owner)
    const { months, balance, blockers } = await list()
    expect(months.map(({ month }) => month)).toEqual([current, last, empty, first])
    expect(balance).toEqual({ thisMonth: 0, unpaid: 0, scheduled: 17_280 })
    expect(blockers).toEqual([])
    const older = await list({ limit: 2, offset: 2 })
    expect(older.months).toEqual(months.slice(2))
    expect(older.pagination).toMatchObject({ totalCount: 4, totalPage: 2, currentPage: 2 })
    expect(await ask(revenue.getRevenue, { ...of.ids, month: empty }, of.owner)).toMatchObject({
      figures: { grossTotal: 0, carriedOverIn: 17_280, net: 0, payable: 17_280 },
      earlier: first,
      later: last,
    })
    for (const month of [first, empty, last, current])
      expect(await ask(revenue.checkRevenue, { ...of.ids, month }, of.owner), month).toMatchObject({ agrees: true })
    const { fileName } = await ask(revenue.exportStatement, { ...of.ids, month: empty, format: 'csv' }, of.owner)
    expect(fileName).toContain(empty)
    const before = { ...of.ids, month: monthAfter(first, -1) }
    expect((await refused(revenue.getRevenue, before, of.owner)).code).toBe('monthNotFound')
  })

  test('of a file one transfer fails: it alone comes back, and whoever makes a file again is asked first, as the bank would pay twice', async () => {
    const [one, other] = [await shop(), await shop()]
    const month = monthAfter(monthOf(now()), -1)
    for (const { ids, owner, tenantId } of [one, other]) {
      await sold(ids, 30_000, tokyo(`${month}-15T12:00`))
      await addAccount(ids, owner.uid)
      await setIdentity(tenantId, owner.uid)
    }
    await ask(payoutDesk.finalizeStatements, { month }, desk)
    await ask(payoutDesk.createPayoutBatch, { month }, desk)
    const payoutOf = async ({ ids, owner }: Shop) =>
      (await ask(revenue.getPayouts, ids, owner)).payouts[0] ?? expect.fail('It has a payout.')
    const [failing, good] = [await payoutOf(one), await payoutOf(other)]
    const make = (payoutIds: string[], confirmsAgain?: boolean) =>
      ask(payoutDesk.exportZenginFile, { payoutIds, ...(confirmsAgain && { confirmsAgain }) }, desk)
    const first = await make([failing.payoutId])
    expect(first.again).toEqual([])
    const { exportedAt } =
      (await ask(payoutDesk.getPayoutDesk, {}, desk)).payouts.find(({ payoutId }) => payoutId === failing.payoutId) ??
      {}
    // Another operator, whose list is older, takes one along that stands in a file: nothing is made or booked.
    const before = [await ledger(one.tenantId), await ledger(other.tenantId)]
    const both = [failing.payoutId, good.payoutId]
    expect(await make(both)).toMatchObject({ data: '', count: 2, again: [{ payoutId: failing.payoutId, exportedAt }] })
    expect([await ledger(one.tenantId), await ledger(other.tenantId)]).toEqual(before)
    expect((await payoutOf(other)).state).toBe('scheduled')
    // A file that was lost is made again on purpose, and books nothing twice.
    const again = await make([failing.payoutId], true)
    expect(again.data).toBe(first.data)
    expect(await ledger(one.tenantId)).toEqual(before[0])
    expect((await make([good.payoutId])).again).toEqual([])
    await ask(payoutDesk.markPayoutReturned, { payoutId: failing.payoutId, reason: 'accountClosed' }, desk)
    expect(await payoutOf(one)).toMatchObject({ state: 'returned', returnReason: 'accountClosed', retriedAs: null })
    expect((await ask(revenue.getRevenueMonths, one.ids, one.owner)).blockers).toMatchObject([
      { kind: 'accountErrored' },
    ])
    expect((await mailsTo(one.owner.email)).at(-1)?.text).toContain(formatYen(failing.amount - failing.fee))
    expect(await payoutOf(other)).toMatchObject({ state: 'processing', returnedAt: null })
    expect((await ask(revenue.getRevenueMonths, other.ids, other.owner)).blockers).toEqual([])
    expect((await refused(payoutDesk.exportZenginFile, { payoutIds: both, confirmsAgain: true }, desk)).code).toBe(
      'notExportable',
    )
  })

  test('two operators who make the same payouts make them once', async () => {
    const of = await shop()
    const month = monthAfter(monthOf(now()), -1)
    await sold(of.ids, 30_000, tokyo(`${month}-15T12:00`))
    await addAccount(of.ids, of.owner.uid)
    await setIdentity(of.tenantId, of.owner.uid)
    await ask(payoutDesk.finalizeStatements, { month }, desk)
    await Promise.all([1, 2, 3].map(() => ask(payoutDesk.createPayoutBatch, { month }, desk)))
    expect((await ask(revenue.getPayouts, of.ids, of.owner)).payouts.length).toBe(1)
  })
})

test('the account stays as it is from the closing of a month until its payout has left, where there is one', async () => {
  const of = await shop()
  const month = monthOf(now())
  await sold(of.ids, 10_000, now())
  await addAccount(of.ids, of.owner.uid)
  await setIdentity(of.tenantId, of.owner.uid)
  const desk = await operator()
  const lock = async () => (await ask(bankAccounts.getBankAccount, of.ids, of.owner)).lockUntil
  const save = (accountNumber: string) => ({
    ...of.ids,
    bankCode: '0001',
    branchCode: '001',
    accountType: 'ordinary' as const,
    accountNumber,
    holderName: 'サトウ アオイ',
    holderType: 'individual' as const,
  })
  expect(await lock()).toBe(null)
  const closing = tokyo(`${monthAfter(month)}-01T00:00`)
  await moveTo(closing - 60_000)
  expect(await lock()).toBe(null)
  await moveTo(closing + 60_000)
  const until = lastBankingDay(monthAfter(month))
  expect(await lock()).toBe(until)
  expect((await refused(bankAccounts.saveBankAccount, save('7654321'), of.owner)).code).toBe('accountLocked')
  // A club that sold nothing, and one whose sales are carried over, wait for nothing.
  for (const amount of [0, 2000]) {
    const other = await shop()
    if (amount > 0) await sold(other.ids, amount, closing - 3600_000)
    await addAccount(other.ids, other.owner.uid)
    await setIdentity(other.tenantId, other.owner.uid)
    const { lockUntil } = await ask(bankAccounts.getBankAccount, other.ids, other.owner)
    expect(lockUntil).toBe(null)
    await ask(bankAccounts.saveBankAccount, { ...save('7654321'), ...other.ids }, other.owner)
  }
  await moveTo(tokyo(`${monthAfter(month)}-10T06:00`))
  await ask(payoutDesk.createPayoutBatch, { month }, desk)
  expect(await lock()).toBe(until)
  const { payouts } = await ask(revenue.getPayouts, of.ids, of.owner)
  await ask(payoutDesk.exportZenginFile, { payoutIds: payouts.map(({ payoutId }) => payoutId) }, desk)
  expect(await lock()).toBe(null)
  // Nothing is paid to a new account for two days: typing errors in it can be corrected.
  await ask(bankAccounts.saveBankAccount, save('7654321'), of.owner)
  await ask(bankAccounts.saveBankAccount, save('7654322'), of.owner)
})

test('a payout whose file was not made in time gets the next day, and is not taken for paid meanwhile', async () => {
  const of = await shop()
  const month = monthOf(now())
  await sold(of.ids, 20_000, now())
  await addAccount(of.ids, of.owner.uid)
  await setIdentity(of.tenantId, of.owner.uid)
  await moveTo(tokyo(`${monthAfter(month)}-10T06:00`))
  await ask(payoutDesk.createPayoutBatch, { month }, desk)
  const mine = async () => {
    const { payouts } = await ask(payoutDesk.getPayoutDesk, { state: 'scheduled' }, desk)
    return payouts.find(({ brandId }) => brandId === of.brandId) ?? expect.fail('The payout is on the desk.')
  }
  const { payoutId, scheduledFor, isOverdue } = await mine()
  expect([scheduledFor, isOverdue]).toEqual([lastBankingDay(monthAfter(month)), false])
  const payoutIds = [payoutId]
  // Its day is ahead: there is nothing to put right.
  expect(await refused(payoutDesk.reschedulePayoutBatch, { payoutIds }, desk)).toMatchObject({
    status: 409,
    code: 'notOverdue',
  })
  await moveTo(scheduledFor)
  expect(await mine()).toMatchObject({ state: 'scheduled', isOverdue: true })
  // Nobody made it: the club reads that it is late, and that nothing was taken from its balance.
  const [late] = (await ask(revenue.getPayouts, of.ids, of.owner)).payouts
  expect(late).toMatchObject({ payoutId, isOverdue: true })
  const current = await ask(revenue.getRevenue, { ...of.ids, month: monthAfter(month) }, of.owner)
  expect(current.figures).toMatchObject({ opening: 20_000 - 2000 - 720, paidOut: 0, transferFees: 0 })
  expect(current.figures.payable).toBe(20_000 - 2000 - 720)
  expect((await ask(revenue.getRevenueMonths, of.ids, of.owner)).balance).toMatchObject({ unpaid: 0 })
  await ask(payoutDesk.createPayoutBatch, { month }, desk)
  expect((await ask(revenue.getPayouts, of.ids, of.owner)).payouts).toHaveLength(1)
  expect(await refused(payoutDesk.exportZenginFile, { payoutIds }, desk)).toMatchObject({
    status: 409,
    code: 'payoutDayPassed',
  })
  const before = await ledger(of.tenantId)
  const next = lastBankingDay(monthAfter(month, 2))
  expect(await ask(payoutDesk.reschedulePayoutBatch, { payoutIds }, desk)).toEqual({ count: 1, scheduledFor: next })
  expect(await mine()).toMatchObject({ payoutId, scheduledFor: next, isOverdue: false })
  expect((await ask(revenue.getPayouts, of.ids, of.owner)).payouts).toMatchObject([{ payoutId, scheduledFor: next }])
  expect(await ledger(of.tenantId)).toEqual(before)
  const file = await ask(payoutDesk.exportZenginFile, { payoutIds }, desk)
  const text = new TextDecoder('shift_jis').decode(Buffer.from(file.data, 'base64'))
  expect(text.slice(54, 58)).toBe(monthDay(next))
  expect(file.count).toBe(1)
  const sent = await ask(revenue.getRevenue, { ...of.ids, month: monthOf(now()) }, of.owner)
  expect(sent.figures).toMatchObject({ paidOut: 17_280 - 330, transferFees: 330, carriedOverIn: 0 })
  // The date sent to the bank stays.
  expect((await refused(payoutDesk.reschedulePayoutBatch, { payoutIds }, desk)).code).toBe('notOverdue')
})

test('the 10th closes the month by itself', async () => {
  const of = await shop()
  const month = monthOf(now())
  await sold(of.ids, 10_000, now())
  await moveTo(tokyo(`${monthAfter(month)}-10T06:00`))
  expect((await ask(revenue.getRevenue, { ...of.ids, month }, of.owner)).state).toBe('finalized')
})

/** Of the clock's month and those before it, three in all, newest first. */
const lastMonths = () => [0, -1, -2].map((months) => monthAfter(monthOf(now()), months)) as [string, string, string]
const statesOf = async (of: Shop) => {
  const { months, balance } = await ask(revenue.getRevenueMonths, of.ids, of.owner)
  return { balance, states: months.map(({ state, payout }) => [state, payout?.payoutId ?? null]) }
}

test('what came back goes out with the payout of the next month, and is not offered again', async () => {
  const of = await shop()
  const desk = await operator()
  const [, last, before] = lastMonths()
  await sold(of.ids, 20_000, tokyo(`${before}-15T12:00`))
  await sold(of.ids, 30_000, tokyo(`${last}-15T12:00`))
  // A little later than now, which goes on while it is asked.
  await moveTo(Math.max(now() + 60_000, finalFrom(last) + day))
  await ask(payoutDesk.finalizeStatements, { month: last }, desk)
  await addAccount(of.ids, of.owner.uid)
  await setIdentity(of.tenantId, of.owner.uid)
  await ask(payoutDesk.createPayoutBatch, { month: before }, desk)
  const [first] = await payoutsOf(of)
  const payoutId = first?.payoutId ?? expect.fail('The month has a payout.')
  await ask(payoutDesk.exportZenginFile, { payoutIds: [payoutId] }, desk)
  await ask(payoutDesk.markPayoutReturned, { payoutId, reason: 'nameMismatch' }, desk)
  await addAccount(of.ids, of.owner.uid, { savedAt: now() - 3 * day })
  expect((await statesOf(of)).states.slice(1)).toEqual([
    ['finalized', null],
    ['returned', payoutId],
  ])

  await ask(payoutDesk.createPayoutBatch, { month: last }, desk)
  const amount = 17_280 - 330 - 880 + 25_920
  const [next, returned] = await payoutsOf(of)
  const nextId = next?.payoutId ?? expect.fail('The next month has one.')
  expect(next).toMatchObject({ month: last, amount, state: 'scheduled', retriedAs: null })
  expect(returned).toMatchObject({ payoutId, state: 'returned', retriedAs: nextId })
  expect((await refused(revenue.retryPayout, { ...of.ids, payoutId }, of.owner)).code).toBe('alreadyRetried')
  // One payout of two months is on its way once.
  const sent = await statesOf(of)
  expect(sent.balance).toMatchObject({ unpaid: 0, scheduled: amount })
  const both = (state: string) => [
    [state, nextId],
    [state, nextId],
  ]
  expect(sent.states.slice(1)).toEqual(both('payoutScheduled'))
  await ask(payoutDesk.exportZenginFile, { payoutIds: [nextId] }, desk)
  await moveTo(next?.scheduledFor ?? 0)
  expect((await statesOf(of)).states.slice(-2)).toEqual(both('paid'))
  // It comes back as well: it is the one that is sent again, for both months.
  await ask(payoutDesk.markPayoutReturned, { payoutId: nextId, reason: 'accountClosed' }, desk)
  expect((await statesOf(of)).states.slice(-2)).toEqual(both('returned'))
  await addAccount(of.ids, of.owner.uid, { savedAt: now() - 3 * day })
  const again = await ask(revenue.retryPayout, { ...of.ids, payoutId: nextId }, of.owner)
  expect((await payoutsOf(of)).map(({ retriedAs }) => retriedAs)).toEqual([null, again.payoutId, nextId])
  expect((await statesOf(of)).states.slice(-2)).toEqual([
    ['payoutScheduled', again.payoutId],
    ['payoutScheduled', again.payoutId],
  ])
})

test('a month that waited for an account is paid with the next one; what was too little stays carried over', async () => {
  const of = await shop()
  const desk = await operator()
  const [, last, before] = lastMonths()
  await sold(of.ids, 1000, tokyo(`${monthAfter(before, -1)}-15T12:00`))
  await sold(of.ids, 20_000, tokyo(`${before}-15T12:00`))
  await sold(of.ids, 5000, tokyo(`${last}-15T12:00`))
  // A little later than now, which goes on while it is asked.
  await moveTo(Math.max(now() + 60_000, finalFrom(last) + day))
  await ask(payoutDesk.finalizeStatements, { month: last }, desk)
  await ask(payoutDesk.createPayoutBatch, { month: last }, desk)
  const carriedOver = ['carriedOver', null]
  expect((await statesOf(of)).states.slice(1)).toEqual([['finalized', null], ['finalized', null], carriedOver])
  await addAccount(of.ids, of.owner.uid)
  await setIdentity(of.tenantId, of.owner.uid)
  await ask(payoutDesk.createPayoutBatch, { month: last }, desk)
  const [payout] = await payoutsOf(of)
  const { payoutId, amount, scheduledFor } = payout ?? expect.fail('All of it goes out.')
  const sent = await statesOf(of)
  expect(sent.balance).toMatchObject({ unpaid: 0, scheduled: amount })
  expect(sent.states.slice(1)).toEqual([['payoutScheduled', payoutId], ['payoutScheduled', payoutId], carriedOver])
  expect((await ask(revenue.getRevenue, { ...of.ids, month: before }, of.owner)).payout).toMatchObject({ payoutId })
  await ask(payoutDesk.exportZenginFile, { payoutIds: [payoutId] }, desk)
  await moveTo(scheduledFor)
  expect((await statesOf(of)).states.slice(-3)).toEqual([['paid', payoutId], ['paid', payoutId], carriedOver])
})
