import { and, eq, getTableColumns, getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../proven'

/*
 * The platform's directory (`directory`, tables.server.ts): whose a name is that comes from outside without its club. An entry is written by
 * the statement that writes the row, and read by the one that looks the row up, so that neither asks twice.
 */

const kindOf = (column: PgColumn) => `${getTableName(column.table)}.${column.name}`

type Name = readonly [column: PgColumn, name: string | null | undefined]

/**
 * The write of these entries, or none; names that are null or not given are left out. A club may enter a name again; where another club
 * has it, the whole statement fails (23502: an entry has no place without its club).
 */
export const entriesOf = (tenantId: string, names: readonly Name[]): SQL[] => {
  const given = names.filter(([, name]) => name != null)
  if (given.length === 0) return []
  const [kinds, all] = [given.map(([column]) => kindOf(column)), given.map(([, name]) => name)]
  const entries = sql`insert into directory (kind, name, tenant_id)
    select n.kind, n.name, ${tenantId}::text from unnest(${sql.param(kinds)}::text[], ${sql.param(all)}::text[]) n (kind, name)
    on conflict (kind, name) do update set tenant_id = null where directory.tenant_id <> excluded.tenant_id`
  return [entries]
}

/**
 * The database, whose next write enters these names in the same statement: `withNames(db, tenantId, [[orders.intentId, id]]).update(...)`.
 */
export const withNames = (db: Db, tenantId: string, names: readonly Name[]): Pick<Db, 'insert' | 'update'> => {
  const [entries] = entriesOf(tenantId, names)
  return entries ? db.with(db.$with('named', {}).as(entries)) : db
}

/** Enters a name that nobody has; false if somebody has it, however close the race. */
export const claimName = async (db: Db, tenantId: string, [column, name]: readonly [PgColumn, string]) => {
  const { rows } = await db.execute(sql`insert into directory (kind, name, tenant_id)
    values (${kindOf(column)}, ${name}, ${tenantId}) on conflict (kind, name) do nothing returning name`)
  return rows.length === 1
}

/**
 * Whether a row is the one with this name in the column; its club is looked up by the same statement. While instances of the version
 * before the directory may write, a row without an entry is found by itself: PostgreSQL asks for it only where there is no entry.
 */
export const isNamed = (column: PgColumn, name: string | SQL | Placeholder): SQL | undefined => {
  const tenantId = getTableColumns(column.table).tenantId
  if (!tenantId) throw new Error(`${kindOf(column)} is of no club.`)
  const entered = sql`select d.tenant_id from directory d where d.kind = ${sql.raw(`'${kindOf(column)}'`)} and d.name = ${name}`
  const itself = sql`select unentered.tenant_id from ${column.table} unentered
    where unentered.${sql.identifier(column.name)} = ${name}`
  return and(sql`${tenantId} = coalesce((${entered}), (${itself}))`, eq(column, name))
}

/** Enters all rows that have such a name and no entry. */
export const enterAll = async (db: Db, columns: readonly PgColumn[]): Promise<void> => {
  for (const column of columns) {
    const name = sql`r.${sql.identifier(column.name)}`
    await db.execute(sql`insert into directory (kind, name, tenant_id)
      select ${kindOf(column)}, ${name}, r.tenant_id from ${column.table} r where ${name} is not null
      on conflict (kind, name) do nothing`)
  }
}
