import { useEffect, useState } from 'react'
import { knownBefore } from '#kit/knownBefore.ts'
import { whenIdle } from '#kit/whenIdle.ts'
import type { Person } from './identityProvider'

/** A busy phone's fan would stay unknown: a second at most. */
const knownWithin = 1000

/** Lets the next page decide before its first paint whether to show a skeleton (kit/knownBefore.ts). */
const remember = (person: Person | null) => {
  try {
    if (person) localStorage.setItem(knownBefore, '1')
    else localStorage.removeItem(knownBefore)
  } catch {
    // A browser without storage shows a visitor's page first.
  }
}

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
      stop = onUser(
        (known) => {
          remember(known)
          setPerson(known)
        },
        () => setPerson(null),
      )
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
