import { useEffect, useState } from 'react'
import type { Person } from './identity'

const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 200)

/**
 * Whether somebody may be signed in here. The provider's client keeps its people in a database of the browser: where
 * there is none, nobody ever was, and a visitor is spared the whole client.
 */
const mayKnowSomebody = async () => {
  if (process.env.NEXT_PUBLIC_MOCKED) return true
  try {
    return (await indexedDB.databases()).some(({ name }) => name === 'firebaseLocalStorageDb')
  } catch {
    // Not every browser tells; then the client has to look for itself.
    return true
  }
}

/** Who looks at a fan-facing page; null for a visitor and until the page has been painted: identity weighs too much before. */
export const useFan = (): Person | null => {
  const [person, setPerson] = useState<Person | null>(null)
  useEffect(() => {
    let stop = () => {}
    let isOver = false
    whenIdle(async () => {
      if (!(await mayKnowSomebody())) return
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
