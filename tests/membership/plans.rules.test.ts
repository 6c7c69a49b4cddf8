import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statusAt as applicationStatusAt, applicationStatuses, emptyForm } from '#club/applications/application.ts'
import { applications } from '#club/applications/contract.ts'
import { applicationHandlers } from '#club/applications/operations.server.ts'
import { tenantApplications } from '#club/applications/tables.server.ts'
import { everything } from '#kit/pagination.ts'
import { day, endOfTokyoDay, type Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { archiveNotice, earliestArchive, planStatuses, statusAt } from '#membership/plans/plan.ts'
import { plansOf } from '#membership/plans/queries.server.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { visibleFrom } from '#publishing/contents/content.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { moveClock } from '#server/queue.ts'
import { ask, club, newId, person, refused, request } from '../support/club'
import { rowLocks, together, withoutPrecautions } from '../support/naive'
import { type Ids, planRow, proven, terms, tokyo } from '../support/plan'

const seeds = Number(process.env.SOAK_SEEDS ?? 200)

describe('what a plan is at a moment is the same in the rule and in SQL', () => {
  const base = tokyo('2026-03-01T00:00:00')
  const instant = fc.integer({ min: -400 * day, max: 400 * day }).map((offset) => base + offset)
  const stored = fc.oneof(
    fc.constant({ status: 'draft' as const, archivingAt: null }),
    fc.constant({ status: 'active' as const, archivingAt: null }),
    instant.map((archivingAt) => ({ status: 'active' as const, archivingAt })),
  )

  test('in lists and in counts', { timeout: 300_000 + seeds * 100 }, async () => {
    const { ids } = await club()
    const rows = fc.sample(stored, { numRuns: 90, seed: 1 }).map((values) => planRow(ids, values))
    await database().insert(planTable).values(rows)
    const edges = rows.flatMap(({ archivingAt }) =>
      archivingAt ? [archivingAt - 1, archivingAt, archivingAt + 1] : [],
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(instant, fc.constantFrom(...edges)), async (at) => {
        const { counts } = await plansOf(database(), proven(ids), { status: undefined, page: everything, now: at })
        for (const status of planStatuses) {
          const expected = rows
            .filter(
              (row) =>
                statusAt(
                  { status: row.status, archivingAt: row.archivingAt ?? null } as Parameters<typeof statusAt>[0],
                  at,
                ) === status,
            )
            .map(({ planId }) => planId)
          const { rows: found } = await plansOf(database(), proven(ids), { status, page: everything, now: at })
          expect(found.map(({ planId }) => planId).sort()).toEqual(expected.sort())
          expect(counts[status]).toBe(expected.length)
        }
        expect(counts.all).toBe(rows.length)
      }),
      { numRuns: seeds },
    )
  })

  test('and for applications that lapse', { timeout: 300_000 + seeds * 100 }, async () => {
    const applicant = await person()
    const living = applicationStatuses.filter((status) => status !== 'expired')
    const rows = fc
      .sample(fc.tuple(fc.constantFrom(...living), fc.option(instant)), { numRuns: 90, seed: 2 })
      .map(([status, expiresAt]) => ({
        applicationId: newId('application'),
        applicantUid: applicant.uid,
        applicantEmail: applicant.email,
        locale: 'ja' as const,
        status,
        form: emptyForm,
        expiresAt,
        createdAt: 1,
        submittedAt: 1,
        updatedAt: 1,
      }))
    await database().insert(tenantApplications).values(rows)
    const edges = rows.flatMap(({ expiresAt }) => (expiresAt ? [expiresAt - 1, expiresAt, expiresAt + 1] : []))
    await fc.assert(
      fc.asyncProperty(fc.oneof(instant, fc.constantFrom(...edges)), async (at) => {
        const context = { db: database(), now: at } as never
        for (const status of applicationStatuses) {
          const expected = rows.filter((row) => applicationStatusAt(row, at) === status)
          const found = await applicationHandlers.getPendingTenants(context, { status })
          expect(found.items.map((item) => item.applicationId).sort()).toEqual(
            expected.map((row) => row.applicationId).sort(),
          )
          expect(found.counts[status]).toBe(expected.length)
          for (const item of found.items) expect(item.status).toBe(status)
        }
        applications.getPendingTenants.result.parse(await applicationHandlers.getPendingTenants(context, {}))
      }),
      { numRuns: Math.ceil(seeds / 4) },
    )
  })
})

describe('the earliest archive', () => {
  const before = (at: Instant) => at - archiveNotice
  test.each([
    ['thirty days from a morning', '2026-01-10T09:00:00', null, '2026-02-09T23:59:59'],
    ['over the end of a month', '2026-01-31T12:00:00', null, '2026-03-02T23:59:59'],
    ['over the end of a leap February', '2028-01-31T12:00:00', null, '2028-03-01T23:59:59'],
    ['over the end of a year', '2026-12-15T00:00:00', null, '2027-01-14T23:59:59'],
    ['just before midnight in Tokyo', '2026-01-10T23:59:58.999', null, '2026-02-09T23:59:59'],
    ['in the last second of a day', '2026-01-10T23:59:59.500', null, '2026-02-10T23:59:59'],
    ['at midnight in Tokyo', '2026-01-11T00:00:00', null, '2026-02-10T23:59:59'],
    ['at midnight in London, nine in the morning in Tokyo', '2026-01-10T09:00:00', null, '2026-02-09T23:59:59'],
    ['a term that ends sooner', '2026-01-10T09:00:00', '2026-01-20T00:00:00', '2026-02-09T23:59:59'],
    ['a yearly term', '2026-01-10T09:00:00', '2026-12-31T10:00:00', '2026-12-31T23:59:59'],
    ['a term that ends at midnight', '2026-01-10T09:00:00', '2026-05-01T00:00:00', '2026-05-01T23:59:59'],
    ['a term that ends with its day', '2026-01-10T09:00:00', '2026-04-30T23:59:59', '2026-04-30T23:59:59'],
    [
      'a term that ends a moment before midnight',
      '2026-01-10T09:00:00',
      '2026-04-30T23:59:59.999',
      '2026-05-01T23:59:59',
    ],
  ])('%s', (_, at, latest, expected) => {
    expect(earliestArchive(latest === null ? null : tokyo(latest), tokyo(at))).toBe(tokyo(expected))
  })

  test('never comes before the notice is over nor before a term has ended, and at most a day and a second after', () => {
    const instant = fc.integer({ min: tokyo('2020-01-01T00:00:00'), max: tokyo('2040-01-01T00:00:00') })
    fc.assert(
      fc.property(instant, fc.option(instant), (at, latest) => {
        const over = Math.max(at + archiveNotice, latest ?? 0)
        const earliest = earliestArchive(latest, at)
        expect(earliest).toBeGreaterThanOrEqual(over)
        expect(earliest - over).toBeLessThan(day + 1000)
        expect(earliest).toBe(endOfTokyoDay(earliest))
        expect(earliestArchive(latest, before(over))).toBe(earliest)
      }),
      { numRuns: seeds * 5 },
    )
  })
})

describe('the preview of an archive', () => {
  const content = (ids: Ids, values: Partial<typeof contents.$inferInsert> = {}) => ({
    ...ids,
    planContentId: newId('content'),
    type: 'news' as const,
    status: 'active' as const,
    name: 'News',
    description: '',
    thumbnail: '',
    viewableBy: 'paidUsers' as const,
    publishingAt: now() - day,
    createdAt: 1,
    editedAt: 1,
    ...values,
  })

  /** Straight from the specification's words, in JavaScript: paid, published, and no plan left that opens it. */
  const closedContents = async ({ tenantId, brandId }: Ids) => {
    const { rows } = await pool().query<{ id: string; plans: { status: string; archiving_at: string | null }[] }>(
      `select c.plan_content_id as id, json_agg(p) as plans from contents c
       join content_plans cp using (tenant_id, plan_content_id)
       join plans p on p.tenant_id = cp.tenant_id and p.plan_id = cp.plan_id
       where c.tenant_id = $1 and c.brand_id = $2 and c.status = 'active' and c.viewable_by = 'paidUsers'
       group by 1`,
      [tenantId, brandId],
    )
    const isOver = (plan: { archiving_at: string | null }) =>
      plan.archiving_at !== null && Date.parse(plan.archiving_at) <= now()
    return rows.filter((row) => row.plans.every(isOver)).map(({ id }) => id)
  }

  test('is what happens when the time has come', async () => {
    const { ids, owner, tenantId } = await club()
    const create = () => ask(plans.createActivePlan, { ...ids, ...terms }, owner).then(({ planId }) => planId)
    const [going, staying, goingToo, goneBefore] = [await create(), await create(), await create(), await create()]
    const { planId: unfinished } = await ask(plans.createDraftPlan, { ...ids, ...terms }, owner)
    const soon = (await ask(plans.getPlanForArchive, { ...ids, planId: goneBefore }, owner)).previewOfArchivingAt
    await ask(plans.scheduleToArchivePlan, { ...ids, planId: goneBefore, archivingAt: soon }, owner)
    const late = { ...ids, planId: goingToo, archivingAt: soon + 300 * day }
    await ask(plans.scheduleToArchivePlan, late, owner)

    const only = content(ids)
    const withAnother = content(ids)
    const withLater = content(ids)
    const withEarlier = content(ids)
    const withUnfinished = content(ids)
    const forAll = content(ids, { viewableBy: 'allUsers' })
    const unpublished = content(ids, { status: 'draft', publishingAt: null })
    const elsewhere = content(ids)
    const all = [only, withAnother, withLater, withEarlier, withUnfinished, forAll, unpublished, elsewhere]
    await database().insert(contents).values(all)
    const opens = (planId: string, ...opened: ReturnType<typeof content>[]) =>
      opened.map((each) => ({
        tenantId,
        planContentId: each.planContentId,
        planId,
        visibleFrom: visibleFrom(each),
        editedAt: each.editedAt,
      }))
    await database()
      .insert(contentPlans)
      .values([
        ...opens(going, only, withAnother, withLater, withEarlier, withUnfinished, forAll, unpublished),
        ...opens(staying, withAnother, elsewhere),
        ...opens(goingToo, withLater),
        ...opens(goneBefore, withEarlier),
        ...opens(unfinished, withUnfinished),
      ])

    // A member whose term outlasts the notice: this plan goes later than the one that was scheduled before it.
    const fan = await person()
    await database()
      .insert(subscriptionTerms)
      .values({
        tenantId,
        termId: newId('term'),
        planId: going,
        uid: fan.uid,
        from: now() - day,
        to: now() + 60 * day,
        amount: 1500,
        source: 'card',
      })
    const preview = await ask(plans.getPlanForArchive, { ...ids, planId: going }, owner)
    expect(preview).toMatchObject({
      totalCountOfPlanContents: 6,
      countOfPlanContentsToStayActive: 4,
      membersCount: 1,
    })
    expect(await closedContents(ids)).toEqual([])
    await ask(plans.scheduleToArchivePlan, { ...ids, planId: going, archivingAt: preview.previewOfArchivingAt }, owner)

    await moveClock(preview.previewOfArchivingAt - 1000)
    expect((await ask(plans.getPlan, { ...ids, planId: going }, owner)).plan.status).toBe('scheduledToBeArchived')
    await moveClock(preview.previewOfArchivingAt)
    expect((await ask(plans.getPlan, { ...ids, planId: going }, owner)).plan.status).toBe('archived')
    const previewed = preview.planContentsToBeDraft.map(({ planContentId }) => planContentId)
    expect(previewed.sort()).toEqual((await closedContents(ids)).sort())
    expect(previewed.sort()).toEqual([only.planContentId, withEarlier.planContentId].sort())

    expect(await refused(plans.cancelScheduledArchive, { ...ids, planId: going }, owner)).toMatchObject({
      status: 409,
      code: 'planNotScheduled',
    })
    expect((await refused(plans.getPlanForArchive, { ...ids, planId: going }, owner)).code).toBe('planNotActive')
    expect((await ask(plans.getPublicPlans, ids)).plans.map(({ planId }) => planId)).toEqual([staying])
  })
})

describe('one draft activated twice in one moment', () => {
  const activateTwice = async () => {
    const { ids, owner } = await club()
    const { planId } = await ask(plans.createDraftPlan, { ...ids, ...terms }, owner)
    const answers = await together(2, (i) =>
      request(plans.activateDraftPlan, JSON.stringify({ ...ids, planId, ...terms, price: 1000 + i }), owner),
    )
    const { plan } = await ask(plans.getPlan, { ...ids, planId }, owner)
    return { statuses: answers.map(({ status }) => status), price: plan.price }
  }

  test('has one winner, and its price', async () => {
    for (let round = 0; round < 20; round++) {
      const { statuses, price } = await activateTwice()
      expect(statuses.toSorted()).toEqual([200, 409])
      expect(price).toBe(1000 + statuses.indexOf(200))
    }
  })

  test('control: without the lock and the guarded write both win', async () => {
    const winners: number[] = []
    const guard = /"plans"\."status" = (\$\d+)\) returning/g
    await withoutPrecautions([...rowLocks, [guard, '$1::text is not null) returning']], async () => {
      for (let round = 0; round < 20; round++) {
        winners.push((await activateTwice()).statuses.filter((status) => status === 200).length)
      }
    })
    expect(Math.max(...winners)).toBe(2)
  })
})
