import { pool } from '#server/db.ts'

/** Columns that no person writes: names of things, states, places of files, money and addresses that are looked up. */
const isNoText =
  /(^|_)(id|ids|uid|by|key|state|status|kind|type|hash|slug|url|method|locale|currency|provider|role|mode|number|email|postal_code|phone|color|area|job|reason_code|encoding|format|visibility|interval|audience|delivery|resolution|direction|from|code|account|secret|md5|token|code_verifier|plan|statuses|restriction|viewable_by|operation|address)$/

/** What a person has written within a document, by its name there. */
const isWritten =
  /^(name|text|title|subtitle|description|reason|message|note|place|label|caption|cause|fileName|buyer|payload|labels|words)$/
const markedWithin = (value: unknown, mark: string, name: string): unknown => {
  if (typeof value === 'string') return isWritten.test(name) && value !== '' ? `${value}${mark}` : value
  if (Array.isArray(value)) return value.map((one) => markedWithin(one, mark, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, markedWithin(one, mark, key)]))
}

const columnsOf = async (type: 'text' | 'jsonb') => {
  const { rows } = await pool().query<{ table: string; column: string }>(
    `
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join information_schema.columns t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.column_name = 'tenant_id'
    where c.table_schema = 'public' and c.data_type = $1 and c.is_generated = 'NEVER'
    order by 1, 2`,
    [type],
  )
  return rows
}

/** The same within documents: schedules, performers, labels, lines of files. */
const markDocuments = async (tenantId: string, mark: string): Promise<string[]> => {
  const marked: string[] = []
  for (const { table, column } of await columnsOf('jsonb')) {
    const { rows } = await pool().query<{ place: string; value: unknown }>(
      `select "${table}".ctid::text as place, "${table}"."${column}" as value from "${table}" where "${table}".tenant_id = $1`,
      [tenantId],
    )
    for (const { place, value } of rows) {
      const next = markedWithin(value, mark, column)
      if (JSON.stringify(next) === JSON.stringify(value)) continue
      const change = `update "${table}" set "${column}" = $2 where "${table}".ctid = $1::tid`
      const changed = await pool()
        .query(change, [place, JSON.stringify(next)])
        .catch(() => null)
      if (changed?.rowCount) marked.push(`${table}.${column}`)
    }
  }
  return [...new Set(marked)]
}

/** Puts a club's mark behind every text that people of it have written, in whatever table; returns the columns that took it. */
export const markClub = async (tenantId: string, mark: string): Promise<string[]> => {
  const marked: string[] = []
  for (const { table, column } of await columnsOf('text')) {
    if (isNoText.test(column)) continue
    const change = `update "${table}" set "${column}" = "${column}" || $2 where tenant_id = $1 and "${column}" <> ''`
    // A column of fixed words refuses it, and a table that only grows takes no change at all.
    const changed = await pool()
      .query(change, [tenantId, ` ${mark}`])
      .catch(() => null)
    if (changed?.rowCount) marked.push(`${table}.${column}`)
  }
  return [...marked, ...(await markDocuments(tenantId, ` ${mark}`))]
}
