import { useEffect, useSyncExternalStore } from 'react'

/** What the page that stands now calls itself and the page above it. */
type Names = { title: string; back?: string | undefined }

const none: Names = { title: '' }
let names = none
const listeners = new Set<() => void>()
const change = (next: Names) => {
  names = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tells the breadcrumb how the page is called: the frame knows its address only. */
export const useCrumbNames = (title: string, back?: string) => {
  useEffect(() => {
    const mine = { title, back }
    change(mine)
    return () => {
      if (names === mine) change(none)
    }
  }, [title, back])
}

export const useNames = () =>
  useSyncExternalStore(
    subscribe,
    () => names,
    () => none,
  )
