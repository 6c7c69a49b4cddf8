import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect, test } from 'vitest'
import { operations } from '#program/operations.ts'
import { PreparingClient } from '#server/db/client.ts'
import { shared } from '#server/shared.ts'
import { request } from '../support/club'
import { statementsOf } from '../support/cost'
import { scene } from '../support/scene'

/** Asks on one connection, and says what that one has prepared. */
const preparedBy = async (work: () => Promise<unknown>) => {
  const { pool, drizzle: own } = shared
  const one = new pg.Pool({ connectionString: shared.databaseUrl, max: 1, Client: PreparingClient })
  Object.assign(shared, { pool: one, drizzle: drizzle({ client: one }) })
  try {
    await work()
    const { rows } = await one.query<{ statement: string }>('select statement from pg_prepared_statements')
    return new Set(rows.map(({ statement }) => statement))
  } finally {
    Object.assign(shared, { pool, drizzle: own })
    await one.end()
  }
}

test('what a fan’s screen asks the database is prepared, so that it is planned once for each connection', async () => {
  const of = await scene()
  const reads = [...operations.values()]
    .map(({ operation }) => operation)
    .filter(({ effect, caller }) => effect === 'read' && caller === 'visitor')
  const asked = async () => {
    for (const operation of reads)
      await request(operation, JSON.stringify(of.examples[operation.name] ?? {}), of.applicant)
  }
  // What the program then remembers is not asked again.
  await asked()
  const heard = (await statementsOf(asked)).filter(({ text }) => /^\s*(select|with)\b/i.test(text))
  const prepared = await preparedBy(asked)
  expect(heard.length).toBeGreaterThan(50)
  expect(heard.filter(({ text }) => !prepared.has(text)).map(({ text }) => text)).toEqual([])
})
