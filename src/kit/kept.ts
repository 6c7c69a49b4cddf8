/*
 * What somebody has typed and not saved, kept in this tab over a reload and over a sign-in in between. Entries carry the
 * person's uid: whoever signs in next at the same tab is never shown them.
 */
const prefix = 'tsudoi-kept '
let keeper: string | null = null

/** Who is signed in; null keeps and finds nothing. */
export const setKeeper = (uid: string | null) => {
  keeper = uid
}

const nameOf = (key: string) => `${prefix}${keeper} ${key}`

export const keep = (key: string, value: unknown) => {
  if (keeper === null) return
  try {
    sessionStorage.setItem(nameOf(key), JSON.stringify(value))
  } catch {
    // A browser that keeps nothing, or whose room is full: the form itself still holds it.
  }
}

/** What was kept under this key by the same person; undefined without any. Its shape is for the caller to check. */
export const kept = (key: string): unknown => {
  if (keeper === null) return undefined
  try {
    const text = sessionStorage.getItem(nameOf(key))
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export const forget = (key: string) => {
  if (keeper === null) return
  try {
    sessionStorage.removeItem(nameOf(key))
  } catch {
    // See above.
  }
}

/** For somebody who signs out on purpose: nothing of theirs stays at this browser. */
export const forgetAll = () => {
  keeper = null
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(prefix)) sessionStorage.removeItem(name)
  } catch {
    // See above.
  }
}
