import { pool } from '#server/db.ts'

/** Columns that no person writes: names of things, states, places of files, money and addresses that are looked up. */
const isNoText =
  /(^|_)(id|ids|uid|by|key|state|status|kind|type|hash|slug|url|method|locale|currency|provider|role|mode|number|email|postal_code|phone|color|area|job|reason_code|encoding|format|visibility|interval|audience|delivery|resolution|direction|from|code|account|secret|md5|token|code_verifier|plan|statuses|restriction|viewable_by|operation|address)$/

/** Puts a club's mark behind every text that people of it have written, in whatever table; returns the columns that took it. */
export const markClub = async (tenantId: string, mark: string): Promise<string[]> => {
  const { rows } = await pool().query<{ table: string; column: string }>(`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join information_schema.columns t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.column_name = 'tenant_id'
    where c.table_schema = 'public' and c.data_type = 'text' and c.is_generated = 'NEVER'
    order by 1, 2`)
  const marked: string[] = []
  for (const { table, column } of rows) {
    if (isNoText.test(column)) continue
    const change = `update "${table}" set "${column}" = "${column}" || $2 where tenant_id = $1 and "${column}" <> ''`
    // A column of fixed words refuses it, and a table that only grows takes no change at all.
    const changed = await pool()
      .query(change, [tenantId, ` ${mark}`])
      .catch(() => null)
    if (changed?.rowCount) marked.push(`${table}.${column}`)
  }
  return marked
}
