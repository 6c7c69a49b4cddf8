import { type MockContext, type Mocks, mockNames, mockNow, nth, refused } from '#kit/mock.ts'
import type { ChatChanges, ChatMessage, chats, DeskMessage, RoomState } from './contract'

const startedAt = mockNow - 3_600_000
const lines = [
  'こんばんは！',
  '1曲目から好きなやつ…！',
  '声がきれいに聞こえます',
  '仕事終わりに間に合いました',
  'ギターの音、前より近く感じる',
  '名古屋から見ています',
  'この曲、ライブで聴くの初めてです',
  '照明がすてき',
  '次の曲も楽しみ',
  '拍手！！',
] as const

const message = (n: number, context: MockContext, startOfAll = 0): ChatMessage => ({
  id: `message_${n}`,
  text: n % 7 === 5 ? 'みなさん、来てくれてありがとうございます。最後まで楽しんでいってくださいね。' : nth(lines, n),
  name: n % 7 === 5 ? '葵 — AOI' : nth(mockNames, n * 5),
  icon: n % 7 === 5 ? context.picture('aoi-icon') : '',
  isBrand: n % 7 === 5,
  saidAt: startedAt + startOfAll + n * 4000,
  moment: startOfAll + n * 4000,
})
const messages = (count: number, context: MockContext) => Array.from({ length: count }, (_, n) => message(n, context))
const desk = (shown: ChatMessage): DeskMessage => ({
  ...shown,
  userId: `uid_${shown.id}`,
  status: 'published',
  heldReasons: [],
})
const held = (context: MockContext): DeskMessage => ({
  ...desk(message(22, context)),
  ...{ id: 'message_held', text: '詳しくは example.com で', status: 'held', heldReasons: ['link'] },
})
const live: RoomState['live'] = { isOn: true, health: 'ok', notices: 0 }
const room: RoomState = { pinned: null, slowSeconds: 0, hearts: 12_480, viewers: 1284, live }
const pinnedRoom = (context: MockContext): RoomState => ({ ...room, pinned: message(5, context), slowSeconds: 10 })
const quietRoom: RoomState = { ...room, hearts: 0, viewers: 1 }

type Answer<Name extends keyof typeof chats> = Mocks<typeof chats>['answers'][Name]
const chat =
  (count: number, roomOf: (context: MockContext) => RoomState, changes = {}): Answer<'getChat'> =>
  (_, context) => ({
    cursor: count,
    messages: messages(count, context),
    room: roomOf(context),
    isLive: true,
    cannotWrite: context.uid === '' ? 'signIn' : null,
    moderates: null,
    held: [],
    ...changes,
  })
const admission = { tenantId: 'tenant_hoshi', streamingId: 'streaming_0', until: null }
const changed = (context: MockContext): ChatChanges => ({
  ...{ cursor: 25, isWhole: false, removed: [], room: { ...room, hearts: 12_502 } },
  messages: [message(24, context)],
})
const archived =
  (moderates: { brandId: string; streamingId: string } | null): Answer<'getArchivedChat'> =>
  ({ from }, context) => ({
    ...{ cursor: 24, next: null, hearts: room.hearts, moderates },
    messages: messages(40, context).filter(({ moment }) => moment >= from),
  })
const moderator = { brandId: 'brand_aoi', streamingId: 'streaming_0' }
const isPinned = (_: MockContext) => pinnedRoom(_)

export const chatMocks: Mocks<typeof chats> = {
  examples: ({ liveShow, liveStreaming, chatMessageId, tenantId, ids }) => ({
    getChat: { tenantId, planContentId: liveShow },
    followChat: { tenantId, planContentId: liveShow },
    getArchivedChat: { tenantId, planContentId: liveShow, from: 0 },
    postChatMessage: { tenantId, planContentId: liveShow, text: 'Good evening!' },
    deleteChatMessage: { tenantId, planContentId: liveShow, messageId: chatMessageId },
    sendHearts: { tenantId, planContentId: liveShow, hearts: 3 },
    getChatDesk: { ...ids, streamingId: liveStreaming },
    followChatDesk: { ...ids, streamingId: liveStreaming },
    moderateChatMessage: { ...ids, streamingId: liveStreaming, messageId: chatMessageId, action: 'remove' },
    pinChatMessage: { ...ids, streamingId: liveStreaming, messageId: chatMessageId },
    setSlowMode: { ...ids, streamingId: liveStreaming, seconds: 10 },
  }),
  answers: {
    getChat: chat(24, isPinned),
    followChat: () => ({ ...admission, face: 'fan' }),
    getArchivedChat: archived(null),
    postChatMessage: () => ({ messageId: 'message_new', isHeld: false, saidAt: mockNow }),
    deleteChatMessage: () => ({}),
    sendHearts: () => ({}),
    getChatDesk: ({ before }, context) => ({
      cursor: 24,
      messages: before === undefined ? messages(24, context).map(desk) : [],
      hasEarlier: before === undefined,
      held: [held(context)],
      room: pinnedRoom(context),
      canModerate: true,
    }),
    followChatDesk: () => ({ ...admission, face: 'staff' }),
    moderateChatMessage: () => ({ changed: true }),
    pinChatMessage: () => ({}),
    setSlowMode: () => ({}),
  },
  followed: {
    followChat: (_, context) => [changed(context)],
    followChatDesk: () => [],
  },
  scenarios: {
    chatEmpty: {
      getChat: chat(0, () => quietRoom),
      getChatDesk: () => ({
        ...{ cursor: 0, messages: [], hasEarlier: false, held: [], room: quietRoom, canModerate: true },
      }),
      getArchivedChat: () => ({ cursor: 0, messages: [], next: null, hearts: 0, moderates: null }),
    },
    chatFailing: { getChat: () => refused('internal'), getChatDesk: () => refused('internal') },
    chatBanned: { getChat: chat(24, isPinned, { cannotWrite: 'commentBanned' }) },
    chatTooFast: { postChatMessage: () => refused('tooFast') },
    chatHeld: { postChatMessage: () => ({ messageId: 'message_new', isHeld: true, saidAt: mockNow }) },
    chatModerator: {
      getChat: chat(24, isPinned, { moderates: moderator }),
      getArchivedChat: archived(moderator),
    },
    chatReader: {
      getChatDesk: (_, context) => ({
        ...{ cursor: 24, messages: messages(24, context).map(desk), hasEarlier: false, held: [held(context)] },
        ...{ room: pinnedRoom(context), canModerate: false },
      }),
    },
  },
}
