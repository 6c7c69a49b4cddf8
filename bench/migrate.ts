import pg from 'pg'
import { startThrowaway } from '../src/server/db/embedded'
import { migrateDatabase } from '../src/server/db/migrate'
import { say } from './measure'

/*
 * What an upgrade costs a running program: the steps that a migration may have (rule: schema.expand) on a table of 10,000,000 rows
 * (`-- migrate --rows=1000000` for fewer), while somebody reads and writes it. Measured are the time of each step and the longest that a
 * reader or writer waited in it; a step that rewrites the table stands beside them for comparison.
 */
const rowsOf = () =>
  Number(process.argv.find((arg) => arg.startsWith('--rows='))?.slice('--rows='.length) ?? 10_000_000)

/** Milliseconds that a reader or writer may be kept waiting by a step that only expands. */
const bound = 1000

const steps = {
  'a column that is empty': 'alter table audit_log add column empty text',
  'a column with a fixed value': `alter table audit_log add column fixed text not null default 'a'`,
  'a check that is not valid yet':
    'alter table audit_log add constraint audit_fixed check (fixed is not null) not valid',
  'validating it': 'alter table audit_log validate constraint audit_fixed',
  'an index, concurrently': 'create index concurrently audit_by_operation on audit_log (operation, at)',
  'dropping it, concurrently': 'drop index concurrently audit_by_operation',
}
/** What the rule forbids: everybody waits for as long as it takes. */
const forbidden = 'create index audit_locking on audit_log (operation, at)'

const connect = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

const fill = async (owner: pg.Client, rows: number) => {
  const batch = 500_000
  for (let from = 0; from < rows; from += batch)
    await owner.query(
      `insert into audit_log (audit_id, at, actor_uid, role, operation, tenant_id, brand_id, payload, address, request_id)
       select 'audit_' || n, now() - n * interval '1 second', 'uid_' || n % 100, 'owner', 'operation' || n % 50, 'tenant_' || n % 20, null,
         '{}', '', 'request_' || n
       from generate_series($1::bigint, $2::bigint) n`,
      [from, Math.min(from + batch, rows) - 1],
    )
  await owner.query('analyze audit_log')
}

/** Reads and writes the table without a pause, and knows how long the slowest of both took. */
const using = async (url: string) => {
  const client = await connect(url)
  let slowest = 0
  let isOver = false
  let n = 0
  let turn = Promise.withResolvers<void>()
  const going = (async () => {
    while (!isOver) {
      const from = performance.now()
      await client.query(
        `insert into audit_log (audit_id, at, actor_uid, role, operation, payload, address, request_id)
         values ($1, now(), 'u', 'owner', 'bench', '{}', '', 'r')`,
        [`bench_${process.pid}_${n++}`],
      )
      await client.query(`select 1 from audit_log where audit_id = 'audit_1'`)
      slowest = Math.max(slowest, performance.now() - from)
      turn.resolve()
      turn = Promise.withResolvers()
    }
  })()
  return {
    /** Since it was asked last, with what is waiting now. */
    slowest: async () => {
      await turn.promise
      const found = slowest
      slowest = 0
      return found
    },
    stop: async () => {
      isOver = true
      await going
      await client.end()
    },
  }
}

export const migrate = async (): Promise<string[]> => {
  const rows = rowsOf()
  const database = await startThrowaway()
  try {
    await migrateDatabase(database)
    const owner = await connect(database.ownerUrl)
    const filling = performance.now()
    await fill(owner, rows)
    say(`migrate: ${rows.toLocaleString('en')} rows, filled in ${((performance.now() - filling) / 1000).toFixed(0)} s`)
    const user = await using(database.appUrl)
    const measured = async (name: string, statement: string) => {
      await user.slowest()
      const from = performance.now()
      await owner.query(statement)
      const took = performance.now() - from
      const waited = await user.slowest()
      say(`  ${name}: ${(took / 1000).toFixed(2)} s, somebody waited ${Math.round(waited)} ms at most`)
      return waited
    }
    const misses: string[] = []
    for (const [name, statement] of Object.entries(steps)) {
      const waited = await measured(name, statement)
      if (waited > bound)
        misses.push(`migrate: ${name} kept somebody waiting ${Math.round(waited)} ms (at most ${bound})`)
    }
    await measured('for comparison, an index with a lock', forbidden)
    await user.stop()
    await owner.end()
    return misses
  } finally {
    await database.stop()
  }
}
