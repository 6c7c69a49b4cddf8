import { useCallback, useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { forget as forgetKept, keep, kept, pressOf } from '#kit/kept.ts'

/**
 * Stores the changed fields of a form one second after typing, and restores them for the same person when the form is
 * opened again in this tab: after a reload, or after signing in again. Without a key nothing is stored.
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
      // The form is unmounted with unsaved changes, for example when a session has ended: store the last input, too.
      if (changed.current.length > 0) write()
    }
  }, [key, watch, setValue, getValues, write])

  /** Called when the changes were saved or discarded. */
  const forget = useCallback(() => {
    clearTimeout(timer.current)
    changed.current = []
    if (key === undefined) return
    forgetKept(key)
    forgetKept(pressOf(key))
  }, [key])
  return { forget }
}
