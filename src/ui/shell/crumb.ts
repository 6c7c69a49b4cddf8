import { useEffect, useSyncExternalStore } from 'react'

/** Title of the current page and of the page above it. */
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

/** Sets the breadcrumb's title of the page: the frame knows its path only. */
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
