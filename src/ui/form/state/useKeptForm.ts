import { useCallback, useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { forget as forgetKept, keep, kept, pressOf } from '../../../kit/kept'

/**
 * Keeps the changed fields of a form a second after typing, and gives them back to the same person when the form is
 * opened again in this tab: after a reload, and after a sign-in in the middle of the work. Without a key nothing is kept.
 */
export const useKeptForm = <Values extends FieldValues>(form: UseFormReturn<Values>, key: string | undefined) => {
  const { watch, setValue, getValues } = form
  const changed = useRef<string[]>([])
  const { dirtyFields } = form.formState
  changed.current = Object.keys(dirtyFields)

  const write = useCallback(() => {
    if (key === undefined) return
    if (changed.current.length === 0) return forgetKept(key)
    const values = getValues()
    keep(key, Object.fromEntries(changed.current.map((name) => [name, values[name]])))
  }, [key, getValues])

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (key === undefined) return
    const before = kept(key)
    if (typeof before === 'object' && before !== null) {
      for (const [name, value] of Object.entries(before)) {
        if (name in getValues()) setValue(name as never, value as never, { shouldDirty: true })
      }
    }
    const { unsubscribe } = watch(() => {
      clearTimeout(timer.current)
      timer.current = setTimeout(write, 1000)
    })
    window.addEventListener('pagehide', write)
    return () => {
      unsubscribe()
      clearTimeout(timer.current)
      window.removeEventListener('pagehide', write)
      // The page goes while something is unsaved, as when a session has ended: what was typed last is kept, too.
      if (changed.current.length > 0) write()
    }
  }, [key, watch, setValue, getValues, write])

  /** The changes are saved or thrown away. */
  const forget = useCallback(() => {
    clearTimeout(timer.current)
    changed.current = []
    if (key === undefined) return
    forgetKept(key)
    forgetKept(pressOf(key))
  }, [key])
  return { forget }
}
