import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '#kit/contract.ts'
import { operations } from '#program/operations.ts'
import { serve } from '#program/serve.ts'
import { operator, type Person, request } from '../support/club'
import { scene } from '../support/scene'
import { watchedState } from '../support/state'

const all = [...operations.values()].map(({ operation }) => operation)

/** Rule: access.input: what people, mistakes and attackers send in place of one field. */
const badValues: unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  { a: 1 },
  '',
  '   ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'line\r\nBcc: x@example.test',
  'x'.repeat(30_000),
  '👨‍👩‍👧‍👦'.repeat(81),
  '\u202eabc\u200b',
  "' or 1=1--",
  '%00',
  '../..',
  '__proto__',
  'constructor',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'http://evil.example/x.png',
  'https://user:pass@example.com/x.png',
  'tenant_unknown',
  '1',
  0,
  -0,
  -1,
  1.5,
  499.99,
  2 ** 31,
  2 ** 53 + 2,
  1e21,
  -1e21,
  253_402_268_400_000,
]
/** JSON that JavaScript cannot write: numbers out of range, doubled keys. */
const rawValues = ['1e309', '-1e309', '1E400', '"\\ud800"', '{"__proto__":{"isAdmin":true}}']

type Path = (string | number)[]
const pathsOf = (value: unknown, at: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [at]
  const inside = Object.entries(value).flatMap(([key, child]) =>
    pathsOf(child, [...at, Array.isArray(value) ? Number(key) : key]),
  )
  return at.length === 0 ? inside : [at, ...inside]
}
const replaced = (value: unknown, [head, ...rest]: Path, by: unknown): unknown => {
  if (head === undefined) return by
  const copy: Record<string | number, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) }
  copy[head] = replaced(copy[head], rest, by)
  return copy
}
const without = (value: object, key: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))

let world: Awaited<ReturnType<typeof scene>>
let decider: Person
beforeAll(async () => {
  world = await scene(undefined, { isPaidForReal: true })
  decider = await operator()
})

const callerOf = ({ caller, name }: Operation): Person | null => {
  if (caller === 'visitor') return null
  if (caller === 'operator') return decider
  if (caller === 'fan')
    return /Application$|ApplicationDraft$|Slug$|Carts?$|Address/.test(name) ? world.applicant : world.editor
  return world.owner
}

const leaks = /\bat .+:\d+:\d+|node_modules|select .+ from|insert into|\/src\/|violates|relation "/i
const check = (operation: Operation, sent: string, status: number, body: string) => {
  const about = `${operation.name} ${sent.slice(0, 300)} → ${status} ${body.slice(0, 300)}`
  expect(status, about).toBeLessThan(500)
  if (status === 200) return
  expect(body, about).not.toMatch(leaks)
  const failure = JSON.parse(body)
  expect(failure, about).toMatchObject({ ok: false, code: expect.any(String), message: expect.any(String) })
  expect(failure.requestId, about).not.toBe('')
  if (status === 400) expect(failure.fields ?? [], about).toSatisfy(Array.isArray)
}

test('every operation has an example', () => {
  expect(Object.keys(world.examples).sort()).toEqual(all.map(({ name }) => name).sort())
})

let calls = 0
const state = watchedState()
describe('one bad field at a time is refused without a trace', () => {
  test.each(all.map((operation, turn) => [operation.name, operation, turn] as const))(
    '%s',
    async (name, operation, turn) => {
      const example = world.examples[name] ?? {}
      const by = callerOf(operation)
      for (const path of pathsOf(example)) {
        // Nearly every operation names its club and brand, by one schema: each of them tries a third of what may stand there.
        const isOwner = path.length === 1 && (path[0] === 'tenantId' || path[0] === 'brandId')
        const tried = isOwner ? badValues.filter((_, n) => n % 3 === turn % 3) : badValues
        const bodies = [
          ...tried.map((bad) => JSON.stringify(replaced(example, path, bad))),
          ...rawValues.map((raw) => JSON.stringify(replaced(example, path, '@raw@')).replace('"@raw@"', raw)),
          ...(path.length === 1 ? [JSON.stringify(without(example, String(path[0])))] : []),
        ]
        const refused: string[] = []
        const before = await state.before()
        for (const body of bodies) {
          const answer = await request(operation, body, by)
          calls++
          check(operation, body, answer.status, answer.body)
          if (answer.status !== 200) refused.push(body)
        }
        if (refused.length === bodies.length) {
          expect(await state.now(), `${name} ${path.join('.')}`).toEqual(before)
          continue
        }
        // Some of these were fine (a text is a text) and changed something. What is refused now must leave it as it is.
        const settled = await state.now()
        const stillRefused: number[] = []
        for (const body of refused) stillRefused.push((await request(operation, body, by)).status)
        calls += refused.length
        expect(
          stillRefused.every((status) => status !== 200),
          `${name} ${path.join('.')}`,
        ).toBe(true)
        expect(await state.now(), `${name} ${path.join('.')}`).toEqual(settled)
      }
    },
  )
  afterAll(() => {
    expect(calls).toBeGreaterThan(4000)
  })
})

describe('a request that is no request', () => {
  const raw = (operation: Operation, changes: Partial<Parameters<typeof serve>[0]>) =>
    serve({
      base: operation.base,
      name: operation.name,
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
      address: '127.0.0.1',
      ...changes,
    })
  const deep = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`

  test.each(all.map((operation) => [operation.name, operation] as const))('%s', async (_, operation) => {
    const authorization = `Bearer ${callerOf(operation)?.token ?? ''}`
    const json = { 'content-type': 'application/json', authorization }
    const before = await state.before()
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) expect((await raw(operation, { method })).status).toBe(405)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '']) {
      expect((await raw(operation, { headers: { 'content-type': type } })).status).toBe(415)
    }
    expect((await raw(operation, { body: 'tooLarge', headers: json })).status).toBe(413)
    expect((await raw(operation, { body: `{"a":"${'x'.repeat(operation.maxBytes)}"}`, headers: json })).status).toBe(
      413,
    )
    for (const body of [null, '', '[]', 'null', '"x"', '{', '1', deep, `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`]) {
      const answer = await raw(operation, { body, headers: json })
      expect([400, 413], `${operation.name} ${body?.slice(0, 50)}`).toContain(answer.status)
      check(operation, body ?? '', answer.status, answer.body)
    }
    expect(await state.now()).toEqual(before)
  })

  test.each(['__proto__', '../me.get', 'constructor', 'toString', 'getplans', 'me', ''])(
    'there is no operation %s',
    async (name) => {
      for (const base of ['cms', 'public'] as const) {
        const answer = await serve({
          base,
          name,
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
          address: '1',
        })
        expect(answer.status).toBe(404)
      }
    },
  )

  test('an operation answers on its own base only', async () => {
    for (const operation of all) {
      const base = operation.base === 'cms' ? 'public' : 'cms'
      expect((await raw(operation, { base })).status).toBe(404)
    }
  })

  test('keys that the contract does not know are never stored', async () => {
    const extra = {
      tenantId2: 'x',
      role: 'owner',
      isAdmin: true,
      status: 'archived',
      uid: 'x',
      archivingAt: 5,
      editedAt: 1,
    }
    const operation = operations.get('createDraftPlan')?.operation as Operation
    const body = JSON.stringify({ ...world.examples.createDraftPlan, ...extra })
    const { planId } = JSON.parse((await request(operation, body, world.owner)).body)
    const read = operations.get('getPlan')?.operation as Operation
    const { plan } = JSON.parse((await request(read, JSON.stringify({ ...world.ids, planId }), world.owner)).body)
    expect(plan).toMatchObject({ status: 'draft', archivingAt: null })
    expect(plan.editedAt).toBeGreaterThan(1_000_000)
  })
})
