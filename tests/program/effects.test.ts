import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { identity } from '#club/identity/contract.ts'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import {
  brandOutside,
  brandRead,
  contentRoles,
  contract,
  fanOutside,
  fanRead,
  fanWrite,
  type Operation,
  operatorRead,
  roles,
} from '#kit/contract.ts'
import { plans } from '#membership/plans/contract.ts'
import { operations } from '#program/operations.ts'
import type { Handlers } from '#server/context.ts'
import { database, pool } from '#server/db.ts'
import type { Db } from '#server/proven.ts'
import { free } from '#server/retries.ts'
import { auditLog, idempotencyKeys } from '#server/tables.server.ts'
import { addMember, ask, club, newId, type Person, person, request, tokenOf } from '../support/club'
import { together } from '../support/naive'

/** Operations that exist in this test alone, served like all others. */
const serveAlso = <C extends Record<string, Operation>>(contracts: C, handlers: Handlers<C>) => {
  const registry = operations as Map<string, { operation: Operation; handle: unknown }>
  for (const operation of Object.values(contracts)) {
    registry.set(operation.name, { operation, handle: handlers[operation.name] })
  }
}

/** A provider outside, which knows its calls by their key, and whose answers the test holds back or loses. */
const provider = () => {
  const done = new Set<string>()
  let calls = 0
  return {
    calls: () => calls,
    done,
    how: 'well' as 'well' | 'breaks after acting' | 'declines',
    async charge(key: string) {
      calls++
      if (this.how === 'declines') return 'declined' as const
      done.add(key)
      if (this.how === 'breaks after acting') throw new Error('the connection broke')
      return 'charged' as const
    },
  }
}

const outside = contract({
  chargeCard: fanOutside({
    payload: { note: z.string() },
    result: z.object({ charged: z.boolean() }),
    refusals: ['cardDeclined'],
  }),
  callForBrand: brandOutside({
    roles: contentRoles,
    audit: ['note'],
    payload: { note: z.string(), secret: z.string() },
    result: z.object({}),
  }),
})
let bank = provider()
let openTransactions = -1
let lastAttempt = ''
serveAlso(outside, {
  async chargeCard({ transaction, attempt, refuse }) {
    lastAttempt = attempt
    await transaction(async ({ db }) => void (await db.execute('select 1')))
    const { rows } = await pool().query(
      `select count(*)::int as open from pg_stat_activity
       where datname = current_database() and application_name = 'tsudoi' and state like 'idle in transaction%'`,
    )
    openTransactions = rows[0].open
    const answer = await bank.charge(attempt)
    if (answer === 'declined') return refuse('cardDeclined')
    await transaction(async ({ db }) => void (await db.execute('select 1')))
    return { charged: true }
  },
  async callForBrand({ transaction }) {
    await transaction(async ({ db }) => void (await db.execute('select 1')))
    return {}
  },
})

const charge = (by: Person, key: string, note = 'x') =>
  request(outside.chargeCard, JSON.stringify({ note }), by, { 'idempotency-key': key })
const codeOf = ({ body }: { body: string }) => (JSON.parse(body) as { code?: string }).code

describe('a call to the outside', () => {
  test('runs with no transaction open', async () => {
    bank = provider()
    await charge(await person(), newId('attempt'))
    expect(openTransactions).toBe(0)
  })

  test('is made once for ten presses with one key: one answer, the others told that it is under way', async () => {
    bank = provider()
    const fan = await person()
    const key = newId('attempt')
    const answers = await together(10, () => charge(fan, key))
    expect(bank.calls()).toBe(1)
    for (const answer of answers) expect(answer.status === 200 || codeOf(answer) === 'inProgress').toBe(true)
    const again = await charge(fan, key)
    expect(JSON.parse(again.body)).toEqual({ charged: true })
    expect(bank.calls()).toBe(1)
  })

  test('with the same key and another body is a mismatch', async () => {
    bank = provider()
    const fan = await person()
    const key = newId('attempt')
    await charge(fan, key)
    expect(codeOf(await charge(fan, key, 'other'))).toBe('idempotencyMismatch')
  })

  test('that was refused frees its key', async () => {
    bank = provider()
    bank.how = 'declines'
    const fan = await person()
    const key = newId('attempt')
    expect(codeOf(await charge(fan, key))).toBe('cardDeclined')
    bank.how = 'well'
    expect((await charge(fan, key)).status).toBe(200)
  })

  test('whose outcome is unknown keeps its key until a job has found out', async () => {
    bank = provider()
    bank.how = 'breaks after acting'
    const fan = await person()
    const key = newId('attempt')
    expect((await charge(fan, key)).status).toBe(500)
    bank.how = 'well'
    expect(codeOf(await charge(fan, key))).toBe('inProgress')
    expect(bank.done.size).toBe(1)
    await free(database(), lastAttempt)
    expect((await charge(fan, key)).status).toBe(200)
  })

  test('by staff is in the audit with what the contract keeps, and nothing else of what was sent', async () => {
    const { ids, owner } = await club()
    await ask(outside.callForBrand, { ...ids, note: 'kept', secret: 'canary-51f0' }, owner)
    const rows = await database().select().from(auditLog).where(eq(auditLog.tenantId, ids.tenantId))
    expect(rows).toMatchObject([{ operation: 'callForBrand', payload: { note: 'kept' }, brandId: ids.brandId }])
    expect(JSON.stringify(rows)).not.toContain('canary-51f0')
  })
})

describe('a replayed answer', () => {
  const terms = { name: 'Galaxy', price: 1500, subscriptionInterval: 'month' as const, description: '', thumbnail: '' }

  test('is not given to somebody who has left the club since', async () => {
    const { ids, tenantId } = await club()
    const editor = await person()
    const memberId = await addMember(tenantId, editor, 'editor')
    const retry = { 'idempotency-key': newId('attempt') }
    const body = JSON.stringify({ ...ids, ...terms })
    expect((await request(plans.createDraftPlan, body, editor, retry)).status).toBe(200)
    await database().update(tenantMembers).set({ status: 'removed' }).where(eq(tenantMembers.memberId, memberId))
    expect((await request(plans.createDraftPlan, body, editor, retry)).status).toBe(404)
  })
})

describe('what asks for a recent sign-in', () => {
  const careful = contract({
    moveMoney: fanWrite({ fresh: true, payload: {}, result: z.object({}) }),
    readBooks: operatorRead({ fresh: true, payload: {}, result: z.object({}) }),
    readAccount: brandRead({ fresh: true, roles, payload: {}, result: z.object({}) }),
  })
  serveAlso(careful, {
    moveMoney: async () => ({}),
    readBooks: async () => ({}),
    readAccount: async () => ({}),
  })
  const minutesAgo = (minutes: number, { uid, email }: Person) => ({
    token: tokenOf(uid, email, { auth_time: Math.floor(Date.now() / 1000) - minutes * 60 }),
  })

  test('is done within ten minutes of it, and later asks to sign in again', async () => {
    const { ids, owner } = await club()
    const of = JSON.stringify(ids)
    expect((await request(careful.readAccount, of, minutesAgo(9, owner))).status).toBe(200)
    const late = await request(careful.readAccount, of, minutesAgo(11, owner))
    expect([late.status, codeOf(late)]).toEqual([401, 'signInAgain'])
    expect(codeOf(await request(careful.moveMoney, '{}', minutesAgo(11, owner)))).toBe('signInAgain')
    expect((await request(careful.moveMoney, '{}', minutesAgo(1, owner))).status).toBe(200)
    // Whoever may not do it at all is told that, not to sign in.
    expect(codeOf(await request(careful.readBooks, '{}', minutesAgo(11, owner)))).toBe('forbidden')
  })
})

describe('a name', () => {
  test('that a payload owns is resolved once: an upload that nobody began is nobody’s', async () => {
    const { operation } = operations.get('completeMultipartUpload') ?? {}
    const { owner, tenantId } = await club()
    const payload = { tenantId, uploadId: 'upload_unknown', fileName: 'a.mp4', parts: [{ partNumber: 1, etag: '"x"' }] }
    expect((await request(operation as Operation, JSON.stringify(payload), owner)).status).toBe(404)
  })

  test('of an operation that is registered twice stops the start', async () => {
    const { listed, served } = await import('#program/operations.ts')
    const twice = served(identity, { 'me.get': (async () => ({})) as never })
    expect(() => listed(twice, twice)).toThrow('Two operations are called me.get')
  })
})

test('keys of writes are answered as before', async () => {
  const { ids, owner } = await club()
  const retry = { 'idempotency-key': newId('attempt') }
  const terms = { name: 'Galaxy', price: 1500, subscriptionInterval: 'month', description: '', thumbnail: '' }
  const body = JSON.stringify({ ...ids, ...terms })
  const [first, second] = await together(2, () => request(plans.createDraftPlan, body, owner, retry))
  expect(first?.body).toBe(second?.body)
  const rows = await database().select().from(idempotencyKeys).where(eq(idempotencyKeys.uid, owner.uid))
  expect(rows).toMatchObject([{ answeredAt: expect.any(Number), attempt: null }])
})

describe('a read that asks for one snapshot', () => {
  const result = z.object({ before: z.int(), after: z.int() })
  const books = contract({
    addUp: fanRead({ snapshot: true, payload: {}, result }),
    addUpCarelessly: fanRead({ payload: {}, result }),
  })
  const counted = async (db: Db) => {
    const { rows } = await db.execute<{ count: number }>('select count(*)::int as count from audit_log')
    return rows[0]?.count ?? 0
  }
  const addUp = async ({ db }: { db: Db }) => {
    const before = await counted(db)
    const { ids, owner } = await club()
    await ask(outside.callForBrand, { ...ids, note: 'x', secret: 'y' }, owner)
    return { before, after: await counted(db) }
  }
  serveAlso(books, { addUp, addUpCarelessly: addUp })

  test('sees one moment of the database, whatever is written meanwhile', async () => {
    const { before, after } = await ask(books.addUp, {}, await person())
    expect(after).toBe(before)
  })

  test('control: without a snapshot the figures of one answer contradict each other', async () => {
    const { before, after } = await ask(books.addUpCarelessly, {}, await person())
    expect(after).toBe(before + 1)
  })
})
