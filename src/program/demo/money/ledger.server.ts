import type { Movement } from '#money/ledger/ledger.ts'
import { ledgerEntries, ledgerMovements } from '#money/ledger/tables.server.ts'
import type { Db } from '#server/proven.ts'
import { insertAll } from '../insertAll'

type Booked = { orderId: string; movementId: string; movement: Movement }
type DemoSale = { tenantId: string; brandId: string; kind?: (typeof ledgerEntries.$inferInsert)['kind'] }

/** Movements of the demo's orders, in few statements; the kept sums are filled afterwards, all at once. */
export const bookDemo = async (db: Db, { tenantId, brandId, kind }: DemoSale, booked: readonly Booked[]) => {
  insertAll(
    db,
    ledgerMovements,
    booked.map(({ movementId, movement }) => ({
      movementId,
      kind: movement.kind,
      fact: movement.fact,
      occurredAt: movement.occurredAt,
    })),
  )
  insertAll(
    db,
    ledgerEntries,
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
  )
}
