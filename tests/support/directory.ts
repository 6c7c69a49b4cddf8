import { getTableName } from 'drizzle-orm'
import type pg from 'pg'
import { namedColumns } from '#program/names.ts'

/** Names of rows that have no entry in the platform's directory, or one of another club. */
export const notEntered = async (client: pg.Client | pg.Pool): Promise<string[]> => {
  const ofColumns = namedColumns.map(({ table, name }) => {
    const of = `${getTableName(table)}.${name}`
    return `select '${of}: ' || r.${name} as name from ${getTableName(table)} r
      left join directory d on d.kind = '${of}' and d.name = r.${name}
      where r.${name} is not null and d.tenant_id is distinct from r.tenant_id`
  })
  const { rows } = await client.query<{ name: string }>(ofColumns.join(' union all '))
  return rows.map(({ name }) => name)
}
