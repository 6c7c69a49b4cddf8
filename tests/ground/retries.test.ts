import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { now, setClock } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { moveClock } from '#server/queue.ts'
import { idempotencyKeys } from '#server/tables.server.ts'
import { ask, club, newId, refused, request } from '../support/club'
import { together } from '../support/naive'

const terms = { name: 'Galaxy', price: 1500, subscriptionInterval: 'month' as const, description: '', thumbnail: '' }
const keyed = (key: string) => ({ 'idempotency-key': key })
const plansOf = (brandId: string) => database().select().from(planTable).where(eq(planTable.brandId, brandId))

describe('a retry with the same key', () => {
  test('is answered, not done again', async () => {
    const { ids, owner, brandId } = await club()
    const key = keyed(newId('key'))
    const first = await request(plans.createDraftPlan, JSON.stringify({ ...ids, ...terms }), owner, key)
    const second = await request(plans.createDraftPlan, JSON.stringify({ ...ids, ...terms }), owner, key)
    expect(first.status).toBe(200)
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect(await plansOf(brandId)).toHaveLength(1)
  })

  test('ten at the same moment make one plan', async () => {
    const { ids, owner, brandId } = await club()
    const key = keyed(newId('key'))
    const made = await together(10, () => ask(plans.createDraftPlan, { ...ids, ...terms }, owner, key))
    expect(new Set(made.map(({ planId }) => planId)).size).toBe(1)
    expect(await plansOf(brandId)).toHaveLength(1)
  })

  test('control: ten calls without a key make ten plans', async () => {
    const { ids, owner, brandId } = await club()
    await together(10, () => ask(plans.createDraftPlan, { ...ids, ...terms }, owner))
    expect(await plansOf(brandId)).toHaveLength(10)
  })

  test('with another body is a mistake of the caller', async () => {
    const { ids, owner, brandId } = await club()
    const key = keyed(newId('key'))
    await ask(plans.createDraftPlan, { ...ids, ...terms }, owner, key)
    expect(await refused(plans.createDraftPlan, { ...ids, ...terms, price: 500 }, owner, key)).toMatchObject({
      status: 409,
      code: 'idempotencyMismatch',
    })
    expect(await plansOf(brandId)).toHaveLength(1)
  })

  test('belongs to one person and one operation', async () => {
    const [ours, theirs] = [await club(), await club()]
    const key = keyed(newId('key'))
    await ask(plans.createDraftPlan, { ...ours.ids, ...terms }, ours.owner, key)
    await ask(plans.createDraftPlan, { ...theirs.ids, ...terms }, theirs.owner, key)
    await ask(plans.createActivePlan, { ...ours.ids, ...terms }, ours.owner, key)
    expect(await plansOf(ours.brandId)).toHaveLength(2)
    expect(await plansOf(theirs.brandId)).toHaveLength(1)
  })

  test('a call that was refused leaves the key free', async () => {
    const { ids, owner } = await club()
    const key = keyed(newId('key'))
    const { planId } = await ask(plans.createActivePlan, { ...ids, ...terms }, owner)
    const activation = { ...ids, planId, ...terms }
    expect((await refused(plans.activateDraftPlan, activation, owner, key)).code).toBe('planNotDraft')
    const draft = await ask(plans.createDraftPlan, { ...ids, ...terms }, owner)
    await ask(plans.activateDraftPlan, { ...activation, planId: draft.planId }, owner, key)
  })

  test.each(['', ' ', 'a b', 'ä', 'x'.repeat(201), 'a\nb'])('the key %j is refused', async (key) => {
    const { ids, owner } = await club()
    expect(await refused(plans.createDraftPlan, { ...ids, ...terms }, owner, keyed(key))).toMatchObject({
      status: 400,
      fields: [{ field: 'Idempotency-Key', rule: 'invalid' }],
    })
  })

  test('after a day the key is free', async () => {
    const { ids, owner, brandId } = await club()
    const key = keyed(newId('key'))
    const { planId } = await ask(plans.createDraftPlan, { ...ids, ...terms }, owner, key)
    await moveClock(now() + day - 60_000)
    expect((await ask(plans.createDraftPlan, { ...ids, ...terms }, owner, key)).planId).toBe(planId)
    // Nobody has swept yet: the row itself is old.
    setClock(now() + 2 * 60_000)
    const later = await together(5, () => ask(plans.createDraftPlan, { ...ids, ...terms }, owner, key))
    expect(new Set(later.map((each) => each.planId)).size).toBe(1)
    expect(later[0]?.planId).not.toBe(planId)
    expect(await plansOf(brandId)).toHaveLength(2)
  })

  test('and what nobody will ask for any more is swept away', async () => {
    const { ids, owner } = await club()
    const key = newId('key')
    const kept = async () => (await database().select().from(idempotencyKeys)).map((row) => row.key)
    await ask(plans.createDraftPlan, { ...ids, ...terms }, owner, keyed(key))
    await moveClock(now() + day - 60_000)
    expect(await kept()).toContain(key)
    await moveClock(now() + 2 * 60_000)
    expect(await kept()).not.toContain(key)
  })
})
