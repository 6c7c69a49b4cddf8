import { startTransition, useEffect, useState } from 'react'

/** Whether what `isThere` has been painted: what is seen after it begins then, so that nobody waits for that first. */
export const usePainted = (isThere: boolean): boolean => {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    if (!isThere) return
    const frame = requestAnimationFrame(() => startTransition(() => setPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [isThere])
  return isPainted
}
