import { useEffect, useState } from 'react'
import type { Person } from './identity'

const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 200)

/** Who looks at a page of their own; null for a visitor, undefined until that is known. */
export const useKnownFan = (): Person | null | undefined => {
  const [person, setPerson] = useState<Person | null>()
  useEffect(() => {
    let stop = () => {}
    let isOver = false
    import('./identity').then(({ onUser }) => {
      if (!isOver) stop = onUser(setPerson, () => setPerson(null))
    })
    return () => {
      isOver = true
      stop()
    }
  }, [])
  return person
}

/** Who looks at a fan-facing page; null for a visitor and until the page has been painted: identity weighs too much before. */
export const useFan = (): Person | null => {
  const [person, setPerson] = useState<Person | null>(null)
  useEffect(() => {
    let stop = () => {}
    let isOver = false
    whenIdle(async () => {
      const { onUser } = await import('./identity')
      if (!isOver) stop = onUser(setPerson, () => {})
    })
    return () => {
      isOver = true
      stop()
    }
  }, [])
  return person
}
