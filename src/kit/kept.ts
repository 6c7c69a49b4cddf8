/*
 * Unsaved input, kept in this tab over a reload and over a sign-in in between. Entries carry the
 * person's uid: whoever signs in next at the same tab is never shown them.
 */
const prefix = 'tsudoi-kept '
let keeper: string | null = null

/** Times at which entries of the browser end, by their full name. */
const endings = `${prefix}endings`
const endingsNow = (): Record<string, number> => {
  const value: unknown = JSON.parse(localStorage.getItem(endings) ?? '{}')
  return typeof value === 'object' && value !== null ? (value as Record<string, number>) : {}
}
const setEnding = (name: string, until: number | null) => {
  const { [name]: before, ...others } = endingsNow()
  if (until === null && before === undefined) return
  localStorage.setItem(endings, JSON.stringify(until === null ? others : { ...others, [name]: until }))
}
/** Removes what has ended by now, whoever kept it: at every sign-in and load of the portal. */
export const dropEnded = (now: number) => {
  try {
    for (const [name, until] of Object.entries(endingsNow())) {
      if (until > now) continue
      localStorage.removeItem(name)
      setEnding(name, null)
    }
  } catch {
    // Storage is unavailable.
  }
}

/** The signed-in user; with null nothing is stored or found. */
export const setKeeper = (uid: string | null) => {
  keeper = uid
}

const nameOf = (key: string) => `${prefix}${keeper} ${key}`

/** `browser` outlives the tab, for long work. */
type Where = 'tab' | 'browser'
const storeOf = (where: Where) => (where === 'tab' ? sessionStorage : localStorage)

/** Whether it could be stored. */
export const keep = (key: string, value: unknown, where: Where = 'tab'): boolean => {
  if (keeper === null) return false
  try {
    storeOf(where).setItem(nameOf(key), JSON.stringify(value))
    return true
  } catch {
    // Storage is unavailable or full: the form itself still holds the input.
    return false
  }
}

/** In the browser, until this time at most. */
export const keepUntil = (key: string, value: unknown, until: number): boolean => {
  if (keeper === null) return false
  try {
    // First its end: nothing stays for ever because the second of two entries could not be stored.
    setEnding(nameOf(key), until)
    return keep(key, value, 'browser')
  } catch {
    return false
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
    if (where === 'browser') setEnding(nameOf(key), null)
  } catch {
    // See above.
  }
}

/** The keys that the same user's entries of the browser have and that begin so. */
export const keysOf = (beginning: string): string[] => {
  if (keeper === null) return []
  try {
    const before = nameOf('')
    return Object.keys(localStorage).flatMap((name) =>
      name.startsWith(before + beginning) ? [name.slice(before.length)] : [],
    )
  } catch {
    return []
  }
}

/** Key of a draft's last submit, which is deleted with the draft. */
export const pressOf = (draft: string) => `${draft} press`

const unsent = 'unsent '
/** Key of something that was done and has not reached the server: a sign-out has to ask first. */
export const unsentOf = (what: string) => `${unsent}${what}`
/** Whether a sign-out would lose something that the server does not know. */
export const hasUnsent = (): boolean => keysOf(unsent).length > 0

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
