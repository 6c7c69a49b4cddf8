import { useCallback, useEffect, useRef, useState } from 'react'
import { useCallOnce } from '../../../../client/useOperation'
import { isCallError } from '../../../../kit/callError'
import { forget, keepUntil, kept } from '../../../../kit/kept'
import type { Instant } from '../../../../kit/time'
import { eventGoods, type PickUpEvent, type PickUpOrder } from '../../../eventGoods/contract'
import { type DeskList, endOf, found, packed, unpacked, withOrder } from './list'
import { withHandOvers } from './queue'
import { useQueue } from './useQueue'
import { useReach } from './useReach'

/** Orders of a scan; `asOf` is the time of the list that they are from, null if the server answered. */
export type Found = { orders: PickUpOrder[]; asOf: Instant | null }
/** `notInList` and `noList`: without a connection. */
export type Look = Found | { missing: 'notFound' | 'noList' } | { missing: 'notInList'; asOf: Instant }

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
    (next: DeskList | null) => {
      current.current = next
      setList(next)
      if (!next) return forget(name, 'browser')
      const stored = keepUntil(name, packed(next), endOf(next))
      // An older version has no business there, and its room may be needed for hand-overs.
      if (!stored) forget(name, 'browser')
      setKept(stored)
    },
    [name],
  )
  useEffect(() => {
    if (!list) return
    const timer = setTimeout(() => save(null), endOf(list) - Date.now())
    return () => clearTimeout(timer)
  }, [list, save])

  const load = async ({ eventId, title }: Pick<PickUpEvent, 'eventId' | 'title'>) => {
    // Before the first page: what is handed over at other desks while it loads may be missing in it.
    const at = Date.now()
    const orders: PickUpOrder[] = []
    setLoaded(0)
    try {
      let after: string | null | undefined
      while (after !== null) {
        const page = await ask(eventGoods.getPickUpList, { tenantId, eventId, ...(after && { after }) })
        orders.push(...page.orders)
        setLoaded(orders.length)
        after = page.next
      }
      save({ eventId, title, at, orders })
    } finally {
      setLoaded(null)
    }
  }
  return {
    list,
    isKept,
    loaded,
    load,
    remove: useCallback(() => save(null), [save]),
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
    now: useCallback(() => current.current, []),
  }
}

/** What the desk knows and does, with a connection and without. */
export const useDesk = (tenantId: string) => {
  const reach = useReach()
  const { ask } = useCallOnce()
  const list = useList(tenantId)
  const queue = useQueue(tenantId, reach, { onConfirmed: list.update, makeRoom: list.leaveBrowser })

  /** Asks the server; only where there is no connection, the list. */
  const look = async (code: string): Promise<Look> => {
    if (reach.isLikely()) {
      try {
        const { orders } = await ask(eventGoods.getPickUpOrder, { tenantId, code })
        reach.answered()
        orders.forEach(list.update)
        return { orders, asOf: null }
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
    return orders.length > 0 ? { orders, asOf: known.at } : { missing: 'notInList', asOf: known.at }
  }

  /**
   * An order as this desk has to see it: with the pieces that it has handed over and the server may not have counted.
   * Those that the server refused have left the desk as well, which only the list does not know.
   */
  const seen = (order: PickUpOrder, asOf: Instant | null) =>
    withHandOvers(order, asOf === null ? queue.counted : [...queue.counted, ...queue.refused])

  return { isOnline: reach.isOnline, list, queue, look, seen }
}
export type DeskTools = ReturnType<typeof useDesk>
