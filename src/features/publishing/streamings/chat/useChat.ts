import { useCallback, useEffect, useRef, useState } from 'react'
import type { At } from '#client/at.ts'
import { follow, type Line } from '#client/follow.ts'
import type { Operation, PayloadOf } from '#kit/contract.ts'
import type { ChatChanges, RoomState } from './contract'

/** The most that a browser keeps: of hours nobody scrolls back. */
const mostKept = 200

type Message = { id: string; saidAt: number }
export type ChatStart<M extends Message> = { cursor: number; messages: M[]; room: RoomState }
export type Chat<M extends Message> = ChatStart<M> & {
  /** What has been taken away since, of which an author may still have what waited for the staff. */
  removed: readonly string[]
}

/** The messages after some changes, each in its newest state, the oldest first. */
export const changedBy = <M extends Message>(
  { cursor, messages, removed: before }: Chat<M>,
  { isWhole, removed, ...changes }: ChatChanges<M>,
): Chat<M> => {
  const known = new Map((isWhole ? [] : messages).map((one) => [one.id, one]))
  for (const one of changes.messages) known.set(one.id, one)
  for (const id of removed) known.delete(id)
  return {
    cursor: isWhole ? changes.cursor : Math.max(cursor, changes.cursor),
    room: changes.room,
    removed: removed.length > 0 ? [...before, ...removed].slice(-mostKept) : before,
    messages: [...known.values()].toSorted((a, b) => a.saidAt - b.saidAt).slice(-mostKept),
  }
}

/** Follows a room from where it was read. `start` null: not read yet. */
export const useChat = <M extends Message, O extends Operation>(
  operation: At<O>,
  payload: PayloadOf<O>,
  start: ChatStart<M> | null,
) => {
  const [chat, setChat] = useState<Chat<M> | null>(start && { ...start, removed: [] })
  const [line, setLine] = useState<Line>({ state: 'open' })
  const latest = useRef(start)
  latest.current = start
  const { base, name } = operation
  const said = JSON.stringify(payload)
  const isRead = start !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the start is that of the first reading.
  useEffect(() => {
    if (!latest.current) return
    const from = { ...latest.current, removed: [] }
    setChat(from)
    const stop = new AbortController()
    const token = async () => (await import('#client/identity.ts')).token()
    void follow<O, ChatChanges<M>>(
      { base, name },
      { ...JSON.parse(said), after: from.cursor },
      {
        token,
        signal: stop.signal,
        onChanges: (changes) => setChat((before) => changedBy(before ?? from, changes)),
        onLine: setLine,
      },
    )
    return () => stop.abort()
  }, [base, name, said, isRead])
  /** Shows what this browser has done at once, before it comes back from the room. */
  const change = useCallback(
    (to: (chat: Chat<M>) => Chat<M>) => setChat((before) => (before ? to(before) : before)),
    [],
  )
  return { chat, line, change }
}
