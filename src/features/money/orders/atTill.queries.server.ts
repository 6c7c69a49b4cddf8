import { and, asc, eq, exists, getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { shopColumns } from '#club/brands/queries.server.ts'
import { brands } from '#club/brands/tables.server.ts'
import { fans, people } from '#club/fans/tables.server.ts'
import { accountDeletions } from '#club/identity/tables.server.ts'
import { isNamed } from '#server/db/directory.ts'
import { jsonList } from '#server/db/jsonList.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Db } from '#server/proven.ts'
import { fanLock, type OrderRow } from './queries.server'
import { orderBuyers, orderLines, orders } from './tables.server'

const atTillQuery = prepared((db) => {
  const list = db
    .select({ rows: jsonList(getTableColumns(orderLines), sql`${asc(orderLines.position)}`).as('rows') })
    .from(orderLines)
    .where(and(eq(orderLines.tenantId, orders.tenantId), eq(orderLines.orderId, orders.orderId)))
    .as('list')
  const deletions = db.select({ one: sql`1` }).from(accountDeletions).where(eq(accountDeletions.uid, orders.uid))
  return db
    .select({
      order: orders,
      lines: list.rows,
      buyer: orderBuyers,
      fan: fans,
      person: people,
      shop: shopColumns,
      isDeleted: sql<boolean>`${exists(deletions)}`,
    })
    .from(orders)
    .innerJoin(brands, and(eq(brands.tenantId, orders.tenantId), eq(brands.brandId, orders.brandId)))
    .innerJoinLateral(list, sql`true`)
    .leftJoin(orderBuyers, and(eq(orderBuyers.tenantId, orders.tenantId), eq(orderBuyers.orderId, orders.orderId)))
    .leftJoin(fans, and(eq(fans.tenantId, orders.tenantId), eq(fans.brandId, orders.brandId), eq(fans.uid, orders.uid)))
    .leftJoin(people, eq(people.uid, orders.uid))
    .where(and(eq(orders.tenantId, sql.placeholder('tenantId')), eq(orders.orderId, sql.placeholder('orderId'))))
    .prepare('')
})

/**
 * An order with all that settling it asks, in one round trip; the caller holds the fan's lock. `buyer` is null after its data was deleted,
 * `fan` while the brand does not know the buyer; `isDeleted`: the account is gone.
 */
export const atTill = async (db: Db, { tenantId, orderId }: Pick<OrderRow, 'tenantId' | 'orderId'>) => {
  const [row] = await atTillQuery(db).execute({ tenantId, orderId })
  if (!row) throw new Error('The order that is settled is gone.')
  return row
}
export type AtTill = Awaited<ReturnType<typeof atTill>>

/** The same by an id of the provider: the statement that finds the order takes the fan's lock, and it is read after that. */
const lockedBy = (column: PgColumn) => {
  const lock = prepared((db) =>
    db
      .select({ tenantId: orders.tenantId, orderId: orders.orderId, lock: fanLock(orders.uid) })
      .from(orders)
      .where(isNamed(column, sql.placeholder('value')))
      .prepare(''),
  )
  return async (db: Db, value: string): Promise<AtTill | undefined> => {
    const [found] = await lock(db).execute({ value })
    return found && atTill(db, found)
  }
}
export const lockedBySession = lockedBy(orders.sessionId)
export const lockedByIntent = lockedBy(orders.intentId)
