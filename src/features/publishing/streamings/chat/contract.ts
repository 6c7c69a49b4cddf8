import { z } from 'zod'
import { brandRead, brandWrite, contract, roles as everyRole, fanWrite, visitorRead } from '#kit/contract.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { heldReasons } from '../../comments/comment'
import { commentRoles } from '../../comments/contract'
import { messageLength, messageStatuses, mostHearts, slowModes } from './chat'

/** Moderated by the roles that moderate comments (rule: access.roles). */
export const chatRoles = commentRoles

const shown = {
  id,
  text: z.string(),
  name: z.string(),
  icon: z.string(),
  /** Staff wrote it for the brand, whose name and icon it shows. */
  isBrand: z.boolean(),
  saidAt: instant,
  /** Milliseconds from the start of the recording. */
  moment: z.int().min(0),
}
export const chatMessage = z.object(shown)
export type ChatMessage = z.infer<typeof chatMessage>

/** `userId` is the author's, also where the message shows the brand. */
export const deskMessage = z.object({
  ...shown,
  userId: z.string(),
  status: z.enum(messageStatuses),
  heldReasons: z.array(z.enum(heldReasons)),
})
export type DeskMessage = z.infer<typeof deskMessage>

export const roomState = z.object({
  pinned: chatMessage.nullable(),
  slowSeconds: z.int().min(0),
  hearts: z.int().min(0),
  viewers: z.int().min(0),
  /** Of what the page shows beside the room: where it differs from what the page knows, the page asks anew. */
  live: z.object({ isOn: z.boolean(), health: z.enum(['ok', 'noSignal']), notices: z.int().min(0) }),
})
export type RoomState = z.infer<typeof roomState>

/** Number of the last change that is known; of it `followChat` goes on. */
const cursor = z.int().min(0)
const after = cursor.optional()

/** What a followed room sends: of `isWhole` nothing before it counts any more. */
export type ChatChanges<Message = ChatMessage> = {
  cursor: number
  isWhole: boolean
  messages: Message[]
  removed: string[]
  room: RoomState
}

/** Whom a stream belongs to, and until when what was asked is known to hold. */
const admission = z.object({
  tenantId: id,
  streamingId: id,
  face: z.enum(['fan', 'staff']),
  until: instant.nullable(),
})
export type Admission = z.infer<typeof admission>

/** Of those who may moderate; null for all others. */
const moderates = z.object({ brandId: id, streamingId: id }).nullable()

const whyNot = z.enum(['signIn', 'commentsDisabled', 'notInAudience', 'commentBanned'])
const ofContent = { tenantId: id, planContentId: id }
const readRefusals = ['contentNotFound', 'contentLocked', 'noChat'] as const
const ofStreaming = { streamingId: id }

export const chats = contract({
  /** The room of a live as it is now, oldest message first; for those who may read the content. */
  getChat: visitorRead({
    by: 'content',
    payload: ofContent,
    result: z.object({
      cursor,
      messages: z.array(chatMessage),
      room: roomState,
      isLive: z.boolean(),
      /** Null: the caller may write. */
      cannotWrite: whyNot.nullable(),
      moderates,
      /** Own messages that wait for the staff. */
      held: z.array(chatMessage),
    }),
    refusals: readRefusals,
  }),
  /** Followed: everything that changes in the room. */
  followChat: visitorRead({
    by: 'content',
    follows: true,
    payload: { ...ofContent, after },
    result: admission,
    refusals: readRefusals,
  }),
  /** What was written from a moment of the recording on. */
  getArchivedChat: visitorRead({
    by: 'content',
    payload: { ...ofContent, from: z.int().min(0).max(2_000_000_000) },
    result: z.object({
      /** Of it `followChat` tells what is taken away from then on. */
      cursor,
      messages: z.array(chatMessage),
      /** The moment from which the next part is read; null: this is the last. */
      next: z.int().nullable(),
      hearts: z.int().min(0),
      moderates,
    }),
    refusals: readRefusals,
  }),
  postChatMessage: fanWrite({
    by: 'content',
    payload: { ...ofContent, text: text({ min: 1, max: messageLength }) },
    result: z.object({ messageId: id, isHeld: z.boolean(), saidAt: instant }),
    refusals: [...readRefusals, 'notLive', 'commentsDisabled', 'notInAudience', 'commentBanned', 'tooFast'],
    limit: { points: 20, seconds: 20 },
  }),
  /** By its author. */
  deleteChatMessage: fanWrite({
    by: 'content',
    payload: { ...ofContent, messageId: id },
    result: z.object({}),
    refusals: [...readRefusals, 'messageNotFound'],
    limit: { points: 30, seconds: 60 },
  }),
  sendHearts: fanWrite({
    by: 'content',
    payload: { ...ofContent, hearts: z.int().min(1).max(mostHearts) },
    result: z.object({}),
    refusals: [...readRefusals, 'notLive', 'commentBanned'],
    limit: { points: 60, seconds: 60 },
  }),
  /** The room for the staff: with what waits, and with its authors. */
  getChatDesk: brandRead({
    roles: everyRole,
    /** `before`: a moment of the recording up to which messages are read; without it the newest. */
    payload: { ...ofStreaming, before: z.int().min(0).max(2_000_000_000).optional() },
    result: z.object({
      cursor,
      messages: z.array(deskMessage),
      /** Whether older messages can be read. */
      hasEarlier: z.boolean(),
      /** All that wait for the staff, whenever they were said: who has waited longest comes first. */
      held: z.array(deskMessage),
      room: roomState,
      canModerate: z.boolean(),
    }),
    refusals: ['streamingNotFound'],
  }),
  followChatDesk: brandRead({
    roles: everyRole,
    follows: true,
    payload: { ...ofStreaming, after },
    result: admission,
    refusals: ['streamingNotFound'],
  }),
  moderateChatMessage: brandWrite({
    roles: chatRoles,
    keepsPages: true,
    audit: ['streamingId', 'messageId', 'action'],
    payload: { ...ofStreaming, messageId: id, action: z.enum(['publish', 'remove']) },
    result: z.object({ changed: z.boolean() }),
    refusals: ['streamingNotFound', 'messageNotFound'],
    limit: { points: 240, seconds: 60 },
  }),
  /** One line at most is pinned; null unpins it. */
  pinChatMessage: brandWrite({
    roles: chatRoles,
    keepsPages: true,
    audit: ['streamingId', 'messageId'],
    payload: { ...ofStreaming, messageId: id.nullable() },
    result: z.object({}),
    refusals: ['streamingNotFound', 'messageNotFound'],
    limit: { points: 60, seconds: 60 },
  }),
  setSlowMode: brandWrite({
    roles: chatRoles,
    keepsPages: true,
    audit: ['streamingId', 'seconds'],
    payload: { ...ofStreaming, seconds: z.literal([...slowModes]) },
    result: z.object({}),
    refusals: ['streamingNotFound'],
    limit: { points: 60, seconds: 60 },
  }),
})
