import { useSyncExternalStore } from 'react'

// Stored per browser: what was opened, and as `-name` what was closed. Until somebody chooses, a group is unfolded while the
// open page is in it. All groups are collapsed on the server and during hydration.
const key = 'tsudoi-sidebar'
const none: readonly string[] = []
const listeners = new Set<() => void>()
let opened: readonly string[] | null = null

const read = (): readonly string[] => {
  if (opened) return opened
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    opened = Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : none
  } catch {
    opened = none
  }
  return opened
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useOpenGroups = () => {
  const open = useSyncExternalStore(subscribe, read, () => none)
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
  const isOpen = (group: string, isInside: boolean) =>
    open.includes(group) || (isHydrated && isInside && !open.includes(`-${group}`))
  const toggle = (group: string, isInside: boolean) => {
    const others = read().filter((one) => one !== group && one !== `-${group}`)
    opened = [...others, isOpen(group, isInside) ? `-${group}` : group]
    try {
      localStorage.setItem(key, JSON.stringify(opened))
    } catch {
      // Without storage the groups still open and close.
    }
    for (const listener of listeners) listener()
  }
  return { isOpen, toggle }
}
