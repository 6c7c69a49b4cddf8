import { connect, createServer, type Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Failure, Operation, PayloadOf } from '#kit/contract.ts'
import { plans } from '#membership/plans/contract.ts'
import { plans as table } from '#membership/plans/tables.server.ts'
import { database, inTransaction, pool, sqlState, timeouts } from '#server/db.ts'
import { freePort } from '#server/machine/processes.ts'
import { shared } from '#server/shared.ts'
import { ask, club, type Person, request } from '../support/club'

/*
 * A database that holds a row, works for ever, or does not answer at all. Between the program and its database is a
 * relay that can stop passing anything on, as a stopped machine or a broken network does.
 */
const direct = shared.databaseUrl ?? ''
/** A host that begins with a slash is the folder of the server's socket. */
const server = new pg.Client({ connectionString: direct })
const reach = () =>
  server.host.startsWith('/') ? connect(`${server.host}/.s.PGSQL.${server.port}`) : connect(server.port, server.host)
const relayPort = await freePort()
let hangs = false
let dies = false
/** PostgreSQL's message that a connection is ready for queries. */
const ready = Buffer.from('Z\0\0\0\x05I', 'latin1')
const lastWords = (() => {
  const said = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'
  const head = Buffer.from('E\0\0\0\0', 'latin1')
  head.writeUInt32BE(said.length + 4, 1)
  return Buffer.concat([head, Buffer.from(said)])
})()
const pairs = new Set<[Socket, Socket]>()
const relay = createServer((near) => {
  const far = reach()
  const pair: [Socket, Socket] = [near, far]
  pairs.add(pair)
  for (const [from, to] of [pair, [far, near]] as const) {
    from.on('data', (chunk) => {
      if (hangs) return
      if (dies && from === far && chunk.subarray(-ready.length).equals(ready)) to.end(Buffer.concat([chunk, lastWords]))
      else to.write(chunk)
    })
    from.on('error', () => {})
    from.on('close', () => to.destroy())
  }
  near.on('close', () => pairs.delete(pair))
})

beforeAll(async () => {
  await new Promise<void>((up) => relay.listen(relayPort, '127.0.0.1', up))
  shared.databaseUrl = `postgresql://${server.user}:${server.password}@127.0.0.1:${relayPort}/${server.database}`
  Object.assign(timeouts, {
    // Shorter than those of the program, and long enough for a busy machine to do what is not held up.
    connectionTimeoutMillis: 6000,
    lock_timeout: 3000,
    statement_timeout: 5000,
    idle_in_transaction_session_timeout: 5000,
    query_timeout: 6000,
  })
})
afterAll(() => {
  for (const [near, far] of pairs) for (const socket of [near, far]) socket.destroy()
  relay.close()
})

const terms = { price: 1500, subscriptionInterval: 'month' as const, description: '', thumbnail: '' }
const draft = async () => {
  const { ids, owner } = await club()
  const { planId } = await ask(plans.createDraftPlan, { ...ids, ...terms, name: 'Galaxy' }, owner)
  return { ids, owner, planId, change: { ...ids, ...terms, planId, name: 'Comet' } }
}
const failed = async <O extends Operation>(operation: O, payload: PayloadOf<O>, person: Person) => {
  const answer = await request(operation, JSON.stringify(payload), person)
  const { code, requestId } = JSON.parse(answer.body) as Failure
  const said = { status: answer.status, code, requestId, later: Number(answer.headers['Retry-After']) > 0 }
  expect(said).toEqual({ status: 503, code: 'unavailable', requestId: expect.any(String), later: true })
}

test('a row that somebody holds is an answer, and the plan can be saved when they let go', async () => {
  const { planId, owner, change } = await draft()
  const holder = new pg.Client({ connectionString: direct })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select 1 from plans where plan_id = $1 for update', [planId])
  await failed(plans.updateDraftPlan, change, owner)
  await holder.query('rollback')
  await holder.end()
  expect(await ask(plans.updateDraftPlan, change, owner)).toEqual({ planId, editedAt: expect.any(Number) })
})

test('a statement without end is ended by the database', async () => {
  const error = await pool()
    .query('select pg_sleep(60)')
    .catch((reason: unknown) => reason)
  expect(sqlState(error)).toBe('57014')
})

test('a database that answers nothing is an answer to everybody, and none of its connections is used again', async () => {
  const { ids, owner, planId, change } = await draft()
  hangs = true
  // More than the pool has connections.
  const asked = Array.from({ length: 20 }, (_, n) =>
    n % 2 ? failed(plans.getPlans, ids, owner) : failed(plans.updateDraftPlan, change, owner),
  )
  await Promise.all(asked)
  hangs = false
  expect(await ask(plans.updateDraftPlan, change, owner)).toEqual({ planId, editedAt: expect.any(Number) })
  const again = await Promise.all(Array.from({ length: 20 }, () => ask(plans.getPlans, ids, owner)))
  expect(again.every(({ plans: found }) => found.length === 1)).toBe(true)
})

test('an answer that stops in the middle of a transaction leaves nothing of it', async () => {
  const { planId } = await draft()
  const change = inTransaction(async (db) => {
    await db.update(table).set({ name: 'Half' }).where(eq(table.planId, planId))
    hangs = true
    await db.update(table).set({ price: 9999 }).where(eq(table.planId, planId))
  })
  await expect(change).rejects.toThrow()
  hangs = false
  await expect
    .poll(() => database().select({ name: table.name, price: table.price }).from(table).where(eq(table.planId, planId)))
    .toEqual([{ name: 'Galaxy', price: 1500 }])
})

test('a database that dies in the very moment in which it is ready ends no program, and is used again when it is back', async () => {
  const { ids, owner, planId, change } = await draft()
  const unheard: Error[] = []
  const note = (error: Error) => unheard.push(error)
  process.on('uncaughtException', note)
  dies = true
  // Connections that are opened, that have answered, and that the next one waits for.
  const ended = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) =>
      n % 2
        ? failed(plans.updateDraftPlan, change, owner)
        : pool()
            .query('select 1')
            .catch(() => {}),
    ),
  )
  dies = false
  expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(unheard).toEqual([])
  process.off('uncaughtException', note)
  expect(await ask(plans.updateDraftPlan, change, owner)).toEqual({ planId, editedAt: expect.any(Number) })
  const again = await Promise.all(Array.from({ length: 20 }, () => ask(plans.getPlans, ids, owner)))
  expect(again.every(({ plans: found }) => found.length === 1)).toBe(true)
})
