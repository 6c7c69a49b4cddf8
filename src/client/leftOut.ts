import { isItem, isSame, putAside, type WaitingItem } from './waitingCart'

/* A module of its own: only `join`, the page of the carts and the welcome of who joined for goods load it. */
const leftKey = 'tsudoi-cart-left'

/** The whole item with `plans`: it was refused because only their members may buy it. */
export type LeftOut = Pick<WaitingItem, 'name' | 'brandSlug'> & Partial<WaitingItem>

const isLeftOut = (value: unknown): value is LeftOut => typeof (value as LeftOut | null)?.name === 'string'
const isForMembers = (item: LeftOut): item is WaitingItem => Array.isArray(item.plans) && isItem(item)

const leftOut = (): LeftOut[] => {
  try {
    const items: unknown = JSON.parse(localStorage.getItem(leftKey) ?? '[]')
    return Array.isArray(items) ? items.filter(isLeftOut) : []
  } catch {
    return []
  }
}
const write = (items: readonly LeftOut[]) => {
  try {
    if (items.length === 0) localStorage.removeItem(leftKey)
    else localStorage.setItem(leftKey, JSON.stringify(items.slice(-50)))
  } catch {
    // Without storage nothing is reported.
  }
}

/** What could not be put into a cart and is not for members; reading it removes it. */
export const takeLeftOut = (): LeftOut[] => {
  const items = leftOut()
  write(items.filter(isForMembers))
  return items.filter((item) => !isForMembers(item))
}

/** What only members may buy is kept until its buyer is one, or wants it no more. */
export const keptForMembers = (): WaitingItem[] => leftOut().filter(isForMembers)

export const dropLeftOut = (item: WaitingItem) =>
  write(leftOut().filter((one) => !isForMembers(one) || !isSame(one, item)))

export const saveLeftOut = (item: LeftOut) => {
  if (isForMembers(item)) dropLeftOut(item)
  write([...leftOut(), item])
}

/** What is for members waits again to be put into a cart: its buyer may have become one. */
export const waitAgain = () => {
  const items = keptForMembers()
  if (items.length === 0) return
  write(leftOut().filter((one) => !isForMembers(one)))
  for (const item of items) putAside(item)
}
