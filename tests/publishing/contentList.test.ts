import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayTextOf } from '#kit/days.ts'
import { day, tokyoMonth } from '#kit/time.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { runJob } from '#program/jobs.ts'
import { contents } from '#publishing/contents/contract.ts'
import { news } from '#publishing/contents/news/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import {
  contentCounts,
  contentViewers,
  contentViews,
  contentViewTotals,
} from '#publishing/contents/public/tables.server.ts'
import { video } from '#publishing/contents/video/contract.ts'
import { contentJobs } from '#publishing/contents/views/jobs.server.ts'
import { now, setClock } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { addMember, ask, club, newId, person, refused, request } from '../support/club'
import { planRow } from '../support/plan'
import { scene } from '../support/scene'

const letter = (planIds: string[], name: string) => ({
  name,
  thumbnail: '',
  viewableBy: planIds.length > 0 ? ('paidUsers' as const) : ('allUsers' as const),
  planIds,
  backNumberPeriod: null,
  imageUrls: [],
  text: '',
})

type Count = { loves: number; comments: number; viewers: number }
/** Published one after the other, of which some were never counted; and two drafts. */
const shelf = async () => {
  const { ids, owner } = await club()
  const plan = planRow(ids, { name: 'Galaxy' })
  await database().insert(planTable).values(plan)
  const make = async (name: string, planIds: string[], count: Count | null, isDraft = false) => {
    setClock(now() + 10)
    const operation = isDraft ? news.createDraftPlanContentNews : news.createActivePlanContentNews
    const { planContentId } = await ask(operation, { ...ids, ...letter(planIds, name) }, owner)
    if (count) {
      const { viewers, ...counts } = count
      const of = { tenantId: ids.tenantId, planContentId }
      await database()
        .insert(contentCounts)
        .values({ ...of, ...counts })
      await database()
        .insert(contentViewTotals)
        .values({ ...of, viewers })
    }
    return planContentId
  }
  const c = await make('C', [plan.planId], { loves: 5, comments: 1, viewers: 30 })
  await make('A', [], null)
  await make('D', [plan.planId], { loves: 9, comments: 0, viewers: 4 })
  await make('B', [], { loves: 0, comments: 7, viewers: 12 })
  await make('E', [plan.planId], null)
  await make('Y', [plan.planId], null, true)
  const x = await make('X', [], null, true)
  const names = async (more: object, by = owner) => {
    const answer = await ask(contents.getPlanContentsWithPlans, { ...ids, ...more } as never, by)
    return answer.planContents.map(({ name }) => name).join('')
  }
  return { ids, owner, planId: plan.planId, c, x, names }
}

describe('the list of contents is sorted', () => {
  test('by each of its columns and both ways; a count that is missing is a zero, a missing time comes last', async () => {
    const { names } = await shelf()
    expect(await names({ status: 'active', sort: 'name' })).toBe('ABCDE')
    expect(await names({ sort: '-name' })).toBe('YXEDCBA')
    expect(await names({ sort: 'publishingAt' })).toBe('CADBEXY')
    expect(await names({ sort: '-publishingAt' })).toBe('EBDACXY')
    expect(await names({ sort: 'editedAt' })).toBe('CADBEYX')
    expect(await names({ status: 'active', sort: '-loves' })).toBe('DCBEA')
    expect(await names({ status: 'active', sort: 'loves' })).toBe('EABCD')
    expect(await names({ status: 'active', sort: '-comments' })).toBe('BCDEA')
    expect(await names({ status: 'active', sort: '-viewers' })).toBe('CBDEA')
    expect(await names({ status: 'active', sort: 'viewers' })).toBe('EADBC')
  })

  test('within a tab and a plan', async () => {
    const { names, planId } = await shelf()
    expect(await names({ status: 'draft', sort: 'name' })).toBe('XY')
    expect(await names({ status: 'draft', sort: '-editedAt' })).toBe('XY')
    expect(await names({ planId, status: 'active', sort: '-loves' })).toBe('DCE')
    expect(await names({ planId, sort: 'name' })).toBe('CDEY')
  })

  test('page by page without a gap or a repetition, over the border between what has a value and what has none', async () => {
    const { names } = await shelf()
    for (const sort of [
      'loves',
      '-loves',
      'publishingAt',
      '-publishingAt',
      'name',
      '-comments',
      'viewers',
      '-viewers',
    ]) {
      const whole = await names({ sort })
      for (const limit of [1, 2, 3]) {
        let paged = ''
        for (let offset = 0; offset < whole.length; offset += limit)
          paged += await names({ sort, pagination: { limit, offset } })
        expect(paged, `${sort} by ${limit}`).toBe(whole)
      }
    }
  })

  test('and an order that it does not have is refused', async () => {
    const { ids, owner } = await club()
    const answer = await refused(contents.getPlanContentsWithPlans, { ...ids, sort: 'text' } as never, owner)
    expect(answer.status).toBe(400)
  })
})

test('the list says how many people opened each, over all of its days', async () => {
  const { ids, owner, c } = await shelf()
  const opens = (viewer: string) =>
    ask(publicContents.noteContentView, { tenantId: ids.tenantId, planContentId: c, viewer })
  const regular = crypto.randomUUID()
  await opens(regular)
  await opens(regular)
  setClock(now() + day)
  for (const viewer of [regular, crypto.randomUUID()]) await opens(viewer)
  const { planContents } = await ask(contents.getPlanContentsWithPlans, { ...ids, sort: 'name' }, owner)
  expect(planContents.map(({ name, viewers }) => `${name}${viewers}`)).toEqual(
    expect.arrayContaining(['A0', 'C33', 'D4']),
  )
})

test('who was counted by the last version during an upgrade is in the sum the next night', async () => {
  const { ids, owner, c } = await shelf()
  const of = { tenantId: ids.tenantId, planContentId: c, day: dayTextOf(now()) }
  await database()
    .insert(contentViewers)
    .values({ ...of, viewer: 'somebody' })
  await database()
    .insert(contentViews)
    .values({ ...of, viewers: 35 })
  setClock(now() + day)
  const forget = () => runJob(contentJobs.forgetContentViewers, { id: newId('job'), data: {} })
  await forget()
  const viewersOf = async () => {
    const { planContents } = await ask(contents.getPlanContentsWithPlans, { ...ids, sort: '-viewers' }, owner)
    return planContents.map(({ name, viewers }) => `${name}${viewers}`).slice(0, 2)
  }
  expect(await viewersOf()).toEqual(['C35', 'B12'])
  await forget()
  expect(await viewersOf()).toEqual(['C35', 'B12'])
})

describe('a copy of a content', () => {
  test('is a draft of the same plans and text, under a name that says so in the language of who copies', async () => {
    const { ids, owner, planId, c } = await shelf()
    const copied = async (locale: string) => {
      const asked = JSON.stringify({ ...ids, planContentId: c })
      const { status, body } = await request(contents.copyPlanContent, asked, owner, { 'accept-language': locale })
      expect(status, body).toBe(200)
      const { planContentId } = JSON.parse(body)
      return (await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, owner)).planContent
    }
    expect(await copied('en')).toMatchObject({
      name: 'Copy of C',
      status: 'draft',
      planIds: [planId],
      publishingAt: null,
    })
    expect(await copied('ja')).toMatchObject({ name: 'Cのコピー', status: 'draft' })
  })

  test('of a name that is as long as a name may be fits, and one without a name stays without', async () => {
    const { ids, owner } = await club()
    const copyOf = async (name: string) => {
      const made = await ask(news.createDraftPlanContentNews, { ...ids, ...letter([], name) }, owner)
      const { planContentId } = await ask(contents.copyPlanContent, { ...ids, ...made }, owner)
      return (await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, owner)).planContent.name
    }
    expect([...(await copyOf('👩‍🎤'.repeat(20)))].length).toBeLessThanOrEqual(80)
    expect(await copyOf('')).toBe('')
  })

  test('keeps its video by reference: the file goes with the last content that shows it', async () => {
    const { ids, owner, examples } = await scene()
    const { mediaId } = examples.createDraftPlanContentVideo as { mediaId: string }
    const first = await ask(video.createDraftPlanContentVideo, { ...ids, mediaId }, owner)
    const second = await ask(contents.copyPlanContent, { ...ids, ...first }, owner)
    await ask(contents.deletePlanContent, { ...ids, ...first }, owner)
    const { planContent } = await ask(contents.getPrivatePlanContent, { ...ids, ...second }, owner)
    expect(planContent.details).toMatchObject({ type: 'video', mediaId })
  })

  test('of a back number belongs to the month in which it is made', async () => {
    const { ids, owner, planId } = await shelf()
    const old = { ...letter([planId], 'Old'), backNumberPeriod: { year: 2025, month: 2 } }
    const made = await ask(news.createDraftPlanContentNews, { ...ids, ...old }, owner)
    const { planContentId } = await ask(contents.copyPlanContent, { ...ids, ...made }, owner)
    const { planContent } = await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, owner)
    expect(planContent.backNumberPeriod).toEqual(tokyoMonth(now()))
  })
})

describe('several drafts', () => {
  test('are published as they are stored; one that lacks something is refused and stays a draft', async () => {
    const { ids, owner, x, c } = await shelf()
    await ask(contents.publishPlanContent, { ...ids, planContentId: x }, owner)
    const nameless = await ask(news.createDraftPlanContentNews, { ...ids, ...letter([], '') }, owner)
    expect(await refused(contents.publishPlanContent, { ...ids, ...nameless }, owner)).toMatchObject({
      code: 'incomplete',
      fields: [{ field: 'name', rule: 'required' }],
    })
    expect((await refused(contents.publishPlanContent, { ...ids, planContentId: c }, owner)).code).toBe('notDraft')
    const { planContents } = await ask(contents.getPlanContentsWithPlans, { ...ids, sort: 'name' }, owner)
    const states = Object.fromEntries(planContents.map(({ name, status }) => [name, status]))
    expect(states).toMatchObject({ X: 'active', Y: 'draft', '': 'draft' })
  })

  test('what somebody changed after it was chosen is not deleted', async () => {
    const { ids, owner, x } = await shelf()
    const { planContent } = await ask(contents.getPrivatePlanContent, { ...ids, planContentId: x }, owner)
    await ask(contents.publishPlanContent, { ...ids, planContentId: x }, owner)
    const stale = { ...ids, planContentId: x, expectedEditedAt: planContent.editedAt }
    expect((await refused(contents.deletePlanContent, stale, owner)).code).toBe('conflict')
    const kept = await database().execute(sql`select 1 from contents where plan_content_id = ${x}`)
    expect(kept.rows.length).toBe(1)
  })

  test('are left alone by a moderator, who may only look', async () => {
    const { ids, x } = await shelf()
    const moderator = await person()
    await addMember(ids.tenantId, moderator, 'moderator')
    for (const operation of [contents.publishPlanContent, contents.copyPlanContent, contents.deletePlanContent])
      expect((await refused(operation, { ...ids, planContentId: x } as never, moderator)).status).toBe(403)
  })
})
