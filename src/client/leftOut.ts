import type { WaitingItem } from './waitingCart'

/* A module of its own: only `join` and the page of the carts load it. */
const leftKey = 'tsudoi-cart-left'

/** `plans`: it was refused because only their members may buy it. */
export type LeftOut = Pick<WaitingItem, 'name' | 'brandSlug' | 'plans'>

const isLeftOut = (value: unknown): value is LeftOut => typeof (value as LeftOut | null)?.name === 'string'

/** What could not be put into a cart; reading it removes it. */
export const takeLeftOut = (): LeftOut[] => {
  try {
    const items: unknown = JSON.parse(localStorage.getItem(leftKey) ?? '[]')
    localStorage.removeItem(leftKey)
    return Array.isArray(items) ? items.filter(isLeftOut) : []
  } catch {
    return []
  }
}
export const saveLeftOut = ({ name, brandSlug, plans }: LeftOut) => {
  try {
    const item = { name, brandSlug, ...(plans && { plans }) }
    localStorage.setItem(leftKey, JSON.stringify([...takeLeftOut(), item]))
  } catch {
    // Without storage nothing is reported.
  }
}
