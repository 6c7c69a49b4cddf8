import { useEffect } from 'react'
import { areLetterKeysOn } from '#kit/letterKeys.ts'
import { isBusyElsewhere } from '#ui/table/useRowKeys.ts'

/** "?" runs what is given, unless somebody types or has turned letters off. */
export const useShortcutKey = (show: () => void) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (!areLetterKeysOn() || isBusyElsewhere(event.target)) return
      event.preventDefault()
      show()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [show])
}
