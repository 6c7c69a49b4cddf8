import { useEffect, useState } from 'react'
import { revealFirstProblem } from './reveal'

/** For a form that manages its own errors: call the result after setting them; the first is revealed once rendered. */
export const useReveal = (): (() => void) => {
  const [times, setTimes] = useState(0)
  useEffect(() => {
    if (times > 0) revealFirstProblem()
  }, [times])
  return () => setTimes((before) => before + 1)
}
