import { and, eq } from 'drizzle-orm'
import type { Instant } from '../../kit/time'
import type { Brand, Db } from '../../server/context'
import { oauthConnections as connections, oauthTries as tries } from './tables.server'

type Try = { state: string; verifier: string; startedAt: Instant }

export const saveTry = async (db: Db, { tenantId, brandId }: Brand, uid: string, begun: Try) => {
  await db
    .insert(tries)
    .values({ tenantId, brandId, uid, ...begun })
    .onConflictDoUpdate({ target: [tries.tenantId, tries.brandId, tries.uid], set: begun })
}

/** Takes the try away: a code is exchanged once. */
export const takeTry = async (db: Db, { tenantId, brandId }: Brand, uid: string): Promise<Try | undefined> => {
  const [row] = await db
    .delete(tries)
    .where(and(eq(tries.tenantId, tenantId), eq(tries.brandId, brandId), eq(tries.uid, uid)))
    .returning({ state: tries.state, verifier: tries.verifier, startedAt: tries.startedAt })
  return row
}

const isOf = ({ tenantId, brandId }: Brand) => and(eq(connections.tenantId, tenantId), eq(connections.brandId, brandId))

export const connectionOf = async (db: Db, brand: Brand) => {
  const [row] = await db.select().from(connections).where(isOf(brand))
  return row
}

export const saveConnection = async (
  db: Db,
  { tenantId, brandId }: Brand,
  connection: { refreshToken: string; scope: string; connectedBy: string; connectedAt: Instant },
) => {
  await db
    .insert(connections)
    .values({ tenantId, brandId, ...connection })
    .onConflictDoUpdate({ target: [connections.tenantId, connections.brandId], set: connection })
}

export const deleteConnection = async (db: Db, brand: Brand): Promise<boolean> =>
  (await db.delete(connections).where(isOf(brand)).returning({ at: connections.connectedAt })).length > 0
