import { z } from 'zod'
import { id } from '#kit/text.ts'
import { day, type Instant, instant } from '#kit/time.ts'
import type { PickUpOrder } from '../../contract'
import { readCode } from '../../pickUp/pickUp'

/** The orders of an event as they were when they were loaded, for a desk without a connection. */
export type DeskList = { eventId: string; title: string; at: Instant; orders: PickUpOrder[] }

/** It has names of buyers, so it is not kept longer than an event needs it. */
export const endOf = ({ at }: Pick<DeskList, 'at'>): Instant => at + day

/** Orders with this code or number; several brands may use the same number. */
export const found = ({ orders }: DeskList, code: string): PickUpOrder[] => {
  const wanted = readCode(code)
  return orders.filter(({ orderId, orderNumber }) => orderId === wanted || orderNumber === wanted)
}

/** The list with a newer version of one of its orders; the same list if that changes nothing. */
export const withOrder = (list: DeskList, newer: PickUpOrder): DeskList => {
  const before = list.orders.find(({ orderId }) => orderId === newer.orderId)
  return !before || JSON.stringify(before) === JSON.stringify(newer)
    ? list
    : { ...list, orders: list.orders.map((one) => (one === before ? newer : one)) }
}

const states = ['ready', 'done', 'unpaid', 'refunded', 'nothingToPickUp'] as const

/**
 * How the list is kept: brands and goods once, orders without the names of their fields. A browser keeps five million
 * characters for a site, and written out fully ten thousand orders would fill that.
 */
const keptList = z.object({
  eventId: id,
  title: z.string(),
  at: instant,
  brands: z.array(z.string()),
  goods: z.array(z.tuple([z.string(), z.string(), z.string()])),
  orders: z.array(
    z.tuple([
      id,
      z.string(),
      z.int(),
      z.string(),
      z.enum(states),
      instant.nullable(),
      z.array(z.tuple([id, z.int(), z.int(), z.int(), z.int()])),
    ]),
  ),
})
export type KeptDeskList = z.infer<typeof keptList>

/** Numbers texts from 0, equal ones alike. */
const numbering = <Value>() => {
  const numbers = new Map<string, number>()
  const values: Value[] = []
  const numberOf = (value: Value) => {
    const text = JSON.stringify(value)
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, values.length)
    return values.push(value) - 1
  }
  return { values, numberOf }
}

export const packed = ({ eventId, title, at, orders }: DeskList): KeptDeskList => {
  const [brands, goods] = [numbering<string>(), numbering<[string, string, string]>()]
  return {
    eventId,
    title,
    at,
    orders: orders.map(({ orderId, orderNumber, brandName, buyerName, state, handedAt, lines }) => [
      orderId,
      orderNumber,
      brands.numberOf(brandName),
      buyerName,
      state,
      handedAt,
      lines.map(({ lineId, name, variationName, thumbnail, quantity, handed, toHand }) => [
        lineId,
        goods.numberOf([name, variationName, thumbnail]),
        quantity,
        handed,
        toHand,
      ]),
    ]),
    brands: brands.values,
    goods: goods.values,
  }
}

/** The list that was kept in the browser, unless it is too old or not one. */
export const unpacked = (value: unknown, now: Instant): DeskList | null => {
  const { data } = keptList.safeParse(value)
  if (!data || endOf(data) <= now) return null
  const { eventId, title, at, brands, goods } = data
  const orders = data.orders.map(
    ([orderId, orderNumber, brand, buyerName, state, handedAt, lines]): PickUpOrder => ({
      orderId,
      orderNumber,
      brandName: brands[brand] ?? '',
      buyerName,
      state,
      handedAt,
      lines: lines.map(([lineId, n, quantity, handed, toHand]) => {
        const [name, variationName, thumbnail] = goods[n] ?? ['', '', '']
        return { lineId, name, variationName, thumbnail, quantity, handed, toHand }
      }),
    }),
  )
  return { eventId, title, at, orders }
}
