import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { PayloadOf } from '#kit/contract.ts'
import { day } from '#kit/time.ts'
import { openFollowed } from '#program/http/follow.ts'
import { checkEvery, makeRooms, type Rooms } from '#program/live/rooms.ts'
import { comments } from '#publishing/comments/contract.ts'
import {
  heartSlotOf,
  heartSlots,
  messageLength,
  moderatedMessage,
  momentOf,
  waitOf,
} from '#publishing/streamings/chat/chat.ts'
import { type ChatChanges, chats } from '#publishing/streamings/chat/contract.ts'
import { personalOfChat } from '#publishing/streamings/chat/personal.queries.server.ts'
import {
  insertMessage,
  lastSaidAt,
  lockRoom,
  nextChange,
  tellOfRoom,
} from '#publishing/streamings/chat/queries.server.ts'
import { chatMessages, chatRooms } from '#publishing/streamings/chat/tables.server.ts'
import { streamings } from '#publishing/streamings/contract.ts'
import { now, realNow } from '#server/clock.ts'
import { database, inTransaction } from '#server/db.ts'
import type { Db } from '#server/proven.ts'
import { moveClock } from '#server/queue.ts'
import { listenForRenewals } from '#server/renewal.ts'
import { shared } from '#server/shared.ts'
import { addMember, ask, newId, type Person, person, refused } from '../support/club'
import { addContent, addPlan, addTerm } from '../support/fan'
import { meanwhile, rowLocks, together, withoutPrecautions } from '../support/naive'
import { scene } from '../support/scene'

let web: Server
let origin: string
let stopListening: () => Promise<void>
beforeAll(async () => {
  web = createServer((request, response) => void openFollowed(request, response))
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  let isHeard = false
  stopListening = listenForRenewals({
    renew: () => {},
    listening: (yes) => {
      isHeard = yes
    },
  })
  await vi.waitFor(() => expect(isHeard).toBe(true), { timeout: 60_000 })
})
const streams = new Set<AbortController>()
afterEach(() => {
  for (const one of streams) one.abort()
  streams.clear()
})
afterAll(async () => {
  shared.rooms?.stop()
  await stopListening()
  web.closeAllConnections()
  web.close()
})

/** A live that everybody may read, and one of its readers. */
const onAir = async () => {
  const world = await scene()
  const { tenantId, planContentId } = world.examples.getChat as { tenantId: string; planContentId: string }
  const { streamingId } = world.examples.getChatDesk as { streamingId: string }
  const fan = await person()
  return { ...world, fan, asked: { tenantId, planContentId }, named: { ...world.ids, streamingId } }
}
type OnAir = Awaited<ReturnType<typeof onAir>>
const say = ({ asked }: Pick<OnAir, 'asked'>, by: Person, text: string) =>
  ask(chats.postChatMessage, { ...asked, text }, by)
const read = ({ asked }: Pick<OnAir, 'asked'>, by: Person | null = null) => ask(chats.getChat, asked, by)
const textsOf = (messages: readonly { text: string }[]) => messages.map(({ text }) => text)

type Heard = { event: string; data: ChatChanges & { why?: string } }
/** What arrives on a stream, as it arrives. */
const follow = async (
  operation: typeof chats.followChat | typeof chats.followChatDesk,
  payload: PayloadOf<typeof chats.followChat> | PayloadOf<typeof chats.followChatDesk>,
  by: Person | null,
  headers: Record<string, string> = {},
) => {
  const abort = new AbortController()
  streams.add(abort)
  const response = await fetch(
    `${origin}/api/follow/${operation.name}?payload=${encodeURIComponent(JSON.stringify(payload))}`,
    {
      headers: { authorization: `Bearer ${by?.token ?? ''}`, ...headers },
      signal: abort.signal,
    },
  )
  const heard: Heard[] = []
  let isOver = false
  const reading = async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      const parts = `${rest}${decoder.decode(bytes as Uint8Array, { stream: true })}`.split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const event = /^event: (.*)$/m.exec(part)?.[1]
        if (event) heard.push({ event, data: JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? '') })
      }
    }
  }
  void reading()
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  const changes = () => heard.flatMap(({ event, data }) => (event === 'changes' ? [data] : []))
  /** The room as a browser has it. */
  const shown = () => {
    const known = new Map<string, string>()
    for (const { isWhole, messages, removed } of changes()) {
      if (isWhole) known.clear()
      for (const { id, text } of messages) known.set(id, text)
      for (const id of removed) known.delete(id)
    }
    return [...known.values()]
  }
  return {
    ...{ response, heard, changes, shown },
    cursor: () => Math.max(0, ...changes().map(({ cursor }) => cursor)),
    why: () => heard.find(({ event }) => event === 'end')?.data.why,
    isOver: () => isOver,
    leave: () => abort.abort(),
  }
}
const ready = async (one: Awaited<ReturnType<typeof follow>>) => {
  expect(one.response.status).toBe(200)
  await expect.poll(() => one.changes().length).toBeGreaterThan(0)
  return one
}

describe('the rules of a chat', () => {
  test.each([
    [null, 10, 0, 0],
    [0, 10, 0, 10],
    [0, 10, 9001, 1],
    [0, 10, 10_000, 0],
    [0, 0, 0, 0],
  ])('who last wrote at %s, with %s seconds between two, waits at %s so many: %s', (last, slow, at, expected) => {
    expect(waitOf(last, slow, at)).toBe(expected)
  })
  test('what staff can do with a message', () => {
    expect(moderatedMessage('held', 'publish')).toBe('published')
    expect(moderatedMessage('published', 'publish')).toBeNull()
    expect(moderatedMessage('published', 'remove')).toBe('removed')
    expect(moderatedMessage('held', 'remove')).toBe('removed')
    expect(moderatedMessage('removed', 'publish')).toBeNull()
  })
  test('a moment is counted from the start, and hearts in slots', () => {
    expect(momentOf(5000, 2000)).toBe(3000)
    expect(momentOf(1000, 2000)).toBe(0)
    const slots = new Set(Array.from({ length: 500 }, (_, n) => heartSlotOf(`uid-${n}`)))
    expect(slots.size).toBe(heartSlots)
  })
})

describe('who is in a live', () => {
  test('who may read it reads its chat and who may comment writes, by the name of the fan; staff as the brand', async () => {
    const world = await onAir()
    await say(world, world.fan, 'こんばんは')
    await say(world, world.owner, 'ようこそ')
    const { messages, cannotWrite, room } = await read(world)
    expect(cannotWrite).toBe('signIn')
    expect(messages.map(({ text, isBrand, name }) => [text, isBrand, name])).toEqual([
      ['Good evening!', false, expect.any(String)],
      ['こんばんは', false, expect.any(String)],
      ['ようこそ', true, 'Aoi'],
    ])
    expect(room).toMatchObject({ pinned: null, slowSeconds: 0, hearts: 0 })
    expect((await read(world, world.owner)).moderates).toMatchObject({ streamingId: world.named.streamingId })
    expect((await read(world, world.fan)).moderates).toBeNull()
  })
  test('what is too long, of somebody banned, or said after the end is refused', async () => {
    const world = await onAir()
    const { fan, asked, owner, ids } = world
    expect(await refused(chats.postChatMessage, { ...asked, text: 'あ'.repeat(messageLength + 1) }, fan)).toMatchObject(
      {
        code: 'validation',
        fields: [{ field: 'text', rule: 'tooLong', limit: messageLength }],
      },
    )
    await say(world, fan, 'あ'.repeat(messageLength))
    await ask(comments.setCommentBan, { ...ids, userId: fan.uid, until: 'indefinite' }, owner)
    expect((await refused(chats.postChatMessage, { ...asked, text: 'また' }, fan)).code).toBe('commentBanned')
    expect((await refused(chats.sendHearts, { ...asked, hearts: 1 }, fan)).code).toBe('commentBanned')
    expect((await read(world, fan)).cannotWrite).toBe('commentBanned')
    const other = await person()
    await ask(streamings.endLive, world.named, owner)
    expect((await refused(chats.postChatMessage, { ...asked, text: 'まだ？' }, other)).code).toBe('notLive')
  })
  test('a watched word waits for the staff: nobody but its author and the desk sees it until it is published', async () => {
    const world = await onAir()
    const { fan, owner, ids, named } = world
    await ask(comments.setWatchedWords, { ...ids, words: ['転売'] }, owner)
    const other = await ready(await follow(chats.followChat, world.asked, await person()))
    const { messageId, isHeld } = await say(world, fan, '転売します')
    expect(isHeld).toBe(true)
    await say(world, fan, '次の言葉')
    await expect.poll(other.shown).toContain('次の言葉')
    expect(other.shown()).not.toContain('転売します')
    expect(textsOf((await read(world)).messages)).not.toContain('転売します')
    expect(textsOf((await read(world, fan)).held)).toEqual(['転売します'])
    const desk = await ask(chats.getChatDesk, named, owner)
    expect(desk.messages.find(({ id }) => id === messageId)).toMatchObject({
      status: 'held',
      heldReasons: ['watchedWord'],
    })
    await ask(chats.moderateChatMessage, { ...named, messageId, action: 'publish' }, owner)
    await expect.poll(other.shown).toContain('転売します')
  })
  test('slow mode lets nobody write faster, not even by two messages at once; staff do', async () => {
    const world = await onAir()
    const { owner, named, asked } = world
    await ask(chats.setSlowMode, { ...named, seconds: 60 }, owner)
    const burst = async () => {
      const fan = await person()
      const answers = await together(4, () =>
        say(world, fan, '連投').then(
          () => 'written',
          (error: Error) => error.message,
        ),
      )
      return answers.filter((one) => one === 'written').length
    }
    expect(await burst()).toBe(1)
    const fan = await person()
    await say(world, fan, '一度')
    expect(await refused(chats.postChatMessage, { ...asked, text: '二度' }, fan)).toMatchObject({
      code: 'tooFast',
      fields: [{ field: 'text', rule: 'tooFast', limit: expect.any(Number) }],
    })
    await say(world, owner, '一')
    await say(world, owner, '二')
    // The same rule without the room's lock, by two who have both looked before either has written.
    const careless = await person()
    const room = { tenantId: world.tenantId, streamingId: named.streamingId }
    let looked = 0
    const both = Promise.withResolvers<void>()
    const written = await together(2, (n) =>
      inTransaction(async (db) => {
        const wait = waitOf(await lastSaidAt(db, room, careless.uid), 60, now())
        if (++looked === 2) both.resolve()
        await both.promise
        if (wait > 0) return false
        const message = {
          uid: careless.uid,
          text: '連投',
          status: 'published' as const,
          seq: 1000 + n,
          saidAt: now(),
          moment: 0,
        }
        await insertMessage(db, room, { ...message, messageId: newId('message') })
        return true
      }),
    )
    expect(written).toEqual([true, true])
  })
  test('hearts of many at once are all counted', async () => {
    const world = await onAir()
    const fans = await together(12, () => person())
    await together(12, (n) => ask(chats.sendHearts, { ...world.asked, hearts: (n % 3) + 1 }, fans[n]))
    expect((await read(world)).room.hearts).toBe(24)
  })
  test('only the roles of comments moderate, and what an author takes back is the own', async () => {
    const world = await onAir()
    const { named, tenantId, fan } = world
    const [editor, moderator] = [await person(), await person()]
    await addMember(tenantId, editor, 'editor')
    await addMember(tenantId, moderator, 'moderator')
    const { messageId } = await say(world, fan, '取り消します')
    expect((await ask(chats.getChatDesk, named, editor)).canModerate).toBe(false)
    const act = { ...named, messageId, action: 'remove' as const }
    expect((await refused(chats.moderateChatMessage, act, editor)).code).toBe('forbidden')
    expect((await refused(chats.pinChatMessage, { ...named, messageId }, editor)).code).toBe('forbidden')
    expect((await refused(chats.deleteChatMessage, { ...world.asked, messageId }, await person())).code).toBe(
      'messageNotFound',
    )
    await ask(chats.pinChatMessage, { ...named, messageId }, moderator)
    expect((await read(world)).room.pinned).toMatchObject({ id: messageId, text: '取り消します' })
    await ask(chats.deleteChatMessage, { ...world.asked, messageId }, fan)
    const { messages, room } = await read(world)
    expect(room.pinned).toBeNull()
    expect(textsOf(messages)).not.toContain('取り消します')
    const [row] = await database().select().from(chatMessages).where(eq(chatMessages.messageId, messageId))
    expect(row).toMatchObject({ status: 'removed', text: '' })
    // A moderator is at the desk, and gets no key.
    expect((await ask(streamings.getStreaming, named, moderator)).streaming.ingest).toBeNull()
  })
  test('who watches the archive reads what was said at its moment, part by part', async () => {
    const world = await onAir()
    const { named, tenantId, owner } = world
    const row = { ...{ tenantId, streamingId: named.streamingId }, uid: world.fan.uid, status: 'published' as const }
    await database()
      .insert(chatMessages)
      .values(
        Array.from({ length: 430 }, (_, n) => ({
          ...{ ...row, messageId: `${named.streamingId}_${n}`, text: `#${n}`, seq: n + 2 },
          ...{ saidAt: now() + n * 500, moment: 1000 + Math.floor(n / 2) * 1000 },
        })),
      )
    await ask(streamings.endLive, named, owner)
    const seen: string[] = []
    let from: number | null = 500
    while (from !== null) {
      const part: Awaited<ReturnType<typeof ask<typeof chats.getArchivedChat>>> = await ask(
        chats.getArchivedChat,
        { ...world.asked, from },
        null,
      )
      seen.push(...textsOf(part.messages))
      from = part.next
    }
    expect(seen).toHaveLength(430)
    expect(new Set(seen).size).toBe(430)
    expect(textsOf((await ask(chats.getArchivedChat, { ...world.asked, from: 215_000 })).messages)).toEqual([
      '#428',
      '#429',
    ])
  })
  test('a deleted account takes its words with it, from the pinned line as well', async () => {
    const world = await onAir()
    const { fan, named, owner } = world
    const { messageId } = await say(world, fan, 'わたしの言葉')
    await ask(chats.pinChatMessage, { ...named, messageId }, owner)
    expect(await personalOfChat.export?.(database(), { uid: fan.uid })).toMatchObject({
      chatMessages: [{ text: 'わたしの言葉', status: 'published' }],
    })
    const before = (await read(world)).cursor
    await personalOfChat.forget?.(database(), { uid: fan.uid, email: '' }, now())
    const after = await read(world)
    expect(textsOf(after.messages)).not.toContain('わたしの言葉')
    expect(after.room.pinned).toBeNull()
    expect(after.cursor).toBe(before + 1)
  })
})

describe('a room that is followed', () => {
  test('a word is on every screen, and one that staff take away is gone from an open one', async () => {
    const world = await onAir()
    const [one, other] = await Promise.all([person(), person()])
    const [first, second] = await Promise.all(
      [one, other].map(async (by) => ready(await follow(chats.followChat, world.asked, by))),
    )
    const { messageId } = await say(world, one, '見えますか')
    for (const stream of [first, second]) await expect.poll(() => stream?.shown()).toContain('見えますか')
    await ask(chats.moderateChatMessage, { ...world.named, messageId, action: 'remove' }, world.owner)
    for (const stream of [first, second]) await expect.poll(() => stream?.shown()).not.toContain('見えますか')
    expect(JSON.stringify(first?.heard)).not.toContain(one.uid)
  })
  test('a stranger gets what a call would: no live, no token in the address, nothing that cannot be followed', async () => {
    const world = await onAir()
    const stranger = await person()
    expect((await follow(chats.followChatDesk, world.named, stranger)).response.status).toBe(404)
    expect((await follow(chats.followChatDesk, world.named, null)).response.status).toBe(401)
    const url = `${origin}/api/follow/followChatDesk?payload=${encodeURIComponent(JSON.stringify(world.named))}`
    expect((await fetch(`${url}&token=${world.owner.token}`)).status).toBe(401)
    expect((await fetch(`${origin}/api/follow/getChat?payload={}`)).status).toBe(404)
    expect((await fetch(`${origin}/api/follow/followChat?payload=%7B`)).status).toBe(400)
    expect((await fetch(url, { method: 'POST' })).status).toBe(405)
    const desk = await ready(await follow(chats.followChatDesk, world.named, world.owner))
    expect(desk.response.headers.get('content-type')).toContain('text/event-stream')
  })
  test('who lost the line goes on where it was', async () => {
    const world = await onAir()
    const first = await ready(await follow(chats.followChat, world.asked, world.fan))
    await say(world, world.fan, '切れる前')
    await expect.poll(first.shown).toContain('切れる前')
    const cursor = first.cursor()
    first.leave()
    const { messageId } = await say(world, world.fan, '切れた間')
    const again = await ready(await follow(chats.followChat, { ...world.asked, after: cursor }, world.fan))
    expect(again.changes()[0]).toMatchObject({ isWhole: false, messages: [{ id: messageId }] })
    const byHeader = await ready(
      await follow(chats.followChat, world.asked, world.fan, { 'last-event-id': String(cursor) }),
    )
    expect(byHeader.changes()[0]).toMatchObject({ isWhole: false, messages: [{ id: messageId }] })
  })
  test('a membership that ends during the live ends the stream, and nothing more comes on it', async () => {
    const world = await scene()
    const { tenantId } = world
    const streamingId = (world.examples.getChatDesk as { streamingId: string }).streamingId
    const planId = await addPlan(world.ids)
    const planContentId = await addContent(world.ids, {
      type: 'streaming',
      streamingId,
      viewableBy: 'paidUsers',
      planIds: [planId],
    })
    const [byTime, byHand, stays] = [await person(), await person(), await person()]
    await addTerm(world.ids, planId, byTime.uid, { from: now() - day, to: now() + 5 * 60_000 })
    const { termId } = await addTerm(world.ids, planId, byHand.uid, { from: now() - day, to: now() + day })
    await addTerm(world.ids, planId, stays.uid, { from: now() - day, to: now() + day })
    const asked = { tenantId, planContentId }
    const [ending, voided, staying] = [
      await ready(await follow(chats.followChat, asked, byTime)),
      await ready(await follow(chats.followChat, asked, byHand)),
      await ready(await follow(chats.followChat, asked, stays)),
    ]
    await moveClock(now() + 5 * 60_000 - checkEvery / 2)
    await (shared.rooms as Rooms).sweep()
    expect([ending.isOver(), voided.isOver(), staying.isOver()]).toEqual([false, false, false])
    await database().execute(
      sql`update subscription_terms set voided_at = ${new Date(now()).toISOString()}::timestamptz where subscription_terms.term_id = ${termId}`,
    )
    // Not a minute after the last time that everybody was asked: only whose time is over is asked now.
    await moveClock(now() + checkEvery / 2 + 1)
    await (shared.rooms as Rooms).sweep()
    await expect.poll(ending.why).toBe('over')
    await moveClock(now() + checkEvery)
    await (shared.rooms as Rooms).sweep()
    await expect.poll(voided.why).toBe('over')
    await expect.poll(() => ending.isOver() && voided.isOver()).toBe(true)
    await ask(chats.postChatMessage, { ...asked, text: '残った人へ' }, stays)
    await expect.poll(staying.shown).toContain('残った人へ')
    expect(JSON.stringify([ending.heard, voided.heard])).not.toContain('残った人へ')
  })
  test('a graceful stop ends the streams, and those who come then go elsewhere', async () => {
    const world = await onAir()
    const stream = await ready(await follow(chats.followChat, world.asked, world.fan))
    shared.rooms?.stop()
    await expect.poll(stream.why).toBe('again')
    await expect.poll(stream.isOver).toBe(true)
    const late = await follow(chats.followChat, world.asked, world.fan)
    await expect.poll(late.why).toBe('again')
    shared.rooms = makeRooms()
    shared.rooms.listening(true)
  })
})

describe('two instances', () => {
  /** A follower of an instance of its own. */
  const followerOf = async (
    rooms: Rooms,
    room: { tenantId: string; streamingId: string },
    after: number | null = null,
  ) => {
    const texts: string[] = []
    let cursor = after ?? 0
    let why: string | undefined
    const leave = await rooms.join(room, {
      ...{ face: 'fan', after, until: null },
      send: (bytes) => {
        const data = /^data: (.*)$/m.exec(bytes.toString())?.[1]
        if (!data) return
        const changes = JSON.parse(data) as ChatChanges
        cursor = Math.max(cursor, changes.cursor)
        for (const { text } of changes.messages) if (!texts.includes(text)) texts.push(text)
      },
      end: (reason) => {
        why = reason
      },
      again: async () => null,
    })
    return { texts, leave, cursor: () => cursor, why: () => why }
  }
  const roomOf = ({ tenantId, named }: OnAir) => ({ tenantId, streamingId: named.streamingId })

  test('share a room: each tells the other of what was written at it', async () => {
    const world = await onAir()
    const elsewhere = makeRooms()
    // As a second instance hears it: by the notification.
    const heard = vi.spyOn(shared.rooms as Rooms, 'heard').mockImplementation((key) => {
      elsewhere.heard(key)
    })
    try {
      const there = await followerOf(elsewhere, roomOf(world))
      await say(world, world.fan, 'となりの人へ')
      await expect.poll(() => there.texts).toContain('となりの人へ')
    } finally {
      heard.mockRestore()
      elsewhere.stop()
    }
  })
  test('one that is killed between its commit and its notification loses no word: the other one finds it by itself', async () => {
    const world = await onAir()
    const elsewhere = makeRooms()
    try {
      const there = await followerOf(elsewhere, roomOf(world))
      // Killed: the row is committed and nobody is told.
      const before = shared.gathered
      shared.gathered = new Map([
        [`room ${world.tenantId} ${world.named.streamingId}`, { work: async () => true, isAsked: false }],
      ])
      await say(world, world.fan, '最後の言葉')
      shared.gathered = before
      await expect.poll(() => there.texts, { timeout: 20_000 }).toContain('最後の言葉')
    } finally {
      elsewhere.stop()
    }
  })
  test('a follower that moves to the other one has every acknowledged word once', async () => {
    const world = await onAir()
    const [here, elsewhere] = [makeRooms(), makeRooms()]
    const [hearing] = [
      vi.spyOn(shared.rooms as Rooms, 'heard').mockImplementation((key) => {
        here.heard(key)
        elsewhere.heard(key)
      }),
    ]
    try {
      const fans = await together(5, () => person())
      const first = await followerOf(here, roomOf(world))
      const said = together(30, (n) => say(world, fans[n % 5] as Person, `#${n}`))
      await expect.poll(() => first.texts.length).toBeGreaterThan(3)
      here.stop()
      const moved = await followerOf(elsewhere, roomOf(world), first.cursor())
      await said
      const all = Array.from({ length: 30 }, (_, n) => `#${n}`)
      await expect.poll(() => all.filter((one) => ![...first.texts, ...moved.texts].includes(one))).toEqual([])
    } finally {
      hearing.mockRestore()
      elsewhere.stop()
    }
  })
  test('are told of a room at most once per half second, whoever tells', async () => {
    const world = await onAir()
    const at = realNow()
    const told = await together(8, () => tellOfRoom(database(), roomOf(world), at))
    expect(told.filter(Boolean)).toHaveLength(1)
    expect(await tellOfRoom(database(), roomOf(world), at + 499)).toBe(false)
    expect(await tellOfRoom(database(), roomOf(world), at + 500)).toBe(true)
  })
  test('whoever has a number has everything before it: numbers are given in the order of the commits', async () => {
    /** Whether all of some words that are written at once have numbers of their own: a reader goes on after the last. */
    const isEachOne = async () => {
      const world = await onAir()
      const fans = await together(6, () => person())
      await together(6, (n) => say(world, fans[n] as Person, `#${n}`))
      const rows = await database()
        .select({ seq: chatMessages.seq })
        .from(chatMessages)
        .where(eq(chatMessages.streamingId, world.named.streamingId))
      return new Set(rows.map(({ seq }) => seq)).size === rows.length
    }
    expect(await isEachOne()).toBe(true)
    await expect
      .poll(() => withoutPrecautions(rowLocks, isEachOne), { message: 'without the lock two words have one number' })
      .toBe(false)
    const world = await onAir()
    const change = async (db: Db) => nextChange(db, await lockRoom(db, roomOf(world)))
    // The second one waits for the commit of the first.
    const seen = await meanwhile(change, () => inTransaction(change))
    const [row] = await database().select().from(chatRooms).where(eq(chatRooms.streamingId, world.named.streamingId))
    expect(row?.lastSeq).toBe(seen)
  })
  test('a slow reader is ended alone and comes back for what it missed; the others have it at once', async () => {
    const world = await onAir()
    const rooms = makeRooms()
    const heard = vi.spyOn(shared.rooms as Rooms, 'heard').mockImplementation((key) => rooms.heard(key))
    try {
      let leaveSlow = () => {}
      let isEnded = false
      leaveSlow = await rooms.join(roomOf(world), {
        ...{ face: 'fan', after: null, until: null },
        // As the door does with one whose bytes are not taken.
        send: () => {
          isEnded = true
          leaveSlow()
        },
        end: () => {},
        again: async () => null,
      })
      const fast = await followerOf(rooms, roomOf(world))
      await say(world, world.fan, '速い人へ')
      await expect.poll(() => fast.texts).toContain('速い人へ')
      expect(isEnded).toBe(true)
    } finally {
      heard.mockRestore()
      rooms.stop()
    }
  })
})
