import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

type Options<Values extends FieldValues> = {
  /** Saves these values; returns whether it succeeded. It shows errors itself. */
  save: (values: Values) => Promise<boolean>
  /** True while only the page itself has filled something in: nothing is to be saved then, and nothing said. */
  isUntouched?: () => boolean
  /** Milliseconds after the last change. */
  delay?: number
}

export type AutosaveState = 'idle' | 'saving' | 'saved' | 'failed'

/**
 * Saves a form on the server a second after typing: one save at a time, none when nothing has changed. `saveNow` waits
 * for the running one and returns whether everything is saved; `evenUnchanged` makes it save an untouched form.
 */
export const useAutosave = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { save, isUntouched = () => false, delay = 1000 }: Options<Values>,
) => {
  const [state, setState] = useState<AutosaveState>('idle')
  const last = useRef(JSON.stringify(form.getValues()))
  const running = useRef<Promise<boolean>>(Promise.resolve(true))
  const latest = useRef({ save, isUntouched })
  latest.current = { save, isUntouched }
  const { watch, getValues } = form

  const run = useRef(async (evenUnchanged: boolean): Promise<boolean> => {
    const values = getValues()
    const now = JSON.stringify(values)
    if ((now === last.current || latest.current.isUntouched()) && !evenUnchanged) return true
    setState('saving')
    const isKept = await latest.current.save(values)
    if (isKept) last.current = now
    setState(isKept ? 'saved' : 'failed')
    return isKept
  })
  const saveNow = useRef(({ evenUnchanged = false } = {}): Promise<boolean> => {
    running.current = running.current.then(() => run.current(evenUnchanged))
    return running.current
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const { unsubscribe } = watch(() => {
      clearTimeout(timer)
      timer = setTimeout(() => void saveNow.current(), delay)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [watch, delay])
  return { state, saveNow: saveNow.current }
}
