/**
 * Whether somebody has just come to this page for a file. Each download counts, so one that nobody pressed for begins once:
 * not when the page is loaded again, when a phone brings back a tab that it had discarded, nor on the way back through the
 * history, whose entries are known by the router's own key.
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
    // Where nothing can be remembered the button is pressed.
    return false
  }
}
