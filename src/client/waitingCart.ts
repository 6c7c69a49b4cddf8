/** Goods that a visitor has put aside, kept in this browser until they sign in. */
export type WaitingItem = {
  tenantId: string
  brandId: string
  brandSlug: string
  goodsId: string
  variationId: string
  quantity: number
  name: string
  variationName: string
  price: number
  thumbnail: string
  /** Of goods for members: the plans whose members may buy them. */
  plans?: { planId: string; name: string; price: number; subscriptionInterval: 'month' | 'year' }[]
  /** Idempotency key of adding this many pieces: two tabs that join, or a retry after a lost answer, add them once. */
  key?: string
}

const key = 'tsudoi-cart'
const most = 50
const told = 'tsudoi-cart-changed'

export const isItem = (value: unknown): value is WaitingItem => {
  const one = value as Partial<WaitingItem> | null
  const texts = [one?.tenantId, one?.brandId, one?.brandSlug, one?.goodsId, one?.variationId, one?.name]
  return texts.every((text) => typeof text === 'string') && Number.isInteger(one?.quantity) && (one?.quantity ?? 0) > 0
}

export const waitingItems = (): WaitingItem[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isItem).slice(0, most) : []
  } catch {
    // A browser without storage has no waiting items.
    return []
  }
}

export const saveWaiting = (items: readonly WaitingItem[]) => {
  try {
    if (items.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(items.slice(0, most)))
  } catch {
    return
  }
  window.dispatchEvent(new Event(told))
}

export const isSame = (one: WaitingItem, other: WaitingItem) =>
  one.goodsId === other.goodsId && one.variationId === other.variationId

export const putAside = (item: WaitingItem) => {
  const items = waitingItems()
  const known = items.find((one) => isSame(one, item))
  const quantity = Math.min(99, (known?.quantity ?? 0) + item.quantity)
  const put = { ...item, quantity, key: crypto.randomUUID() }
  saveWaiting(known ? items.map((one) => (one === known ? put : one)) : [...items, put])
}

/** Runs now and whenever the waiting items change, here or in another tab. */
export const onWaiting = (run: () => void) => {
  run()
  window.addEventListener(told, run)
  window.addEventListener('storage', run)
  return () => {
    window.removeEventListener(told, run)
    window.removeEventListener('storage', run)
  }
}

/** Updates the count of the cart link after a cart of the signed-in fan has changed. */
export const tellCartChanged = () => window.dispatchEvent(new Event(told))
