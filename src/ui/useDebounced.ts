import { useEffect, useState } from 'react'

/** The value as it was when somebody last stopped typing for a moment. */
export const useDebounced = <T>(value: T, milliseconds = 300): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
