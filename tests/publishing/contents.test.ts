import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bin } from '#club/bin/contract.ts'
import { brands } from '#club/brands/contract.ts'
import type { Operation } from '#kit/contract.ts'
import { day, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { asRead, type Content, visibleFrom } from '#publishing/contents/content.ts'
import { contents } from '#publishing/contents/contract.ts'
import { news } from '#publishing/contents/news/contract.ts'
import { contentPlans, contents as contentTable } from '#publishing/contents/tables.server.ts'
import { video } from '#publishing/contents/video/contract.ts'
import { videoConversions } from '#publishing/contents/video/tables.server.ts'
import { events } from '#publishing/events/contract.ts'
import { streamingContents } from '#publishing/streamings/contents/contract.ts'
import { now } from '#server/clock.ts'
import { database, inOwnPlans } from '#server/db.ts'
import { moveClock } from '#server/queue.ts'
import { addMember, ask, club, newId, type Person, person, refused, request } from '../support/club'
import { planRow } from '../support/plan'
import { scene } from '../support/scene'

const letter = (planIds: string[]) => ({
  name: 'Letter',
  thumbnail: '',
  viewableBy: 'paidUsers' as const,
  planIds,
  backNumberPeriod: null,
  imageUrls: [],
  text: '',
})

/** A club whose brand has one plan of each kind. */
const brandWithPlans = async () => {
  const built = await club()
  const at = now()
  const open = planRow(built.ids, { name: 'Galaxy' })
  const ending = planRow(built.ids, { archivingAt: at + 40 * day })
  const over = planRow(built.ids, { archivingAt: at - day })
  await database().insert(planTable).values([open, ending, over])
  return { ...built, open: open.planId, ending: ending.planId, over: over.planId }
}

describe('from which state a content may be moved', () => {
  type Kind = 'draft' | 'scheduled' | 'active'
  const table: [string, Record<Kind, string>][] = [
    ['updatePlanContent*AsDraft', { draft: 'draft', scheduled: 'notDraft', active: 'notDraft' }],
    ['updatePlanContent*AsActive', { draft: 'active', scheduled: 'active', active: 'active' }],
    ['scheduleToPublishPlanContent*', { draft: 'publishmentScheduled', scheduled: 'notDraft', active: 'notDraft' }],
    [
      'updatePublishmentScheduledPlanContent*',
      { draft: 'notScheduled', scheduled: 'publishmentScheduled', active: 'notScheduled' },
    ],
    [
      'reschedulePlanContentPublishment',
      { draft: 'notScheduled', scheduled: 'publishmentScheduled', active: 'notScheduled' },
    ],
    ['revertPlanContentToDraft', { draft: 'alreadyDraft', scheduled: 'draft', active: 'draft' }],
  ]
  const cases = table.flatMap(([pattern, outcomes]) =>
    (['News', 'Video', 'Streaming'] as const).flatMap((type) =>
      (Object.entries(outcomes) as [Kind, string][]).map(
        ([kind, outcome]) => [pattern.replace('*', type), type, kind, outcome] as const,
      ),
    ),
  )
  const operations: Record<string, Operation> = { ...contents, ...news, ...video, ...streamingContents }

  test.each(cases)('%s of %s that is %s: %s', async (name, type, kind, outcome) => {
    const world = await scene()
    const at = now()
    const source = world.examples[`updatePlanContent${type}As${kind === 'active' ? 'Active' : 'Draft'}`] as {
      planContentId: string
    }
    const scheduled = world.examples[`updatePublishmentScheduledPlanContent${type}`] as { planContentId: string }
    const planContentId = kind === 'scheduled' ? scheduled.planContentId : source.planContentId
    const example = { ...(world.examples[name] as object), planContentId, publishingAt: at + 9 * day }
    const answer = await request(operations[name] as Operation, JSON.stringify(example), world.owner)
    const isRefused = /^(not|already)/.test(outcome)
    if (isRefused) expect(JSON.parse(answer.body)).toMatchObject({ ok: false, code: outcome })
    else expect(answer.status, answer.body).toBe(200)
    const { planContent } = await ask(contents.getPrivatePlanContent, { ...world.ids, planContentId }, world.owner)
    const before = kind === 'scheduled' ? 'publishmentScheduled' : kind
    expect(planContent.status).toBe(isRefused ? before : outcome)
    expect(planContent.publishingAt === null).toBe(planContent.status === 'draft')
  })
})

describe('what is published', () => {
  test('for paying fans needs a plan that lives, of the same brand', async () => {
    const { ids, owner, open, ending, over } = await brandWithPlans()
    const other = await brandWithPlans()
    const create = (planIds: string[]) =>
      request(news.createActivePlanContentNews, JSON.stringify({ ...ids, ...letter(planIds) }), owner)
    expect((await create([open])).status).toBe(200)
    expect((await create([ending])).status).toBe(200)
    expect(JSON.parse((await create([])).body)).toMatchObject({
      code: 'validation',
      fields: [{ field: 'planIds', rule: 'noPlansSelected' }],
    })
    expect(JSON.parse((await create([over])).body)).toMatchObject({ code: 'planArchived' })
    expect(JSON.parse((await create([open, other.open])).body)).toMatchObject({ code: 'planNotFound' })
    expect((await create([open, open])).status).toBe(400)
  })

  test('needs a name; a draft may be without one, and without plans', async () => {
    const { ids, owner, open } = await brandWithPlans()
    await ask(news.createDraftPlanContentNews, { ...ids, ...letter([]), name: '' }, owner)
    const nameless = await refused(news.createActivePlanContentNews, { ...ids, ...letter([open]), name: '  ' }, owner)
    expect(nameless.fields).toEqual([{ field: 'name', rule: 'required' }])
    const long = { ...ids, ...letter([open]), name: '字'.repeat(81) }
    expect((await refused(news.createActivePlanContentNews, long, owner)).status).toBe(400)
    await ask(news.createActivePlanContentNews, { ...ids, ...letter([open]), name: '字'.repeat(80) }, owner)
  })

  test('a draft without plans cannot be scheduled as it is', async () => {
    const { ids, owner, open } = await brandWithPlans()
    const { planContentId } = await ask(news.createDraftPlanContentNews, { ...ids, ...letter([]) }, owner)
    const soon = { ...ids, planContentId, publishingAt: now() + day }
    expect(await refused(news.scheduleToPublishPlanContentNews, soon, owner)).toMatchObject({
      code: 'incomplete',
      fields: [{ field: 'planIds', rule: 'noPlansSelected' }],
    })
    await ask(news.scheduleToPublishPlanContentNews, { ...soon, planIds: [open] }, owner)
    const { planContent } = await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, owner)
    expect(planContent).toMatchObject({ name: 'Letter', status: 'publishmentScheduled', planIds: [open] })
  })

  test('is published later than now, and within a year', async () => {
    const { ids, owner, open } = await brandWithPlans()
    const at = (publishingAt: number) =>
      request(
        news.createPublishmentScheduledPlanContentNews,
        JSON.stringify({ ...ids, ...letter([open]), publishingAt }),
        owner,
      )
    expect(JSON.parse((await at(now() - 1)).body)).toMatchObject({ code: 'publishTimeInPast' })
    expect((await at(now() + 366 * day)).status).toBe(400)
    expect((await at(now() + day)).status).toBe(200)
    for (const wrong of [0, -1, 1.5]) expect((await at(wrong)).status).toBe(400)
  })

  test('a video is not published before it is converted', async () => {
    const world = await scene()
    await database().update(videoConversions).set({ status: 'progressing' })
    const example = world.examples.updatePlanContentVideoAsActive
    expect(await refused(video.updatePlanContentVideoAsActive, example, world.owner)).toMatchObject({
      code: 'videoNotReady',
    })
    await database().update(videoConversions).set({ status: 'completed' })
    await ask(video.updatePlanContentVideoAsActive, example as never, world.owner)
  })
})

test('a stale save is refused, and two saves at one moment are told apart', async () => {
  const { ids, owner } = await brandWithPlans()
  const { planContentId } = await ask(news.createDraftPlanContentNews, { ...ids, ...letter([]) }, owner)
  const { planContent } = await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, owner)
  const save = { ...ids, ...letter([]), planContentId, expectedEditedAt: planContent.editedAt }
  await ask(news.updatePlanContentNewsAsDraft, { ...save, name: 'First' }, owner)
  expect(await refused(news.updatePlanContentNewsAsDraft, { ...save, name: 'Second' }, owner)).toMatchObject({
    code: 'conflict',
  })
})

test('says who saved it last, and never another one to the reader', async () => {
  const { ids, owner, tenantId } = await brandWithPlans()
  const editor = await person()
  await addMember(tenantId, editor, 'editor')
  const { planContentId } = await ask(news.createDraftPlanContentNews, { ...ids, ...letter([]) }, owner)
  const read = async (by: Person) => (await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, by)).editedBy
  expect(await read(owner)).toMatchObject({ isMe: true })
  expect(await read(editor)).toEqual({ name: 'owner', isMe: false })
  await ask(news.updatePlanContentNewsAsDraft, { ...ids, ...letter([]), planContentId }, editor)
  expect([await read(owner), await read(editor)]).toMatchObject([{ name: 'editor', isMe: false }, { isMe: true }])
})

test('fields that a program does not know stay as they are', async () => {
  const { ids, owner } = await brandWithPlans()
  const said = { ...ids, ...letter([]), description: 'A word on it.', commentPolicy: 'disabled' as const }
  const { planContentId } = await ask(news.createDraftPlanContentNews, said, owner)
  await ask(news.updatePlanContentNewsAsDraft, { ...ids, ...letter([]), planContentId, name: 'Other' }, owner)
  const { planContent } = await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, owner)
  expect(planContent).toMatchObject({ name: 'Other', description: 'A word on it.', commentPolicy: 'disabled' })
})

describe('what the clock makes of contents', () => {
  test('a scheduled one is active from its moment on, in its list and its tab, without any job', async () => {
    const { ids, owner, open } = await brandWithPlans()
    const publishingAt = now() + 2 * day
    const said = { ...ids, ...letter([open]), publishingAt }
    const { planContentId } = await ask(news.createPublishmentScheduledPlanContentNews, said, owner)
    const look = async () => {
      const { counts, planContents } = await ask(contents.getPlanContentsWithPlans, { ...ids, status: 'active' }, owner)
      const { planContent } = await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, owner)
      return [planContent.status, counts.active, planContents.length]
    }
    await moveClock(publishingAt - 60_000)
    expect(await look()).toEqual(['publishmentScheduled', 0, 0])
    await moveClock(publishingAt)
    expect(await look()).toEqual(['active', 1, 1])
    // It can be edited as the active one that it has become.
    await ask(news.updatePlanContentNewsAsActive, { ...ids, ...letter([open]), planContentId }, owner)
  })

  test('when a plan is archived, exactly the previewed contents read as drafts', async () => {
    const { ids, owner, open } = await brandWithPlans()
    const staying = planRow(ids)
    await database().insert(planTable).values(staying)
    const create = (planIds: string[], more = {}) =>
      ask(news.createActivePlanContentNews, { ...ids, ...letter(planIds), ...more }, owner)
    await create([open])
    await create([open, staying.planId])
    await create([open], { viewableBy: 'allUsers' })
    const drafts = async () =>
      (await ask(contents.getPlanContentsWithPlans, { ...ids, status: 'draft' }, owner)).planContents
        .map(({ planContentId }) => planContentId)
        .sort()
    expect(await drafts()).toEqual([])
    const preview = await ask(plans.getPlanForArchive, { ...ids, planId: open }, owner)
    expect(preview).toMatchObject({ totalCountOfPlanContents: 3, countOfPlanContentsToStayActive: 2 })
    const archivingAt = preview.previewOfArchivingAt
    await ask(plans.scheduleToArchivePlan, { ...ids, planId: open, archivingAt }, owner)
    await moveClock(archivingAt - 60_000)
    expect(await drafts()).toEqual([])
    await moveClock(archivingAt)
    expect(await drafts()).toEqual(preview.planContentsToBeDraft.map(({ planContentId }) => planContentId).sort())
  })

  test('what a content reads as is the same in SQL and in the rule', async () => {
    const built = await club()
    const at = now()
    const rows = [null, at - day, at, at + day].map((archivingAt) => planRow(built.ids, { archivingAt }))
    await database().insert(planTable).values(rows)
    const planIds = rows.map(({ planId }) => planId)
    const archivingAtOf = new Map(rows.map(({ planId, archivingAt }) => [planId, archivingAt ?? null]))
    const one = fc.record({
      status: fc.constantFrom('draft', 'publishmentScheduled', 'active'),
      viewableBy: fc.constantFrom('allUsers', 'paidUsers'),
      publishingAt: fc.constantFrom(at - 1, at, at + 1),
      opening: fc.subarray(planIds),
    })
    // What is published for members alone is opened by a plan, as the contract has it.
    const isAllowed = ({ status, viewableBy, opening }: { status: string; viewableBy: string; opening: string[] }) =>
      status === 'draft' || viewableBy === 'allUsers' || opening.length > 0
    await fc.assert(
      fc.asyncProperty(fc.array(one.filter(isAllowed), { minLength: 1, maxLength: 8 }), async (list) => {
        const { brandId } = await anotherBrand(built.tenantId)
        const made = list.map(({ opening, ...each }) => ({
          ...each,
          tenantId: built.tenantId,
          brandId,
          planContentId: newId('content'),
          type: 'news' as const,
          name: 'x',
          description: '',
          thumbnail: '',
          publishingAt: each.status === 'draft' ? null : each.publishingAt,
          createdAt: at,
          editedAt: at,
          opening,
        }))
        await database()
          .insert(contentTable)
          .values(made.map(({ opening: _, ...row }) => row) as never)
        const links = made.flatMap(({ planContentId, opening, ...row }) =>
          opening.map((planId) => ({
            tenantId: built.tenantId,
            planContentId,
            planId,
            visibleFrom: visibleFrom(row as never),
            editedAt: at,
          })),
        )
        if (links.length > 0) await database().insert(contentPlans).values(links)
        const { contentHandlers } = await import('#publishing/contents/operations.server.ts')
        const context = {
          db: database(),
          inOwnPlans,
          brand: { tenantId: built.tenantId, brandId },
          member: { role: 'owner' },
          now: at,
        }
        for (const status of ['draft', 'publishmentScheduled', 'active'] as const) {
          const found = await contentHandlers.getPlanContentsWithPlans(context as never, { ...built.ids, status })
          const expected = made
            .filter(
              ({ opening, ...row }) =>
                asRead(
                  row as unknown as Content,
                  opening.map((planId) => ({ archivingAt: archivingAtOf.get(planId) ?? null })),
                  at,
                ).status === status,
            )
            .map(({ planContentId }) => planContentId)
          expect(found.planContents.map(({ planContentId }) => planContentId).sort()).toEqual(expected.sort())
          expect(found.counts[status]).toBe(expected.length)
          expect(found.planContents.every((each) => each.status === status)).toBe(true)
        }
      }),
      { numRuns: 25 },
    )
  })
})

const anotherBrand = async (tenantId: string) => {
  const brandId = newId('brand')
  const { brands } = await import('#club/brands/tables.server.ts')
  const at = now()
  await database().insert(brands).values({
    tenantId,
    brandId,
    slug: brandId,
    name: 'Other',
    thumbnail: '',
    icon: '',
    description: '',
    accentColor: '#000000',
    links: [],
    createdAt: at,
    editedAt: at,
  })
  return { brandId }
}

test('a content that is deleted from the bin too is gone, and its links with it', async () => {
  const { ids, owner, open } = await brandWithPlans()
  const { planContentId } = await ask(news.createActivePlanContentNews, { ...ids, ...letter([open]) }, owner)
  await ask(contents.deletePlanContent, { ...ids, planContentId }, owner)
  expect((await refused(contents.deletePlanContent, { ...ids, planContentId }, owner)).status).toBe(404)
  await ask(bin.deleteFromBin, { ...ids, kind: 'content', itemId: planContentId }, owner)
  const links = await database().select().from(contentPlans).where(eq(contentPlans.planContentId, planContentId))
  expect(links).toEqual([])
})

test('a new content’s comments begin as the brand says', async () => {
  const { ids, owner } = await club()
  const profile = { name: 'Aoi', brandThumbnail: '', brandIcon: '', description: '' }
  const says = { commentPolicy: 'approvalFirst', commentAudience: 'plan' } as const
  await ask(brands.updateBrandProfile, { ...ids, ...profile, ...says }, owner)
  const terms = { name: '', description: '', thumbnail: '', viewableBy: 'paidUsers', text: '' } as const
  const letter = { ...ids, ...terms, planIds: [], backNumberPeriod: null, imageUrls: [] }
  const begun = async (more: object) => {
    const { planContentId } = await ask(news.createDraftPlanContentNews, { ...letter, ...more }, owner)
    return (await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, owner)).planContent
  }
  expect(await begun({})).toMatchObject(says)
  expect(await begun({ commentPolicy: 'disabled' })).toMatchObject({ ...says, commentPolicy: 'disabled' })
})

describe('what the calendar moves', () => {
  const world = async () => {
    const built = await scene()
    const { targetId } = built.examples.rescheduleAction as { targetId: string }
    const at = now()
    const entries = async () => {
      const { actions, others } = await ask(
        contents.getScheduledActions,
        { ...built.ids, from: at, to: at + 300 * day },
        built.owner,
      )
      return { actions, announced: others.filter(({ kind }) => kind === 'publishEvent') }
    }
    return { ...built, targetId, at, entries }
  }
  const { rescheduleAction: move, cancelScheduledAction: cancel } = contents

  test('a scheduled content, to another moment and back to a draft', async () => {
    const { ids, owner, targetId, at, entries } = await world()
    const of = { ...ids, target: 'content' as const, targetId }
    expect(await ask(move, { ...of, runAt: at + 8 * day }, owner)).toEqual({ targetId })
    const find = async () => (await entries()).actions.find(({ planContentId }) => planContentId === targetId)
    expect(await find()).toMatchObject({ runAt: at + 8 * day, status: 'publishmentScheduled' })
    expect((await refused(move, { ...of, runAt: at - 1 }, owner)).code).toBe('publishTimeInPast')
    expect((await refused(move, { ...of, runAt: at + 9 * day, expectedEditedAt: 1 }, owner)).code).toBe('conflict')
    await ask(cancel, of, owner)
    expect(await find()).toBeUndefined()
    expect((await refused(cancel, of, owner)).code).toBe('notScheduled')
    expect((await refused(move, { ...of, runAt: at + 8 * day }, owner)).code).toBe('notScheduled')
    expect((await refused(cancel, { ...of, targetId: 'content_nobody' }, owner)).status).toBe(404)
  })

  test('the month of a content goes with the moment of its publication, unless another one was chosen', async () => {
    const { ids, owner, targetId, examples } = await world()
    const named = { ...ids, planContentId: targetId }
    const read = async () => (await ask(contents.getPrivatePlanContent, named, owner)).planContent.backNumberPeriod
    const choose = (backNumberPeriod: { year: number; month: number }) => {
      const before = examples.updatePublishmentScheduledPlanContentNews as object
      return ask(
        news.updatePublishmentScheduledPlanContentNews,
        { ...before, ...named, backNumberPeriod } as never,
        owner,
      )
    }
    const [soon, later, last] = [now() + 2 * day, now() + 40 * day, now() + 80 * day]
    await ask(move, { ...ids, target: 'content' as const, targetId, runAt: soon }, owner)
    await choose(tokyoMonth(soon))
    await ask(move, { ...ids, target: 'content' as const, targetId, runAt: later }, owner)
    expect(await read()).toEqual(tokyoMonth(later))
    await choose({ year: 2024, month: 2 })
    await ask(contents.reschedulePlanContentPublishment, { ...named, publishingAt: last }, owner)
    expect(await read()).toEqual({ year: 2024, month: 2 })
  })

  test('a draft without a month of its own gets that in which it is published or scheduled, however long before it was begun', async () => {
    const { ids, owner, open } = await brandWithPlans()
    const begun = tokyoMonth(now())
    const create = async (fields: object = {}) => {
      const payload = { ...ids, ...letter([open]), backNumberPeriod: begun, periodFollows: true, ...fields }
      return (await ask(news.createDraftPlanContentNews, payload as never, owner)).planContentId
    }
    const read = async (planContentId: string) => {
      const { planContent } = await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, owner)
      return [planContent.backNumberPeriod, planContent.periodFollows]
    }
    const [plain, written, scheduled] = [await create(), await create(), await create()]
    // Chosen: with the month alone, as by whoever knows only the specification, or that it is in none.
    const chosen = await create({ periodFollows: undefined })
    const none = await create({ backNumberPeriod: null, periodFollows: false })
    expect(await read(plain)).toEqual([begun, true])

    const later = startOfTokyoMonth(begun) + 40 * day
    await moveClock(Math.max(later, now() + 31 * day))
    const month = tokyoMonth(now())
    expect(month).not.toEqual(begun)
    expect(await read(plain)).toEqual([month, true])
    const listed = async (asked: object) =>
      (await ask(contents.getPlanContentsWithPlans, { ...ids, ...asked }, owner)).planContents
    expect((await listed({})).find((one) => one.planContentId === plain)?.backNumberPeriod).toEqual(month)
    expect((await listed({ month: begun })).map((one) => one.planContentId)).toEqual([chosen])

    await ask(contents.publishPlanContent, { ...ids, planContentId: plain }, owner)
    await ask(contents.publishPlanContent, { ...ids, planContentId: chosen }, owner)
    await ask(contents.publishPlanContent, { ...ids, planContentId: none }, owner)
    // From the form, which says what it showed when it was opened.
    const form = { ...ids, ...letter([open]), planContentId: written, backNumberPeriod: begun, periodFollows: true }
    await ask(news.updatePlanContentNewsAsActive, form, owner)
    const publishingAt = now() + 45 * day
    const planned = { ...form, planContentId: scheduled, publishingAt }
    await ask(news.scheduleToPublishPlanContentNews, planned, owner)
    expect(await read(plain)).toEqual([month, false])
    expect(await read(written)).toEqual([month, false])
    expect(await read(scheduled)).toEqual([tokyoMonth(publishingAt), false])
    expect(await read(chosen)).toEqual([begun, false])
    expect(await read(none)).toEqual([null, false])

    // What nobody has read is open again as a draft; a copy begins so.
    await ask(contents.revertPlanContentToDraft, { ...ids, planContentId: scheduled }, owner)
    expect(await read(scheduled)).toEqual([month, true])
    await ask(contents.revertPlanContentToDraft, { ...ids, planContentId: plain }, owner)
    expect(await read(plain)).toEqual([month, false])
    const copy = await ask(contents.copyPlanContent, { ...ids, planContentId: chosen }, owner)
    expect(await read(copy.planContentId)).toEqual([month, true])
  })

  test('the announcement of an event', async () => {
    const { ids, owner, at, entries } = await world()
    const term = {
      ...{ title: 'Winter show', catchCopy: '', description: '', keyVisualUrl: 'https://example.test/a.png' },
      ...{ eventType: 'live' as const, performers: [], performerLine: '', audience: 'public' as const, planIds: [] },
      ...{ contact: '', notes: '' },
      schedules: [
        { doorsOpenAt: null, startAt: at + 60 * day, endAt: null, venue: { name: '', address: '', mapUrl: '' } },
      ],
    }
    const { eventId } = await ask(events.createDraftEvent, { ...ids, ...term }, owner)
    const of = { ...ids, target: 'event' as const, targetId: eventId }
    expect((await refused(move, { ...of, runAt: at + 8 * day }, owner)).code).toBe('notScheduled')
    await ask(events.scheduleEvent, { ...ids, eventId, publishAt: at + 5 * day }, owner)
    const find = async () => (await entries()).announced.find((one) => one.eventId === eventId)
    const editedAt = (await find())?.editedAt ?? 0
    await ask(move, { ...of, runAt: at + 8 * day, expectedEditedAt: editedAt }, owner)
    expect(await find()).toMatchObject({ runAt: at + 8 * day })
    expect((await refused(move, { ...of, runAt: at + 70 * day }, owner)).code).toBe('scheduleInPast')
    await ask(cancel, of, owner)
    expect(await find()).toBeUndefined()
    expect((await refused(cancel, of, owner)).code).toBe('notScheduled')
    const other = await scene()
    expect((await refused(cancel, { ...of, ...other.ids }, other.owner)).status).toBe(404)
  })
})
