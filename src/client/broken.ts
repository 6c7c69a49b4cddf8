/** An answer that breaks its contract: nothing on the page may go on from it, so the error screen takes the page's place. */
let broken: Error | null = null
const listeners = new Set<() => void>()

export const isBroken = (): Error | null => broken
export const onBroken = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const showBroken = (error: Error): void => {
  broken = error
  for (const listener of listeners) listener()
}
