import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react'
import { arrivals } from '#client/words.tsx'

/**
 * Shows `fallback` until the words within have arrived (client/words.tsx). A bare `Suspense` shows what has arrived a third
 * of a second after its fallback at the earliest, and again with each part that brings words of its own: React holds back
 * what it tries again by itself. A change of state it shows at once.
 */
export const UntilWords = ({ fallback, children }: { fallback: ReactNode; children: ReactNode }) => {
  const [, setCount] = useState(0)
  useLayoutEffect(() => {
    const tell = () => setCount((count) => count + 1)
    arrivals.add(tell)
    return () => void arrivals.delete(tell)
  }, [])
  return <Suspense fallback={fallback}>{children}</Suspense>
}
