import { useCallback, useEffect, useRef, useState } from 'react'
import { useCallOnce } from '#client/useOperation.ts'
import { type CallError, isCallError } from '#kit/callError.ts'
import { forget, keep, kept, unsentOf } from '#kit/kept.ts'
import { eventGoods, type PickUpOrder } from '../../contract'
import {
  added,
  confirmed,
  type DeskQueue,
  dismissed,
  type HandOver,
  isEmpty,
  isUnsure,
  meaningOf,
  nextToSend,
  readQueue,
  refusedWith,
  requestOf,
  sentOnce,
  unsure,
} from './queue'
import { pause, type Reach } from './useReach'

/** What became of a hand-over: confirmed by the server, refused, or waiting in this browser. */
export type Outcome = { order: PickUpOrder } | { error: CallError } | 'waiting'

type Ways = {
  onConfirmed: (order: PickUpOrder) => void
  /** The browser's storage is full. */
  makeRoom: () => void
}

/**
 * The hand-overs of this browser, kept in it, and their sending. Every change is made to what is stored at that moment,
 * because two tabs may have the desk open.
 */
export const useQueue = (tenantId: string, reach: Reach, { onConfirmed, makeRoom }: Ways) => {
  const name = unsentOf(`pickUp ${tenantId}`)
  const { isOnline } = reach
  const { write } = useCallOnce()
  const [queue, setQueue] = useState<DeskQueue>(() => readQueue(kept(name, 'browser')))
  const [isKept, setKept] = useState(true)
  const [isSending, setSending] = useState(false)
  /** The press that waits for its answer; its pieces are not counted as handed over yet. */
  const [pressing, setPressing] = useState<string | null>(null)
  // What is stored, or the newest version where nothing can be stored.
  const newest = useRef({ queue, isKept: true })
  const outcomes = useRef(new Map<string, Exclude<Outcome, 'waiting'>>())
  const told = useRef({ onConfirmed, makeRoom })
  told.current = { onConfirmed, makeRoom }

  const current = useCallback(
    () => (newest.current.isKept ? readQueue(kept(name, 'browser')) : newest.current.queue),
    [name],
  )
  const change = useCallback(
    (step: (queue: DeskQueue) => DeskQueue) => {
      const next = step(current())
      let stored = true
      if (isEmpty(next)) forget(name, 'browser')
      else {
        stored = keep(name, next, 'browser')
        if (!stored) {
          told.current.makeRoom()
          stored = keep(name, next, 'browser')
        }
      }
      newest.current = { queue: next, isKept: stored }
      setQueue(next)
      setKept(stored)
    },
    [current, name],
  )

  useEffect(() => {
    const look = () => {
      if (newest.current.isKept) setQueue(current())
    }
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [current])

  /** 'stopped': nothing can be sent at present. */
  const sendAll = useCallback(async (): Promise<'done' | 'stopped'> => {
    const blocked = new Set<string>()
    for (;;) {
      const one = nextToSend(current(), blocked)
      if (!one) return blocked.size > 0 ? 'stopped' : 'done'
      const { key } = one
      if (isUnsure(one, Date.now())) {
        change((queue) => refusedWith(queue, key, unsure))
        continue
      }
      change((queue) => sentOnce(queue, key, Date.now()))
      try {
        const { order } = await write(eventGoods.pickUpOrderLines, requestOf(tenantId, one), key)
        reach.answered()
        outcomes.current.set(key, { order })
        change((queue) => confirmed(queue, key))
        told.current.onConfirmed(order)
      } catch (error) {
        if (!isCallError(error)) throw error
        if (error.status === 0) reach.lost()
        else reach.answered()
        const meaning = meaningOf(error)
        if (meaning === 'stop') return 'stopped'
        if (meaning === 'later') blocked.add(one.orderId)
        else {
          outcomes.current.set(key, { error })
          change((queue) => refusedWith(queue, key, error.code))
        }
      }
    }
  }, [change, current, reach, tenantId, write])

  const running = useRef<Promise<'done' | 'stopped'> | null>(null)
  /** One run at a time, so that entries are sent in their order. */
  const send = useCallback(async () => {
    if (running.current) return running.current
    setSending(true)
    running.current = sendAll().finally(() => {
      running.current = null
      setSending(false)
    })
    return running.current
  }, [sendAll])

  const isWaiting = queue.waiting.length > 0
  useEffect(() => {
    if (!isOnline || !isWaiting) return
    void send()
    const timer = setInterval(() => void send(), pause)
    return () => clearInterval(timer)
  }, [isOnline, isWaiting, send])

  /** Stores the hand-over first, so that nothing that happens to the request or the page loses it; then sends it. */
  const hand = useCallback(
    async (one: HandOver): Promise<Outcome> => {
      const { key } = one
      setPressing(key)
      change((now) => added(now, one))
      try {
        if (!reach.isLikely()) return 'waiting'
        // A run that was under way may have ended before this press.
        await running.current
        if (!outcomes.current.has(key)) await send()
        const outcome = outcomes.current.get(key)
        // Whoever pressed is told at once, so it need not be listed.
        if (outcome && 'error' in outcome) change((now) => dismissed(now, key))
        return outcome ?? 'waiting'
      } finally {
        outcomes.current.delete(key)
        setPressing(null)
      }
    },
    [change, reach, send],
  )

  return {
    waiting: queue.waiting,
    refused: queue.refused,
    /** False where the browser could not store it: it is lost with the page. */
    isKept,
    isSending,
    /** Pieces that have left this desk, as far as the server may not know. */
    counted: queue.waiting.filter(({ key }) => key !== pressing),
    hand,
    send,
    dismiss: (key: string) => change((now) => dismissed(now, key)),
  }
}
