import { eq, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { prepared } from '../db/prepared'
import { hashOf } from '../hash'
import type { Db } from '../proven'
import { mailSuppressions } from '../tables.server'

/*
 * The suppression list: addresses that mails came back from for good, and those of readers who complained. A server that goes on mailing
 * them loses its name with all others (rule: access.mailStops).
 */

export type Suppression = 'bounced' | 'complained'

const hashOfAddress = (address: string) => hashOf(`mail ${address.trim().toLowerCase()}`)

/** A complaint stays one, whatever comes back later. */
export const suppressMails = async (
  db: Db,
  { address, reason, at }: { address: string; reason: Suppression; at: Instant },
): Promise<void> => {
  const insert = db.insert(mailSuppressions).values({ addressHash: hashOfAddress(address), reason, at })
  await (reason === 'complained'
    ? insert.onConflictDoUpdate({ target: mailSuppressions.addressHash, set: { reason, at } })
    : insert.onConflictDoNothing())
}

const reasonQuery = prepared((db) =>
  db
    .select({ reason: mailSuppressions.reason })
    .from(mailSuppressions)
    .where(eq(mailSuppressions.addressHash, sql.placeholder('addressHash')))
    .prepare(''),
)
/** Why no mail goes to an address; null if one does. */
export const suppressionOf = async (db: Db, address: string): Promise<Suppression | null> => {
  const [row] = await reasonQuery(db).execute({ addressHash: hashOfAddress(address) })
  return row?.reason ?? null
}

export const liftSuppression = async (db: Db, address: string): Promise<void> => {
  await db.delete(mailSuppressions).where(eq(mailSuppressions.addressHash, hashOfAddress(address)))
}
