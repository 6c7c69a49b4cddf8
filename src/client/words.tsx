import { useRouter } from 'next/router'
import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { loadAhead, standingRouter } from '#kit/ahead.ts'

export type Locale = 'ja' | 'en'
type Face = ComponentType<{ children: ReactNode }>

export const useLocale = (): Locale => (useRouter().locale === 'en' ? 'en' : 'ja')

/**
 * Path and query of this page, without its language. HTML that is the same for all ids does not know its own address,
 * and the browser's router does not either until it is ready: until then the page above stands for it.
 */
export const useHere = (): string => {
  const { asPath } = useRouter()
  return asPath.split('#', 1)[0]?.split('/[', 1)[0] ?? ''
}

/** Called when words have arrived. */
export const arrivals = new Set<() => void>()

/**
 * The words of one feature, in two languages of which only the active one reaches the browser.
 *
 *   const { provide, waiting, use } = defineWords<PlanWords>()
 *   const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
 *   const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })
 *   export const usePlanWords = use
 *   export const PlanWords = byLocale({ ja, en })
 *
 * `dynamic` has to be called at module level with a literal `import()`: Next then renders the words on the server, writes
 * the script of the used language into the HTML and has it ready before hydration. `waiting` is for moves inside the
 * browser: the router renders in a transition, so a page that waits for its words leaves the old page standing instead
 * of flashing an empty one. Provide words at the top of a page, not inside something that a click opens: outside a
 * transition there is nothing to leave standing. Where they wait nevertheless, `UntilWords` (ui/faces) stands around them.
 */
export const defineWords = <Words,>() => {
  const Context = createContext<Words | null>(null)
  let arrival = Promise.withResolvers<void>()

  const provide = (words: Words): Face => {
    // A task later: `dynamic` marks itself as loaded a few microtasks after this loader's answer. Whoever begins to wait
    // in between waits for this arrival, too: for the next one they would wait for ever.
    setTimeout(() => {
      const { resolve } = arrival
      arrival = Promise.withResolvers()
      resolve()
      for (const tell of arrivals) tell()
    }, 0)
    return ({ children }) => <Context.Provider value={words}>{children}</Context.Provider>
  }

  const waiting = ({ error }: { error?: Error | null }): ReactNode => {
    if (error) throw error
    use(arrival.promise)
    return null
  }

  const read = (): Words => {
    const words = use(Context)
    if (words === null) throw new Error('words are used outside their provider')
    return words
  }

  return { provide, waiting, use: read }
}

/**
 * Wraps the page in the words of the active language. Of a page that one moves to, all of them are asked for as soon as its script has
 * arrived; rendered one inside the other, each would be asked for when the one before is there. With a loaded page they are there already.
 */
export const byLocale = (faces: Record<Locale, Face>): Face => {
  loadAhead(faces[standingRouter()?.locale === 'en' ? 'en' : 'ja'])
  return ({ children }) => {
    const Chosen = faces[useLocale()]
    return <Chosen>{children}</Chosen>
  }
}
