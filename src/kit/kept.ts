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

/** `browser` outlives the tab, for work that takes longer than a person keeps it open. */
type Where = 'tab' | 'browser'
const storeOf = (where: Where) => (where === 'tab' ? sessionStorage : localStorage)

export const keep = (key: string, value: unknown, where: Where = 'tab') => {
  if (keeper === null) return
  try {
    storeOf(where).setItem(nameOf(key), JSON.stringify(value))
  } catch {
    // A browser that keeps nothing, or whose room is full: the form itself still holds it.
  }
}

/** What was kept under this key by the same person; undefined without any. Its shape is for the caller to check. */
export const kept = (key: string, where: Where = 'tab'): unknown => {
  if (keeper === null) return undefined
  try {
    const text = storeOf(where).getItem(nameOf(key))
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export const forget = (key: string, where: Where = 'tab') => {
  if (keeper === null) return
  try {
    storeOf(where).removeItem(nameOf(key))
  } catch {
    // See above.
  }
}

/** Where the key of a draft's last press is kept, which goes when the draft goes. */
export const pressOf = (draft: string) => `${draft} press`

/** For somebody who signs out on purpose: nothing of theirs stays at this browser. */
export const forgetAll = () => {
  keeper = null
  try {
    for (const store of [sessionStorage, localStorage]) {
      for (const name of Object.keys(store)) if (name.startsWith(prefix)) store.removeItem(name)
    }
  } catch {
    // See above.
  }
}
