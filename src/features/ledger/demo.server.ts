import type { Db } from '../../server/context'
import { inBatches } from '../../server/demo/parts'
import type { Movement } from './ledger'
import { ledgerEntries, ledgerMovements } from './tables.server'

type Booked = { orderId: string; movementId: string; movement: Movement }
type Of = { tenantId: string; brandId: string; kind?: (typeof ledgerEntries.$inferInsert)['kind'] }

/** Movements of the demo's orders, in few statements; the kept sums are filled afterwards, all at once. */
export const bookDemo = async (db: Db, { tenantId, brandId, kind }: Of, booked: readonly Booked[]) => {
  await inBatches(
    booked.map(({ movementId, movement }) => ({
      movementId,
      kind: movement.kind,
      fact: movement.fact,
      occurredAt: movement.occurredAt,
    })),
    (batch) => db.insert(ledgerMovements).values(batch),
  )
  await inBatches(
    booked.flatMap(({ orderId, movementId, movement }) =>
      movement.entries.map((entry, position) => ({
        ...entry,
        position,
        movementId,
        kind: kind ?? movement.kind,
        occurredAt: movement.occurredAt,
        tenantId,
        // What is shared names whose it is.
        brandId: entry.brandId ?? brandId,
        orderId,
      })),
    ),
    (batch) => db.insert(ledgerEntries).values(batch),
  )
}
