/* A module of its own: only `join` and the page of the carts load it. */
const leftKey = 'tsudoi-cart-left'

/** Names of items that could not be put into a cart; reading them removes them. */
export const takeLeftOut = (): string[] => {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(leftKey) ?? '[]')
    localStorage.removeItem(leftKey)
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}
export const saveLeftOut = (name: string) => {
  try {
    localStorage.setItem(leftKey, JSON.stringify([...takeLeftOut(), name]))
  } catch {
    // Without storage nothing is reported.
  }
}
