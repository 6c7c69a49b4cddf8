import { eq, type SQL, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { tenants } from '#club/tenants/contract.ts'
import { day } from '#kit/time.ts'
import { voidTermOfOrder, voidTerms } from '#membership/subscriptions/queries.server.ts'
import { checkEvery, makeRooms, type Rooms } from '#program/live/rooms.ts'
import { contents } from '#publishing/contents/contract.ts'
import { lockContent, saveContent } from '#publishing/contents/queries.server.ts'
import { chats } from '#publishing/streamings/chat/contract.ts'
import { lockRoom, nextChange, tellOfRoom } from '#publishing/streamings/chat/queries.server.ts'
import { chatMessages, chatRooms } from '#publishing/streamings/chat/tables.server.ts'
import { streamings } from '#publishing/streamings/contract.ts'
import { signalTimeout } from '#publishing/streamings/streaming.ts'
import { now, realNow } from '#server/clock.ts'
import { database, inTransaction } from '#server/db.ts'
import { gatherAfterCommit } from '#server/gather.ts'
import type { Db } from '#server/proven.ts'
import { moveClock } from '#server/queue.ts'
import { refuse } from '#server/refusal.ts'
import { shared } from '#server/shared.ts'
import { addMember, ask, newId, type Person, person } from '../support/club'
import { secondBrand } from '../support/eventGoods'
import { addContent, addPlan, addTerm } from '../support/fan'
import { door, follow, followerOf, onAir, openDoor, ready, roomOf, say } from '../support/follow'
import { meanwhile, rowLocks, together, withoutPrecautions } from '../support/naive'
import { scene } from '../support/scene'

openDoor()

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
  test('who watches the archive follows it from what was read: a word that is taken away then is gone there as well', async () => {
    const world = await onAir()
    const { messageId } = await say(world, world.fan, '残った言葉')
    await ask(streamings.endLive, world.named, world.owner)
    const { cursor, messages } = await ask(chats.getArchivedChat, { ...world.asked, from: 0 }, null)
    expect(messages.map(({ text }) => text)).toContain('残った言葉')
    const reader = await ready(await follow(chats.followChat, { ...world.asked, after: cursor }, await person()))
    expect(reader.changes()).toMatchObject([{ isWhole: false, messages: [], removed: [] }])
    await ask(chats.moderateChatMessage, { ...world.named, messageId, action: 'remove' }, world.owner)
    await expect.poll(() => reader.changes().flatMap(({ removed }) => removed)).toEqual([messageId])
  })
  test('who waits, and who watches, is told of the start, the signal, a notice and the end of the live', async () => {
    const world = await onAir()
    const { tenantId, streamingId } = world.named
    const set = (course: SQL) =>
      database().execute(sql`update streamings set ${course}
        where streamings.tenant_id = ${tenantId} and streamings.streaming_id = ${streamingId}`)
    await set(sql`started_at = null, signal_at = null, has_signal = false, notices = '[]'`)
    const waiting = await ready(await follow(chats.followChat, { ...world.asked, after: 0 }, await person()))
    const told = () => waiting.changes().at(-1)?.room.live
    expect(told()).toEqual({ isOn: false, health: 'noSignal', notices: 0 })
    await ask(streamings.startLive, world.named, world.owner)
    await expect.poll(told).toEqual({ isOn: true, health: 'noSignal', notices: 0 })
    await ask(streamings.postStreamingNotice, { ...world.named, text: 'まもなく後半です' }, world.owner)
    await expect.poll(told).toEqual({ isOn: true, health: 'noSignal', notices: 1 })
    // Nobody tells of a signal that comes or is lost: the room is looked at from time to time.
    await set(sql`has_signal = true, signal_at = ${new Date(now()).toISOString()}::timestamptz`)
    await (shared.rooms as Rooms).readAll()
    await expect.poll(() => told()?.health).toBe('ok')
    await moveClock(now() + signalTimeout + 1)
    await (shared.rooms as Rooms).readAll()
    await expect.poll(told).toEqual({ isOn: true, health: 'noSignal', notices: 1 })
    await ask(streamings.endLive, world.named, world.owner)
    await expect.poll(told).toEqual({ isOn: false, health: 'noSignal', notices: 1 })
  })
  test('a stranger gets what a call would: no live, no token in the address, nothing that cannot be followed', async () => {
    const world = await onAir()
    const stranger = await person()
    expect((await follow(chats.followChatDesk, world.named, stranger)).response.status).toBe(404)
    expect((await follow(chats.followChatDesk, world.named, null)).response.status).toBe(401)
    const url = `${door()}/followChatDesk?payload=${encodeURIComponent(JSON.stringify(world.named))}`
    expect((await fetch(`${url}&token=${world.owner.token}`)).status).toBe(401)
    expect((await fetch(`${door()}/getChat?payload={}`)).status).toBe(404)
    expect((await fetch(`${door()}/followChat?payload=%7B`)).status).toBe(400)
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
  test('a number that this room never gave is no place to go on at: its follower begins anew, and nobody else misses a word', async () => {
    const world = await onAir()
    const made = await ready(await follow(chats.followChat, { ...world.asked, after: 999_999 }, world.fan))
    expect(made.changes()[0]?.isWhole).toBe(true)
    const other = await ready(await follow(chats.followChat, world.asked, await person()))
    await say(world, world.fan, 'みんなに')
    for (const one of [made, other]) await expect.poll(one.shown).toContain('みんなに')
    const late = await ready(await follow(chats.followChat, { ...world.asked, after: 999_999 }, await person()))
    expect(late.shown()).toContain('みんなに')
    expect(late.cursor()).toBe(other.cursor())
  })
  test('one stream more than an account may have is refused as every other call is, and one that ends makes room', async () => {
    const world = await onAir()
    const open = await Promise.all(
      Array.from({ length: 10 }, async () => ready(await follow(chats.followChat, world.asked, world.fan))),
    )
    const { response } = await follow(chats.followChat, world.asked, world.fan)
    expect(response.status).toBe(429)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('retry-after')).toBe('30')
    expect(await response.json()).toEqual({
      ok: false,
      code: 'tooManyStreams',
      message: expect.stringMatching(/\.$/),
      requestId: response.headers.get('x-request-id'),
    })
    open[0]?.leave()
    await expect.poll(async () => (await follow(chats.followChat, world.asked, world.fan)).response.status).toBe(200)
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
  test('a membership that is ended by hand or given back ends the stream with its commit, and nobody waits for the next look', async () => {
    const world = await scene()
    const { tenantId } = world
    const { streamingId } = world.examples.getChatDesk as { streamingId: string }
    const planId = await addPlan(world.ids)
    const content = { type: 'streaming' as const, streamingId, viewableBy: 'paidUsers' as const, planIds: [planId] }
    const asked = { tenantId, planContentId: await addContent(world.ids, content) }
    const fans = { ended: await person(), refunded: await person(), stays: await person() }
    const orderId = newId('order')
    const subscriptionId = newId('subscription')
    const paid = { from: now() - day, to: now() + day }
    await addTerm(world.ids, planId, fans.ended.uid, { ...paid, subscriptionId })
    await addTerm(world.ids, planId, fans.refunded.uid, { ...paid, orderId })
    await addTerm(world.ids, planId, fans.stays.uid, paid)
    const [ended, refunded, stays] = [
      await ready(await follow(chats.followChat, asked, fans.ended)),
      await ready(await follow(chats.followChat, asked, fans.refunded)),
      await ready(await follow(chats.followChat, asked, fans.stays)),
    ]
    const [left, back] = await inTransaction(async (db) => {
      const at = { at: now(), now: now() }
      await voidTerms(db, { tenantId, subscriptionId }, at)
      await voidTermOfOrder(db, { tenantId, orderId }, at)
      // Not before the commit: whoever is asked then may still read.
      return [ended.isOver(), refunded.isOver()]
    })
    expect([left, back]).toEqual([false, false])
    await expect.poll(() => [ended.why(), refunded.why()], { timeout: checkEvery / 2 }).toEqual(['over', 'over'])
    expect(stays.isOver()).toBe(false)
  })
  test('whose membership ends between the answer and the stream is asked again, and gets nothing', async () => {
    const world = await onAir()
    const room = roomOf(world)
    const rooms = makeRooms()
    const joined = async (uid: string, askedAt: number) => {
      const heard: string[] = []
      await rooms.join(room, {
        ...{ face: 'fan', uid, after: null, until: null, askedAt },
        send: (bytes) => void heard.push(bytes.toString()),
        end: (why) => void heard.push(why),
        again: async () => refuse('contentLocked'),
      })
      return heard
    }
    try {
      const before = performance.now() - 1
      rooms.accessChanged(`${room.tenantId} uid_ended`)
      expect(await joined('uid_ended', before)).toEqual(['over'])
      expect(await joined('uid_other', before)).toEqual([expect.stringContaining('event: changes')])
      // Who was asked after it was told of holds a newer answer.
      expect(await joined('uid_ended', performance.now())).toEqual([expect.stringContaining('event: changes')])
      rooms.accessChanged(`${room.tenantId} ${room.streamingId}`)
      expect(await joined('uid_other', before)).toEqual(['over'])
    } finally {
      rooms.stop()
    }
  })
  test('a content that is deleted during its live, or that a plan opens no more, ends the streams of its readers with that commit; the desk goes on', async () => {
    const world = await scene()
    const { tenantId, owner } = world
    const { streamingId } = world.examples.getChatDesk as { streamingId: string }
    const [left, kept] = [await addPlan(world.ids), await addPlan(world.ids)]
    const showing = { type: 'streaming' as const, streamingId, viewableBy: 'paidUsers' as const }
    const [deleted, narrowed] = [
      await addContent(world.ids, { ...showing, planIds: [left, kept] }),
      await addContent(world.ids, { ...showing, planIds: [left, kept] }),
    ]
    const [leaves, stays] = [await person(), await person()]
    for (const [planId, { uid }] of [
      [left, leaves],
      [kept, stays],
    ] as const)
      await addTerm(world.ids, planId, uid, { from: now() - day, to: now() + day })
    const at = (planContentId: string, by: Person) => follow(chats.followChat, { tenantId, planContentId }, by)
    const [gone, closed, open] = [
      await ready(await at(deleted, stays)),
      await ready(await at(narrowed, leaves)),
      await ready(await at(narrowed, stays)),
    ]
    const desk = await ready(await follow(chats.followChatDesk, { ...world.ids, streamingId }, owner))
    await ask(contents.deletePlanContent, { ...world.ids, planContentId: deleted }, owner)
    await expect.poll(gone.why, { timeout: checkEvery / 2 }).toBe('over')
    expect([closed.isOver(), open.isOver()]).toEqual([false, false])
    await inTransaction(async (db) => {
      const brand = world.ids as never
      const { content } = (await lockContent(db, brand, narrowed)) ?? { content: null }
      if (content) await saveContent(db, brand, { ...content, planIds: [kept] }, content)
    })
    await expect.poll(closed.why, { timeout: checkEvery / 2 }).toBe('over')
    expect([open.isOver(), desk.isOver()]).toEqual([false, false])
  })
  test('who is removed from the staff, or sees the brand no longer, is gone from the desk at once', async () => {
    const world = await onAir()
    const { tenantId, owner, named } = world
    const [removed, moved] = [await person(), await person()]
    const of = (memberId: string) => ({ tenantId, memberId })
    const ids = [
      await addMember(tenantId, removed, 'moderator'),
      await addMember(tenantId, moved, 'moderator'),
    ] as const
    const [first, second, own] = [
      await ready(await follow(chats.followChatDesk, named, removed)),
      await ready(await follow(chats.followChatDesk, named, moved)),
      await ready(await follow(chats.followChatDesk, named, owner)),
    ]
    await ask(tenants.removeTenantMember, of(ids[0]), owner)
    await ask(
      tenants.updateTenantMember,
      { ...of(ids[1]), role: 'moderator', brandIds: [await secondBrand(world)] },
      owner,
    )
    await expect.poll(() => [first.why(), second.why()], { timeout: checkEvery / 2 }).toEqual(['over', 'over'])
    expect(own.isOver()).toBe(false)
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
  test('a word that staff take away at one is gone from the screens of both by what each is told, the pinned line as well', async () => {
    const world = await onAir()
    const elsewhere = makeRooms()
    // Told as a second instance is, and never looks by itself.
    elsewhere.listening(true)
    const heard = vi.spyOn(shared.rooms as Rooms, 'heard').mockImplementation((key) => elsewhere.heard(key))
    try {
      const there = await followerOf(elsewhere, roomOf(world))
      const { messageId } = await say(world, world.fan, '消される言葉')
      await ask(chats.pinChatMessage, { ...world.named, messageId }, world.owner)
      await expect.poll(() => there.pinned()).toBe('消される言葉')
      expect(there.texts).toContain('消される言葉')
      await ask(chats.moderateChatMessage, { ...world.named, messageId, action: 'remove' }, world.owner)
      await expect.poll(() => there.shown()).not.toContain('消される言葉')
      expect(there.pinned()).toBeNull()
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
  test('what was too early by a little is told a little later, not after another whole pause', async () => {
    let tries = 0
    const pause = 20_000
    await inTransaction(async (db) =>
      gatherAfterCommit(db, 'too early once', pause, async () => {
        tries++
        return tries > 1
      }),
    )
    await expect.poll(() => tries, { timeout: pause / 2 }).toBe(2)
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
        ...{ face: 'fan', uid: null, after: null, until: null, askedAt: performance.now() },
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
