import { beforeAll, describe, expect, test } from 'vitest'
import { operationsOfTopic } from '#club/audit/audit.ts'
import { audit, auditTopics } from '#club/audit/contract.ts'
import type { Operation } from '#kit/contract.ts'
import { acts } from '#program/acts.ts'
import { operations } from '#program/operations.ts'
import { now } from '#server/clock.ts'
import { platformTenantId } from '#server/db/tableKinds.ts'
import { database } from '#server/db.ts'
import { auditLog } from '#server/tables.server.ts'
import { ask, newId, operator, type Person, request } from '../support/club'
import { type Scene, scene, scenes } from '../support/scene'

/** What the platform does to a club, which stands in the club's log as well. */
const platformActs = ['suspendTenant', 'resumeTenant', 'closeTenantAsOperator']
const registered = [...operations.values()].map(({ operation }) => operation)

describe('the audit', () => {
  let decider: Person
  beforeAll(async () => {
    decider = await operator()
  })
  const inScene = scenes()
  const rows = () => database().select().from(auditLog)
  const isStaff = ({ caller, effect, leavesNoTrace }: Operation) =>
    effect !== 'read' && !leavesNoTrace && (caller === 'tenant' || caller === 'brand' || caller === 'operator')

  /** These need what stands outside of the scene: a consent at another service, a transfer that came back. */
  const isPossible = ({ name }: Operation) => !['dashboard/createOAuthRefreshToken', 'retryPayout'].includes(name)

  test.each(
    registered
      .filter(isStaff)
      .filter(isPossible)
      .map((operation) => [operation.name, operation] as const),
  )('%s leaves one row, and none when it is refused', async (name, operation) => {
    const byOf = ({ owner }: Scene) => (operation.caller === 'operator' ? decider : owner)
    let before = 0
    const { world, answer } = await inScene(async (world) => {
      before = (await rows()).length
      return request(operation, JSON.stringify(world.examples[name]), byOf(world))
    })
    const [by, example] = [byOf(world), world.examples[name]]
    expect(answer.status, answer.body).toBe(200)
    const after = await rows()
    const told = platformActs.includes(name) ? 1 : 0
    expect(after).toHaveLength(before + 1 + told)
    const of = operation.caller === 'operator' ? platformTenantId : world.tenantId
    const written = after.filter((row) => row.requestId === answer.headers['X-Request-Id'])
    expect(written).toHaveLength(1 + told)
    const [row, ...others] = written.filter(({ tenantId }) => tenantId === of)
    expect(others).toEqual([])
    expect(row).toMatchObject({ actorUid: by.uid, operation: name })
    const kept = row?.payload as object
    expect(Object.keys(kept).every((field) => operation.audit.includes(field))).toBe(true)
    expect(kept).toEqual(Object.fromEntries(Object.entries(example ?? {}).filter(([field]) => field in kept)))
    await request(operation, JSON.stringify(example), world.applicant)
    await request(operation, JSON.stringify(example), null)
    await request(operation, '{}', by)
    const unknown =
      operation.caller === 'operator'
        ? {
            applicationId: newId('application'),
            inquiryId: newId('inquiry'),
            documentId: newId('document'),
            payoutId: newId('payout'),
            payoutIds: [newId('payout')],
          }
        : { tenantId: newId('tenant'), brandFirestoreId: newId('brand') }
    // What is about the whole platform names nothing that could be unknown.
    const isNamed = operation.caller !== 'operator' || Object.keys(unknown).some((field) => field in (example ?? {}))
    if (isNamed) await request(operation, JSON.stringify({ ...example, ...unknown }), by)
    expect(await rows()).toHaveLength(before + 1 + told)
  })

  test.each(auditTopics)('the topic %s names operations that there are', (topic) => {
    expect(operationsOfTopic[topic].filter((name) => !operations.has(name))).toEqual([])
  })

  test.each(['revealOrderAddress', 'getPackingSlips', 'getExportUrl', 'revealFan'])(
    '%s is found among what was revealed',
    (name) => {
      expect(operationsOfTopic.reveals).toContain(name)
    },
  )

  test('a decision that came too late leaves none', async () => {
    const world = await scene(undefined, { isPaidForReal: true })
    const approve = operations.get('approvePendingTenant')?.operation as Operation
    const reject = operations.get('rejectPendingTenant')?.operation as Operation
    await request(approve, JSON.stringify(world.examples.approvePendingTenant), decider)
    const before = (await rows()).length
    for (const operation of [approve, reject]) {
      const { body } = await request(operation, JSON.stringify(world.examples[operation.name]), decider)
      expect(JSON.parse(body)).toMatchObject({ ok: false, code: 'notPending' })
    }
    expect(await rows()).toHaveLength(before)
  })

  test('what changes nothing of a club says so, and is the one write of staff that leaves none', async () => {
    const quiet = registered.filter(({ leavesNoTrace }) => leavesNoTrace)
    expect(quiet.map(({ name }) => name)).toEqual(['noteEditing'])
    const world = await scene()
    const before = (await rows()).length
    for (const operation of quiet) {
      const { status } = await request(operation, JSON.stringify(world.examples[operation.name]), world.owner)
      expect(status, operation.name).toBe(200)
    }
    expect(await rows()).toHaveLength(before)
  })

  test('reads and the calls of fans leave none; joining a club is the one that does', async () => {
    const world = await scene(undefined, { isPaidForReal: true })
    const before = (await rows()).length
    for (const operation of registered.filter((each) => !isStaff(each))) {
      const by = operation.caller === 'operator' ? decider : operation.caller === 'fan' ? world.applicant : world.owner
      await request(operation, JSON.stringify(world.examples[operation.name]), by)
    }
    const added = (await rows()).length - before
    expect(added).toBe(1)
  })
})

test.each(['ja', 'en'] as const)(
  'every act of a club’s staff has a name in the log, and every name an act',
  (locale) => {
    const written = [...operations.values()].flatMap(({ operation: { name, effect, caller, leavesNoTrace } }) =>
      effect !== 'read' && !leavesNoTrace && (caller === 'brand' || caller === 'tenant') ? name : [],
    )
    // These are a person's own, and the platform's, written down for the club.
    const own = ['acceptTenantInvitation', 'declineTenantInvitation', ...platformActs]
    expect(Object.values(acts).filter((act) => act[locale] === '')).toEqual([])
    expect(Object.keys(acts).sort()).toEqual([...written, ...own].sort())
  },
)

test('an entry calls what it names as it is called now, and by nothing in another club', async () => {
  const [world, other] = [await scene(), await scene()]
  const act = async (name: string, changes = {}) => {
    const operation = operations.get(name)?.operation as Operation
    const answer = await request(operation, JSON.stringify({ ...world.examples[name], ...changes }), world.owner)
    expect(answer.status, answer.body).toBe(200)
  }
  const { tenantId } = world
  const called = async (name: string) => {
    const { entries } = await ask(audit.getAuditLog, { tenantId }, world.owner)
    const details = entries.find(({ operation }) => operation === name)?.details ?? []
    return details.flatMap(({ name: field, called: one }) => (one === undefined ? [] : [[field, one]]))
  }
  await act('updateActivePlan', { name: 'First name' })
  expect(await called('updateActivePlan')).toEqual([['planId', 'First name']])
  await act('updateActivePlan', { name: 'Second name' })
  const { entries } = await ask(audit.getAuditLog, { tenantId }, world.owner)
  const both = entries.filter(({ operation }) => operation === 'updateActivePlan')
  expect(both.map(({ details }) => details.find(({ name }) => name === 'planId')?.called)).toEqual([
    'Second name',
    'Second name',
  ])
  await act('updateTenantMember')
  expect((await called('updateTenantMember')).map(([field]) => field)).toEqual(['memberId'])
  // An id of another club says nothing here.
  const foreign = (other.examples.updateActivePlan as { planId: string }).planId
  const { owner } = world
  await database()
    .insert(auditLog)
    .values({
      ...{
        auditId: newId('audit'),
        tenantId,
        brandId: world.ids.brandId,
        at: now(),
        actorUid: owner.uid,
        role: 'owner',
      },
      ...{ operation: 'activateDraftPlan', payload: { planId: foreign }, requestId: 'foreign', address: '' },
    })
  expect(await called('activateDraftPlan')).toEqual([])
})
