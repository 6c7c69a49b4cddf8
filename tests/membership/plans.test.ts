import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { earliestArchive } from '#membership/plans/plan.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { ask, club, newId, type Person, person, refused } from '../support/club'
import { addContent } from '../support/fan'

const terms = {
  name: 'Constellation',
  price: 1500,
  subscriptionInterval: 'month',
  description: 'A video every month.',
  thumbnail: '',
} as const

test('the list of plans says how many contents each opens, in any state and of no other plan', async () => {
  const { ids, owner } = await club()
  const make = async () => (await ask(plans.createActivePlan, { ...ids, ...terms }, owner)).planId
  const [one, other, none] = [await make(), await make(), await make()]
  await addContent(ids, { planIds: [one] })
  await addContent(ids, { planIds: [one, other], status: 'draft' })
  const { plans: listed } = await ask(plans.getPlans, ids, owner)
  const counts = Object.fromEntries(listed.map(({ planId, contents }) => [planId, contents]))
  expect(counts).toEqual({ [one]: 2, [other]: 1, [none]: 0 })
})

describe('the life of a plan', () => {
  test('an owner drafts a plan, activates it, and visitors see it', async () => {
    const { ids, owner } = await club()
    const { planId } = await ask(plans.createDraftPlan, { ...ids, ...terms, name: '' }, owner)
    expect((await ask(plans.getPublicPlans, ids)).plans).toEqual([])

    await ask(plans.activateDraftPlan, { ...ids, planId, ...terms }, owner)
    const { plan } = await ask(plans.getPlan, { ...ids, planId }, owner)
    expect(plan).toMatchObject({
      ...ids,
      planId,
      name: 'Constellation',
      price: 1500,
      status: 'active',
      archivingAt: null,
    })
    const shown = await ask(plans.getPublicPlans, ids)
    expect(shown.plans).toEqual([
      {
        planId,
        name: 'Constellation',
        description: terms.description,
        thumbnail: '',
        status: 'onSale',
        prices: [{ price: 1500, subscriptionInterval: 'month', stripePriceId: `price_${planId}` }],
        archivingAt: null,
        archivedAt: null,
        paymentIncomplete: false,
        archivingMessage: '',
        planContents: [],
      },
    ])
  })

  test('a plan without a name cannot be active', async () => {
    const { ids, owner } = await club()
    const { planId } = await ask(plans.createDraftPlan, { ...ids, ...terms, name: '' }, owner)
    const failure = await refused(plans.activateDraftPlan, { ...ids, planId, ...terms, name: '  ' }, owner)
    expect(failure).toMatchObject({ status: 400, code: 'validation', fields: [{ field: 'name', rule: 'required' }] })
    expect((await refused(plans.createActivePlan, { ...ids, ...terms, name: '' }, owner)).status).toBe(400)
  })

  test('a plan is activated once, and its price stays', async () => {
    const { ids, owner } = await club()
    const { planId } = await ask(plans.createDraftPlan, { ...ids, ...terms }, owner)
    await ask(plans.activateDraftPlan, { ...ids, planId, ...terms }, owner)
    expect(await refused(plans.activateDraftPlan, { ...ids, planId, ...terms }, owner)).toMatchObject({
      status: 409,
      code: 'planNotDraft',
    })
    const shown = { ...ids, planId, name: 'Galaxy', description: '', thumbnail: '' }
    expect(await refused(plans.updateActivePlan, { ...shown, price: 1 }, owner)).toMatchObject({
      status: 400,
      fields: [{ field: 'price' }],
    })
    await ask(plans.updateActivePlan, shown, owner)
    const { plan, canEdit } = await ask(plans.getPlan, { ...ids, planId }, owner)
    expect(canEdit).toBe(true)
    expect(plan).toMatchObject({ name: 'Galaxy', price: 1500 })
  })

  test('two tabs: the one that was loaded first cannot overwrite the other', async () => {
    const { ids, owner } = await club()
    const { planId } = await ask(plans.createDraftPlan, { ...ids, ...terms }, owner)
    const { plan } = await ask(plans.getPlan, { ...ids, planId }, owner)
    const edit = { ...ids, planId, ...terms, expectedEditedAt: plan.editedAt }
    await ask(plans.updateDraftPlan, { ...edit, name: 'First' }, owner)
    expect(await refused(plans.updateDraftPlan, { ...edit, name: 'Second' }, owner)).toMatchObject({
      code: 'conflict',
      status: 409,
    })
    await ask(plans.updateDraftPlan, { ...ids, planId, ...terms, name: 'Without looking' }, owner)
    expect((await ask(plans.getPlan, { ...ids, planId }, owner)).plan.name).toBe('Without looking')
  })

  test('a save answers the version that it made: another one that came right after it is not taken for it', async () => {
    const { ids, owner } = await club()
    const { planId } = await ask(plans.createDraftPlan, { ...ids, ...terms }, owner)
    const edit = { ...ids, planId, ...terms }
    const mine = await ask(plans.updateDraftPlan, { ...edit, name: 'Mine' }, owner)
    expect((await ask(plans.getPlan, { ...ids, planId }, owner)).plan).toMatchObject({ name: 'Mine', ...mine })
    await ask(plans.updateDraftPlan, { ...edit, name: 'Theirs', expectedEditedAt: mine.editedAt }, owner)
    const next = { ...edit, name: 'Mine again', expectedEditedAt: mine.editedAt }
    expect(await refused(plans.updateDraftPlan, next, owner)).toMatchObject({ code: 'conflict' })
  })

  test.each([
    [499, 'tooSmall'],
    [499.99, 'invalid'],
    [500.5, 'invalid'],
    [100_000_000, 'tooBig'],
    ['500', 'invalid'],
  ])('a price of %s is refused', async (price, rule) => {
    const { ids, owner } = await club()
    const failure = await refused(plans.createDraftPlan, { ...ids, ...terms, price }, owner)
    expect(failure.status).toBe(400)
    expect(failure.fields).toContainEqual(expect.objectContaining({ field: 'price', rule }))
  })

  test('the list counts each state', async () => {
    const { ids, owner } = await club()
    for (const name of ['One', 'Two', 'Three']) await ask(plans.createActivePlan, { ...ids, ...terms, name }, owner)
    await ask(plans.createDraftPlan, { ...ids, ...terms }, owner)
    const all = await ask(plans.getPlans, { ...ids, pagination: { limit: 3, offset: 3 } }, owner)
    expect(all.counts).toEqual({ all: 4, current: 4, draft: 1, active: 3, scheduledToBeArchived: 0, archived: 0 })
    expect(all.pagination).toEqual({ totalPage: 2, perPage: 3, currentPage: 2, totalCount: 4 })
    expect(all.plans.map((plan) => plan.name)).toEqual(['One'])
    const drafts = await ask(plans.getPlans, { ...ids, status: 'draft' }, owner)
    expect(drafts.plans).toHaveLength(1)
    expect(drafts.pagination.totalCount).toBe(1)
  })
})

describe('archiving a plan', () => {
  const member = async (tenantId: string, planId: string, endsIn: number) => {
    const fan = await person()
    await database()
      .insert(subscriptionTerms)
      .values({
        tenantId,
        termId: newId('term'),
        planId,
        uid: fan.uid,
        from: now() - day,
        to: now() + endsIn,
        amount: 1500,
        source: 'card',
      })
    return fan
  }

  test('never ends before a member has had what they paid for', async () => {
    const { ids, owner } = await club()
    const { planId } = await ask(plans.createActivePlan, { ...ids, ...terms }, owner)
    await member(ids.tenantId, planId, 45 * day)
    const preview = await ask(plans.getPlanForArchive, { ...ids, planId }, owner)
    expect(preview.membersCount).toBe(1)
    expect(preview.previewOfArchivingAt).toBeGreaterThanOrEqual(now() + 45 * day - 1000)

    const early = { ...ids, planId, archivingAt: preview.previewOfArchivingAt - 1 }
    expect(await refused(plans.scheduleToArchivePlan, early, owner)).toMatchObject({
      code: 'archiveDateTooEarly',
      status: 409,
    })
    await ask(plans.scheduleToArchivePlan, { ...early, archivingAt: preview.previewOfArchivingAt }, owner)
    expect((await ask(plans.getPlan, { ...ids, planId }, owner)).plan.status).toBe('scheduledToBeArchived')
  })

  test('a scheduled plan is no longer sold, but its members still see it as theirs', async () => {
    const { ids, owner } = await club()
    const { planId } = await ask(plans.createActivePlan, { ...ids, ...terms }, owner)
    const fan = await member(ids.tenantId, planId, 5 * day)
    const farewell = { archivingAt: earliestArchive(null, now()), messageToMembers: 'Thank you for everything.' }
    await ask(plans.scheduleToArchivePlan, { ...ids, planId, ...farewell }, owner)
    expect((await ask(plans.getPublicPlans, ids)).plans).toEqual([])
    expect((await ask(plans.getPublicPlans, ids, fan)).plans).toMatchObject([
      { planId, status: 'purchased', archivingMessage: 'Thank you for everything.' },
    ])
    // Its page stays, with its end and without a button to join; once it has ended it says so, and shows no contents.
    await addContent(ids, { planIds: [planId] })
    const page = async (by: Person | null) => (await ask(plans.getPublicPlan, { ...ids, planId }, by)).plan
    expect(await page(null)).toMatchObject({
      archivingAt: farewell.archivingAt,
      archivedAt: null,
      archivingMessage: '',
    })
    expect((await page(null)).planContents).toHaveLength(1)
    const { archivingAt } = farewell
    await database().update(planTable).set({ archivingAt: now() }).where(eq(planTable.planId, planId))
    expect(await page(null)).toMatchObject({ archivedAt: expect.any(Number), planContents: [] })
    expect((await ask(plans.getPublicPlans, ids)).plans).toEqual([])
    await database().update(planTable).set({ archivingAt }).where(eq(planTable.planId, planId))
    await ask(
      plans.updateScheduledToBeArchivedPlan,
      { ...ids, planId, name: 'Farewell', description: '', thumbnail: '' },
      owner,
    )
    expect(
      await refused(plans.updateActivePlan, { ...ids, planId, name: 'x', description: '', thumbnail: '' }, owner),
    ).toMatchObject({
      code: 'planNotActive',
    })
  })

  test('a schedule can be taken back until its time', async () => {
    const { ids, owner } = await club()
    const { planId } = await ask(plans.createActivePlan, { ...ids, ...terms }, owner)
    await ask(plans.scheduleToArchivePlan, { ...ids, planId, archivingAt: earliestArchive(null, now()) }, owner)
    await ask(plans.cancelScheduledArchive, { ...ids, planId }, owner)
    expect((await ask(plans.getPublicPlans, ids)).plans).toHaveLength(1)
    expect(await refused(plans.cancelScheduledArchive, { ...ids, planId }, owner)).toMatchObject({
      code: 'planNotScheduled',
    })
  })
})
