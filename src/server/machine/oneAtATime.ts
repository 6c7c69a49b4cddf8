import { shared } from '../shared'

/**
 * Runs works of the same name one after the other in this process: code that checks a file and then moves it must not
 * run concurrently with itself. Both module graphs wait for each other.
 */
export const oneAtATime = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  shared.works ??= new Map()
  const { works } = shared
  const earlier = works.get(name) ?? Promise.resolve()
  const mine = earlier.then(work)
  // The next one waits for the end, successful or not.
  const ended = mine.then(
    () => {},
    () => {},
  )
  works.set(name, ended)
  try {
    return await mine
  } finally {
    if (works.get(name) === ended) works.delete(name)
  }
}
