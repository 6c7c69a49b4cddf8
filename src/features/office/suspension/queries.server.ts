import { eq } from 'drizzle-orm'
import type { SuspensionReason } from '#club/tenants/suspension.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import type { Instant } from '#kit/time.ts'
import type { Db, Operator } from '#server/proven.ts'

/**
 * The club's row for an operator's act. The lock waits for everything that sells or pays out in this moment, and each that begins
 * afterwards waits for the act (club/tenants/suspension.queries.server.ts).
 */
export const lockClub = async (db: Db, _: Operator, tenantId: string) => {
  const [row] = await db.select().from(tenants).where(eq(tenants.tenantId, tenantId)).for('no key update')
  return row
}

type Suspended = { suspendedAt: Instant | null; suspensionReason: SuspensionReason | null; suspensionMessage: string }

export const setSuspended = (db: Db, _: Operator, tenantId: string, suspended: Suspended) =>
  db.update(tenants).set(suspended).where(eq(tenants.tenantId, tenantId))
