import { useEffect, useRef, useState } from 'react'
import type { At } from '#client/at.ts'
import { follow, type Line } from '#client/follow.ts'
import type { Operation, PayloadOf } from '#kit/contract.ts'
import type { MessageStatus } from './chat'
import type { ChatChanges, RoomState } from './contract'

/** The most that a browser keeps, beside what was read back to and what waits for the staff. */
export const mostKept = 200

/** `status`: of the staff's alone. */
type Message = { id: string; saidAt: number; moment: number; status?: MessageStatus }
export type ChatStart<M extends Message> = { cursor: number; messages: M[]; room: RoomState }
export type Chat<M extends Message> = ChatStart<M> & {
  /** What has been taken away since, of which an author may still have what waited for the staff. */
  removed: readonly string[]
  /** The moment of the recording from which on nothing is left out. */
  from: number
  most: number
}

const byTime = (a: Message, b: Message) => a.saidAt - b.saidAt
const isHeld = ({ status }: Message) => status === 'held'

/** The messages after some changes, each in its newest state, the oldest first. What waits for the staff stays until it is answered. */
export const changedBy = <M extends Message>(
  { cursor, messages, removed: before, from, most }: Chat<M>,
  { isWhole, removed, ...changes }: ChatChanges<M>,
): Chat<M> => {
  const known = new Map((isWhole ? [] : messages).map((one) => [one.id, one]))
  for (const one of changes.messages) known.set(one.id, one)
  for (const id of removed) known.delete(id)
  const all = [...known.values()].toSorted(byTime)
  const shown = all.filter((one) => !isHeld(one))
  const kept = shown.slice(-most)
  return {
    cursor: isWhole ? changes.cursor : Math.max(cursor, changes.cursor),
    room: changes.room,
    removed: removed.length > 0 ? [...before, ...removed].slice(-mostKept) : before,
    messages: kept.length < shown.length ? [...all.filter(isHeld), ...kept].toSorted(byTime) : all,
    from: kept.length < shown.length ? Math.max(from, kept[0]?.moment ?? from) : from,
    most,
  }
}

/** With the messages before those that are there; who has read back keeps what they read. */
export const withEarlier = <M extends Message>(chat: Chat<M>, earlier: readonly M[]): Chat<M> => {
  const gone = new Set([...chat.removed, ...chat.messages.map(({ id }) => id)])
  const messages = [...earlier.filter(({ id }) => !gone.has(id)), ...chat.messages].toSorted(byTime)
  return { ...chat, messages, from: earlier[0]?.moment ?? chat.from, most: messages.length + mostKept }
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

/** Says what a followed room knows of its live, and null once its line is lost or it is left. */
export const useTelling = (
  { isOn, health, notices }: RoomState['live'],
  { state }: Line,
  onLive: (live: RoomState['live'] | null) => void,
) => {
  useEffect(() => {
    onLive(state === 'open' ? { isOn, health, notices } : null)
    return () => onLive(null)
  }, [isOn, health, notices, state, onLive])
}

/** The messages of a room, followed from where it was read. `onWhole`: so much was missed that what was read beside them is old, too. */
export const useChat = <M extends Message, O extends Operation>(
  operation: At<O>,
  payload: PayloadOf<O>,
  start: ChatStart<M>,
  onWhole: () => void,
) => {
  const [chat, setChat] = useState<Chat<M>>({
    ...start,
    removed: [],
    from: start.messages.find((one) => !isHeld(one))?.moment ?? 0,
    most: mostKept,
  })
  const line = useRoom<O, ChatChanges<M>>(operation, payload, start.cursor, (changes) => {
    setChat((before) => changedBy(before, changes))
    if (changes.isWhole) onWhole()
  })
  return { chat, line, change: setChat }
}
