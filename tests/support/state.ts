import pg from 'pg'
import { pool } from '#server/db.ts'
import { roleIn } from './servers'
import { ownerUrl, world } from './world'

// Counters and logs that every call may touch; everything else counts as the club's data.
const aside = new Set(['rate_limits', 'page_renewals'])
/** When a room last told its followers is written a moment after the write that it tells of, and a room that nobody wrote in begins with it. */
const textOf = (table: string) => (table === 'chat_rooms' ? `(to_jsonb(t) - 'told_at')::text` : 't::text')
const rowsOf = (table: string) => (table === 'chat_rooms' ? `"chat_rooms" t where t.last_seq > 0` : `"${table}" t`)

const watchedTables = async () => {
  const tables = await pool().query<{ name: string; isView: boolean }>(
    `select table_name as name, table_type = 'VIEW' as "isView" from information_schema.tables where table_schema = 'public' order by 1`,
  )
  return tables.rows.filter(({ name }) => !aside.has(name))
}

/** One statement for every table, planned once on a connection: it is asked thousands of times. */
let statement: Promise<string> | undefined
const written = async () =>
  (await watchedTables())
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${textOf(name)}, 0)), 0) as hash from ${rowsOf(name)}`,
    )
    .join(' union all ')

/** One fingerprint of every row of every table: what was not meant to change must have the same one afterwards. */
export const fingerprint = async () => {
  statement ??= written()
  const { rows } = await pool().query<{ name: string; hash: string }>({ name: 'fingerprint', text: await statement })
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** Lets every table of this file's database count the statements that write to it, also those that are rolled back. */
const countWrites = async () => {
  const tables = (await watchedTables()).filter(({ isView }) => !isView)
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner
    .query(
      [
        'create sequence counted_writes',
        `grant usage, select on sequence counted_writes to ${roleIn(world.appUrl)}`,
        `create function count_write() returns trigger language plpgsql as
          $$ begin perform nextval('public.counted_writes'); return null; end $$`,
        ...['insert or update or delete', 'truncate'].flatMap((act) =>
          tables.map(
            ({ name }) =>
              `create trigger "counted ${act}" after ${act} on "${name}" for each statement execute function count_write()`,
          ),
        ),
      ].join(';'),
    )
    .finally(() => owner.end())
}

const counted = async () => {
  const { rows } = await pool().query<{ last_value: string; is_called: boolean }>(
    'select last_value, is_called from counted_writes',
  )
  return JSON.stringify(rows)
}

/**
 * For many looks one after the other at data that nobody else writes: what the last one left is what the next one finds. The rows
 * are read again where a statement has written since: reading all of them is most of what a refused call costs.
 */
export const watchedState = () => {
  let counting: Promise<void> | undefined
  let known: { state: Awaited<ReturnType<typeof fingerprint>>; writes: string } | undefined
  const now = async () => {
    counting ??= countWrites()
    await counting
    const writes = await counted()
    if (known?.writes !== writes) known = { writes, state: await fingerprint() }
    return known.state
  }
  return { before: async () => known?.state ?? now(), now }
}
