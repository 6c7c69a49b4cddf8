import { useEffect, useState } from 'react'
import { whenIdle } from '#kit/whenIdle.ts'
import type { Person } from './identityProvider'

/** A busy phone's fan would stay unknown: a second at most. */
const knownWithin = 1000

/**
 * The user of a fan-facing page: undefined until known, which is after the page has been painted (identity is too large
 * to load before), null for a visitor.
 */
export const useKnownFan = (): Person | null | undefined => {
  const [person, setPerson] = useState<Person | null | undefined>(undefined)
  useEffect(() => {
    let stop = () => {}
    let isOver = false
    whenIdle(async () => {
      const { onUser } = await import('./identity')
      if (isOver) return
      stop = onUser(setPerson, () => {
        // Nobody can be known: a visitor's page has a way to sign in. The next page asks again.
        delete document.documentElement.dataset.known
        setPerson(null)
      })
    }, knownWithin)
    return () => {
      isOver = true
      stop()
    }
  }, [])
  return person
}

/** The user of a fan-facing page; null for a visitor and until it is known. */
export const useFan = (): Person | null => useKnownFan() ?? null
