import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Sealed } from '#server/sealed.ts'
import { tokenOf } from './dashboard'
import { oauthConnections as connections, oauthTries as tries } from './tables.server'

export const sealedConnections: Sealed = {
  what: 'connections to analytics',
  rows: async (db, last, limit) => {
    const rows = await db
      .select({ tenantId: connections.tenantId, id: connections.brandId, value: connections.refreshToken })
      .from(connections)
      .where(gt(connections.brandId, last))
      .orderBy(asc(connections.brandId))
      .limit(limit)
    return rows.map((row) => ({ ...row, of: tokenOf({ brandId: row.id }) }))
  },
  replace: async (db, { tenantId, id, value: before }, refreshToken) => {
    await db
      .update(connections)
      .set({ refreshToken })
      .where(and(eq(connections.tenantId, tenantId), eq(connections.brandId, id), eq(connections.refreshToken, before)))
  },
}

const idOfTry = sql<string>`${tries.brandId} || ' ' || ${tries.uid}`

export const sealedTries: Sealed = {
  what: 'connections that were begun',
  rows: async (db, last, limit) => {
    const rows = await db
      .select({ tenantId: tries.tenantId, id: idOfTry, brandId: tries.brandId, value: tries.verifier })
      .from(tries)
      .where(gt(idOfTry, last))
      .orderBy(asc(idOfTry))
      .limit(limit)
    return rows.map(({ brandId, ...row }) => ({ ...row, of: tokenOf({ brandId }) }))
  },
  replace: async (db, { tenantId, id, value: before }, verifier) => {
    await db
      .update(tries)
      .set({ verifier })
      .where(and(eq(tries.tenantId, tenantId), eq(idOfTry, id), eq(tries.verifier, before)))
  },
}
