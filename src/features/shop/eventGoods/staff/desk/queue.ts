import { z } from 'zod'
import { id } from '#kit/text.ts'
import { day, type Instant, instant } from '#kit/time.ts'
import type { PickUpOrder } from '../../contract'

/*
 * Hand-overs of this browser that the server has not confirmed. Every hand-over is an entry here until then, also with a
 * connection: an answer that is lost leaves it waiting, and it is sent again with the same key.
 */

const piece = z.object({ lineId: id, quantity: z.int().min(1), name: z.string() })
const handOver = z.object({
  /** The idempotency key of the press: however often it is sent, it counts once. */
  key: z.string().min(1),
  orderId: id,
  orderNumber: z.string(),
  at: instant,
  lines: z.array(piece).min(1),
  /** When it was sent for the first time; null before. */
  sentAt: instant.nullable(),
})
export type HandOver = z.infer<typeof handOver>
const refusedHandOver = handOver.extend({ code: z.string() })
const queueShape = z.object({ waiting: z.array(handOver), refused: z.array(refusedHandOver) })
export type DeskQueue = z.infer<typeof queueShape>

export const emptyQueue: DeskQueue = { waiting: [], refused: [] }
/** What was kept in the browser, or an empty queue. */
export const readQueue = (value: unknown): DeskQueue => queueShape.safeParse(value).data ?? emptyQueue
export const isEmpty = ({ waiting, refused }: DeskQueue) => waiting.length === 0 && refused.length === 0

const without = <One extends HandOver>(all: readonly One[], key: string) => all.filter((one) => one.key !== key)

export const added = (queue: DeskQueue, one: HandOver): DeskQueue =>
  queue.waiting.some(({ key }) => key === one.key) ? queue : { ...queue, waiting: [...queue.waiting, one] }
export const sentOnce = (queue: DeskQueue, key: string, now: Instant): DeskQueue => ({
  ...queue,
  waiting: queue.waiting.map((one) => (one.key === key && one.sentAt === null ? { ...one, sentAt: now } : one)),
})
export const confirmed = (queue: DeskQueue, key: string): DeskQueue => ({
  ...queue,
  waiting: without(queue.waiting, key),
})
/** Nothing if it is not waiting any more: another tab may have sent it. */
export const refusedWith = (queue: DeskQueue, key: string, code: string): DeskQueue => {
  const one = queue.waiting.find((each) => each.key === key)
  if (!one) return queue
  return { waiting: without(queue.waiting, key), refused: [...without(queue.refused, key), { ...one, code }] }
}
export const dismissed = (queue: DeskQueue, key: string): DeskQueue => ({
  ...queue,
  refused: without(queue.refused, key),
})

/** The request of an entry: always the same one, because a key with another body is refused. */
export const requestOf = (tenantId: string, { orderId, lines, at }: HandOver) => ({
  tenantId,
  orderId,
  lines: lines.map(({ lineId, quantity }) => ({ lineId, quantity })),
  at,
})

/** The server forgets keys after a day; a little earlier, because the clocks may differ. */
const keysLast = day - 3_600_000
/** It was sent so long ago that sending it again could count it twice. */
export const isUnsure = ({ sentAt }: HandOver, now: Instant) => sentAt !== null && now - sentAt > keysLast
export const unsure = 'unsure'

type Failure = { status: number; code: string }
/**
 * What a failed request means for its entry. `stop`: nothing can be sent at present. `later`: this one may succeed when
 * it is repeated. `refused`: it never will.
 */
export const meaningOf = ({ status, code }: Failure): 'stop' | 'later' | 'refused' => {
  if (status === 0 || status === 401 || status === 429) return 'stop'
  return status === 408 || status >= 500 || code === 'inProgress' ? 'later' : 'refused'
}

/**
 * The next entry to send, in the order of the presses. While one of an order has to wait the others of that order wait
 * as well.
 */
export const nextToSend = ({ waiting }: DeskQueue, blocked: ReadonlySet<string>): HandOver | undefined =>
  waiting.find(({ orderId }) => !blocked.has(orderId))

/** The order as it is once these hand-overs have been counted. */
export const withHandOvers = (order: PickUpOrder, all: readonly HandOver[]): PickUpOrder => {
  const mine = all.filter(({ orderId }) => orderId === order.orderId)
  if (mine.length === 0) return order
  const lines = order.lines.map((line) => {
    const given = mine
      .flatMap((one) => one.lines)
      .reduce((sum, { lineId, quantity }) => (lineId === line.lineId ? sum + quantity : sum), 0)
    const counted = Math.min(given, line.toHand)
    return { ...line, handed: line.handed + counted, toHand: line.toHand - counted }
  })
  const isDone = order.state === 'ready' && lines.every(({ toHand }) => toHand === 0)
  return {
    ...order,
    lines,
    state: isDone ? 'done' : order.state,
    handedAt: Math.max(order.handedAt ?? 0, ...mine.map(({ at }) => at)),
  }
}
