import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { identity } from '#club/identity/contract.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import { commonCodes, contract, failure, fanWrite, type Operation, operatorWrite, visitorRead } from '#kit/contract.ts'
import { plans } from '#membership/plans/contract.ts'
import { operations } from '#program/operations.ts'
import { sentences } from '#program/sentences.ts'
import type { Handlers } from '#server/context.ts'
import { database, pool, sqlState } from '#server/db.ts'
import { log, plainLog } from '#server/telemetry/log.ts'
import { ask, club, operator, person, request, tokenOf } from '../support/club'
import { together, withoutPrecautions } from '../support/naive'
import { type Scene, scenes } from '../support/scene'
import { fingerprint } from '../support/state'

const terms = { name: 'Galaxy', price: 1500, subscriptionInterval: 'month' as const, description: '', thumbnail: '' }

/** Operations that exist in this test alone, served like all others. */
const serveAlso = <C extends Record<string, Operation>>(contracts: C, handlers: Handlers<C>) => {
  const registry = operations as Map<string, { operation: Operation; handle: unknown }>
  for (const operation of Object.values(contracts)) {
    registry.set(operation.name, { operation, handle: handlers[operation.name] })
  }
}
const registered = [...operations.values()].map(({ operation }) => operation)

test('a refusal says in a sentence what its code means', async () => {
  const codes = new Set(registered.flatMap(({ refusals }) => refusals as readonly string[]))
  for (const code of codes) if (!/notFound$/i.test(code)) expect(sentences[code], code).toMatch(/^[A-Z“].*[.!?)]$/s)
  const { ids, owner } = await club()
  const { planId } = await ask(plans.createActivePlan, { ...ids, ...terms }, owner)
  const again = await request(plans.activateDraftPlan, JSON.stringify({ ...ids, planId, ...terms }), owner)
  expect([again.status, JSON.parse(again.body)]).toMatchObject([
    409,
    { code: 'planNotDraft', message: sentences.planNotDraft },
  ])
})

test('the limit of a body is counted in bytes, as it travels', async () => {
  const { ids, owner } = await club()
  const body = (letter: string) => JSON.stringify({ ...ids, ...terms, description: letter.repeat(30_000) })
  expect((await request(plans.createDraftPlan, body('a'), owner)).status).toBe(400)
  expect((await request(plans.createDraftPlan, body('あ'), owner)).status).toBe(413)
})

describe('the log', () => {
  const lines: Record<string, unknown>[] = []
  afterEach(() => {
    vi.restoreAllMocks()
    lines.length = 0
  })
  const listen = () => {
    const note = (line: unknown) => void lines.push(line as Record<string, unknown>)
    for (const each of [log, plainLog])
      for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(each, level).mockImplementation(note as never)
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
    for (const line of lines)
      expect(line).toMatchObject({ path: `/api/cms/${line.operation}`, address: expect.stringMatching(/^[\d.:a-f]+$/) })
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
  test('of every operation parse with its contract, and hold no other field', async () => {
    const decider = await operator()
    const unverified = { email_verified: false }
    const inScene = scenes()
    const askedOf = (operation: Operation, world: Scene) => {
      const by =
        operation.caller === 'operator'
          ? decider
          : operation.caller === 'fan'
            ? /Application|Slug|Order|Konbini|PlanSubscription|Cart|Address|MyPlans|UserPlan|PaymentMethod|SubscriptionToCard|MyEmail|deleteComment|editComment|deleteChat|Download|AccountFile|MyAccount|NewsByMail|EmailVisible|setNotice|removePushDevice|RefundAgain|addressReceipt|declineTenantInvitation/.test(
                operation.name,
              )
              ? world.applicant
              : world.editor
            : world.owner
      // Who has a confirmed address has nothing to confirm.
      const caller = operation.name === 'checkMyEmail' ? { ...by, token: tokenOf(by.uid, by.email, unverified) } : by
      return request(operation, JSON.stringify(world.examples[operation.name]), caller)
    }
    for (const operation of registered) {
      const { answer } = await inScene((world) => askedOf(operation, world))
      // The editor is a member already; the invitation's own test covers who is not.
      if (operation.name === 'acceptTenantInvitation') continue
      // These need what stands outside of the scene: a consent at another service, a transfer that came back.
      if (['dashboard/createOAuthRefreshToken', 'retryPayout'].includes(operation.name)) continue
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
      expect(await send(id)).toMatch(/^[0-9a-f-]{36}$/)
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

  test('is done again, and nobody notices', async () => {
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

  test('control: in plain transactions one of the two fails', async () => {
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

test('no refusal of a contract borrows the name of a common one, save where it says the same', () => {
  const common = new Set<string>(commonCodes)
  const borrowed = registered.flatMap(({ name, refusals }) =>
    refusals.filter((code) => common.has(code)).map((code) => `${name} ${code}`),
  )
  expect(borrowed).toEqual([])
})

test('an operator who was signed out since is no operator any more', async () => {
  const gone = contract({ onlyForOperators: operatorWrite({ payload: {}, audit: [], result: z.object({}) }) })
  serveAlso(gone, { onlyForOperators: async () => ({}) })
  const stranger = { token: tokenOf('nobody-has-this-uid', 'operator@tsudoi.test') }
  expect((await request(gone.onlyForOperators, '{}', stranger)).status).toBe(401)
})

describe('a database that goes away', () => {
  const taken = () => pool().totalCount - pool().idleCount
  const callers = 40

  test('leaves no connection behind, whenever it went', async () => {
    const { ids, owner } = await club()
    const { tsudoi: own } = globalThis
    const killer = new pg.Client({ connectionString: own?.databaseUrl })
    await killer.connect()
    for (let round = 0; round < 5; round++) {
      const calls = together(callers, () => request(plans.createDraftPlan, JSON.stringify({ ...ids, ...terms }), owner))
      await killer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tsudoi' and datname = current_database()`,
      )
      for (const { status, body } of await calls) expect([200, 503], body).toContain(status)
      // A connection that is still being made for a caller who was refused is no leak: that one never comes back.
      await expect.poll(taken).toBe(0)
    }
    await killer.end()
    // A connection that lay idle may learn of its end with the next query only.
    const create = () => request(plans.createDraftPlan, JSON.stringify({ ...ids, ...terms }), owner)
    await expect.poll(async () => (await create()).status).toBe(200)
  })

  test('control: without the release a transaction that cannot begin keeps its connection', async () => {
    const before = taken()
    await withoutPrecautions([[/^begin$/, 'begin nonsense']], async () => {
      await expect(database().transaction(async () => {})).rejects.toThrow()
      expect(taken()).toBe(1)
      const kept = (pool() as unknown as { _clients: pg.Client[] })._clients
      await Promise.all(kept.map((client) => (client as pg.PoolClient).release(true)))
    })
    expect(taken()).toBe(before)
  })
})
