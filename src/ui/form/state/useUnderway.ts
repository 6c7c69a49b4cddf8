import { useCallback, useEffect, useRef, useState } from 'react'

/** Whether files of any field of a form are on their way, and how each field tells that its own begin and have ended. */
export const useUnderway = (): [boolean, (begins: boolean) => void] => {
  const [fields, setFields] = useState(0)
  const tell = useCallback((begins: boolean) => setFields((n) => n + (begins ? 1 : -1)), [])
  return [fields > 0, tell]
}

/** Tells that what a field sends has begun, and once that it has ended: also where the field goes before its file has come. */
export const useTellUnderway = (isUnderway: boolean, tell: ((begins: boolean) => void) | undefined) => {
  const latest = useRef(tell)
  latest.current = tell
  useEffect(() => {
    if (!isUnderway) return
    latest.current?.(true)
    return () => latest.current?.(false)
  }, [isUnderway])
}
