/*
 * Unsaved input, kept in this tab over a reload and over a sign-in in between. Entries carry the
 * person's uid: whoever signs in next at the same tab is never shown them.
 */
const prefix = 'tsudoi-kept '
let keeper: string | null = null

/** The signed-in user; with null nothing is stored or found. */
export const setKeeper = (uid: string | null) => {
  keeper = uid
}

const nameOf = (key: string) => `${prefix}${keeper} ${key}`

/** `browser` outlives the tab, for long work. */
type Where = 'tab' | 'browser'
const storeOf = (where: Where) => (where === 'tab' ? sessionStorage : localStorage)

export const keep = (key: string, value: unknown, where: Where = 'tab') => {
  if (keeper === null) return
  try {
    storeOf(where).setItem(nameOf(key), JSON.stringify(value))
  } catch {
    // Storage is unavailable or full: the form itself still holds the input.
  }
}

/** The entry that the same user stored under this key, or undefined. The caller has to validate its shape. */
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

/** Key of a draft's last submit, which is deleted with the draft. */
export const pressOf = (draft: string) => `${draft} press`

/** For a deliberate sign-out: nothing of the user stays in this browser. */
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
