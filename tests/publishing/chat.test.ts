import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { comments } from '#publishing/comments/contract.ts'
import {
  heartSlotOf,
  heartSlots,
  joinedParts,
  messageLength,
  moderatedMessage,
  momentOf,
  mostArchived,
  waitOf,
} from '#publishing/streamings/chat/chat.ts'
import { chats } from '#publishing/streamings/chat/contract.ts'
import { personalOfChat } from '#publishing/streamings/chat/personal.queries.server.ts'
import { insertMessage, lastSaidAt } from '#publishing/streamings/chat/queries.server.ts'
import { chatMessages, chatRooms } from '#publishing/streamings/chat/tables.server.ts'
import { streamings } from '#publishing/streamings/contract.ts'
import { now } from '#server/clock.ts'
import { database, inTransaction } from '#server/db.ts'
import { addMember, ask, newId, person, refused } from '../support/club'
import { follow, onAir, openDoor, read, ready, say, textsOf } from '../support/follow'
import { together } from '../support/naive'

openDoor()

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
  test('who goes back in a long archive to what was left out of memory reads that again', () => {
    const part = (first: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ moment: (first + n) * 1000, id: `m${first + n}` }))
    const start = { from: 0, cursor: 600, messages: part(0, 400), next: 400_000, hearts: 1 }
    const two = joinedParts(start, { cursor: 601, messages: part(400, 200), next: 600_000, hearts: 2 })
    expect(two).toMatchObject({ from: 0, next: 600_000, hearts: 2 })
    expect(two.messages).toHaveLength(mostArchived)
    const three = joinedParts(two, { cursor: 601, messages: part(600, 200), next: null, hearts: 2 })
    expect(three.messages[0]?.id).toBe('m200')
    // Of the moment at which it begins now a word may be missing.
    expect(three.from).toBe(200_001)
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
    expect(desk.held).toMatchObject([{ id: messageId, status: 'held', heldReasons: ['watchedWord'] }])
    expect(textsOf(desk.messages)).not.toContain('転売します')
    await ask(chats.moderateChatMessage, { ...named, messageId, action: 'publish' }, owner)
    await expect.poll(other.shown).toContain('転売します')
  })
  test('where the first words of a fan are held, those after the first that staff have published are not', async () => {
    const world = await onAir()
    const { fan, owner, ids, named } = world
    await ask(comments.setWatchedWords, { ...ids, words: [], holdNewFans: true }, owner)
    const { messageId, isHeld } = await say(world, fan, 'はじめまして')
    expect([isHeld, (await say(world, fan, 'まだ待っています')).isHeld]).toEqual([true, true])
    await ask(chats.moderateChatMessage, { ...named, messageId, action: 'publish' }, owner)
    expect((await say(world, fan, 'よろしく')).isHeld).toBe(false)
    expect((await say(world, await person(), 'わたしも')).isHeld).toBe(true)
    await ask(chats.moderateChatMessage, { ...named, messageId, action: 'remove' }, owner)
    const desk = await ask(chats.getChatDesk, named, owner)
    for (const { id, userId } of [...desk.messages, ...desk.held])
      if (userId === fan.uid) await ask(chats.moderateChatMessage, { ...named, messageId: id, action: 'remove' }, owner)
    expect((await say(world, fan, 'もう一度')).isHeld).toBe(true)
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
  test('staff see what waits however many words follow it, and read the room back to its first word', async () => {
    const world = await onAir()
    const { owner, named, ids, tenantId } = world
    await ask(comments.setWatchedWords, { ...ids, words: ['転売'] }, owner)
    const { messageId } = await say(world, world.fan, '転売します')
    const row = { ...{ tenantId, streamingId: named.streamingId }, uid: world.fan.uid, status: 'published' as const }
    await database()
      .insert(chatMessages)
      .values(
        Array.from({ length: 250 }, (_, n) => ({
          ...{ ...row, messageId: `${named.streamingId}_${n}`, text: `#${n}`, seq: 10 + n },
          // Two at each moment: none of them falls between two parts.
          ...{ saidAt: now() + 60_000 + n, moment: 60_000 + Math.floor(n / 2) },
        })),
      )
    await database().update(chatRooms).set({ lastSeq: 300 }).where(eq(chatRooms.streamingId, named.streamingId))
    let desk = await ask(chats.getChatDesk, named, owner)
    expect(textsOf(desk.held)).toEqual(['転売します'])
    expect(textsOf(desk.messages).at(-1)).toBe('#249')
    await ask(chats.moderateChatMessage, { ...named, messageId, action: 'publish' }, owner)
    const seen = new Set(textsOf(desk.messages))
    for (let parts = 0; desk.hasEarlier && parts < 10; parts++) {
      desk = await ask(chats.getChatDesk, { ...named, before: desk.messages[0]?.moment }, owner)
      for (const text of textsOf(desk.messages)) seen.add(text)
    }
    expect([desk.held, desk.hasEarlier]).toEqual([[], false])
    expect(seen.size).toBe(252)
    expect(seen).toContain('転売します')
  })
  test('who moderates can take words away at the archive too, and nobody else is told how', async () => {
    const world = await onAir()
    const { owner, named, tenantId, fan } = world
    const editor = await person()
    await addMember(tenantId, editor, 'editor')
    const { messageId } = await say(world, fan, 'ひどい言葉')
    await ask(streamings.endLive, named, owner)
    const at = { ...world.asked, from: 0 }
    for (const by of [null, fan, editor]) expect((await ask(chats.getArchivedChat, at, by)).moderates).toBeNull()
    const { moderates } = await ask(chats.getArchivedChat, at, owner)
    if (moderates === null) return expect.fail('may not moderate')
    await ask(chats.moderateChatMessage, { tenantId, ...moderates, messageId, action: 'remove' }, owner)
    expect(textsOf((await ask(chats.getArchivedChat, at, fan)).messages)).not.toContain('ひどい言葉')
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
