import { eq, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Db } from '#server/proven.ts'
import type { SuspensionReason } from './suspension'
import { tenants } from './tables.server'

type OfClub = { tenantId: string }
export type Suspension = { since: Instant; reason: SuspensionReason; message: string }

const columns = {
  suspendedAt: tenants.suspendedAt,
  suspensionReason: tenants.suspensionReason,
  suspensionMessage: tenants.suspensionMessage,
}
type Stored = Pick<typeof tenants.$inferSelect, keyof typeof columns>

/** Null while the club goes on. */
export const suspensionIn = ({ suspendedAt, suspensionReason, suspensionMessage }: Stored): Suspension | null =>
  suspendedAt === null || suspensionReason === null
    ? null
    : { since: suspendedAt, reason: suspensionReason, message: suspensionMessage }

export const suspensionOf = async (db: Db, { tenantId }: OfClub): Promise<Suspension | null> => {
  const [row] = await db.select(columns).from(tenants).where(eq(tenants.tenantId, tenantId))
  return row ? suspensionIn(row) : null
}

const sinceQuery = prepared((db) =>
  db
    .select({ since: tenants.suspendedAt })
    .from(tenants)
    .where(eq(tenants.tenantId, sql.placeholder('tenantId')))
    .for('share')
    .prepare(''),
)
/**
 * For a transaction that lets a club take new money, or sends it some: the club's row stays locked until its end, so that a suspension
 * comes either before it, and is seen here, or after its commit.
 */
export const isSuspendedNow = async (db: Db, { tenantId }: OfClub): Promise<boolean> => {
  const [row] = await sinceQuery(db).execute({ tenantId })
  return (row?.since ?? null) !== null
}
