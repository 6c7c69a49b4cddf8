import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { brands as brandTable } from '#club/brands/tables.server.ts'
import type { PayloadOf } from '#kit/contract.ts'
import { day, monthText, tokyoMonth } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { sitemap } from '#office/sitemap/contract.ts'
import { operations } from '#program/operations.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import {
  accessTo,
  type FormerRight,
  formerRightOf,
  ownedMonth,
  type PaidTerm,
  paysMonth,
} from '#publishing/contents/access.ts'
import { type FormerPeriod, visibleFrom } from '#publishing/contents/content.ts'
import { contents } from '#publishing/contents/contract.ts'
import { news } from '#publishing/contents/news/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { contentViewers, contentViews } from '#publishing/contents/public/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { goods } from '#shop/goods/contract.ts'
import { addMember, ask, club, type Person, person, refused, request } from '../support/club'
import { addContent, addMonth, addPlan, addTerm } from '../support/fan'
import { makeGoods } from '../support/goods'
import { together } from '../support/naive'
import { scene } from '../support/scene'
import { joinByCard, moveTo, newFan, settled, shop } from '../support/shop'

const { getPublicPlanContent, getPublicPlanContents, explainMyAccess } = publicContents
type FilterSaid = PayloadOf<typeof getPublicPlanContents>['filterOption']
const monthsAgo = (n: number) => {
  const { year, month } = tokyoMonth(now())
  return tokyoMonth(Date.UTC(year, month - 1 - n, 15))
}
const textOf = (words: string) =>
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] })

/** The status of each kind of request, which must be the same. */
const statusFor = async (ids: { tenantId: string; brandId: string }, planContentId: string, by: Person | null) => {
  const one = await ask(getPublicPlanContent, { tenantId: ids.tenantId, planContentId }, by)
  const why = await ask(explainMyAccess, { tenantId: ids.tenantId, planContentId }, by)
  const status = one.ok ? (one.planContent.visibility === 'allUsers' ? 'freeContents' : 'available') : one.status
  expect(why.status).toBe(status)
  return status
}

test('the database asks for the same facts as the rule, for any fan and content', async () => {
  const random = (() => {
    let state = 42
    return (n: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return Math.floor((state / 4294967296) * n)
    }
  })()
  const { ids } = await club()
  const archivingAt = [null, null, now() - 1000, now() + day]
  const plans: { planId: string; archivingAt: number | null }[] = []
  for (const at of archivingAt) plans.push({ planId: await addPlan(ids, { archivingAt: at }), archivingAt: at })
  const contents: { id: string; content: Parameters<typeof accessTo>[0]; formerPeriods: FormerPeriod[] }[] = []
  for (let n = 0; n < 24; n++) {
    const period = n % 4 === 0 ? null : monthsAgo(random(4))
    const opening = plans.filter(() => random(2) === 0)
    const viewableBy = n % 8 === 7 ? ('allUsers' as const) : ('paidUsers' as const)
    const publishingAt = n % 6 === 5 ? now() + day : now() - (n + 1) * 1000
    const status = n % 6 === 5 ? ('publishmentScheduled' as const) : ('active' as const)
    const planIds = opening.map(({ planId }) => planId)
    const formerPeriods = [0, 1]
      .filter(() => random(4) === 0)
      .map(() => ({ period: random(3) === 0 ? null : monthsAgo(random(4)), until: now() - random(60) * day }))
    const id = await addContent(ids, { period, planIds, viewableBy, publishingAt, status, formerPeriods })
    const from = visibleFrom({ status, publishingAt, createdAt: now() })
    const content = { planContentId: id, visibleFrom: from, viewableBy, backNumberPeriod: period, plans: opening }
    contents.push({ id, content, formerPeriods })
  }
  for (const backNumberNeedsActivePlan of [true, false]) {
    await database().update(brandTable).set({ backNumberNeedsActivePlan }).where(eq(brandTable.brandId, ids.brandId))
    for (let n = 0; n < 12; n++) {
      const who = await person()
      const running = new Set<string>()
      const months = new Set<string>()
      const terms: (PaidTerm & { planId: string })[] = []
      const bought: { planId: string; period: { year: number; month: number }; paidAt: number }[] = []
      const at = now()
      for (let t = 0; t < random(4); t++) {
        const { planId } = plans[random(plans.length)] ?? { planId: '' }
        const from = at - random(110) * day
        const to = from + (random(5) === 0 ? 365 : 30) * day
        const voidedAt = random(4) === 0 ? from + random(40) * day : null
        const source = random(4) === 0 ? ('grace' as const) : ('card' as const)
        await addTerm(ids, planId, who.uid, { from, to, voidedAt, source })
        terms.push({ planId, from, to, voidedAt, source })
        if (voidedAt === null && from <= at && to > at) running.add(planId)
        for (let m = 0; m < 4; m++)
          if (paysMonth({ from, to, voidedAt, source }, monthsAgo(m))) months.add(ownedMonth(planId, monthsAgo(m)))
      }
      if (random(2)) {
        const { planId } = plans[random(plans.length)] ?? { planId: '' }
        const isVoid = random(3) === 0
        const period = monthsAgo(random(4))
        const paidAt = at - random(60) * day
        await addMonth(ids, planId, who.uid, period, isVoid ? at : null, paidAt)
        if (!isVoid) {
          months.add(ownedMonth(planId, period))
          bought.push({ planId, period, paidAt })
        }
      }
      const { planContents } = await ask(getPublicPlanContents, { ...ids, filterOption: null }, who)
      const listed = new Map(planContents.map(({ planContentId, status }) => [planContentId, status]))
      for (const { id, content, formerPeriods } of contents) {
        const ofContent = ({ planId }: { planId: string }) => content.plans.some((plan) => plan.planId === planId)
        const rights = formerPeriods.map((former) =>
          formerRightOf(former, terms.filter(ofContent), bought.filter(ofContent)),
        )
        const right = rights.includes('month') ? 'month' : rights.find((found) => found !== null)
        const kept = new Map<string, FormerRight>(right ? [[id, right]] : [])
        const facts = { isStaff: false, running, months, kept }
        const status = accessTo(content, facts, { now: at, backNumberNeedsActivePlan })
        expect(
          await statusFor(ids, id, who),
          JSON.stringify({ content, formerPeriods, running: [...running], months: [...months] }),
        ).toBe(status)
        // What nobody can open any more stands in no list, but for who owns it.
        if (listed.has(id)) expect(listed.get(id)).toBe(status)
        else expect(status).toBe('unavailable')
      }
    }
  }
})

test('whoever could read a published content reads on when its month is changed', async () => {
  const { ids, owner } = await club()
  const planId = await addPlan(ids)
  const letter = { ...ids, name: 'Letter', thumbnail: '', viewableBy: 'paidUsers' as const, imageUrls: [], text: '' }
  const of = (backNumberPeriod: ReturnType<typeof monthsAgo> | null) => ({
    ...letter,
    planIds: [planId],
    backNumberPeriod,
  })
  const [member, buyer, newcomer, visitor] = [await person(), await person(), await person(), null]
  await addTerm(ids, planId, member.uid, { from: now() - 31 * day })
  await addMonth(ids, planId, buyer.uid, monthsAgo(1), null, now() - 1000)
  await addTerm(ids, planId, newcomer.uid)
  const { planContentId } = await ask(news.createActivePlanContentNews, { ...of(monthsAgo(1)) }, owner)
  const statuses = () => Promise.all([member, buyer, newcomer, visitor].map((by) => statusFor(ids, planContentId, by)))
  const before = [
    'available',
    'requiredPurchasePlan',
    'requiredPurchaseBackNumber',
    'requiredPurchasePlanAndBackNumber',
  ]
  expect(await statuses()).toEqual(before)
  await ask(news.updatePlanContentNewsAsActive, { ...of(monthsAgo(5)), planContentId }, owner)
  expect(await statuses()).toEqual(before)
  const { planContents } = await ask(getPublicPlanContents, { ...ids, filterOption: null }, buyer)
  expect(planContents).toMatchObject([{ planContentId, status: 'requiredPurchasePlan' }])

  // Also over a draft, which nobody reads, and when it has no month for a while.
  await ask(contents.revertPlanContentToDraft, { ...ids, planContentId }, owner)
  expect(await statuses()).toEqual(before.map(() => 'unavailable'))
  await ask(news.updatePlanContentNewsAsActive, { ...of(null), planContentId }, owner)
  expect(await statuses()).toEqual(['available', 'requiredPurchasePlan', 'available', 'requiredPurchasePlan'])
  await ask(news.updatePlanContentNewsAsActive, { ...of(monthsAgo(6)), planContentId }, owner)
  // A member of the time when it had no month has become one who could read it.
  expect(await statuses()).toEqual(['available', 'requiredPurchasePlan', 'available', before[3]])

  // Who buys the former month now buys another month's contents.
  const late = await person()
  await addMonth(ids, planId, late.uid, monthsAgo(1), null, now() + 1)
  expect(await statusFor(ids, planContentId, late)).toBe(before[3])

  // Where a month stands alone, and when the plan is archived, a bought one still opens it.
  await database()
    .update(brandTable)
    .set({ backNumberNeedsActivePlan: false })
    .where(eq(brandTable.brandId, ids.brandId))
  expect(await statusFor(ids, planContentId, buyer)).toBe('available')
  await database().update(plans).set({ archivingAt: now() }).where(eq(plans.planId, planId))
  expect(await statuses()).toEqual(['available', 'available', 'available', 'unavailable'])
  const listed = async (by: Person | null) =>
    (await ask(getPublicPlanContents, { ...ids, filterOption: null }, by)).planContents.length
  expect([await listed(buyer), await listed(newcomer), await listed(visitor)]).toEqual([1, 1, 0])
})

describe('a list of contents', () => {
  test('says free, of a plan, or all; newest first, page by page', async () => {
    const { ids } = await club()
    const [one, other] = [await addPlan(ids), await addPlan(ids)]
    const at = now()
    const names: Record<string, string> = {}
    const add = async (name: string, n: number, said: Parameters<typeof addContent>[1]) => {
      names[await addContent(ids, { publishingAt: at - n * 1000, ...said })] = name
    }
    await add('free', 1, { viewableBy: 'allUsers' })
    await add('one', 2, { planIds: [one] })
    await add('both', 3, { planIds: [one, other] })
    await add('other', 4, { planIds: [other] })
    await add('draft', 5, { planIds: [other], status: 'draft' })
    await add('later', 0, { planIds: [other], status: 'publishmentScheduled', publishingAt: at + day })
    const listed = async (filterOption: FilterSaid, more = {}) => {
      const payload = { ...ids, filterOption, ...more }
      const { planContents, hasMore } = await ask(getPublicPlanContents, payload)
      return [planContents.map(({ planContentId }) => names[planContentId]).join(' '), hasMore]
    }
    expect(await listed(null)).toEqual(['free one both other', false])
    expect(await listed({ type: 'allContents' })).toEqual(['free one both other', false])
    expect(await listed({ type: 'freeContents' })).toEqual(['free', false])
    // Left out it is no filter, and the words that need no plan may stand alone.
    expect(await listed(undefined)).toEqual(['free one both other', false])
    expect(await listed('allContents')).toEqual(['free one both other', false])
    expect(await listed('freeContents')).toEqual(['free', false])
    expect(await refused(getPublicPlanContents, { ...ids, filterOption: 'planContents' })).toMatchObject({
      status: 400,
    })
    expect(await listed({ type: 'planContents', planId: other })).toEqual(['both other', false])
    expect(await listed(null, { pagination: { limit: 3, offset: 0 } })).toEqual(['free one both', true])
    expect(await listed(null, { pagination: { limit: 3, offset: 3 } })).toEqual(['other', false])
  })

  test('each answers what the specification says of its type', async () => {
    const { ids } = await club()
    const planIds = [await addPlan(ids, { name: 'Galaxy' })]
    const period = monthsAgo(1)
    for (const type of ['news', 'video', 'streaming'] as const) await addContent(ids, { type, planIds, period })
    const { planContents } = await ask(getPublicPlanContents, { ...ids, filterOption: null })
    for (const content of planContents) {
      expect(content.plans).toEqual([{ planId: planIds[0], name: 'Galaxy' }])
      expect(content.status).toBe('requiredPurchasePlanAndBackNumber')
      if (content.type === 'streaming') expect(content.details).toMatchObject({ streamingStatus: 'beforeLive' })
      else expect(content).toMatchObject({ countOfLoves: 0, countOfComments: 0 })
    }
    expect(planContents).toHaveLength(3)
  })
})

describe('what access costs', () => {
  test('a member keeps what was paid to the last millisecond, and nothing after it', async () => {
    const { ids } = await club()
    const planId = await addPlan(ids)
    const content = await addContent(ids, { planIds: [planId] })
    const who = await person()
    const { to } = await addTerm(ids, planId, who.uid, { from: now() - day, to: now() + day })
    const at = async (moment: number) =>
      (await ask(publicContents.explainAccess, { ...ids, planContentId: content, uid: who.uid, at: moment }, boss))
        .status
    const boss = await person()
    await addMember(ids.tenantId, boss, 'admin')
    expect(await at(to - 1)).toBe('available')
    expect(await at(to)).toBe('requiredPurchasePlan')
  })

  describe('of a day that is over, by what was held on that day', () => {
    const statusOn = async (
      ids: { tenantId: string; brandId: string },
      planContentId: string,
      uid: string,
      at: number,
    ) => {
      const boss = await person()
      await addMember(ids.tenantId, boss, 'admin')
      return (await ask(publicContents.explainAccess, { ...ids, planContentId, uid, at }, boss)).status
    }

    test('a term that was ended later was held until then', async () => {
      const { ids } = await club()
      const planId = await addPlan(ids)
      const content = await addContent(ids, { planIds: [planId], publishingAt: now() - 40 * day })
      const who = await person()
      const [from, ended] = [now() - 20 * day, now() - 5 * day]
      await addTerm(ids, planId, who.uid, { from, to: now() + 10 * day, voidedAt: ended })
      const on = (at: number) => statusOn(ids, content, who.uid, at)
      expect(await on(ended - 1)).toBe('available')
      expect(await on(ended)).toBe('requiredPurchasePlan')
      expect(await on(from - 1)).toBe('requiredPurchasePlan')
      expect(await statusFor(ids, content, who)).toBe('requiredPurchasePlan')
    })

    test('what kept contents open for a late payment did so until it came', async () => {
      const { ids } = await club()
      const planId = await addPlan(ids)
      const content = await addContent(ids, { planIds: [planId], publishingAt: now() - 40 * day })
      const who = await person()
      const from = now() - 20 * day
      await addTerm(ids, planId, who.uid, { from, to: from + 7 * day, source: 'grace', voidedAt: from + 3 * day })
      expect(await statusOn(ids, content, who.uid, from + 2 * day)).toBe('available')
      expect(await statusOn(ids, content, who.uid, from + 4 * day)).toBe('requiredPurchasePlan')
    })

    test('a month counts from the day on which it was bought, and until it was given back', async () => {
      const { ids } = await club()
      const planId = await addPlan(ids)
      const period = monthsAgo(3)
      const content = await addContent(ids, { planIds: [planId], period, publishingAt: now() - 40 * day })
      const who = await person()
      await addTerm(ids, planId, who.uid, { from: now() - 30 * day, to: now() + day })
      await addMonth(ids, planId, who.uid, period, now() - 5 * day, now() - 10 * day)
      const on = (at: number) => statusOn(ids, content, who.uid, at)
      expect(await on(now() - 10 * day - 1000)).toBe('requiredPurchaseBackNumber')
      expect(await on(now() - 6 * day)).toBe('available')
      expect(await on(now() - 4 * day)).toBe('requiredPurchaseBackNumber')
      expect(await statusFor(ids, content, who)).toBe('requiredPurchaseBackNumber')
    })

    test('a membership that was refunded since was one on that day, and the answer says what it is about', async () => {
      const [of, fan] = [await shop(), await newFan()]
      const content = await addContent(of.ids, { planIds: [of.planId], publishingAt: now() - 40 * day })
      await joinByCard(of, fan)
      const joined = now()
      await moveTo(joined + 2 * day)
      const { orders } = await ask(staffOrders.getOrders, of.ids, of.owner)
      const asked = { ...of.ids, orderId: orders[0]?.orderId ?? '', reason: 'Asked for.', amount: 1500 }
      await ask(staffOrders.refundOrder, asked, of.owner)
      await settled()
      const refundedAt = now()
      await moveTo(refundedAt + day)
      expect(await statusFor(of.ids, content, fan)).toBe('requiredPurchasePlan')
      expect(await statusOn(of.ids, content, fan.uid, joined + day)).toBe('available')
      expect(await statusOn(of.ids, content, fan.uid, refundedAt + 1)).toBe('requiredPurchasePlan')
      const said = (at?: number) =>
        ask(publicContents.explainAccess, { ...of.ids, planContentId: content, uid: fan.uid, at }, of.owner)
      // What is sold today opens nothing on a day that is over.
      expect(await said(refundedAt + 1)).toMatchObject({ isPast: true, unlockOptions: [] })
      expect(await said()).toMatchObject({ isPast: false, unlockOptions: [{ total: 1500 }] })
      expect(await said(now() + day)).toMatchObject({ isPast: false, status: 'requiredPurchasePlan' })
    })

    test('a month that was given to a member counts from the day on which they joined', async () => {
      const { ids } = await club()
      const [one, other] = [await addPlan(ids), await addPlan(ids)]
      const joined = now() - 5 * day
      const period = tokyoMonth(joined)
      const content = await addContent(ids, { planIds: [one, other], period, publishingAt: now() - 90 * day })
      const who = await person()
      // A grace of the other plan opens contents and gives no month.
      await addTerm(ids, other, who.uid, { from: now() - 60 * day, source: 'grace' })
      await addTerm(ids, one, who.uid, { from: joined })
      expect(await statusOn(ids, content, who.uid, joined - 1)).toBe('requiredPurchaseBackNumber')
      expect(await statusOn(ids, content, who.uid, joined)).toBe('available')
    })
  })

  test('staff read every content of their brand, those who ship or keep books do not', async () => {
    const { ids } = await club()
    const planIds = [await addPlan(ids)]
    const paid = await addContent(ids, { planIds, text: textOf('Hello') })
    const draft = await addContent(ids, { planIds, status: 'draft' })
    const expected = {
      owner: true,
      admin: true,
      editor: true,
      moderator: true,
      shipper: false,
      accountant: false,
    } as const
    for (const [role, reads] of Object.entries(expected)) {
      const who = await person()
      await addMember(ids.tenantId, who, role as keyof typeof expected)
      expect(await statusFor(ids, paid, who), role).toBe(reads ? 'available' : 'requiredPurchasePlan')
      expect(await statusFor(ids, draft, who), role).toBe(reads ? 'available' : 'unavailable')
    }
    const elsewhere = await person()
    await addMember(ids.tenantId, elsewhere, 'editor', ['brand_other'])
    expect(await statusFor(ids, paid, elsewhere)).toBe('requiredPurchasePlan')
  })

  test('of what does not exist, and of another club, it is said that it is not found', async () => {
    const [ours, theirs] = [await club(), await club()]
    const content = await addContent(theirs.ids, { viewableBy: 'allUsers' })
    for (const planContentId of ['content_unknown', content, 'x.y', '月の手紙', '']) {
      expect(await ask(getPublicPlanContent, { tenantId: ours.tenantId, planContentId })).toEqual({
        ok: false,
        status: 'notfound',
      })
      expect(await ask(publicContents.getPlanContentMetadata, { tenantId: ours.tenantId, planContentId })).toBeNull()
      if (!/^[a-z_0-9]+$/i.test(planContentId)) continue
      expect((await ask(explainMyAccess, { tenantId: ours.tenantId, planContentId })).status).toBe('notfound')
    }
    for (const goodsId of ['goods_unknown', 'x.y', '月の缶バッジ', ''])
      expect(await ask(goods.getGoodsMetadataById, { goodsId })).toBeNull()
  })

  test('where every plan of a content is archived it reads as a draft, and nothing is told of it', async () => {
    const { ids } = await club()
    const [going, living] = [await addPlan(ids, { archivingAt: now() + day }), await addPlan(ids)]
    const left = await addContent(ids, { planIds: [going], name: 'Left' })
    const kept = await addContent(ids, { planIds: [going, living], name: 'Kept' })
    const told = (planContentId: string) =>
      ask(publicContents.getPlanContentMetadata, { tenantId: ids.tenantId, planContentId })
    expect(await told(left)).toMatchObject({ name: 'Left' })
    await database().update(plans).set({ archivingAt: now() }).where(eq(plans.planId, going))
    expect(await told(left)).toBeNull()
    expect(await told(kept)).toMatchObject({ name: 'Kept' })
  })

  test('scheduled: seen at its moment and not a millisecond before, whatever the lists', async () => {
    const { ids, owner } = await club()
    const planId = await addPlan(ids)
    const publishingAt = now() + day
    const content = await addContent(ids, { planIds: [planId], status: 'publishmentScheduled', publishingAt })
    const at = async (moment: number) =>
      (await ask(publicContents.explainAccess, { ...ids, planContentId: content, at: moment }, owner)).status
    expect(await at(publishingAt - 1)).toBe('unavailable')
    expect(await at(publishingAt)).toBe('requiredPurchasePlan')
  })
})

test('why it is closed, and what opens it with its price', async () => {
  const { ids } = await club()
  const [cheap, dear] = [await addPlan(ids, { name: 'Cheap', price: 800 }), await addPlan(ids, { price: 3000 })]
  const period = monthsAgo(2)
  const planContentId = await addContent(ids, { planIds: [cheap, dear], period })
  const asked = { tenantId: ids.tenantId, planContentId }
  const why = await ask(explainMyAccess, asked)
  expect(why).toMatchObject({
    status: 'requiredPurchasePlanAndBackNumber',
    conditions: { hasPlan: false, hasMonth: false },
  })
  expect(why.unlockOptions[0]).toEqual({
    plan: { planId: cheap, name: 'Cheap', price: 800, subscriptionInterval: 'month', isMember: false },
    month: { planId: cheap, planName: 'Cheap', period, price: 800 },
    total: 1600,
  })
  const member = await person()
  await addTerm(ids, dear, member.uid)
  expect((await ask(explainMyAccess, asked, member)).unlockOptions[0]).toMatchObject({ plan: null, total: 800 })
  await addMonth(ids, cheap, member.uid, period)
  expect(await ask(explainMyAccess, asked, member)).toMatchObject({ status: 'available', unlockOptions: [] })
})

describe('back numbers', () => {
  test('a calendar says what is owned, what opens, and what a month costs', async () => {
    const { ids, owner } = await club()
    const planId = await addPlan(ids, { price: 1000 })
    const [past, current] = [monthsAgo(1), monthsAgo(0)]
    await addContent(ids, { planIds: [planId], period: past })
    const inMonth = await addContent(ids, { planIds: [planId], period: current })
    await ask(
      backNumbers.updateBackNumber,
      { ...ids, planId, period: past, priceOverride: 700, saleState: 'onSale' },
      owner,
    )
    const one = (period: typeof past, by: Person | null) =>
      ask(backNumbers.getPublicPlanBackNumber, { ...ids, planId, period }, by).then(
        ({ planBackNumber }) => planBackNumber,
      )
    expect(await one(past, null)).toMatchObject({ price: 700, saleState: 'onSale', isOwned: false, isReadable: false })
    expect(await one(current, null)).toMatchObject({ price: 1000, saleState: 'notForSale' })
    const who = await person()
    await addMonth(ids, planId, who.uid, past)
    expect(await one(past, who)).toMatchObject({
      isOwned: true,
      isReadable: false,
      hasPlan: false,
      needsActivePlan: true,
    })
    await addTerm(ids, planId, who.uid, { from: now() - 1000 })
    expect(await one(past, who)).toMatchObject({ isOwned: true, isReadable: true, hasPlan: true })
    const { months } = await ask(backNumbers.getPublicBackNumberCalendar, { ...ids, year: past.year }, who)
    expect(months.find(({ backNumberPeriod }) => backNumberPeriod.month === past.month)).toMatchObject({
      countOfContents: 1,
      isOwned: true,
      price: 700,
    })
    const of = await ask(
      backNumbers.getPublicPlanContentWithBackNumbers,
      { tenantId: ids.tenantId, planContentId: inMonth },
      who,
    )
    expect(of.planContent.status).toBe('available')
    expect(of.planBackNumbers).toMatchObject([{ planId, backNumberPeriod: current, isReadable: true }])
    const { planBackNumbers } = await ask(backNumbers.getPublicPlanBackNumbers, { ...ids, filterOption: null }, who)
    expect(planBackNumbers.map(({ backNumberPeriod }) => backNumberPeriod)).toEqual([current, past])
  })

  test('of ten years with more letters than months: every month is found, page by page, and in the calendar', async () => {
    const { ids } = await club()
    const planId = await addPlan(ids)
    const other = await addPlan(ids)
    const ages = Array.from({ length: 120 }, (_, n) => n)
    // Published in no order of their months.
    await together(120, (n) =>
      addContent(ids, { planIds: [planId], period: monthsAgo(n), publishingAt: now() - 400 * day - n }),
    )
    await together(120, (n) =>
      addContent(ids, { planIds: [planId], period: monthsAgo(n), publishingAt: now() - 800 * day + n }),
    )
    await addContent(ids, { planIds: [other], period: monthsAgo(7), viewableBy: 'allUsers' })
    // Of no month, and newer than all of them.
    await together(120, (n) => addContent(ids, { planIds: [planId], publishingAt: now() - 1000 - n }))
    const monthsOf = async (filterOption: FilterSaid, limit = 100) => {
      const found: string[] = []
      for (let offset = 0; ; offset += limit) {
        const pagination = { limit, offset }
        const page = await ask(backNumbers.getPublicPlanBackNumbers, {
          ...ids,
          filterOption,
          pagination,
        })
        for (const { backNumberPeriod, planContents } of page.planBackNumbers)
          found.push(...planContents.map(() => monthText(backNumberPeriod)))
        if (!page.hasMore) return found
      }
    }
    const twice = ages.flatMap((n) => [monthText(monthsAgo(n)), monthText(monthsAgo(n))])
    expect(await monthsOf({ type: 'planContents', planId })).toEqual(twice)
    expect(await monthsOf({ type: 'planContents', planId }, 7)).toEqual(twice)
    expect(new Set(await monthsOf(null)).size).toBe(120)
    expect(await monthsOf(null)).toHaveLength(241)
    expect(await monthsOf({ type: 'freeContents' })).toEqual([monthText(monthsAgo(7))])
    const first = await ask(backNumbers.getPublicPlanBackNumbers, { ...ids, filterOption: null })
    expect(first.hasMore).toBe(true)
    expect(first.planBackNumbers[0]).toMatchObject({ backNumberPeriod: monthsAgo(0) })

    const { years } = await ask(backNumbers.getPublicBackNumberCalendar, { ...ids, planId })
    const shown: string[] = []
    for (let year = years?.last ?? 0; year >= (years?.first ?? 9999); year--) {
      const { months } = await ask(backNumbers.getPublicBackNumberCalendar, { ...ids, planId, year })
      for (const { backNumberPeriod, countOfContents } of months.reverse()) {
        shown.push(monthText(backNumberPeriod))
        expect(countOfContents).toBe(2)
      }
    }
    expect(shown).toEqual(ages.map((n) => monthText(monthsAgo(n))))
  })

  test('a month of more letters than one answer holds is read to its end, page by page', async () => {
    const { ids } = await club()
    const planId = await addPlan(ids)
    const period = monthsAgo(1)
    const newest = now() - day
    const all = await together(103, (n) => addContent(ids, { planIds: [planId], period, publishingAt: newest - n }))
    await addContent(ids, { planIds: [planId], period: monthsAgo(2) })
    const read = async (pagination?: { limit: number; offset: number }) => {
      const { planBackNumber, hasMore } = await ask(backNumbers.getPublicPlanBackNumber, {
        ...ids,
        planId,
        period,
        ...(pagination && { pagination }),
      })
      return { found: planBackNumber.planContents.map(({ planContentId }) => planContentId), hasMore }
    }
    expect(await read()).toEqual({ found: all.slice(0, 100), hasMore: true })
    expect(await read({ limit: 100, offset: 100 })).toEqual({ found: all.slice(100), hasMore: false })
    expect(await read({ limit: 18, offset: 18 })).toEqual({ found: all.slice(18, 36), hasMore: true })
    expect(await read({ limit: 18, offset: 180 })).toEqual({ found: [], hasMore: false })
  })

  test('creators set a price of at least 500 and stop the sale; who may not see money sees none', async () => {
    const { ids, owner } = await club()
    const planId = await addPlan(ids, { price: 12_000, subscriptionInterval: 'year' })
    const period = monthsAgo(1)
    await addContent(ids, { planIds: [planId], period })
    const who = await person()
    await addMonth(ids, planId, who.uid, period)
    const editor = await person()
    await addMember(ids.tenantId, editor, 'editor')
    const read = (by: Person) => ask(backNumbers.getPlanBackNumbersAdmin, { ...ids, planId, year: period.year }, by)
    expect(await read(owner)).toMatchObject({
      defaultPrice: 1000,
      months: [{ period, countOfContents: 1, price: 1000, priceOverride: null, saleState: 'onSale', buyers: 1 }],
    })
    expect((await read(editor)).months[0]).toMatchObject({ buyers: null, income: null })
    const said = { ...ids, planId, period, priceOverride: 499, saleState: 'onSale' as const }
    expect((await refused(backNumbers.updateBackNumber, said, editor)).status).toBe(400)
    await ask(backNumbers.updateBackNumber, { ...said, priceOverride: null, saleState: 'notForSale' }, editor)
    expect((await read(owner)).months[0]).toMatchObject({ saleState: 'notForSale', chosenSaleState: 'notForSale' })
  })
})

describe('what is closed', () => {
  const canary = 'canary-9d1f6c'
  let world: Awaited<ReturnType<typeof scene>>
  const closed: string[] = []
  beforeAll(async () => {
    world = await scene()
    const { ids } = world
    const planIds = [await addPlan(ids)]
    const locked = { planIds, text: textOf(canary), imageUrls: [`https://example.com/${canary}.png`] }
    closed.push(await addContent(ids, { ...locked, preview: 'A first look.', period: monthsAgo(1) }))
    closed.push(await addContent(ids, { ...locked }))
    const later = { status: 'publishmentScheduled' as const, publishingAt: now() + day }
    closed.push(await addContent(ids, { ...locked, ...later, preview: canary }))
    closed.push(
      await addContent(ids, { ...locked, status: 'draft', name: canary, preview: canary, description: canary }),
    )
    closed.push(await addContent(ids, { ...locked, viewableBy: 'allUsers', status: 'draft', name: canary }))
  })

  test('stands in no answer that a visitor or a fan gets, whatever they ask', async () => {
    const asked = [...operations.values()].filter(
      ({ operation }) => operation.caller === 'visitor' || operation.caller === 'fan',
    )
    let tried = 0
    for (const { operation } of asked)
      for (const planContentId of closed)
        for (const by of [null, await person()]) {
          const example = world.examples[operation.name] ?? {}
          const payload = 'planContentId' in example ? { ...example, planContentId } : example
          const { body, cookies } = await request(operation, JSON.stringify(payload), by)
          expect(body, `${operation.name} ${planContentId}`).not.toContain(canary)
          expect(cookies ?? []).toEqual([])
          tried++
        }
    expect(tried).toBeGreaterThan(100)
  })

  test('control: who may read it finds it in the answer', async () => {
    const { tenantId } = world.ids
    const answer = await request(
      getPublicPlanContent,
      JSON.stringify({ tenantId, planContentId: closed[0] }),
      world.owner,
    )
    expect(answer.body).toContain(canary)
  })
})

test('the sitemap names what may be named', async () => {
  const of = await club()
  const { ids, slug } = of
  const free = await addContent(ids, { viewableBy: 'allUsers' })
  const paid = await addContent(ids, { planIds: [await addPlan(ids)] })
  const draft = await addContent(ids, { viewableBy: 'allUsers', status: 'draft' })
  const [shown, hidden] = [await makeGoods(of), await makeGoods(of, { visibility: 'hidden' })]
  const info = await ask(sitemap.getFanclubSitemapInfo, {})
  const paths = info?.urls.map(({ path }) => path) ?? []
  expect(paths).toEqual(
    expect.arrayContaining([`/fc/${slug}`, `/fc/${slug}/contents/${free}`, `/fc/${slug}/contents/${paid}`]),
  )
  expect(paths).not.toContain(`/fc/${slug}/contents/${draft}`)
  expect(paths).toContain(`/fc/${slug}/goods/${shown.goodsId}`)
  expect(paths).not.toContain(`/fc/${slug}/goods/${hidden.goodsId}`)
})

test('a reader counts once a day, however often and from however many tabs', async () => {
  const { ids } = await club()
  const planContentId = await addContent(ids, { viewableBy: 'allUsers' })
  const asked = { tenantId: ids.tenantId, planContentId }
  const who = await person()
  const viewer = crypto.randomUUID()
  await together(20, () => ask(publicContents.noteContentView, asked, who))
  await together(5, () => ask(publicContents.noteContentView, { ...asked, viewer }))
  await ask(publicContents.noteContentView, asked)
  const [row] = await database()
    .select()
    .from(contentViews)
    .where(and(eq(contentViews.planContentId, planContentId)))
  expect(row?.viewers).toBe(2)
  const seen = await database().select().from(contentViewers).where(eq(contentViewers.planContentId, planContentId))
  expect(JSON.stringify(seen)).not.toContain(who.uid)
})

test('a month to come is not sold: its contents are shown as opened by joining, a month that is over as of another month', async () => {
  const { ids } = await club()
  const planIds = [await addPlan(ids)]
  const [over, running, coming] = [monthsAgo(1), monthsAgo(0), monthsAgo(-1)]
  for (const period of [over, running, coming]) await addContent(ids, { planIds, period })
  const { planContents } = await ask(getPublicPlanContents, { ...ids, filterOption: null })
  const needs = new Map(planContents.map((one) => [one.backNumberPeriod?.month, one.needsMonth]))
  expect(needs).toEqual(
    new Map([
      [over.month, true],
      [running.month, false],
      [coming.month, false],
    ]),
  )
})
