import { describe, expect, test } from 'vitest'
import { audit } from '#club/audit/contract.ts'
import { identity } from '#club/identity/contract.ts'
import { tenants } from '#club/tenants/contract.ts'
import { serverConfig } from '#config.server.ts'
import { day } from '#kit/time.ts'
import { memberFigures } from '#membership/figures/contract.ts'
import { plans } from '#membership/plans/contract.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import {
  brandEnd,
  closingMoves,
  closingNotices,
  closingStateAt,
  closingStates,
  isTyped,
} from '#office/club/closing/closing.ts'
import { closing } from '#office/club/closing/contract.ts'
import { closingJobs } from '#office/club/closing/jobs.server.ts'
import { closedByPlatform } from '#office/club/closing/mails.ts'
import { clubPage } from '#office/club/contract.ts'
import { notifications } from '#office/notifications/contract.ts'
import { platform } from '#office/platform/contract.ts'
import { suspension } from '#office/suspension/contract.ts'
import { jobContext } from '#program/workContext.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { goods } from '#shop/goods/contract.ts'
import { addMember, ask, club, operator, type Person, person, refused, signedInNow, tokenOf } from '../support/club'
import { addContent } from '../support/fan'
import { makeGoods, newBuyer, put, voucherOf } from '../support/goods'
import { failingAt } from '../support/jobs'
import { mailsTo } from '../support/mail'
import { joinAtStore, joinByCard, moveTo, myPlan, newFan, orderAtStore, settled, shop } from '../support/shop'

type Shop = Awaited<ReturnType<typeof shop>>

describe('what a closed brand is, by its moments alone', () => {
  const at = Date.UTC(2026, 10, 20)
  test.each([
    [null, null, 'open'],
    [at - day, at + 1, 'closing'],
    [at - day, at, 'closed'],
    [at, at, 'closed'],
  ] as const)('closed at %s with paid terms until %s: %s', (closingAt, closesAt, state) => {
    expect(closingStateAt({ closingAt, closesAt }, at)).toBe(state)
  })

  test('there is no way back', () => {
    for (const state of closingStates) expect(closingMoves[state]).not.toContain('open')
    expect(closingMoves.closed).toEqual([])
  })

  test('a brand ends with the last paid term, or at once', () => {
    expect(brandEnd(null, at)).toBe(at)
    expect(brandEnd(at + 5, at)).toBe(at + 5)
    expect(brandEnd(at - 5, at)).toBe(at)
  })

  test('members are told now, and before the end where there is time for it', () => {
    expect(closingNotices(at, at).map(([when]) => when)).toEqual(['now'])
    expect(closingNotices(at + 3 * day, at).map(([when]) => when)).toEqual(['now', 'today'])
    expect(closingNotices(at + 30 * day, at)).toEqual([
      ['now', at],
      ['week', at + 23 * day],
      ['today', at + 29.5 * day],
    ])
  })

  test('the name is typed as it reads', () => {
    expect(isTyped(' ＡＯＩ ', 'AOI')).toBe(true)
    expect(isTyped('aoi', 'AOI')).toBe(false)
  })
})

describe('a brand that its owner closes', () => {
  const close = (of: Awaited<ReturnType<typeof shop>>, values = {}) =>
    ask(closing.closeBrand, { ...of.ids, typedName: 'Aoi', message: 'ありがとうございました。', ...values }, of.owner)

  test('keeps what is paid until its end, charges nobody again, and is over then', async () => {
    const of = await shop()
    const planContentId = await addContent(of.ids, { planIds: [of.planId] })
    const [byCard, atStore] = [await newFan(), await newFan()]
    await joinByCard(of, byCard)
    await joinAtStore(of, atStore)
    const { closesAt } = await close(of)
    await settled()
    const read = async (by: { token: string }) =>
      (await ask(publicContents.getPublicPlanContent, { tenantId: of.ids.tenantId, planContentId }, by)).ok
    expect([await read(byCard), await read(atStore)]).toEqual([true, true])
    expect((await myPlan(of, byCard))?.status).toBe('scheduledToArchive')
    const letters = [...(await mailsTo(byCard.email)), ...(await mailsTo(atStore.email))].filter(({ text }) =>
      text.includes('ありがとうございました。'),
    )
    expect(letters).toHaveLength(2)
    expect((await mailsTo(of.owner.email)).some(({ subject }) => subject.includes('Aoi'))).toBe(true)

    await moveTo(closesAt - day)
    expect([await read(byCard), await read(atStore)]).toEqual([true, true])
    await moveTo(closesAt + 3 * day)
    expect([await read(byCard), await read(atStore)]).toEqual([false, false])
    const { rows } = await pool().query(
      `select payment_state, count(*)::int as n from orders where tenant_id = $1 group by payment_state`,
      [of.ids.tenantId],
    )
    // Two first payments and no renewal.
    expect(rows).toEqual([{ payment_state: 'paid', n: 2 }])
    expect((await mailsTo(byCard.email)).filter(({ text }) => text.includes('ありがとうございました。')).length).toBe(3)
    const { brands: states } = await ask(closing.getClosing, { tenantId: of.ids.tenantId }, of.owner)
    expect(states.map(({ state }) => state)).toEqual(['closed'])
  })

  test('tells each member once, however often the telling is tried', async () => {
    const [of, member] = [await shop(), await newFan()]
    await joinByCard(of, member)
    await close(of)
    await settled()
    const { rows } = await pool().query('select closing_at as at from brands where brand_id = $1', [of.ids.brandId])
    const again = { ...of.ids, closingAt: rows[0].at.getTime(), when: 'now' as const }
    await closingJobs.tellMembersOfClosing.run(jobContext('again'), again)
    const letters = (await mailsTo(member.email)).filter(({ text }) => text.includes('ありがとうございました。'))
    expect(letters).toHaveLength(1)
  })

  test('keeps no member waiting for one who cannot be told, and tells that one with the next try', async () => {
    const of = await shop()
    const members = [await newFan(), await newFan(), await newFan()]
    for (const member of members) await joinByCard(of, member)
    await close(of)
    await settled()
    const { rows } = await pool().query('select closing_at as at from brands where brand_id = $1', [of.ids.brandId])
    const week = { ...of.ids, closingAt: rows[0].at.getTime(), when: 'week' as const }
    const letters = async () => {
      await settled()
      const all = await Promise.all(members.map(({ email }) => mailsTo(email)))
      return all.map((mails) => mails.filter(({ text }) => text.includes('ありがとうございました。')).length)
    }
    expect(await letters()).toEqual([1, 1, 1])
    await expect(closingJobs.tellMembersOfClosing.run(failingAt(2), week)).rejects.toThrow('could not be done')
    expect((await letters()).sort()).toEqual([1, 2, 2])
    await closingJobs.tellMembersOfClosing.run(jobContext('again'), week)
    expect(await letters()).toEqual([2, 2, 2])
  })

  test('sells nothing from that moment: no plan, no goods, and what waits to be paid is given up', async () => {
    const of = await shop()
    const [waiting, late] = [await newFan(), await newFan()]
    const { orderId } = await orderAtStore(of, waiting)
    const buyer = await newBuyer()
    const { cartId } = await put(of, buyer, await makeGoods(of))
    await voucherOf(cartId, buyer)
    await close(of)
    await settled()
    for (const fan of [waiting, buyer]) {
      const letters = (await mailsTo(fan.email)).filter(({ subject }) => subject.includes('取り消され'))
      expect(letters.map(({ text }) => text)).toEqual([expect.stringContaining('お支払い番号はご利用')])
    }
    const { rows } = await pool().query('select payment_state from orders where order_id = $1', [orderId])
    expect(rows[0].payment_state).toBe('canceled')
    expect(await refused(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, late)).toMatchObject({
      status: expect.any(Number),
    })
    const terms = { name: 'New', price: 1000, subscriptionInterval: 'month', description: '', thumbnail: '' } as const
    expect(await refused(plans.createActivePlan, { ...of.ids, ...terms }, of.owner)).toMatchObject({
      code: 'brandClosing',
    })
    expect(await refused(plans.cancelScheduledArchive, { ...of.ids, planId: of.planId }, of.owner)).toMatchObject({
      code: 'brandClosing',
    })
    const { closesAt } = await ask(memberFigures.getPublicBrandProfile, of.ids, null)
    expect(closesAt).not.toBeNull()
  })

  test('only an owner who has signed in just now, and types its name', async () => {
    const of = await shop()
    const payload = { ...of.ids, typedName: 'Aoi' }
    const admin = await person()
    await addMember(of.ids.tenantId, admin, 'admin')
    expect((await refused(closing.closeBrand, payload, admin)).status).toBe(403)
    const old = { token: tokenOf(of.owner.uid, of.owner.email, { auth_time: Math.floor(Date.now() / 1000) - 3600 }) }
    expect(await refused(closing.closeBrand, payload, old)).toMatchObject({ code: 'signInAgain' })
    expect(await refused(closing.closeBrand, { ...payload, typedName: 'Luna' }, of.owner)).toMatchObject({
      code: 'nameDiffers',
    })
    await close(of)
    expect(await refused(closing.closeBrand, payload, of.owner)).toMatchObject({ code: 'alreadyClosing' })
    const other = await club()
    expect((await refused(closing.closeBrand, payload, other.owner)).status).toBe(404)
  })

  test('two who press at once close it once', async () => {
    const of = await shop()
    const answers = await Promise.allSettled([close(of), close(of, { message: 'Other.' })])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('a club is closed with all of its brands, and opens no further one', async () => {
  const of = await shop()
  const { tenantId } = of.ids
  await ask(closing.createBrand, { tenantId, name: 'Minato', slug: `m-${of.ids.brandId.slice(-12)}` }, of.owner)
  await joinByCard(of, await newFan())
  expect(await refused(closing.closeTenant, { tenantId, typedName: 'Aoi' }, of.owner)).toMatchObject({
    code: 'nameDiffers',
  })
  const { closesAt } = await ask(closing.closeTenant, { tenantId, typedName: 'Hoshi Club' }, of.owner)
  expect(closesAt).toBeGreaterThan(now() + 20 * day)
  const found = await ask(closing.getClosing, { tenantId }, of.owner)
  expect(found.tenant.state).toBe('closing')
  expect(found.brands.map(({ state }) => state)).toEqual(['closing', 'closed'])
  expect(
    await refused(closing.createBrand, { tenantId, name: 'More', slug: `n-${of.ids.brandId.slice(-12)}` }, of.owner),
  ).toMatchObject({ code: 'clubClosing' })
})

describe('a club that the platform closes', () => {
  const close = async (of: Shop, values: object = {}, by?: Person) => {
    const said = { tenantId: of.tenantId, typedName: 'Hoshi Club', reason: 'reports', message: 'See our terms.' }
    return ask(closing.closeTenantAsOperator, { ...said, ...values } as never, by ?? signedInNow(await operator()))
  }

  test('ends as if its owner had closed it: paid terms run out, nothing is charged or sold again', async () => {
    const [of, member] = [await shop(), await newFan()]
    await joinByCard(of, member)
    const desk = signedInNow(await operator())
    const ahead = await ask(closing.getClosingAsOperator, { tenantId: of.tenantId }, desk)
    expect(ahead).toEqual(await ask(closing.getClosing, { tenantId: of.tenantId }, of.owner))
    expect(ahead.brands.map(({ members, state }) => [members, state])).toEqual([[1, 'open']])
    const { closesAt } = await close(of)
    expect(closesAt).toBe(ahead.brands[0]?.closesAt)
    await settled()
    expect((await myPlan(of, member))?.status).toBe('scheduledToArchive')
    const { tenant, brands } = await ask(closing.getClosing, { tenantId: of.tenantId }, of.owner)
    expect([tenant.state, brands.map(({ state }) => state)]).toEqual(['closing', ['closing']])
    expect([ahead.tenant.reason, tenant.reason]).toEqual([null, 'reports'])
    const late = await newFan()
    expect(await refused(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, late)).toMatchObject({
      status: expect.any(Number),
    })
    await moveTo(closesAt + 3 * day)
    const { rows } = await pool().query('select payment_state from orders where tenant_id = $1', [of.tenantId])
    expect(rows).toEqual([{ payment_state: 'paid' }])
  })

  test('its owners read why, by mail word for word and at the bell; its members read that it ends, and not why', async () => {
    const [of, member] = [await shop(), await newFan()]
    await joinByCard(of, member)
    await ask(identity['me.get'], {}, of.owner)
    const { closesAt } = await close(of)
    await settled()
    const shown = closedByPlatform(
      { origin: serverConfig().PUBLIC_ORIGIN, locale: 'ja' },
      { name: 'Hoshi Club', closesAt, reason: 'reports', message: 'See our terms.' },
    )
    const said = ({ subject, text }: { subject: string; text: string }) => [subject, text.trim()]
    expect((await mailsTo(of.owner.email)).map(said)).toContainEqual(said(shown))
    const toMember = (await mailsTo(member.email)).filter(({ text }) => text.includes('販売を終了しました'))
    expect(toMember).toHaveLength(1)
    expect(toMember[0]?.text).not.toContain('See our terms.')
    expect(toMember[0]?.text).not.toContain('申し出')
    const { notifications: news } = await ask(notifications.getNotifications, of.ids, of.owner)
    expect(news.filter(({ kind }) => kind === 'clubClosed')).toMatchObject([
      { name: 'Hoshi Club', detail: 'reports', isNew: true },
    ])
  })

  test('its log says it in words with the reason, and nobody of the platform; the bell is silent for an owner’s own act', async () => {
    const of = await shop()
    await close(of)
    const { entries } = await ask(audit.getAuditLog, { tenantId: of.tenantId, topic: 'staff' }, of.owner)
    expect(
      entries.map(({ operation, role, actorName, details }) => [
        ...[operation, role, actorName],
        ...details.map(({ value }) => value),
      ]),
    ).toEqual([['closeTenantAsOperator', 'operator', '', 'ファンの方からの申し出 / Reports by fans', 'See our terms.']])
    const own = await shop()
    await ask(closing.closeTenant, { tenantId: own.tenantId, typedName: 'Hoshi Club' }, own.owner)
    const { notifications: news } = await ask(notifications.getNotifications, own.ids, own.owner)
    expect(news.filter(({ kind }) => kind === 'clubClosed')).toEqual([])
  })

  test('only an operator who has signed in just now, types its name and says why, and once', async () => {
    const of = await shop()
    const desk = signedInNow(await operator())
    const said = { tenantId: of.tenantId, typedName: 'Hoshi Club', reason: 'other' } as const
    const refusal = (values: object, by: { token: string }) =>
      refused(closing.closeTenantAsOperator, { ...said, ...values }, by)
    expect((await refusal({}, of.owner)).status).toBe(403)
    expect((await refused(closing.getClosingAsOperator, { tenantId: of.tenantId }, of.owner)).status).toBe(403)
    const { uid, email } = desk
    const old = { token: tokenOf(uid, email, { auth_time: Math.floor(Date.now() / 1000) - 3600 }) }
    expect(await refusal({}, old)).toMatchObject({ code: 'signInAgain' })
    expect(await refusal({ typedName: 'Tsuki Club' }, desk)).toMatchObject({ code: 'nameDiffers' })
    expect(await refusal({ reason: undefined }, desk)).toMatchObject({ code: 'validation' })
    expect(await refusal({ tenantId: 'tenant_unknown' }, desk)).toMatchObject({ code: 'tenantNotFound' })
    const unknown = { tenantId: 'tenant_unknown' }
    expect(await refused(closing.getClosingAsOperator, unknown, desk)).toMatchObject({ code: 'tenantNotFound' })
    const answers = await Promise.allSettled([1, 2, 3].map(() => close(of, {}, desk)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusal({}, desk)).toMatchObject({ code: 'alreadyClosing' })
    expect(
      await refused(closing.closeTenant, { tenantId: of.tenantId, typedName: 'Hoshi Club' }, of.owner),
    ).toMatchObject({
      code: 'alreadyClosing',
    })
  })

  test('a club that is suspended can be closed, and stays suspended: nothing is paid out', async () => {
    const of = await shop()
    const desk = await operator()
    await ask(suspension.suspendTenant, { tenantId: of.tenantId, reason: 'reports' }, desk)
    await close(of)
    const { clubs } = await ask(platform.getClubs, { state: 'suspended', pagination: { limit: 100, offset: 0 } }, desk)
    expect(clubs.find(({ tenantId }) => tenantId === of.tenantId)).toMatchObject({
      state: 'closed',
      suspension: { reason: 'reports' },
    })
  })
})

describe('a second brand', () => {
  test('belongs to the club, begins empty, and its members of staff are there at once', async () => {
    const { tenantId, owner, ids } = await club()
    const editor = await person()
    await addMember(tenantId, editor, 'editor')
    const slug = `s-${ids.brandId.slice(-12)}`
    const { brandId } = await ask(closing.createBrand, { tenantId, name: 'Minato', slug }, owner)
    const { me } = await ask(identity['me.get'], {}, editor)
    expect(me.tenants[0]?.brands.map(({ name }) => name)).toEqual(['Aoi', 'Minato'])
    expect((await ask(goods.getGoodsList, { tenantId, brandId }, editor)).goodsList).toEqual([])
    const { brands: listed } = await ask(clubPage.getTenant, { tenantId }, owner)
    expect(listed.map(({ slug: one }) => one)).toContain(slug)
  })

  test('an address that is taken, reserved or none is refused, also of two at once', async () => {
    const { tenantId, owner, slug, ids } = await club()
    const make = (one: string) => ({ tenantId, name: 'Minato', slug: one })
    expect(await refused(closing.createBrand, make(slug), owner)).toMatchObject({ code: 'slugTaken' })
    expect(await refused(closing.createBrand, make('admin'), owner)).toMatchObject({ code: 'slugInvalid' })
    expect(await refused(closing.createBrand, make('Ä b'), owner)).toMatchObject({ code: 'slugInvalid' })
    const other = await club()
    const wanted = `w-${ids.brandId.slice(-12)}`
    const both = await Promise.allSettled([
      ask(closing.createBrand, make(wanted), owner),
      ask(closing.createBrand, { ...make(wanted), tenantId: other.tenantId }, other.owner),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('a member leaves by themselves; the last owner stays', async () => {
  const { tenantId, owner } = await club()
  const editor = await person()
  const memberId = await addMember(tenantId, editor, 'editor')
  await ask(tenants.removeTenantMember, { tenantId, memberId }, editor)
  expect((await refused(clubPage.getTenant, { tenantId }, editor)).status).toBe(404)
  const { members } = await ask(tenants.getTenantMembers, { tenantId }, owner)
  expect(
    await refused(tenants.removeTenantMember, { tenantId, memberId: members[0]?.memberId ?? '' }, owner),
  ).toMatchObject({ code: 'lastOwner' })
})
