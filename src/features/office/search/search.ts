/** Most results in a group, and number of newest entries that are searched by name. */
export const mostFound = 5
/** Most contents of a month that was asked for. */
export const mostOfMonth = 10
export const mostSearched = 10_000

/** `A-000123`, `a-123` and `123` name the same order; the last one names a fan's number as well. */
export const numberIn = (q: string): { serial: number; isOrder: boolean } | null => {
  const found = /^(a-)?(\d{1,9})$/i.exec(q.trim())
  return found ? { serial: Number(found[2]), isOrder: found[1] !== undefined } : null
}
