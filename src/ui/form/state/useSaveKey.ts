import { useEffect, useRef } from 'react'

/** Ctrl/⌘ S runs what is given instead of the browser's own; with null it does nothing, as there is nothing to save. */
export const useSaveKey = (save: (() => void) | null) => {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // An open dialog comes first.
      if (document.querySelector('dialog[open]') === null) latest.current?.()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
