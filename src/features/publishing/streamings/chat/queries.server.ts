import { and, asc, desc, eq, gt, gte, inArray, lte, max, min, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { people } from '#club/fans/tables.server.ts'
import { liveOffset } from '#kit/live.ts'
import type { Instant } from '#kit/time.ts'
import { termRuns } from '#membership/subscriptions/queries.server.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { RecordedPart } from '#server/live/files.ts'
import type { Db, PublicBrand } from '#server/proven.ts'
import { channelOfRooms } from '#server/rooms.ts'
import { healthAt, overAt } from '../streaming'
import { streamings } from '../tables.server'
import { archivedMessages, heartSlotOf, latestMessages, mostChanges, mostHeld, roomPace } from './chat'
import type { DeskMessage, RoomState } from './contract'
import { chatHearts, chatMessages, chatRooms } from './tables.server'

/** A room is the one of a streaming, which the caller has proven to belong to the tenant. */
export type Room = { tenantId: string; streamingId: string }
type Row = typeof chatMessages.$inferSelect

const isRoom = ({ tenantId, streamingId }: Room) =>
  and(eq(chatRooms.tenantId, tenantId), eq(chatRooms.streamingId, streamingId))
const inRoom = ({ tenantId, streamingId }: Room) =>
  and(eq(chatMessages.tenantId, tenantId), eq(chatMessages.streamingId, streamingId))

// --- What is written ------------------------------------------------------------------------------------------------------

/** The room under lock until the transaction ends: numbers of changes are given in the order of the commits. */
export const lockRoom = async (db: Db, { tenantId, streamingId }: Room) => {
  await db.insert(chatRooms).values({ tenantId, streamingId }).onConflictDoNothing()
  const [row] = await db.select().from(chatRooms).where(isRoom({ tenantId, streamingId })).for('update')
  if (!row) throw new Error('The room has gone.')
  return row
}

/** Saves what changed in the room under lock, and gives the change its number. */
export const nextChange = async (
  db: Db,
  room: Room & { lastSeq: number },
  changes: { slowSeconds?: number; pinnedId?: string | null } = {},
): Promise<number> => {
  const seq = room.lastSeq + 1
  await db
    .update(chatRooms)
    .set({ ...changes, lastSeq: seq })
    .where(isRoom(room))
  return seq
}

export const lastSaidAt = async (db: Db, room: Room, uid: string): Promise<Instant | null> => {
  const [row] = await db
    .select({ at: max(chatMessages.saidAt) })
    .from(chatMessages)
    .where(and(inRoom(room), eq(chatMessages.uid, uid)))
  return row?.at ?? null
}

/** Whether words of somebody stand in a chat of the brand, for all to read. */
export const hasSpoken = async (db: Db, { tenantId, brandId }: PublicBrand, uid: string): Promise<boolean> => {
  const [row] = await db
    .select({ one: sql`1` })
    .from(chatMessages)
    .innerJoin(
      streamings,
      and(eq(streamings.tenantId, chatMessages.tenantId), eq(streamings.streamingId, chatMessages.streamingId)),
    )
    .where(
      and(
        eq(chatMessages.uid, uid),
        eq(chatMessages.tenantId, tenantId),
        eq(streamings.brandId, brandId),
        eq(chatMessages.status, 'published'),
        eq(chatMessages.asBrand, false),
      ),
    )
    .limit(1)
  return row !== undefined
}

export const insertMessage = (
  db: Db,
  { tenantId, streamingId }: Room,
  message: Omit<typeof chatMessages.$inferInsert, 'tenantId' | 'streamingId'>,
) => db.insert(chatMessages).values({ ...message, tenantId, streamingId })

/** The room is locked. */
export const findMessage = async (db: Db, room: Room, messageId: string) => {
  const [row] = await db
    .select()
    .from(chatMessages)
    .where(and(inRoom(room), eq(chatMessages.messageId, messageId)))
  return row
}

/** The text of a removed message is erased. */
export const saveMessage = (
  db: Db,
  { tenantId }: Room,
  messageId: string,
  { status, seq, by, at }: Pick<Row, 'status' | 'seq'> & { by: string | null; at: Instant },
) =>
  db
    .update(chatMessages)
    .set({
      ...{ status, seq },
      ...(status === 'removed' && { text: '' }),
      ...(by !== null && { moderatedBy: by, moderatedAt: at }),
    })
    .where(and(eq(chatMessages.tenantId, tenantId), eq(chatMessages.messageId, messageId)))

export const addHearts = (db: Db, { tenantId, streamingId }: Room, uid: string, hearts: number) =>
  db
    .insert(chatHearts)
    .values({ tenantId, streamingId, slot: heartSlotOf(uid), hearts })
    .onConflictDoUpdate({
      target: [chatHearts.tenantId, chatHearts.streamingId, chatHearts.slot],
      set: { hearts: sql`${chatHearts.hearts} + ${hearts}` },
    })

/**
 * Tells all instances that the room has changed, unless one of them has within `roomPace`: then false, and the caller comes
 * again. So a room is told of at most twice a second, however many write and wherever.
 */
export const tellOfRoom = async (db: Db, room: Room, at: Instant): Promise<boolean> => {
  const due = toTimestamp(at - roomPace)
  // A clock that is ahead of this one does not keep the room silent.
  const later = toTimestamp(at + roomPace)
  const { rows } = await db.execute(sql`
    with told as (
      insert into chat_rooms as r (tenant_id, streaming_id, told_at)
      values (${room.tenantId}, ${room.streamingId}, ${toTimestamp(at)})
      on conflict (tenant_id, streaming_id) do update set told_at = excluded.told_at
      where r.told_at is null or r.told_at <= ${due}::timestamptz or r.told_at > ${later}::timestamptz
      returning r.tenant_id, r.streaming_id
    )
    select pg_notify(${channelOfRooms}, told.tenant_id || ' ' || told.streaming_id) from told`)
  return rows.length > 0
}

/**
 * Sets each message to the moment of the recording that its author saw: as far behind the encoder as players are. What was said while no
 * pictures came stands at the end of those before, one after the other.
 */
export const placeMessages = (db: Db, { tenantId, streamingId }: Room, parts: readonly RecordedPart[]) =>
  db.execute(sql`
    with said as (
      select m.message_id, m.seq, extract(epoch from m.said_at) * 1000 - ${liveOffset * 1000}::int as seen_at
      from chat_messages m where m.tenant_id = ${tenantId} and m.streaming_id = ${streamingId}
    ), placed as (
      select said.message_id, said.seq, coalesce((
        select part."from" + least(said.seen_at - part.at, part.lasts)
        from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part (at numeric, "from" numeric, lasts numeric)
        where part.at <= said.seen_at order by part.at desc limit 1), 0)::int as moment
      from said
    ), spread as (
      select placed.message_id,
        placed.moment + row_number() over (partition by placed.moment order by placed.seq) - 1 as moment
      from placed
    )
    update chat_messages m set moment = spread.moment from spread
    where m.tenant_id = ${tenantId} and m.streaming_id = ${streamingId} and m.message_id = spread.message_id`)

// --- What is read ---------------------------------------------------------------------------------------------------------

const author = {
  uid: chatMessages.uid,
  asBrand: chatMessages.asBrand,
  name: sql<string>`coalesce(${people.displayName}, '')`,
  icon: people.icon,
  brandName: brands.name,
  brandIcon: brands.icon,
}
const columns = {
  id: chatMessages.messageId,
  text: chatMessages.text,
  status: chatMessages.status,
  heldReasons: chatMessages.heldReasons,
  seq: chatMessages.seq,
  saidAt: chatMessages.saidAt,
  moment: chatMessages.moment,
  ...author,
}
/** With the names of their authors; of `where`, which names the room. */
const messages = (db: Db, where: SQL | undefined) =>
  db
    .select(columns)
    .from(chatMessages)
    .innerJoin(
      streamings,
      and(eq(streamings.tenantId, chatMessages.tenantId), eq(streamings.streamingId, chatMessages.streamingId)),
    )
    .innerJoin(brands, and(eq(brands.tenantId, streamings.tenantId), eq(brands.brandId, streamings.brandId)))
    .leftJoin(people, eq(people.uid, chatMessages.uid))
    .where(where)
    .$dynamic()
type Selected = Awaited<ReturnType<typeof messages>>[number]

const shownMessage = ({ id, text, asBrand, name, icon, brandName, brandIcon, saidAt, moment }: Selected) => ({
  ...{ id, text, saidAt, moment },
  name: asBrand ? (brandName ?? '') : name,
  icon: (asBrand ? brandIcon : icon) ?? '',
  isBrand: asBrand,
})
const deskMessage = (row: Selected): DeskMessage => ({
  ...shownMessage(row),
  userId: row.uid,
  status: row.status,
  heldReasons: row.heldReasons,
})
export const forFans = ({ userId: _, status: __, heldReasons: ___, ...shown }: DeskMessage) => shown

const isOver: RoomState['live'] = { isOn: false, health: 'noSignal', notices: 0 }

/** The pinned line, the hearts, the viewers and the live itself, with the number of the newest change. */
export const stateOf = async (db: Db, room: Room, now: Instant): Promise<{ lastSeq: number; room: RoomState }> => {
  const pinned = alias(chatMessages, 'pinned')
  const [row] = await db
    .select({
      lastSeq: sql<number>`coalesce(${chatRooms.lastSeq}, 0)::int`,
      slowSeconds: sql<number>`coalesce(${chatRooms.slowSeconds}, 0)`,
      viewers: streamings.viewers,
      notices: sql<number>`jsonb_array_length(${streamings.notices})`,
      course: {
        startedAt: streamings.startedAt,
        endedAt: streamings.endedAt,
        signalAt: streamings.signalAt,
        hasSignal: streamings.hasSignal,
      },
      hearts: subquery<number>`(select coalesce(sum(h.hearts), 0)::int from ${chatHearts} h
        where h.tenant_id = ${streamings.tenantId} and h.streaming_id = ${streamings.streamingId})`,
      pinned: {
        ...{ id: pinned.messageId, text: pinned.text, saidAt: pinned.saidAt, moment: pinned.moment },
        ...{ uid: pinned.uid, asBrand: pinned.asBrand, status: pinned.status },
        ...{ heldReasons: pinned.heldReasons, seq: pinned.seq },
      },
      name: sql<string>`coalesce(${people.displayName}, '')`,
      icon: people.icon,
      brandName: brands.name,
      brandIcon: brands.icon,
    })
    .from(streamings)
    .innerJoin(brands, and(eq(brands.tenantId, streamings.tenantId), eq(brands.brandId, streamings.brandId)))
    .leftJoin(
      chatRooms,
      and(eq(chatRooms.tenantId, streamings.tenantId), eq(chatRooms.streamingId, streamings.streamingId)),
    )
    .leftJoin(
      pinned,
      and(
        eq(pinned.tenantId, chatRooms.tenantId),
        eq(pinned.messageId, chatRooms.pinnedId),
        eq(pinned.status, 'published'),
      ),
    )
    .leftJoin(people, eq(people.uid, pinned.uid))
    .where(and(eq(streamings.tenantId, room.tenantId), eq(streamings.streamingId, room.streamingId)))
  if (!row) return { lastSeq: 0, room: { pinned: null, slowSeconds: 0, hearts: 0, viewers: 0, live: isOver } }
  const { lastSeq, slowSeconds, hearts, viewers, notices, course, pinned: message, ...names } = row
  const live = { isOn: (overAt(course) ?? 0) > now, health: healthAt(course, now), notices }
  return {
    lastSeq,
    room: { pinned: message && shownMessage({ ...message, ...names }), slowSeconds, hearts, viewers, live },
  }
}

export type RoomNow = { cursor: number; messages: DeskMessage[]; room: RoomState }

/** The room as it is: its latest messages, the oldest first; `statuses` are those that the reader sees. */
export const roomNow = async (db: Db, room: Room, statuses: Row['status'][], now: Instant): Promise<RoomNow> => {
  const { lastSeq, room: state } = await stateOf(db, room, now)
  const rows = await messages(
    db,
    and(inRoom(room), inArray(chatMessages.status, statuses), lte(chatMessages.seq, lastSeq)),
  )
    .orderBy(desc(chatMessages.seq))
    .limit(latestMessages)
  return { cursor: lastSeq, messages: rows.map(deskMessage).toSorted(byMoment), room: state }
}
const byMoment = (a: { saidAt: Instant }, b: { saidAt: Instant }) => a.saidAt - b.saidAt

/**
 * What has changed after a number, in any state. Null messages: more than anybody is sent at once, or a number that this room has not
 * given (of a database that was put back to an earlier moment); who has that begins anew.
 */
export const roomSince = async (
  db: Db,
  room: Room,
  after: number,
  now: Instant,
): Promise<Omit<RoomNow, 'messages'> & { messages: DeskMessage[] | null }> => {
  const { lastSeq, room: state } = await stateOf(db, room, now)
  if (lastSeq < after) return { cursor: lastSeq, messages: null, room: state }
  if (lastSeq === after) return { cursor: after, messages: [], room: state }
  const rows = await messages(db, and(inRoom(room), gt(chatMessages.seq, after), lte(chatMessages.seq, lastSeq)))
    .orderBy(chatMessages.seq)
    .limit(mostChanges + 1)
  return { cursor: lastSeq, messages: rows.length > mostChanges ? null : rows.map(deskMessage), room: state }
}

/* In the words of their indexes: as a parameter the planner might not know that they serve. */
const isPublished = sql`${chatMessages.status} = 'published'`
const isHeld = sql`${chatMessages.status} = 'held'`

/** Published messages up to a moment of the recording, or the newest, for the staff; the oldest first. */
export const messagesUpTo = async (db: Db, room: Room, before: number | undefined) => {
  const isBefore = before === undefined ? undefined : lte(chatMessages.moment, before)
  const rows = await messages(db, and(inRoom(room), isPublished, isBefore))
    .orderBy(desc(chatMessages.moment), desc(chatMessages.messageId))
    .limit(latestMessages + 1)
  const shown = rows.slice(0, latestMessages).map(deskMessage)
  return { messages: shown.toSorted(byMoment), hasEarlier: rows.length > latestMessages }
}

/** What waits for the staff in the whole room, the longest first. */
export const heldIn = async (db: Db, room: Room): Promise<DeskMessage[]> => {
  const rows = await messages(db, and(inRoom(room), isHeld))
    .orderBy(asc(chatMessages.seq))
    .limit(mostHeld)
  return rows.map(deskMessage)
}

/** Own messages that wait for the staff. */
export const heldOf = async (db: Db, room: Room, uid: string) => {
  const rows = await messages(db, and(inRoom(room), eq(chatMessages.uid, uid), isHeld))
    .orderBy(desc(chatMessages.saidAt))
    .limit(latestMessages)
  return rows.map(shownMessage).toSorted(byMoment)
}

/** Published messages from a moment of the recording on, and the moment at which the next part begins. */
export const messagesFrom = async (db: Db, room: Room, from: number) => {
  const isFrom = and(inRoom(room), eq(chatMessages.status, 'published'), gte(chatMessages.moment, from))
  const rows = await messages(db, isFrom)
    .orderBy(asc(chatMessages.moment), asc(chatMessages.messageId))
    .limit(archivedMessages + 1)
  const last = rows[archivedMessages]
  // A part ends with a whole moment, so that the next one begins with another.
  const own = last ? rows.filter(({ moment }) => moment < last.moment) : rows
  const isOneMoment = last !== undefined && own.length === 0
  return {
    messages: (isOneMoment ? rows.slice(0, archivedMessages) : own).map(shownMessage),
    next: last ? (isOneMoment ? last.moment + 1 : last.moment) : null,
  }
}

/** When the first of somebody's paid terms in the club ends, after which who reads is asked again; null: none runs. */
export const firstEnd = async (db: Db, tenantId: string, uid: string, now: Instant): Promise<Instant | null> => {
  const [row] = await db
    .select({ to: min(subscriptionTerms.to) })
    .from(subscriptionTerms)
    .where(and(eq(subscriptionTerms.uid, uid), eq(subscriptionTerms.tenantId, tenantId), termRuns(now)))
  return row?.to ?? null
}
