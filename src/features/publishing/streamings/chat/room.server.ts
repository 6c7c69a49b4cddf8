import { gatherAfterCommit } from '#server/gather.ts'
import type { Db } from '#server/proven.ts'
import { roomPace } from './chat'
import { type Room, tellOfRoom } from './queries.server'

/** After the commit all instances are told that the room has changed: many changes by one notification. */
export const tellRoom = (db: Db, { tenantId, streamingId }: Room) =>
  gatherAfterCommit(db, `room ${tenantId} ${streamingId}`, roomPace, (own, at) =>
    tellOfRoom(own, { tenantId, streamingId }, at),
  )
