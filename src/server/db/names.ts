import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../proven'
import { prepared } from './prepared'

/** What things of a club are called now, by id; those that are not there are left out. */
export type NamesOf = (
  db: Db,
  of: { tenantId: string },
  ids: readonly string[],
) => Promise<readonly { id: string; name: string }[]>

/** One question for many ids of a table whose rows have a name. */
export const namesIn = (table: PgTable, columns: { tenantId: PgColumn; id: PgColumn; name: PgColumn }): NamesOf => {
  const question = prepared((db) =>
    db
      .select({ id: columns.id, name: columns.name })
      .from(table)
      .where(
        and(
          eq(columns.tenantId, sql.placeholder('tenantId')),
          sql`${columns.id} = any(${sql.placeholder('ids')}::text[])`,
        ),
      )
      .prepare(''),
  )
  return async (db, { tenantId }, ids) => {
    const rows = await question(db).execute({ tenantId, ids })
    return rows.map(({ id, name }) => ({ id: String(id), name: String(name) }))
  }
}
