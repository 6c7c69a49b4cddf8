import { useEffect, useState } from 'react'

/** The value after it has not changed for the given time: from a press to its result are 400 ms, of which this is a part. */
export const useDebounced = <T>(value: T, milliseconds = 80): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
