import { useEffect, useState } from 'react'
import { revealFirstProblem } from './reveal'

/** For a form that keeps its own errors: called with them, it shows the first of them once they stand on the page. */
export const useReveal = (): (() => void) => {
  const [times, setTimes] = useState(0)
  useEffect(() => {
    if (times > 0) revealFirstProblem()
  }, [times])
  return () => setTimes((before) => before + 1)
}
