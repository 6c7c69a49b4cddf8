import { useEffect, useState } from 'react'

/** Milliseconds left, updated each second; 0 when it is over. */
export const useCountdown = (until: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, until - now)
}
