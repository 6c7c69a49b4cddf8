import { expect, test } from 'vitest'
import type { PayloadOf } from '#kit/contract.ts'
import { day, tokyoMonth } from '#kit/time.ts'
import { monthAloneOf } from '#publishing/contents/fan/monthPage.tsx'
import { isForJoining, nextOf } from '#publishing/contents/fan/WayOn.tsx'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { streamings } from '#publishing/streamings/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { calledOff } from '#shop/eventGoods/calledOff/contract.ts'
import { ask, club, refused } from '../support/club'
import { addContent, addPlan, addTerm } from '../support/fan'
import { scene } from '../support/scene'
import { newFan } from '../support/shop'

const { getPublicPlanContents } = publicContents
type Asked = Partial<PayloadOf<typeof getPublicPlanContents>>
type Reader = Parameters<typeof ask>[2]

/** Five contents, the first the oldest; the second and the last need the plan, and the fourth is published tomorrow. */
const shelf = async () => {
  const { ids } = await club()
  const planId = await addPlan(ids)
  const named: Record<string, string> = {}
  const things = [
    ['Spring letter', 'news', 'allUsers', -5],
    ['Spring concert', 'video', 'paidUsers', -4],
    ['Ｓｕｍｍｅｒ letter', 'news', 'allUsers', -3],
    ['Autumn letter', 'news', 'allUsers', 1],
    ['Winter letter', 'news', 'paidUsers', -1],
  ] as const
  for (const [name, type, viewableBy, days] of things) {
    const publishingAt = now() + days * day
    const status = days > 0 ? ('publishmentScheduled' as const) : ('active' as const)
    named[name] = await addContent(ids, { name, type, planIds: [planId], viewableBy, publishingAt, status })
  }
  const names = async (more: Asked = {}, by: Reader = null) =>
    (await ask(getPublicPlanContents, { ...ids, filterOption: null, ...more }, by)).planContents.map(({ name }) => name)
  return { ids, planId, named, names }
}

test('contents are found by their type and by every word of their title, beside the other filters', async () => {
  const { planId, names } = await shelf()
  expect(await names({ type: 'video' })).toEqual(['Spring concert'])
  expect(await names({ type: 'streaming' })).toEqual([])
  expect(await names({ q: 'summer LETTER' })).toEqual(['Ｓｕｍｍｅｒ letter'])
  expect(await names({ q: 'spring', type: 'news' })).toEqual(['Spring letter'])
  expect(await names({ q: 'letter', filterOption: { type: 'freeContents' } })).toEqual([
    'Ｓｕｍｍｅｒ letter',
    'Spring letter',
  ])
  expect(await names({ q: 'letter', filterOption: { type: 'planContents', planId } })).toContain('Winter letter')
  // What is published tomorrow is not found today.
  expect(await names({ q: 'autumn' })).toEqual([])
  const page = (offset: number) => names({ q: 'letter', pagination: { limit: 2, offset } })
  expect([...(await page(0)), ...(await page(2))]).toEqual(['Winter letter', 'Ｓｕｍｍｅｒ letter', 'Spring letter'])
})

test('from a content one goes on to the newer and the older ones, nearest first, and never to what is not published', async () => {
  const { ids, named, names } = await shelf()
  const beside = (name: string, are: 'newer' | 'older') => names({ beside: { planContentId: named[name] ?? '', are } })
  expect(await beside('Ｓｕｍｍｅｒ letter', 'newer')).toEqual(['Winter letter'])
  expect(await beside('Ｓｕｍｍｅｒ letter', 'older')).toEqual(['Spring concert', 'Spring letter'])
  expect(await beside('Spring letter', 'newer')).toEqual(['Spring concert', 'Ｓｕｍｍｅｒ letter', 'Winter letter'])
  expect(await beside('Winter letter', 'newer')).toEqual([])
  // Published in the same instant: each is before the other or after it, and none is lost.
  await pool().query(
    'update contents set publishing_at = (select min(publishing_at) from contents where tenant_id = $1) where tenant_id = $1 and plan_content_id = any($2)',
    [ids.tenantId, [named['Spring concert'], named['Ｓｕｍｍｅｒ letter']]],
  )
  const all = await names()
  for (const [n, name] of all.entries()) {
    expect(await beside(name, 'older')).toEqual(all.slice(n + 1))
    expect(await beside(name, 'newer')).toEqual(all.slice(0, n).toReversed())
  }
})

test('what may be opened is offered before what is nearer and locked', async () => {
  const { ids, planId, named } = await shelf()
  const next = async (by: Reader) => {
    const side = (are: 'newer' | 'older') =>
      ask(getPublicPlanContents, { ...ids, beside: { planContentId: named['Ｓｕｍｍｅｒ letter'] ?? '', are } }, by)
    return nextOf((await side('newer')).planContents, (await side('older')).planContents).map(({ name }) => name)
  }
  expect(await next(null)).toEqual(['Winter letter', 'Spring letter'])
  const fan = await newFan()
  await addTerm(ids, planId, fan.uid)
  expect(await next(fan)).toEqual(['Winter letter', 'Spring concert'])
})

test('who lacks a month alone is not asked to join, a visitor and who lacks the plan are', async () => {
  const { ids, planId } = await shelf()
  const other = await addPlan(ids)
  const open = { publishingAt: now() - 40 * day, period: tokyoMonth(now() - 70 * day) }
  await addContent(ids, { ...open, name: 'An earlier month', planIds: [planId] })
  await addContent(ids, { ...open, name: 'Another plan', planIds: [other], period: null })
  const fan = await newFan()
  await addTerm(ids, planId, fan.uid)
  const asked = async (by: Reader) => {
    const { planContents } = await ask(getPublicPlanContents, { ...ids, filterOption: null }, by)
    return planContents.filter((one) => isForJoining(one, by === null)).map(({ name }) => name)
  }
  expect(await asked(fan)).toEqual(['Another plan'])
  expect(await asked(null)).toContain('An earlier month')
  // They are led to the month itself instead, at its price; the reader of another plan is not.
  const monthFor = async (name: string, by: Reader) => {
    const { planContents } = await ask(getPublicPlanContents, { ...ids, filterOption: null }, by)
    const { planContentId = '' } = planContents.find((one) => one.name === name) ?? {}
    return monthAloneOf(
      (await ask(publicContents.explainMyAccess, { tenantId: ids.tenantId, planContentId }, by)).unlockOptions,
    )
  }
  expect(await monthFor('An earlier month', fan)).toMatchObject({ planId, period: open.period })
  expect(await monthFor('An earlier month', null)).toBeNull()
  expect(await monthFor('Another plan', fan)).toBeNull()
})

test('a live that was cancelled is offered to nobody as the next, and one that is planned is', async () => {
  const { ids, owner, examples } = await scene()
  const { eventId, scheduleId } = examples.createStreaming as { eventId: string; scheduleId: string }
  const planned = { ...ids, eventId, scheduleId, scheduledStartAt: now() + day }
  const { streamingId } = await ask(streamings.createStreaming, planned, owner)
  const at = now() - 400 * day
  const open = { viewableBy: 'allUsers' as const, planIds: [] }
  const content = (name: string, n: number, more = {}) =>
    addContent(ids, { name, publishingAt: at + n * day, ...open, ...more })
  await content('Older letter', 0)
  await content('Tonight', 1, { type: 'streaming', streamingId })
  const here = await content('Here', 2)
  await content('Newer letter', 3)
  const next = async () => {
    const side = (are: 'newer' | 'older') =>
      ask(getPublicPlanContents, { ...ids, beside: { planContentId: here, are } }, null)
    return nextOf((await side('newer')).planContents, (await side('older')).planContents).map(({ name }) => name)
  }
  expect(await next()).toEqual(['Newer letter', 'Tonight'])
  await ask(calledOff.cancelEvent, { ...ids, eventId, reason: 'Storm', refundPolicy: 'All' }, owner)
  expect(await next()).toEqual(['Newer letter', 'Older letter'])
})

test('beside a content that is unknown, of another brand or not published yet nothing is found, and that is said', async () => {
  const { ids, named } = await shelf()
  const other = await shelf()
  const unseen = [named['Autumn letter'] ?? '', other.named['Spring letter'] ?? '', 'content_0']
  for (const planContentId of unseen)
    expect(await refused(getPublicPlanContents, { ...ids, beside: { planContentId, are: 'older' } })).toMatchObject({
      status: 404,
      code: 'contentNotFound',
    })
  for (const bad of [{ type: 'book' }, { q: 'a'.repeat(101) }, { beside: { planContentId: 'x', are: 'above' } }])
    expect(await refused(getPublicPlanContents, { ...ids, ...bad } as never)).toMatchObject({ code: 'validation' })
})
