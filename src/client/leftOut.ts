/* Apart from the cart that waits: only who joins it, and the page of the carts, load it. */
const leftKey = 'tsudoi-cart-left'

/** The names of what waited and could not be put in: told once, where the carts are. */
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
    // Then it is not told.
  }
}
