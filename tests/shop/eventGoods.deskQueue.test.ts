// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { dropEnded, forget, forgetAll, hasUnsent, keep, keepUntil, kept, setKeeper, unsentOf } from '#kit/kept.ts'
import { day } from '#kit/time.ts'
import type { PickUpOrder } from '#shop/eventGoods/contract.ts'
import { type DeskList, found, packed, unpacked, withOrder } from '#shop/eventGoods/staff/desk/list.ts'
import {
  added,
  confirmed,
  type DeskQueue,
  dismissed,
  emptyQueue,
  type HandOver,
  isUnsure,
  meaningOf,
  nextToSend,
  readQueue,
  refusedWith,
  requestOf,
  sentOnce,
  withHandOvers,
} from '#shop/eventGoods/staff/desk/queue.ts'

const at = Date.UTC(2026, 10, 20, 3, 0)
const hour = 3_600_000
const handOver = (key: string, values: Partial<HandOver> = {}): HandOver => ({
  key,
  orderId: `order_${key}`,
  orderNumber: 'A-000001',
  at,
  lines: [{ lineId: 'line_1', quantity: 1, name: 'Shirt (M)' }],
  sentAt: null,
  ...values,
})
const [one, other] = [handOver('a'), handOver('b')]
const keysOf = ({ waiting, refused }: DeskQueue) => [waiting.map(({ key }) => key), refused.map(({ key }) => key)]
const both = added(added(emptyQueue, one), other)

describe('the queue', () => {
  test.each([
    ['nothing', emptyQueue, [[], []]],
    ['two presses, in their order', both, [['a', 'b'], []]],
    ['one press twice', added(both, one), [['a', 'b'], []]],
    ['the first confirmed', confirmed(both, 'a'), [['b'], []]],
    ['one confirmed twice', confirmed(confirmed(both, 'a'), 'a'), [['b'], []]],
    ['the first refused', refusedWith(both, 'a', 'alreadyPickedUp'), [['b'], ['a']]],
    ['one refused that another tab has sent', refusedWith(confirmed(both, 'a'), 'a', 'x'), [['b'], []]],
    ['one refused and dismissed', dismissed(refusedWith(both, 'a', 'x'), 'a'), [['b'], []]],
    ['what waits cannot be dismissed', dismissed(both, 'a'), [['a', 'b'], []]],
  ] as [string, DeskQueue, string[][]][])('%s', (_, queue, keys) => expect(keysOf(queue)).toEqual(keys))

  test('keeps the reason of a refusal, and the time of the first sending', () => {
    const sent = sentOnce(sentOnce(both, 'a', at + 1), 'a', at + 2)
    expect(sent.waiting.map(({ sentAt }) => sentAt)).toEqual([at + 1, null])
    expect(refusedWith(sent, 'a', 'nothingToPickUp').refused).toEqual([
      { ...one, sentAt: at + 1, code: 'nothingToPickUp' },
    ])
  })

  test('is read from the browser as it was, with the same request; anything else is no queue', () => {
    const stored = JSON.parse(JSON.stringify(refusedWith(both, 'b', 'onHold')))
    const read = readQueue(stored)
    expect(read).toEqual(refusedWith(both, 'b', 'onHold'))
    const [before, after] = [one, read.waiting[0] ?? one].map((each) => JSON.stringify(requestOf('tenant_a', each)))
    expect(after).toBe(before)
    for (const value of [undefined, null, 'text', { waiting: [{ key: 'a' }], refused: [] }])
      expect(readQueue(value)).toEqual(emptyQueue)
  })

  test.each([
    [0, 'unreachable', 'stop'],
    [401, 'unauthenticated', 'stop'],
    [429, 'tooManyRequests', 'stop'],
    [500, 'internal', 'later'],
    [503, 'internal', 'later'],
    [409, 'inProgress', 'later'],
    [409, 'alreadyPickedUp', 'refused'],
    [409, 'nothingToPickUp', 'refused'],
    [409, 'idempotencyMismatch', 'refused'],
    [404, 'orderNotFound', 'refused'],
    [403, 'forbidden', 'refused'],
    [400, 'validation', 'refused'],
  ] as const)('a failure with %s %s means %s', (status, code, meaning) =>
    expect(meaningOf({ status, code })).toBe(meaning),
  )

  test('passes over an order that has to wait, and sends the others', () => {
    const third = handOver('c', { orderId: one.orderId })
    const queue = added(both, third)
    expect(nextToSend(queue, new Set())?.key).toBe('a')
    expect(nextToSend(queue, new Set([one.orderId]))?.key).toBe('b')
    expect(nextToSend(queue, new Set([one.orderId, other.orderId]))).toBeUndefined()
  })

  test.each([
    [null, 10 * day, false],
    [at, 22 * hour, false],
    [at, 24 * hour, true],
  ])('sent at %s, after %s ms whether it counted is unsure: %s', (sentAt, passed, is) =>
    expect(isUnsure({ ...one, sentAt }, at + passed)).toBe(is),
  )
})

const order = (values: Partial<PickUpOrder> = {}): PickUpOrder => ({
  orderId: 'order_a',
  orderNumber: 'A-000123',
  brandName: 'Aoi',
  buyerName: 'Sora',
  state: 'ready',
  handedAt: null,
  lines: [
    {
      lineId: 'line_1',
      name: 'Shirt',
      variationName: 'M',
      thumbnail: 'https://x.test/1',
      quantity: 3,
      handed: 1,
      toHand: 2,
    },
    { lineId: 'line_2', name: 'Towel', variationName: '', thumbnail: '', quantity: 1, handed: 0, toHand: 1 },
  ],
  ...values,
})
const of = (quantity: number, lineId = 'line_1', values: Partial<HandOver> = {}) =>
  handOver('x', { orderId: 'order_a', lines: [{ lineId, quantity, name: '' }], ...values })

describe('an order with hand-overs of this device', () => {
  test.each([
    ['none', [], 'ready', [2, 1], null],
    ['one of another order', [other], 'ready', [2, 1], null],
    ['one piece', [of(1)], 'ready', [1, 1], at],
    ['the pieces of two presses', [of(1), of(1, 'line_1', { at: at + 5 })], 'ready', [0, 1], at + 5],
    ['all', [of(2), of(1, 'line_2')], 'done', [0, 0], at],
    ['more than there are', [of(9), of(9, 'line_2')], 'done', [0, 0], at],
  ] as [string, HandOver[], string, number[], number | null][])('%s', (_, all, state, left, handedAt) => {
    const shown = withHandOvers(order(), all)
    expect([shown.state, shown.lines.map(({ toHand }) => toHand), shown.handedAt]).toEqual([state, left, handedAt])
    for (const { quantity, handed, toHand } of shown.lines) expect(handed + toHand).toBe(quantity)
  })

  test('a refunded one stays refunded', () => {
    const gone = order({ state: 'refunded', lines: [] })
    expect(withHandOvers(gone, [of(1)]).state).toBe('refunded')
  })
})

describe('the list', () => {
  const list: DeskList = {
    eventId: 'event_1',
    title: 'Live',
    at,
    orders: [
      order(),
      order({ orderId: 'order_b', brandName: 'Minato' }),
      order({ orderId: 'order_c', orderNumber: 'B-000007' }),
    ],
  }
  test.each([
    ['a123', ['order_a', 'order_b']],
    ['Ｂ－７', ['order_c']],
    ['tsudoi:pick-up:order_b', ['order_b']],
    ['order_c', ['order_c']],
    ['A-000124', []],
    ['', []],
  ])('finds %j', (code, ids) => expect(found(list, code).map(({ orderId }) => orderId)).toEqual(ids))

  test('is the same after it was kept, and gone after a day', () => {
    const stored = JSON.parse(JSON.stringify(packed(list)))
    expect(unpacked(stored, at + day - 1)).toEqual(list)
    expect(unpacked(stored, at + day)).toBeNull()
    expect(unpacked({ ...stored, orders: [['order_a']] }, at)).toBeNull()
    expect(unpacked(undefined, at)).toBeNull()
  })

  test('names goods and brands once: ten thousand orders fit into the browser', () => {
    const many = Array.from({ length: 10_000 }, (_, n) =>
      order({ orderId: `order_${String(n).padStart(20, '0')}`, orderNumber: `A-${n}` }),
    )
    expect(JSON.stringify(packed({ ...list, orders: many })).length).toBeLessThan(2_000_000)
  })

  test('takes over a newer version of an order that it has', () => {
    const done = order({ state: 'done', handedAt: at })
    expect(withOrder(list, done).orders.map(({ state }) => state)).toEqual(['done', 'ready', 'ready'])
    expect(withOrder(list, order({ orderId: 'order_z' }))).toBe(list)
    expect(withOrder(list, order())).toBe(list)
  })
})

describe('what is kept in the browser', () => {
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    setKeeper('uid_a')
  })

  test('ends at its time, whoever is signed in then', () => {
    expect(keepUntil('list', { some: 'names' }, at + day)).toBe(true)
    keep('other', 1, 'browser')
    dropEnded(at + day - 1)
    expect(kept('list', 'browser')).toEqual({ some: 'names' })
    setKeeper('uid_b')
    dropEnded(at + day)
    expect(Object.keys(localStorage).filter((name) => name.endsWith(' list'))).toEqual([])
    setKeeper('uid_a')
    expect(kept('list', 'browser')).toBeUndefined()
    expect(kept('other', 'browser')).toBe(1)
  })

  test('is each person’s own, and nothing of it stays after a sign-out', () => {
    keepUntil('list', 1, at + day)
    keep(unsentOf('desk'), emptyQueue, 'browser')
    setKeeper('uid_b')
    expect([kept('list', 'browser'), hasUnsent()]).toEqual([undefined, false])
    setKeeper('uid_a')
    expect([kept('list', 'browser'), hasUnsent()]).toEqual([1, true])
    forget(unsentOf('desk'), 'browser')
    expect(hasUnsent()).toBe(false)
    forgetAll()
    expect(Object.keys(localStorage)).toEqual([])
  })

  test('a full storage is told to the caller', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect([keep('a', 1, 'browser'), keepUntil('b', 1, at)]).toEqual([false, false])
    full.mockRestore()
  })
})
