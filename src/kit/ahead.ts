type NextWindow = typeof globalThis & { next?: { router?: { locale?: string } } }

/** The router of the page that stands; none while a first page is loaded. */
export const standingRouter = () => (globalThis as NextWindow).next?.router

/** What `dynamic` makes, its script can be asked for before it is rendered: the function that does it stands behind React's own wrapping. */
type Loadable = { render?: { preload?: () => Promise<unknown> } }

/**
 * Asks for the scripts of what `dynamic` made as soon as the script that names it has arrived: rendered in one go with what is around it,
 * it takes half as long as when it comes after. Only where a page is moved to: a first load has more urgent ones. What fails is told where
 * it is rendered.
 */
export const loadAhead = (...faces: readonly object[]) => {
  if (standingRouter()) for (const face of faces as Loadable[]) face.render?.preload?.().catch(() => {})
}
