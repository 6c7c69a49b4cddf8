import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { brands } from '#club/brands/tables.server.ts'
import type { Operation } from '#kit/contract.ts'
import { operations } from '#program/operations.ts'
import { serve } from '#program/serve.ts'
import { database } from '#server/db.ts'
import { all, callerOf, check, withWorld, world } from '../support/badInput'
import { request } from '../support/club'
import { watchedState } from '../support/state'

withWorld()

test('every operation has an example', () => {
  expect(Object.keys(world.examples).sort()).toEqual(all.map(({ name }) => name).sort())
})

const state = watchedState()

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

test('control: a row that changes is another state', async () => {
  const before = await state.now()
  await database().update(brands).set({ editedAt: 1 }).where(eq(brands.brandId, world.brandId))
  expect(await state.now()).not.toEqual(before)
})
