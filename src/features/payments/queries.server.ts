import type { Instant } from '../../kit/time'
import type { Db } from '../../server/context'
import type { ProviderEvent } from '../../server/payments/payments'
import { paymentEvents } from './tables.server'

/** False when it was told before. */
export const keepEvent = async (db: Db, { id, type, objectId }: ProviderEvent, now: Instant): Promise<boolean> => {
  const rows = await db
    .insert(paymentEvents)
    .values({ eventId: id, type, objectId, receivedAt: now })
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  return rows.length > 0
}
