import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import type { PayloadOf } from '#kit/contract.ts'
import { openFollowed } from '#program/http/follow.ts'
import type { Rooms } from '#program/live/rooms.ts'
import { type ChatChanges, chats } from '#publishing/streamings/chat/contract.ts'
import { listenForRenewals } from '#server/renewal.ts'
import { shared } from '#server/shared.ts'
import { ask, type Person, person } from './club'
import { scene } from './scene'

let web: Server
let origin: string
let stopListening: () => Promise<void>
const streams = new Set<AbortController>()

/** The door of what is followed, and the notifications that an instance hears, for the tests of a file. */
export const openDoor = () => {
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
}
export const door = () => `${origin}/api/follow`

/** A live that everybody may read, and one of its readers. */
export const onAir = async () => {
  const world = await scene()
  const { tenantId, planContentId } = world.examples.getChat as { tenantId: string; planContentId: string }
  const { streamingId } = world.examples.getChatDesk as { streamingId: string }
  const fan = await person()
  return { ...world, fan, asked: { tenantId, planContentId }, named: { ...world.ids, streamingId } }
}
export type OnAir = Awaited<ReturnType<typeof onAir>>
export const say = ({ asked }: Pick<OnAir, 'asked'>, by: Person, text: string) =>
  ask(chats.postChatMessage, { ...asked, text }, by)
export const read = ({ asked }: Pick<OnAir, 'asked'>, by: Person | null = null) => ask(chats.getChat, asked, by)
export const textsOf = (messages: readonly { text: string }[]) => messages.map(({ text }) => text)

type Heard = { event: string; data: ChatChanges & { why?: string } }
/** What arrives on a stream, as it arrives. */
export const follow = async (
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
  if (response.ok)
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
export const ready = async (one: Awaited<ReturnType<typeof follow>>) => {
  expect(one.response.status).toBe(200)
  await expect.poll(() => one.changes().length).toBeGreaterThan(0)
  return one
}

/** A follower of an instance of its own. */
export const followerOf = async (
  rooms: Rooms,
  room: { tenantId: string; streamingId: string },
  after: number | null = null,
) => {
  const texts: string[] = []
  const screen = new Map<string, string>()
  let pinned: string | null = null
  let cursor = after ?? 0
  let why: string | undefined
  const leave = await rooms.join(room, {
    ...{ face: 'fan', uid: null, after, until: null, askedAt: performance.now() },
    send: (bytes) => {
      const data = /^data: (.*)$/m.exec(bytes.toString())?.[1]
      if (!data) return
      const changes = JSON.parse(data) as ChatChanges
      cursor = Math.max(cursor, changes.cursor)
      pinned = changes.room.pinned?.text ?? null
      if (changes.isWhole) screen.clear()
      for (const { id, text } of changes.messages) screen.set(id, text)
      for (const id of changes.removed) screen.delete(id)
      for (const { text } of changes.messages) if (!texts.includes(text)) texts.push(text)
    },
    end: (reason) => {
      why = reason
    },
    again: async () => null,
  })
  return {
    ...{ texts, leave },
    cursor: () => cursor,
    why: () => why,
    /** As a browser has it now; `texts` is all that ever came. */
    shown: () => [...screen.values()],
    pinned: () => pinned,
  }
}
export const roomOf = ({ tenantId, named }: OnAir) => ({ tenantId, streamingId: named.streamingId })
