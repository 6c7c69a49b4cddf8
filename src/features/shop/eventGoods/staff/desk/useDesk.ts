import { useCallback, useEffect, useRef, useState } from 'react'
import { useCallOnce } from '#client/useOperation.ts'
import { isCallError } from '#kit/callError.ts'
import type { ResultOf } from '#kit/contract.ts'
import { forget, keepUntil, kept } from '#kit/kept.ts'
import type { Instant } from '#kit/time.ts'
import { eventGoods, type PickUpEvent, type PickUpOrder } from '../../contract'
import { type DeskList, endOf, found, packed, unpacked, withOrder } from './list'
import { withHandOvers } from './queue'
import { useQueue } from './useQueue'
import { useReach } from './useReach'

/** Orders of a scan as they were at `at`: from the list, or from the server just then. */
export type Found = { orders: PickUpOrder[]; at: Instant; isFromList: boolean }
/** `notInList` and `noList`: without a connection. */
export type Look = Found | { missing: 'notFound' | 'noList' } | { missing: 'notInList'; at: Instant }

const none: ReadonlyMap<string, PickUpOrder> = new Map()
/** What the server has just answered. */
export const answered = (orders: PickUpOrder[]): Found => ({ orders, at: Date.now(), isFromList: false })

const isLost = (error: unknown) => isCallError(error) && error.status === 0

/** The list of an event, in this tab and in the browser. */
const useList = (tenantId: string) => {
  const name = `pickUpList ${tenantId}`
  const { ask } = useCallOnce()
  const [list, setList] = useState(() => unpacked(kept(name, 'browser'), Date.now()))
  const [isKept, setKept] = useState(true)
  /** Number of orders while they are loaded. */
  const [loaded, setLoaded] = useState<number | null>(null)
  const current = useRef(list)
  const save = useCallback(
    (next: DeskList | null): boolean => {
      current.current = next
      setList(next)
      if (!next) {
        forget(name, 'browser')
        return true
      }
      const stored = keepUntil(name, packed(next), endOf(next))
      // An older version has no business there, and its room may be needed for hand-overs.
      if (!stored) forget(name, 'browser')
      setKept(stored)
      return stored
    },
    [name],
  )
  useEffect(() => {
    if (!list) return
    const timer = setTimeout(() => void save(null), endOf(list) - Date.now())
    return () => clearTimeout(timer)
  }, [list, save])

  /** Asked for again when it was lost, so that one of fifty pages does not make all fail. */
  const pageAfter = async (
    eventId: string,
    after: string | undefined,
    tries = 2,
  ): Promise<ResultOf<typeof eventGoods.getPickUpList>> => {
    try {
      return await ask(eventGoods.getPickUpList, { tenantId, eventId, ...(after && { after }) })
    } catch (error) {
      if (!isLost(error) || tries === 0) throw error
      return pageAfter(eventId, after, tries - 1)
    }
  }
  /** Whether the browser could keep it. */
  const load = async ({ eventId, title }: Pick<PickUpEvent, 'eventId' | 'title'>): Promise<boolean> => {
    // Before the first page: what is handed over at other desks while it loads may be missing in it.
    const at = Date.now()
    const orders: PickUpOrder[] = []
    setLoaded(0)
    try {
      let after: string | null | undefined
      while (after !== null) {
        const page = await pageAfter(eventId, after)
        orders.push(...page.orders)
        setLoaded(orders.length)
        after = page.next
      }
      return save({ eventId, title, at, orders })
    } finally {
      setLoaded(null)
    }
  }
  return {
    list,
    isKept,
    loaded,
    load,
    remove: useCallback(() => void save(null), [save]),
    /** Takes over a newer version of an order. */
    update: useCallback(
      (order: PickUpOrder) => {
        const before = current.current
        const after = before && withOrder(before, order)
        if (after !== before) save(after)
      },
      [save],
    ),
    /** It stays in this tab only. */
    leaveBrowser: useCallback(() => {
      forget(name, 'browser')
      setKept(false)
    }, [name]),
    /** Also right where a sleeping phone has held the timer back. */
    now: useCallback(() => (current.current && endOf(current.current) > Date.now() ? current.current : null), []),
  }
}

/** What the desk knows and does, with a connection and without. */
export const useDesk = (tenantId: string) => {
  const reach = useReach()
  const { ask } = useCallOnce()
  const list = useList(tenantId)
  /** Orders as the server answered when a hand-over was counted, which may be later than the scan that is shown. */
  const [newer, setNewer] = useState(none)
  const queue = useQueue(tenantId, reach, {
    onConfirmed: (order) => {
      list.update(order)
      setNewer((before) => new Map(before).set(order.orderId, order))
    },
    makeRoom: list.leaveBrowser,
  })

  /** Asks the server; only where there is no connection, the list. */
  const look = async (code: string): Promise<Look> => {
    if (reach.isLikely()) {
      try {
        const { orders } = await ask(eventGoods.getPickUpOrder, { tenantId, code })
        reach.answered()
        orders.forEach(list.update)
        setNewer(none)
        return answered(orders)
      } catch (error) {
        if (isCallError(error) && (error.code === 'orderNotFound' || error.code === 'validation'))
          return { missing: 'notFound' }
        if (!isLost(error)) throw error
        reach.lost()
      }
    }
    const known = list.now()
    if (!known) return { missing: 'noList' }
    const orders = found(known, code)
    return orders.length > 0 ? { orders, at: known.at, isFromList: true } : { missing: 'notInList', at: known.at }
  }

  /**
   * An order as this desk has to see it: with the pieces that it has handed over and the server has not counted. Those
   * of a refused hand-over have left the desk as well, if that was after the order was read.
   */
  const seen = (order: PickUpOrder, { at }: Pick<Found, 'at'>) =>
    withHandOvers(newer.get(order.orderId) ?? order, [...queue.counted, ...queue.refused.filter((one) => one.at > at)])

  return { isOnline: reach.isOnline, list, queue, look, seen }
}
export type DeskTools = ReturnType<typeof useDesk>
