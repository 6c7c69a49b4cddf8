import { asc, gt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { platformTenantId } from '#server/db/tableKinds.ts'
import type { Db } from '#server/proven.ts'
import { tenants } from './tables.server'

/*
 * Jobs over all clubs ask a batch of clubs at a time: no statement is about rows of all clubs, and each names those whose rows it is
 * about (rule: schema.tenant; docs/scale.md).
 */

/** Ids of clubs; closed and suspended ones are among them. */
export type Clubs = readonly string[]

/** More make fewer statements, each of which holds its rows and its connection for longer. */
export const clubsAtOnce = 500

/** Every club, by id, a batch at a time; the platform's own tenant, which is no club, is in the first. */
export const clubsInBatches = async function* (db: Db): AsyncGenerator<Clubs> {
  for (let after = ''; ; ) {
    const rows = await db
      .select({ tenantId: tenants.tenantId })
      .from(tenants)
      .where(gt(tenants.tenantId, after))
      .orderBy(asc(tenants.tenantId))
      .limit(clubsAtOnce)
    const ids = rows.map(({ tenantId }) => tenantId)
    const clubs = after === '' ? [platformTenantId, ...ids] : ids
    if (clubs.length > 0) yield clubs
    const last = ids.at(-1)
    if (last === undefined || ids.length < clubsAtOnce) return
    after = last
  }
}

/** Whether a row is one of these clubs'; a list has the same text however long it is. */
export const isOfClubs = (tenantId: PgColumn | SQL, clubs: Clubs) =>
  sql`${tenantId} = any(${sql.param([...clubs])}::text[])`

/** The rows that a question finds of each batch of clubs, as it gives them. */
export const rowsOfAllClubs = async function* <Rows>(
  db: Db,
  ask: (clubs: Clubs) => AsyncIterable<Rows>,
): AsyncGenerator<Rows> {
  for await (const clubs of clubsInBatches(db)) yield* ask(clubs)
}
