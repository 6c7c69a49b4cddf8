/**
 * What a visitor pressed that needs an account: kept in this tab while they sign in or sign up, and done once, by the part
 * of the page that they came back to. Waiting goods have a place of their own (waitingCart.ts); who wanted to join comes back
 * to an address that says so (`join`): it opens what has to be known before paying, and does nothing by itself.
 */
const key = 'tsudoi-wish'
const keptFor = 3_600_000

type Wish = { kind: 'comment'; id: string; text?: string }
type Kept = Wish & { until: number }

const kept = (): Partial<Kept> => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

export const keepWish = (wish: Wish) => {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...wish, until: Date.now() + keptFor } satisfies Kept))
  } catch {
    // Without storage the fan presses again.
  }
}

/** The wish, if it is this one; it is given once. */
export const takeWish = (kind: Wish['kind'], id: string): Wish | null => {
  const { text, until = 0, ...wish } = kept()
  if (wish.kind !== kind || wish.id !== id || until < Date.now()) return null
  sessionStorage.removeItem(key)
  return { kind, id, ...(typeof text === 'string' && { text }) }
}
