import { isBanned } from '#club/fans/queries.server.ts'
import type { Role } from '#kit/contract.ts'
import type { Instant } from '#kit/time.ts'
import type { Handlers } from '#server/context.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { isModerator } from '../../comments/queries.server'
import { cannotComment, readable, remember, whyHeld } from '../../comments/writer.server'
import { findStreaming } from '../queries.server'
import { streamingStatusAt } from '../streaming'
import { moderatedMessage, momentOf, waitOf } from './chat'
import { chatRoles, type chats } from './contract'
import {
  addHearts,
  findMessage,
  firstEnd,
  forFans,
  hasSpoken,
  heldIn,
  heldOf,
  insertMessage,
  lastSaidAt,
  lockRoom,
  messagesFrom,
  messagesUpTo,
  nextChange,
  type Room,
  roomNow,
  saveMessage,
  stateOf,
} from './queries.server'
import { tellRoom } from './room.server'

type Refuse = (code: 'contentNotFound' | 'contentLocked' | 'noChat') => never
type Reading = { db: Db; brand: PublicBrand; now: Instant; refuse: Refuse }

/** The content's live, for those who may read the content. */
const chatOf = async (context: Reading, planContentId: string, uid: string | undefined) => {
  const row = await readable(context, planContentId, uid)
  const { streamingId } = row
  if (streamingId === null) return context.refuse('noChat')
  return { row, room: { tenantId: row.tenantId, streamingId } }
}
/** The same while it is live, with the moment at which it began. */
const liveChatOf = async (
  context: Reading & { refuse: Refuse & ((code: 'notLive') => never) },
  planContentId: string,
  uid: string,
) => {
  const found = await chatOf(context, planContentId, uid)
  const streaming = await findStreaming(context.db, context.brand, found.room.streamingId)
  if (!streaming || streaming.startedAt === null || streamingStatusAt(streaming, context.now) !== 'live')
    return context.refuse('notLive')
  return { ...found, startedAt: streaming.startedAt }
}

/** With what its caller may act on the room; null: with nothing. */
const moderatesIn = async (
  { db, brand, user }: { db: Db; brand: PublicBrand; user: { uid: string } | null },
  { isStaff }: { isStaff: boolean },
  { streamingId }: Room,
) =>
  user !== null && isStaff && (await isModerator(db, brand, user.uid)) ? { brandId: brand.brandId, streamingId } : null

type Desk = { db: Db; brand: Brand; refuse: (code: 'streamingNotFound') => never }
/** The room of one of the brand's streamings. */
const deskOf = async ({ db, brand, refuse }: Desk, streamingId: string): Promise<Room> => {
  const { tenantId } = (await findStreaming(db, brand, streamingId)) ?? refuse('streamingNotFound')
  return { tenantId, streamingId }
}
const mayModerate = (role: Role) => chatRoles.some((one) => one === role)

export const chatHandlers: Handlers<typeof chats> = {
  async getChat(context, { planContentId }) {
    const { db, brand, user, now } = context
    const { row, room } = await chatOf(context, planContentId, user?.uid)
    const [{ cursor, messages, room: state }, streaming, cannotWrite, held, moderates] = await Promise.all([
      roomNow(db, room, ['published'], now),
      findStreaming(db, brand, room.streamingId),
      cannotComment(db, brand, row, user, now),
      user ? heldOf(db, room, user.uid) : [],
      moderatesIn(context, row, room),
    ])
    return {
      ...{ cursor, held, cannotWrite, moderates, room: state },
      messages: messages.map(forFans),
      isLive: streaming !== undefined && streamingStatusAt(streaming, now) === 'live',
    }
  },

  async followChat(context, { planContentId }) {
    const { db, user, now } = context
    const { row, room } = await chatOf(context, planContentId, user?.uid)
    const isPaid = user !== null && row.viewableBy === 'paidUsers' && !row.isStaff
    return { ...room, face: 'fan' as const, until: isPaid ? await firstEnd(db, row.tenantId, user.uid, now) : null }
  },

  async getArchivedChat(context, { planContentId, from }) {
    const { db, user, now } = context
    const { row, room } = await chatOf(context, planContentId, user?.uid)
    // The number first: what is taken away between the two is told of again, and never missed.
    const { lastSeq: cursor, room: state } = await stateOf(db, room, now)
    const moderates = await moderatesIn(context, row, room)
    return { cursor, moderates, hearts: state.hearts, ...(await messagesFrom(db, room, from)) }
  },

  async postChatMessage(context, { planContentId, text }) {
    const { db, brand, user, now, newId, refuse } = context
    const { row, room, startedAt } = await liveChatOf(context, planContentId, user.uid)
    const cannot = await cannotComment(db, brand, row, user, now)
    if (cannot !== null && cannot !== 'signIn') return refuse(cannot)
    const { isStaff } = row
    await remember(context, row)
    const heldReasons = await whyHeld(context, row, text, () => hasSpoken(db, brand, user.uid))
    // From here on one after the other: the wait between two messages holds for messages at the same moment too.
    const locked = await lockRoom(db, room)
    const slow = isStaff ? 0 : locked.slowSeconds
    const wait = slow === 0 ? 0 : waitOf(await lastSaidAt(db, room, user.uid), slow, now)
    if (wait > 0) return refuse('tooFast', [{ field: 'text', rule: 'tooFast', limit: wait }])
    const messageId = newId('message')
    const status = heldReasons.length > 0 ? ('held' as const) : ('published' as const)
    await insertMessage(db, room, {
      ...{ messageId, status, heldReasons },
      uid: user.uid,
      asBrand: isStaff,
      text: text.trim(),
      seq: await nextChange(db, locked),
      saidAt: now,
      moment: momentOf(now, startedAt),
    })
    tellRoom(db, room)
    return { messageId, isHeld: status === 'held', saidAt: now }
  },

  async deleteChatMessage(context, { planContentId, messageId }) {
    const { db, user, now, refuse } = context
    const { room } = await chatOf(context, planContentId, user.uid)
    const locked = await lockRoom(db, room)
    const message = await findMessage(db, room, messageId)
    if (message?.uid !== user.uid || message.status === 'removed') return refuse('messageNotFound')
    await saveMessage(db, room, messageId, {
      ...{ status: 'removed', by: null, at: now },
      seq: await nextChange(db, locked, locked.pinnedId === messageId ? { pinnedId: null } : {}),
    })
    tellRoom(db, room)
    return {}
  },

  async sendHearts(context, { planContentId, hearts }) {
    const { db, brand, user, now, refuse } = context
    const { row, room } = await liveChatOf(context, planContentId, user.uid)
    if (!row.isStaff && (await isBanned(db, brand, user.uid, now))) return refuse('commentBanned')
    await addHearts(db, room, user.uid, hearts)
    tellRoom(db, room)
    return {}
  },

  async getChatDesk(context, { streamingId, before }) {
    const { db, member, now } = context
    const room = await deskOf(context, streamingId)
    // The number first: what changes between the two is told of again, and never missed.
    const { lastSeq: cursor, room: state } = await stateOf(db, room, now)
    const [shown, held] = await Promise.all([messagesUpTo(db, room, before), heldIn(db, room)])
    return { ...shown, held, cursor, room: state, canModerate: mayModerate(member.role) }
  },

  async followChatDesk(context, { streamingId }) {
    return { ...(await deskOf(context, streamingId)), face: 'staff' as const, until: null }
  },

  async moderateChatMessage(context, { streamingId, messageId, action }) {
    const { db, user, now, refuse } = context
    const room = await deskOf(context, streamingId)
    const locked = await lockRoom(db, room)
    const message = (await findMessage(db, room, messageId)) ?? refuse('messageNotFound')
    const status = moderatedMessage(message.status, action)
    if (status === null) return { changed: false }
    const isUnpinned = status === 'removed' && locked.pinnedId === messageId
    await saveMessage(db, room, messageId, {
      ...{ status, by: user.uid, at: now },
      seq: await nextChange(db, locked, isUnpinned ? { pinnedId: null } : {}),
    })
    tellRoom(db, room)
    return { changed: true }
  },

  async pinChatMessage(context, { streamingId, messageId }) {
    const { db, refuse } = context
    const room = await deskOf(context, streamingId)
    const locked = await lockRoom(db, room)
    if (messageId !== null && (await findMessage(db, room, messageId))?.status !== 'published')
      return refuse('messageNotFound')
    await nextChange(db, locked, { pinnedId: messageId })
    tellRoom(db, room)
    return {}
  },

  async setSlowMode(context, { streamingId, seconds }) {
    const { db } = context
    const room = await deskOf(context, streamingId)
    await nextChange(db, await lockRoom(db, room), { slowSeconds: seconds })
    tellRoom(db, room)
    return {}
  },
}
