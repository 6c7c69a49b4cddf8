import { useEffect, useState } from 'react'

/** Whether somebody is there who moves a pointer: what is likely to be pressed is made ready for them. */
export const useMoved = (): boolean => {
  const [hasMoved, setMoved] = useState(false)
  useEffect(() => {
    const begin = () => setMoved(true)
    addEventListener('pointermove', begin, { once: true, passive: true })
    return () => removeEventListener('pointermove', begin)
  }, [])
  return hasMoved
}
