import type { Instant } from '#kit/time.ts'
import type { ChatChanges, DeskMessage, RoomState } from '#publishing/streamings/chat/contract.ts'
import { forFans, type Room, roomNow, roomSince } from '#publishing/streamings/chat/queries.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import type { Db } from '#server/proven.ts'
import { shared } from '#server/shared.ts'
import { causeOf, log } from '#server/telemetry/log.ts'

/*
 * The rooms of lives that somebody follows in this instance. A room is read once for all of its followers, when a notification
 * says that it has changed, and what has changed is sent to each of them as the same bytes. A room is also read from time to time
 * without one: an instance that was killed between its commit and its notification told nobody, and that a live is over or has lost its
 * signal comes with the time.
 */
export type Face = 'fan' | 'staff'
/** Why a stream ends. `again`: the same caller may come back at once; `over`: may not follow it any more. */
export type End = 'again' | 'over'
export type Follower = {
  face: Face
  /** Null: a visitor. */
  uid: string | null
  /** Number of the last change that it has; null: it begins with the room as it is. */
  after: number | null
  send(bytes: Buffer): void
  end(why: End): void
  /** Asks again whether the caller may follow, and until when the answer holds; refuses if not. */
  again(): Promise<Instant | null>
  until: Instant | null
  /** When that was asked, by `performance.now()`: what was told of since is asked again at once. */
  askedAt: number
}
type Known = Follower & { cursor: number; isCatchingUp: boolean; nextCheck: Instant; leavesAt: number }
type OpenRoom = {
  room: Room
  followers: Set<Known>
  /** Number of the last change that was sent to all. */
  cursor: number | null
  state: string
  isReading: boolean
  isAsked: boolean
  /** Readings of those who come back, by the number that they know: hundreds come back at once with the same. */
  catching: Map<string, Promise<ChatChanges<DeskMessage>>>
}

const keyOf = ({ tenantId, streamingId }: Room) => `${tenantId} ${streamingId}`

/** Milliseconds between two looks without a notification, and where none can be heard. */
const look = 5000
const lookUnheard = 1000
/** Milliseconds between two lines without a meaning, so that no proxy takes the stream for a dead one. */
const beat = 15_000
/** Milliseconds after which everybody is asked again, whatever was promised or told. */
export const checkEvery = 60_000
/** Milliseconds after which a stream begins anew: a token is good for an hour. */
const longest = 25 * 60_000
/** Milliseconds for which it is known who was told of, for those who are being let in meanwhile. */
const letIn = 60_000
/** How many are asked again at the same time. */
const atOnce = 8

const eventOf = (name: string, data: object, cursor?: number) =>
  Buffer.from(`${cursor === undefined ? '' : `id: ${cursor}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
const beatBytes = Buffer.from(':\n\n')
export const endBytes = (why: End) => eventOf('end', { why })

/** What a face sees of the changes: messages by their newest state, so that whoever gets some of them twice has the same room. */
const seenBy = (face: Face, { cursor, isWhole, messages, room }: ChatChanges<DeskMessage>) =>
  eventOf(
    'changes',
    {
      ...{ cursor, isWhole, room },
      messages:
        face === 'staff'
          ? messages.filter(({ status }) => status !== 'removed')
          : messages.filter(({ status }) => status === 'published').map(forFans),
      removed: messages.filter(({ status }) => status === 'removed').map(({ id }) => id),
    } satisfies ChatChanges,
    cursor,
  )

export const makeRooms = ({ db = database }: { db?: () => Db } = {}) => {
  const rooms = new Map<string, OpenRoom>()
  /** When whose access was told of last, of the last minute. */
  const changedAt = new Map<string, number>()
  let isListening = shared.hearsRooms ?? false
  let isStopped = false

  const whole = async (room: Room): Promise<ChatChanges<DeskMessage>> => ({
    ...(await roomNow(db(), room, ['published', 'held'], now())),
    isWhole: true,
    removed: [],
  })
  const since = async (room: Room, after: number | null): Promise<ChatChanges<DeskMessage>> => {
    if (after === null) return whole(room)
    const { messages, ...rest } = await roomSince(db(), room, after, now())
    return messages === null ? whole(room) : { ...rest, messages, isWhole: false, removed: [] }
  }

  /** Everybody gets the same bytes; one who cannot take them is ended by its own `send` and comes back for the rest. */
  const broadcast = (open: OpenRoom, changes: ChatChanges<DeskMessage>) => {
    const bytes: Partial<Record<Face, Buffer>> = {}
    for (const one of open.followers) {
      if (one.isCatchingUp) continue
      one.cursor = changes.cursor
      bytes[one.face] ??= seenBy(one.face, changes)
      one.send(bytes[one.face] as Buffer)
    }
    open.cursor = changes.cursor
  }
  const stateText = (room: RoomState) => JSON.stringify(room)

  const readOnce = async (open: OpenRoom) => {
    if (open.cursor === null) return
    const changes = await since(open.room, open.cursor)
    const state = stateText(changes.room)
    if (changes.cursor === open.cursor && state === open.state) return
    open.state = state
    broadcast(open, changes)
  }
  const read = async (open: OpenRoom): Promise<void> => {
    open.isAsked = true
    if (open.isReading) return
    open.isReading = true
    try {
      while (open.isAsked && open.followers.size > 0) {
        open.isAsked = false
        await readOnce(open)
      }
    } catch (error) {
      log.warn({ cause: causeOf(error) }, 'a room could not be read')
    } finally {
      open.isReading = false
    }
  }

  /** Brings somebody to where all others are. Until then nothing else is sent to them: no change is left out in between. */
  const catchUp = async (open: OpenRoom, one: Known) => {
    let after = one.after
    do {
      const name = String(after)
      const asked = open.catching.get(name) ?? since(open.room, after).finally(() => void open.catching.delete(name))
      open.catching.set(name, asked)
      const changes = await asked
      if (!open.followers.has(one)) return
      one.send(seenBy(one.face, changes))
      one.cursor = changes.cursor
      after = changes.cursor
      if (open.cursor === null) {
        open.cursor = changes.cursor
        open.state = stateText(changes.room)
      }
    } while (one.cursor < open.cursor)
    one.isCatchingUp = false
    // Since that reading the room may have been told of a change that came while nobody was there to read it.
    void read(open)
  }

  const leave = (open: OpenRoom, one: Known) => {
    open.followers.delete(one)
    if (open.followers.size === 0 && rooms.get(keyOf(open.room)) === open) rooms.delete(keyOf(open.room))
  }
  const end = (open: OpenRoom, one: Known, why: End) => {
    leave(open, one)
    one.end(why)
  }

  const check = async (open: OpenRoom, one: Known) => {
    one.nextCheck = now() + checkEvery
    try {
      one.until = await one.again()
      one.nextCheck = nextCheckOf(one.until)
    } catch (error) {
      const isRefused = typeof error === 'object' && error !== null && 'refusal' in error
      // What does not answer now is asked again; only a refusal ends a stream.
      if (isRefused && open.followers.has(one)) end(open, one, 'over')
    }
  }
  const nextCheckOf = (until: Instant | null) => Math.min(until ?? Number.POSITIVE_INFINITY, now() + checkEvery)

  /** Asks those again whose answer does not hold any more. */
  const sweep = async () => {
    const due: [OpenRoom, Known][] = []
    const at = now()
    const real = performance.now()
    for (const open of rooms.values())
      for (const one of open.followers) {
        if (one.leavesAt <= real) end(open, one, 'again')
        else if (one.nextCheck <= at) due.push([open, one])
      }
    const work = async () => {
      for (let next = due.pop(); next; next = due.pop()) await check(...next)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  /**
   * A notification: `tenantId uid`, whose membership was ended by hand or given back, or `tenantId streamingId`, whose content was deleted or
   * is opened by fewer plans. They are asked at once.
   */
  const accessChanged = (whose: string) => {
    const at = performance.now()
    for (const [key, toldAt] of changedAt) if (toldAt < at - letIn) changedAt.delete(key)
    changedAt.set(whose, at)
    for (const open of rooms.values())
      for (const one of open.followers)
        if (whose === keyOf(open.room)) one.nextCheck = 0
        else if (one.uid !== null && whose === `${open.room.tenantId} ${one.uid}`) void check(open, one)
    if (rooms.has(whose)) void sweep()
  }

  const readAll = () => Promise.all([...rooms.values()].map(read))
  let lookTimer: NodeJS.Timeout
  const lookAgain = () => {
    if (isStopped) return
    lookTimer = setTimeout(
      () => void Promise.all([readAll(), sweep()]).finally(lookAgain),
      isListening ? look : lookUnheard,
    ).unref()
  }
  lookAgain()
  const beatTimer = setInterval(() => {
    for (const { followers } of rooms.values()) for (const one of followers) one.send(beatBytes)
  }, beat).unref()

  return {
    /** Resolves when the follower has everything that there was; returns how it leaves. */
    async join(room: Room, follower: Follower): Promise<() => void> {
      if (isStopped) {
        follower.end('again')
        return () => {}
      }
      const key = keyOf(room)
      const open: OpenRoom = rooms.get(key) ?? {
        ...{ room, followers: new Set(), cursor: null, state: '' },
        ...{ isReading: false, isAsked: false, catching: new Map() },
      }
      rooms.set(key, open)
      const one: Known = Object.assign(follower, {
        cursor: follower.after ?? 0,
        isCatchingUp: true,
        nextCheck: nextCheckOf(follower.until),
        // Not all of those who came at the start of a live come back in the same second.
        leavesAt: performance.now() + longest * (1 - Math.random() / 5),
      })
      open.followers.add(one)
      // Whose access changed between the answer and this was not in the room when it was told of.
      const changed = Math.max(changedAt.get(key) ?? 0, changedAt.get(`${room.tenantId} ${follower.uid}`) ?? 0)
      if (changed > follower.askedAt) await check(open, one)
      if (!open.followers.has(one)) return () => {}
      try {
        await catchUp(open, one)
      } catch (error) {
        log.warn({ cause: causeOf(error) }, 'a room could not be joined')
        if (open.followers.has(one)) end(open, one, 'again')
      }
      return () => leave(open, one)
    },
    /** A notification: `tenantId streamingId`. */
    heard(key: string) {
      const open = rooms.get(key)
      if (open) void read(open)
    },
    accessChanged,
    listening(is: boolean) {
      isListening = is
      // What was told meanwhile was heard by nobody.
      if (is) void readAll()
    },
    readAll,
    sweep,
    followers: () => [...rooms.values()].reduce((sum, { followers }) => sum + followers.size, 0),
    /** Everybody goes to another instance, or comes back to the next start of this one. */
    stop() {
      isStopped = true
      clearTimeout(lookTimer)
      clearInterval(beatTimer)
      for (const open of [...rooms.values()]) for (const one of [...open.followers]) end(open, one, 'again')
    },
  }
}
export type Rooms = ReturnType<typeof makeRooms>

/** Those of this instance, from the first follower on. */
export const rooms = (): Rooms => {
  shared.rooms ??= makeRooms()
  return shared.rooms as Rooms
}
