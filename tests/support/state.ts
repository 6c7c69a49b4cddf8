import { pool } from '#server/db.ts'

// Counters and logs that every call may touch; everything else counts as the club's data.
const aside = new Set(['rate_limits', 'page_renewals'])
/** When a room last told its followers is written a moment after the write that it tells of, and a room that nobody wrote in begins with it. */
const textOf = (table: string) => (table === 'chat_rooms' ? `(to_jsonb(t) - 'told_at')::text` : 't::text')
const rowsOf = (table: string) => (table === 'chat_rooms' ? `"chat_rooms" t where t.last_seq > 0` : `"${table}" t`)

/** One statement for every table, planned once on a connection: it is asked thousands of times. */
let statement: Promise<string> | undefined
const written = async () => {
  const tables = await pool().query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  return tables.rows
    .filter(({ name }) => !aside.has(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${textOf(name)}, 0)), 0) as hash from ${rowsOf(name)}`,
    )
    .join(' union all ')
}

/** One fingerprint of every row of every table: what was not meant to change must have the same one afterwards. */
export const fingerprint = async () => {
  statement ??= written()
  const { rows } = await pool().query<{ name: string; hash: string }>({ name: 'fingerprint', text: await statement })
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** For many looks one after the other at data that nobody else writes: what the last one left is what the next one finds. */
export const watchedState = () => {
  let known: Awaited<ReturnType<typeof fingerprint>> | undefined
  const now = async () => {
    known = await fingerprint()
    return known
  }
  return { before: async () => known ?? now(), now }
}
