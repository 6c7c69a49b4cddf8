import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { identity } from '../src/features/identity/contract'
import { plans } from '../src/features/plans/contract'
import { plans as planTable } from '../src/features/plans/tables.server'
import { tenants } from '../src/features/tenants/tables.server'
import {
  commonCodes,
  contract,
  failure,
  fanWrite,
  type Operation,
  operatorWrite,
  visitorRead,
} from '../src/kit/contract'
import { day } from '../src/kit/time'
import { now } from '../src/server/clock'
import type { Handlers } from '../src/server/context'
import { database, sqlState } from '../src/server/db'
import { moveClock } from '../src/server/jobs'
import { log } from '../src/server/log'
import { openapi } from '../src/server/openapi'
import { operations } from '../src/server/operations'
import { auditLog } from '../src/server/tables.server'
import { ask, club, newId, operator, type Person, person, refused, request } from './support/club'
import { together } from './support/naive'
import { scene } from './support/scene'
import { fingerprint } from './support/state'

const terms = { name: 'Galaxy', price: 1500, subscriptionInterval: 'month' as const, description: '', thumbnail: '' }
const keyed = (key: string) => ({ 'idempotency-key': key })
const plansOf = (brandId: string) => database().select().from(planTable).where(eq(planTable.brandId, brandId))

/** Operations that exist in this test alone, served like all others. */
const serveAlso = <C extends Record<string, Operation>>(contracts: C, handlers: Handlers<C>) => {
  const registry = operations as Map<string, { operation: Operation; handle: unknown }>
  for (const operation of Object.values(contracts)) {
    registry.set(operation.name, { operation, handle: handlers[operation.name] })
  }
}
const registered = [...operations.values()].map(({ operation }) => operation)

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

  test('tooth: ten without a key make ten', async () => {
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

  test('after a day the key is free', { timeout: 60_000 }, async () => {
    const { ids, owner, brandId } = await club()
    const key = keyed(newId('key'))
    const { planId } = await ask(plans.createDraftPlan, { ...ids, ...terms }, owner, key)
    await moveClock(now() + day - 60_000)
    expect((await ask(plans.createDraftPlan, { ...ids, ...terms }, owner, key)).planId).toBe(planId)
    await moveClock(now() + 2 * 60_000)
    const later = await together(5, () => ask(plans.createDraftPlan, { ...ids, ...terms }, owner, key))
    expect(new Set(later.map((each) => each.planId)).size).toBe(1)
    expect(later[0]?.planId).not.toBe(planId)
    expect(await plansOf(brandId)).toHaveLength(2)
  })
})

describe('the audit', () => {
  let decider: Person
  beforeAll(async () => {
    decider = await operator()
  })
  const rows = () => database().select().from(auditLog)
  const isStaff = ({ caller, effect }: Operation) =>
    effect === 'write' && (caller === 'tenant' || caller === 'brand' || caller === 'operator')

  test.each(registered.filter(isStaff).map((operation) => [operation.name, operation] as const))(
    '%s leaves one row, and none when it is refused',
    async (name, operation) => {
      const world = await scene()
      const by = operation.caller === 'operator' ? decider : world.owner
      const example = world.examples[name]
      const before = (await rows()).length
      const answer = await request(operation, JSON.stringify(example), by)
      expect(answer.status, answer.body).toBe(200)
      const after = await rows()
      expect(after).toHaveLength(before + 1)
      expect(after.filter((row) => row.requestId === answer.headers['X-Request-Id'])).toMatchObject([
        { actorUid: by.uid, operation: name, payload: example, tenantId: example?.tenantId ?? null },
      ])
      await request(operation, JSON.stringify(example), world.applicant)
      await request(operation, JSON.stringify(example), null)
      await request(operation, '{}', by)
      const unknown =
        operation.caller === 'operator' ? { applicationId: newId('application') } : { tenantId: newId('tenant') }
      await request(operation, JSON.stringify({ ...example, ...unknown }), by)
      expect(await rows()).toHaveLength(before + 1)
    },
  )

  test('a decision that came too late leaves none', async () => {
    const world = await scene()
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

  test('reads and the calls of fans leave none', async () => {
    const world = await scene()
    const before = (await rows()).length
    for (const operation of registered.filter((each) => !isStaff(each))) {
      const by = operation.caller === 'operator' ? decider : operation.caller === 'fan' ? world.applicant : world.owner
      await request(operation, JSON.stringify(world.examples[operation.name]), by)
    }
    expect(await rows()).toHaveLength(before)
  })
})

describe('the log', () => {
  const lines: Record<string, unknown>[] = []
  afterEach(() => {
    vi.restoreAllMocks()
    lines.length = 0
  })
  const listen = () => {
    const note = (line: unknown) => void lines.push(line as Record<string, unknown>)
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(log, level).mockImplementation(note as never)
  }

  test('one line a call: its ids and its code, never the token nor what was said', async () => {
    const { ids, owner, tenantId } = await club()
    listen()
    const canary = 'canary-9d1e'
    const saved = await request(plans.createDraftPlan, JSON.stringify({ ...ids, ...terms, name: canary }), owner)
    const late = await request(
      plans.updateDraftPlan,
      JSON.stringify({ ...ids, ...terms, name: canary, planId: 'plan_x' }),
      owner,
    )
    const wrong = await request(plans.createDraftPlan, JSON.stringify({ ...ids, name: canary }), owner)
    const nobody = await request(plans.createDraftPlan, JSON.stringify({ ...ids, ...terms, name: canary }), {
      token: canary,
    })
    expect(lines).toMatchObject([
      { operation: 'createDraftPlan', status: 200, uid: owner.uid, tenantId },
      { operation: 'updateDraftPlan', status: 404, uid: owner.uid, code: 'planNotFound' },
      { operation: 'createDraftPlan', status: 400, code: 'validation' },
      { operation: 'createDraftPlan', status: 401, code: 'unauthenticated' },
    ])
    expect(lines.map(({ requestId }) => requestId)).toEqual(
      [saved, late, wrong, nobody].map(({ headers }) => headers['X-Request-Id']),
    )
    for (const line of lines) expect(line.ms).toEqual(expect.any(Number))
    expect(JSON.stringify(lines)).not.toContain(canary)
    expect(JSON.stringify(lines)).not.toContain(owner.token)
    expect(JSON.stringify(lines)).not.toContain(owner.email)
  })

  test('a failure of ours names its cause in the log and nowhere else', async () => {
    listen()
    const broken = contract({ failing: visitorRead({ payload: { name: z.string() }, result: z.object({}) }) })
    serveAlso(broken, {
      failing: async ({ db }, { name }) => {
        await db.execute(sql`select ${name} from "table_of_secrets"`)
        return {}
      },
    })
    const canary = 'canary-41c7'
    const answer = await request(broken.failing, JSON.stringify({ name: canary }))
    expect(answer.status).toBe(500)
    expect(Object.keys(JSON.parse(answer.body)).sort()).toEqual(['code', 'message', 'ok', 'requestId'])
    expect(answer.body).not.toMatch(/table_of_secrets|select|canary/)
    expect(lines).toMatchObject([{ status: 500, code: 'internal', cause: { code: '42P01' } }])
    expect(JSON.stringify(lines)).not.toContain(canary)
  })
})

describe('answers', () => {
  test('of every operation parse with its contract, and hold no other field', { timeout: 60_000 }, async () => {
    const decider = await operator()
    for (const operation of registered) {
      const world = await scene()
      const by =
        operation.caller === 'operator'
          ? decider
          : operation.caller === 'fan'
            ? /Application|Slug/.test(operation.name)
              ? world.applicant
              : world.editor
            : world.owner
      const answer = await request(operation, JSON.stringify(world.examples[operation.name]), by)
      // The editor is a member already; the invitation's own test covers who is not.
      if (operation.name === 'acceptTenantInvitation') continue
      expect(answer.status, `${operation.name} ${answer.body}`).toBe(200)
      expect(operation.result.parse(JSON.parse(answer.body)), operation.name).toEqual(JSON.parse(answer.body))
    }
  })

  test('of a wrong shape are a failure of ours, and their write is undone', async () => {
    const { tenantId } = await club()
    const wrong = contract({
      answeringNonsense: fanWrite({ payload: {}, result: z.object({ count: z.int() }) }),
    })
    serveAlso(wrong, {
      answeringNonsense: async ({ db }) => {
        await db.update(tenants).set({ name: 'Nonsense' }).where(eq(tenants.tenantId, tenantId))
        return { count: 'canary-of-a-secret' } as never
      },
    })
    const before = await fingerprint()
    const answer = await request(wrong.answeringNonsense, '{}', await person())
    expect(answer.status).toBe(500)
    expect(answer.body).not.toContain('canary')
    expect(await fingerprint()).toEqual(before)
  })

  test('carry no field that the contract does not know', async () => {
    const generous = contract({ sayingTooMuch: visitorRead({ payload: {}, result: z.object({ name: z.string() }) }) })
    serveAlso(generous, { sayingTooMuch: async () => ({ name: 'Aoi', passwordHash: 'canary' }) as { name: string } })
    expect((await request(generous.sayingTooMuch, '{}')).body).toBe('{"name":"Aoi"}')
  })

  test('a refusal has the one shape of failures', async () => {
    const { ids } = await club()
    const answers = [
      await request(plans.getPlans, JSON.stringify(ids)),
      await request(plans.getPlans, 'nonsense', await person()),
      await request(plans.getPlans, JSON.stringify(ids), await person()),
      await request({ base: 'cms', name: 'noSuchOperation' }, '{}'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 400, 404, 404])
    for (const { body, headers } of answers) {
      const said = failure.parse(JSON.parse(body))
      expect(said.requestId).toBe(headers['X-Request-Id'])
      expect(headers).toMatchObject({ 'Cache-Control': 'private, no-store', Vary: 'Authorization, Cookie, Origin' })
    }
  })

  test("a caller's request id is kept when it is one, and replaced when it is something else", async () => {
    const send = (id: string) =>
      request(identity['me.get'], '{}', null, { 'x-request-id': id } as never).then(
        ({ headers }) => headers['X-Request-Id'],
      )
    expect(await send('abc-12345')).toBe('abc-12345')
    for (const id of ['short', 'a b c d e f', 'x'.repeat(65), 'line\nbreak', '<script>']) {
      expect(await send(id)).toMatch(/^[0-9a-z]{20}$/)
    }
  })
})

describe('a deadlock', () => {
  const lockBoth = contract({
    lockingBoth: fanWrite({ payload: { first: z.string(), second: z.string() }, result: z.object({}) }),
  })
  let meet: () => Promise<void> = async () => {}
  const rename = async (db: Parameters<Handlers<typeof lockBoth>['lockingBoth']>[0]['db'], tenantId: string) =>
    db
      .update(tenants)
      .set({ name: sql`${tenants.name} || '!'` })
      .where(eq(tenants.tenantId, tenantId))
  const lockInOrder: Handlers<typeof lockBoth> = {
    async lockingBoth({ db }, { first, second }) {
      await rename(db, first)
      await meet()
      await rename(db, second)
      return {}
    },
  }
  /** Both wait here until the other has its first row; whoever comes again passes. */
  const bothHere = () => {
    let here = 0
    let open = () => {}
    const both = new Promise<void>((done) => {
      open = done
    })
    return async () => {
      if (++here === 2) open()
      await both
    }
  }

  test('is done again, and nobody notices', { timeout: 30_000 }, async () => {
    serveAlso(lockBoth, lockInOrder)
    const [a, b] = [(await club('A')).tenantId, (await club('B')).tenantId]
    const fan = await person()
    meet = bothHere()
    const answers = await Promise.all([
      request(lockBoth.lockingBoth, JSON.stringify({ first: a, second: b }), fan),
      request(lockBoth.lockingBoth, JSON.stringify({ first: b, second: a }), fan),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const names = await database().select().from(tenants)
    expect(
      names
        .filter(({ tenantId }) => tenantId === a || tenantId === b)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['A!!', 'B!!'])
  })

  test('tooth: in plain transactions one of the two fails', { timeout: 30_000 }, async () => {
    const [a, b] = [(await club('A')).tenantId, (await club('B')).tenantId]
    meet = bothHere()
    const plain = (first: string, second: string) =>
      database().transaction((tx) => lockInOrder.lockingBoth({ db: tx } as never, { first, second }))
    const ended = await Promise.allSettled([plain(a, b), plain(b, a)])
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const failed = ended.find((each) => each.status === 'rejected')
    expect(sqlState(failed?.reason)).toBe('40P01')
  })
})

describe('the OpenAPI document', () => {
  const document = JSON.parse(JSON.stringify(openapi())) as ReturnType<typeof openapi>
  type Node = Record<string, unknown>
  const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

  /** Every keyword that a schema of ours may use; one that is misspelt would say nothing at all. */
  const keywords = new Set(
    'type properties required additionalProperties items prefixItems enum const anyOf oneOf allOf not pattern format minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems propertyNames default description $ref'.split(
      ' ',
    ),
  )
  const checkSchema = (schema: unknown, path: string): void => {
    expect(isNode(schema), path).toBe(true)
    const node = schema as Node
    for (const [key, value] of Object.entries(node)) {
      expect(keywords, `${path} ${key}`).toContain(key)
      if (key === 'properties')
        for (const [name, each] of Object.entries(value as Node)) checkSchema(each, `${path}.${name}`)
      if (key === 'items' && isNode(value)) checkSchema(value, `${path}[]`)
      if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(key)) {
        expect(Array.isArray(value), path).toBe(true)
        for (const [i, each] of (value as unknown[]).entries()) checkSchema(each, `${path}.${key}.${i}`)
      }
      // A record names its keys by an enum and has no properties of its own.
      if (key === 'required' && !('propertyNames' in node)) {
        const names = Object.keys((node.properties ?? {}) as Node)
        for (const name of value as string[]) expect(names, `${path} requires`).toContain(name)
      }
      if (key === 'pattern') expect(() => new RegExp(String(value), 'u'), `${path} ${value}`).not.toThrow()
    }
  }
  const refs = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(refs)
    if (!isNode(value)) return []
    return Object.entries(value).flatMap(([key, each]) => (key === '$ref' ? [String(each)] : refs(each)))
  }

  test('names every operation once, at its own address', () => {
    const found = Object.entries(document.paths).map(([path, { post }]) => [path, post.operationId])
    expect(found.sort()).toEqual(registered.map(({ base, name }) => [`/api/${base}/${name}`, name]).sort())
  })

  test('is a valid document of version 3.1', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: expect.any(String), version: expect.any(String) },
    })
    for (const { url } of document.servers) expect(URL.canParse(url)).toBe(true)
    for (const ref of refs(document)) {
      const target = ref
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), document)
      expect(target, ref).toBeDefined()
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) checkSchema(schema, name)
    for (const [path, { post }] of Object.entries(document.paths)) {
      for (const requirement of post.security) {
        for (const scheme of Object.keys(requirement)) {
          expect(Object.keys(document.components.securitySchemes), path).toContain(scheme)
        }
      }
      const body = post.requestBody.content['application/json'].schema
      expect(body, path).toMatchObject({ type: 'object' })
      checkSchema(body, path)
      for (const [status, response] of Object.entries(post.responses)) {
        expect(status, path).toMatch(/^[2-5]\d\d$/)
        expect(response, path).toMatchObject({ description: expect.any(String) })
      }
      checkSchema(post.responses[200].content['application/json'].schema, `${path} 200`)
    }
  })

  test('says who may ask, and what is refused', () => {
    for (const operation of registered) {
      const path = document.paths[`/api/${operation.base}/${operation.name}`]
      expect(
        path?.post.security.some((each) => Object.keys(each).length === 0),
        operation.name,
      ).toBe(operation.caller === 'visitor')
      for (const code of operation.refusals) expect(path?.post.description).toContain(code)
    }
  })
})

test('no refusal of a contract borrows the name of a common one, save where it says the same', () => {
  const common = new Set<string>(commonCodes)
  const borrowed = registered.flatMap(({ name, refusals }) =>
    refusals.filter((code) => common.has(code)).map((code) => `${name} ${code}`),
  )
  expect(borrowed).toEqual([])
})

test('an operator who was signed out since is no operator any more', async () => {
  const gone = contract({ onlyForOperators: operatorWrite({ payload: {}, result: z.object({}) }) })
  serveAlso(gone, { onlyForOperators: async () => ({}) })
  const { tokenOf } = await import('./support/club')
  const stranger = { token: tokenOf('nobody-has-this-uid', 'operator@tsudoi.test') }
  expect((await request(gone.onlyForOperators, '{}', stranger)).status).toBe(401)
})
