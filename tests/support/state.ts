import { pool } from '../../src/server/db'

// Counters and logs that every call may touch; everything else counts as the club's data.
const aside = new Set(['rate_limits'])

/** One fingerprint of every row of every table: what was not meant to change must have the same one afterwards. */
export const fingerprint = async () => {
  const tables = await pool().query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const parts = tables.rows
    .filter(({ name }) => !aside.has(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as hash from "${name}" t`,
    )
  const { rows } = await pool().query<{ name: string; hash: string }>(parts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
