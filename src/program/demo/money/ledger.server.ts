import type { Movement } from '#money/ledger/ledger.ts'
import { writeMovements } from '#money/ledger/queries.server.ts'
import type { ledgerEntries } from '#money/ledger/tables.server.ts'
import type { Db } from '#server/proven.ts'
import { isSent } from '../insertAll'

type Booked = { orderId: string; movementId: string; movement: Movement }
type DemoSale = { tenantId: string; brandId: string; kind?: (typeof ledgerEntries.$inferInsert)['kind'] }

/** As many as a statement writes in its ten seconds on a slow machine. */
const movementsAtOnce = 500

/** Movements of the demo's orders, in few statements; the kept sums are filled afterwards, all at once. */
export const bookDemo = (db: Db, { tenantId, brandId, kind }: DemoSale, booked: readonly Booked[]) => {
  const movements = booked.map(({ orderId, movementId, movement }) => ({
    ...movement,
    movementId,
    entries: movement.entries.map((entry, position) => ({
      ...entry,
      position,
      kind: kind ?? movement.kind,
      // What is shared names whose it is.
      brandId: entry.brandId ?? brandId,
      orderId,
    })),
  }))
  for (let start = 0; start < movements.length; start += movementsAtOnce)
    isSent(db, writeMovements(db, { tenantId }, movements.slice(start, start + movementsAtOnce)))
}
