/** While nothing else happens. `timeout`: a busy phone may never be idle, and what somebody waits for is done by then. */
export const whenIdle = (run: () => void, timeout?: number) => {
  // Not every browser has idle time; there a moment has to do.
  if ('requestIdleCallback' in window) requestIdleCallback(run, timeout === undefined ? undefined : { timeout })
  else setTimeout(run, timeout === undefined ? 1500 : 200)
}
