import { useEffect, useRef, useState } from 'react'
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

/** Follows a room from a number of it on. Null: it has not been read yet. */
export const useRoom = <O extends Operation, Changes extends { cursor: number; isWhole: boolean }>(
  { base, name }: At<O>,
  payload: PayloadOf<O>,
  start: number | null,
  onChanges: (changes: Changes) => void,
): Line => {
  const [line, setLine] = useState<Line>({ state: 'open' })
  const latest = useRef({ start, onChanges })
  latest.current = { start, onChanges }
  const said = JSON.stringify(payload)
  const isRead = start !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the start is that of the first reading.
  useEffect(() => {
    const after = latest.current.start
    if (after === null) return
    const stop = new AbortController()
    const token = async () => (await import('#client/identity.ts')).token()
    void follow<O, Changes>(
      { base, name },
      { ...JSON.parse(said), after },
      {
        token,
        signal: stop.signal,
        onChanges: (changes) => latest.current.onChanges(changes),
        onLine: setLine,
      },
    )
    return () => stop.abort()
  }, [base, name, said, isRead])
  return line
}

/** The messages of a room, followed from where it was read. */
export const useChat = <M extends Message, O extends Operation>(
  operation: At<O>,
  payload: PayloadOf<O>,
  start: ChatStart<M>,
) => {
  const [chat, setChat] = useState<Chat<M>>({ ...start, removed: [] })
  const line = useRoom<O, ChatChanges<M>>(operation, payload, start.cursor, (changes) =>
    setChat((before) => changedBy(before, changes)),
  )
  return { chat, line, change: setChat }
}
