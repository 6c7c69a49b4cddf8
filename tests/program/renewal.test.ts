import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { brands } from '#club/brands/contract.ts'
import { addTokyoMonths, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { memberFigures } from '#membership/figures/contract.ts'
import { plans } from '#membership/plans/contract.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { publicBrand } from '#program/access.ts'
import { nextMoment } from '#program/moments.ts'
import { operations } from '#program/operations.ts'
import { loves } from '#publishing/contents/loves/contract.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import { now } from '#server/clock.ts'
import { database, inTransaction, pool } from '#server/db.ts'
import { makeAnswerCache } from '#server/http/answerCache.ts'
import { countsTag } from '#server/rendering.ts'
import { listenForRenewals, renewPages, togetherRenewed } from '#server/renewal.ts'
import { shared } from '#server/shared.ts'
import { ask, club, newId, operator, type Person, person, refused, request } from '../support/club'
import { statementsOf } from '../support/cost'
import { planRow } from '../support/plan'
import { scene, scenes } from '../support/scene'

/** What this instance is told itself, and what it (like every other) hears. */
let told: (string | null)[] = []
let heard: (string | null)[] = []
let isHeard = false
let stop: () => Promise<void>
const answers = makeAnswerCache({ now, clockOffset: () => shared.clockOffset ?? 0 })
beforeAll(async () => {
  answers.listening(true)
  shared.answers = answers
  shared.pages = togetherRenewed(answers, { renew: (tag) => told.push(tag), listening: () => {} })
  stop = listenForRenewals({
    renew: (tag) => heard.push(tag),
    listening: (yes) => {
      isHeard = yes
    },
  })
  await vi.waitFor(() => expect(isHeard).toBe(true), { timeout: 240_000 })
})
afterAll(() => stop())
beforeEach(() => {
  told = []
  heard = []
})

/** What a visitor is answered by the operations whose answers are kept. */
const keptReads = [...operations.values()].map(({ operation }) => operation).filter(({ kept }) => kept)
const toldVisitors = (examples: Record<string, unknown>) =>
  Promise.all(
    keptReads.map(async (operation) => {
      const { status, body } = await request(operation, JSON.stringify(examples[operation.name]), null)
      return { name: operation.name, said: status === 200 ? body : status }
    }),
  )
/** As they are, whatever is kept. */
const asItIs = async (examples: Record<string, unknown>) => {
  shared.answers = undefined
  try {
    return await toldVisitors(examples)
  } finally {
    shared.answers = answers
  }
}

test('every write of staff renews the pages of its brand or club, on every instance, unless no visitor sees what it changes; whoever writes for the first time included', async () => {
  const staff = ['brand', 'tenant', 'operator']
  const writes = [...operations.values()].filter(
    // A payout is tried again where its transfer came back, which no scene has: its own test says what it does.
    ({ operation }) =>
      operation.effect === 'write' && staff.includes(operation.caller) && operation.name !== 'retryPayout',
  )
  expect(writes.length).toBeGreaterThan(10)
  expect(writes.flatMap(({ operation }) => (operation.keepsPages ? [operation.name] : []))).toEqual([
    'noteEditing',
    'moderateChatMessage',
    'pinChatMessage',
    'setSlowMode',
  ])
  const inScene = scenes()
  for (const { operation } of writes) {
    const { world, answer } = await inScene(async ({ examples, owner }) => {
      const before = await toldVisitors(examples)
      if (before.some(({ said }) => typeof said === 'number'))
        return { status: 0, headers: {}, body: JSON.stringify(before) }
      told = []
      heard = []
      const by = operation.caller === 'operator' ? await operator() : owner
      return request(operation, JSON.stringify(examples[operation.name]), by)
    })
    const { examples, brandId, tenantId } = world
    expect(answer.status, `${operation.name} ${answer.body}`).toBe(200)
    if (operation.keepsPages) {
      // What comes with the next notification says that nothing came before it.
      await inTransaction((db) => renewPages(db, 'next'))
      await expect.poll(() => heard, { message: operation.name }).toEqual(['next'])
      expect(told, operation.name).toEqual(['next'])
      continue
    }
    const expected = { brand: brandId, tenant: tenantId, operator: null }[operation.caller as 'brand']
    expect(told, operation.name).toEqual([expected])
    await expect.poll(() => heard, { message: operation.name }).toEqual([expected])
    expect(await toldVisitors(examples), operation.name).toEqual(await asItIs(examples))
  }
})

/** The content that fans love and comment on in the examples stands in the lists of months, too. */
const soldByMonth = async (examples: Record<string, unknown>) => {
  const { planContentId } = examples.lovePlanContent as { planContentId: string }
  const { planId, period } = examples.getPublicPlanBackNumber as {
    planId: string
    period: { year: number; month: number }
  }
  const [{ tenantId, editedAt, visibleFrom } = expect.fail('no content')] = await database()
    .update(contents)
    .set({ periodYear: period.year, periodMonth: period.month })
    .where(eq(contents.planContentId, planContentId))
    .returning()
  if (visibleFrom === null) expect.fail('not published')
  await database().insert(contentPlans).values({ tenantId, planContentId, planId, editedAt, visibleFrom })
}

test('what a fan writes is seen by visitors at once, too: loves and comments of contents', async () => {
  const writes = [...operations.values()].filter(
    ({ operation }) => operation.effect === 'write' && ['fan', 'visitor'].includes(operation.caller),
  )
  const done: string[] = []
  const changed: string[] = []
  for (const { operation } of writes) {
    const { examples, applicant, brandId } = await scene()
    await soldByMonth(examples)
    if (operation.name === 'unLovePlanContent')
      await request(loves.lovePlanContent, JSON.stringify(examples.lovePlanContent), applicant)
    const before = await toldVisitors(examples)
    const { status } = await request(operation, JSON.stringify(examples[operation.name]), applicant)
    if (status === 200) done.push(operation.name)
    const after = await asItIs(examples)
    if (JSON.stringify(after) !== JSON.stringify(before)) changed.push(operation.name)
    expect(await toldVisitors(examples), operation.name).toEqual(after)
    if (changed.includes(operation.name) && operation.name !== 'deleteMyAccount')
      await expect.poll(() => heard, { message: operation.name }).toContain(countsTag(brandId))
  }
  expect(done.length).toBeGreaterThan(writes.length * 0.9)
  expect(changed.toSorted()).toEqual([
    'deleteCommentFromPlanContent',
    'deleteMyAccount',
    'lovePlanContent',
    'postCommentToPlanContent',
    'unLovePlanContent',
  ])
})

test('what every visitor is answered alike is asked of the database once, and again after a write (rule: access.kept)', async () => {
  const { examples, owner, ids } = await scene()
  await toldVisitors(examples)
  const asked = async () => (await statementsOf(() => toldVisitors(examples))).map(({ text }) => text)
  expect(await asked()).toEqual([])
  await ask(brands.updateBrandProfile, { ...(examples.updateBrandProfile as object), ...ids } as never, owner)
  expect((await asked()).length).toBeGreaterThan(keptReads.length)
  // Whoever has signed in is answered for themselves.
  const fan = await person()
  const [first] = keptReads
  if (first)
    expect(
      (await statementsOf(() => request(first, JSON.stringify(examples[first.name]), fan))).length,
    ).toBeGreaterThan(0)
})

test('whoever has signed in is answered for themselves, and nobody else is told that', async () => {
  const { examples, applicant, owner } = await scene()
  await soldByMonth(examples)
  await toldVisitors(examples)
  const toldTo = (who: Person) =>
    Promise.all(
      keptReads.map(async (operation) => {
        const { status, body } = await request(operation, JSON.stringify(examples[operation.name]), who)
        return [operation.name, status === 200 ? body : status]
      }),
    )
  const visitors = await asItIs(examples)
  for (const who of [applicant, owner, await person()]) {
    const told = await toldTo(who)
    shared.answers = undefined
    const own = await toldTo(who)
    shared.answers = answers
    expect(told).toEqual(own)
    expect(await toldVisitors(examples)).toEqual(visitors)
  }
  // Staff read what visitors may not.
  const owners = Object.fromEntries(await toldTo(owner))
  const differ = visitors.flatMap(({ name, said }) => (owners[name] === said ? [] : [name]))
  expect(differ).toEqual([
    'getPublicPlanContents',
    'getPublicPlanContentWithPlans',
    'explainMyAccess',
    'getPublicPlanBackNumbers',
    'getPublicPlanContentWithBackNumbers',
    'getPublicPlanBackNumber',
  ])
})

test('control: where a write is not told, visitors are answered what was', async () => {
  const { examples, owner } = await scene()
  const before = await toldVisitors(examples)
  const pages = shared.pages
  shared.pages = { renew: () => {}, listening: () => {} }
  await ask(plans.updateActivePlan, examples.updateActivePlan as never, owner)
  shared.pages = pages
  expect(await toldVisitors(examples)).toEqual(before)
  expect(await asItIs(examples)).not.toEqual(before)
})

test('a write that is refused, and a transaction that fails, renew nothing', async () => {
  const { ids, owner, brandId } = await club()
  await refused(brands.updateBrandProfile, { ...ids, name: '' }, owner)
  await refused(
    plans.activateDraftPlan,
    { ...ids, planId: 'plan_x', name: 'A', price: 500, subscriptionInterval: 'month', description: '', thumbnail: '' },
    owner,
  )
  await inTransaction(async (db) => {
    await renewPages(db, brandId)
    throw new Error('undone')
  }).catch(() => {})
  // What comes later has been heard, so what comes before would have been, too.
  await inTransaction((db) => renewPages(db, 'last'))
  await expect.poll(() => heard).toContain('last')
  expect([told, heard]).toEqual([['last'], ['last']])
})

test('what an instance has written that was killed before it told the others is told by another one, and once', async () => {
  const written = (tag: string, seconds: number) =>
    pool().query(`insert into page_renewals values ($1, $2, now() - make_interval(secs => $3))`, [
      newId('renewal'),
      tag,
      seconds,
    ])
  await written('killed', 60)
  await written('about to tell', 0)
  // It looks when it begins, and every ten seconds.
  const stopOther = listenForRenewals({ renew: () => {}, listening: () => {} })
  await expect.poll(() => heard).toEqual(['killed'])
  await stopOther()
  const { rows } = await pool().query<{ tag: string }>('select tag from page_renewals')
  expect(rows).toEqual([{ tag: 'about to tell' }])
  await pool().query('delete from page_renewals')
})

test('what is written at the same moment is told of together, and nothing is left to be told', async () => {
  await Promise.all(Array.from({ length: 20 }, () => inTransaction((db) => renewPages(db, 'often'))))
  await inTransaction((db) => renewPages(db, 'once'))
  expect(told.length).toBe(21)
  await expect.poll(() => heard).toContain('once')
  expect(heard.filter((tag) => tag === 'often').length).toBeLessThan(10)
  await expect.poll(async () => (await pool().query('select from page_renewals')).rows.length).toBe(0)
})

test('a lost connection is noticed, and heard again', async () => {
  await pool().query(`select 1`)
  const { rows } = await pool().query<{ gone: boolean }>(
    `select pg_terminate_backend(pid) as gone from pg_stat_activity where application_name = 'tsudoi pages' and datname = current_database()`,
  )
  expect(rows).toEqual([{ gone: true }])
  await expect.poll(() => isHeard).toBe(false)
  await expect.poll(() => isHeard).toBe(true)
  await inTransaction((db) => renewPages(db, 'again'))
  await expect.poll(() => heard).toContain('again')
})

test("the next moment of a brand's pages is the next archive or publishing of its own, or the turn of the month", async () => {
  const { ids, brandId } = await club()
  const at = now()
  const brand = (await publicBrand(database(), ids)) ?? expect.fail('no brand')
  const next = () => nextMoment(database(), brand, at)
  // The month that is over then is sold from then on.
  expect(await next()).toBe(addTokyoMonths(startOfTokyoMonth(tokyoMonth(at)), 1))
  const other = await club()
  await database()
    .insert(planTable)
    .values([
      planRow(ids, { archivingAt: at - 1 }),
      planRow(ids, { archivingAt: at + 9000 }),
      planRow(other.ids, { archivingAt: at + 10 }),
    ])
  expect(await next()).toBe(at + 9000)
  const content = (values: Partial<typeof contents.$inferInsert>) => ({
    ...ids,
    planContentId: newId('content'),
    type: 'news' as const,
    status: 'publishmentScheduled' as const,
    name: 'A',
    description: '',
    thumbnail: '',
    viewableBy: 'allUsers' as const,
    publishingAt: at,
    createdAt: at,
    editedAt: at,
    ...values,
  })
  await database()
    .insert(contents)
    .values([content({}), content({ publishingAt: at + 5000 }), content({ status: 'draft', publishingAt: null })])
  expect(await next()).toBe(at + 5000)
  expect(brandId).toBe(brand.brandId)
})

test('saving without a sign-in renews nothing', async () => {
  const { ids } = await club()
  const stranger = await person()
  expect((await request(brands.updateBrandProfile, JSON.stringify({ ...ids, name: 'x' }), stranger)).status).not.toBe(
    200,
  )
  await ask(memberFigures.getPublicBrandProfile, ids)
  expect(told).toEqual([])
})
