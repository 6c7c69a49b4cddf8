import { sql } from 'drizzle-orm'
import type { Db } from './proven'

/** Channel of the notifications that the room of a live has changed: `tenantId streamingId`. */
export const channelOfRooms = 'tsudoi_rooms'
/** Channel of the notifications that somebody, or everybody in the room of a live, may read less than before: `tenantId uid`, `tenantId streamingId`. */
export const channelOfAccess = 'tsudoi_access'

/** With the commit every instance asks again whether these may go on with what they follow. */
export const tellAccessChanged = async (
  db: Db,
  people: readonly { tenantId: string; uid: string }[],
): Promise<void> => {
  for (const key of new Set(people.map(({ tenantId, uid }) => `${tenantId} ${uid}`)))
    await db.execute(sql`select pg_notify(${channelOfAccess}, ${key})`)
}

/** As `tellAccessChanged`, of everybody who follows the room of a live. */
export const tellRoomAccessChanged = (db: Db, { tenantId, streamingId }: { tenantId: string; streamingId: string }) =>
  db.execute(sql`select pg_notify(${channelOfAccess}, ${`${tenantId} ${streamingId}`})`)
