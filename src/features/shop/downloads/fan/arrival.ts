/**
 * Whether this page was just opened for a file. A download that starts by itself uses up one of the buyer's downloads,
 * so it starts only once: not on a reload, not when a phone restores a discarded tab, and not on the way back through
 * the history, whose entries are identified by the router's key.
 */
export const isNewArrival = (grantId: string): boolean => {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isLoadedHere = load !== undefined && new URL(load.name).pathname === location.pathname
  const isBack = isLoadedHere && load.type !== 'navigate'
  const name = `tsudoi-download ${grantId} ${(history.state as { key?: string } | null)?.key ?? ''}`
  try {
    const isKnown = sessionStorage.getItem(name) !== null
    sessionStorage.setItem(name, '1')
    return !isBack && !isKnown
  } catch {
    // Without session storage, the user has to press the button.
    return false
  }
}
