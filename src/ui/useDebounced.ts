import { useEffect, useState } from 'react'

/** The value after it has not changed for the given time. */
export const useDebounced = <T>(value: T, milliseconds = 300): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
