import { startTransition } from 'react'
import client, { type Root } from 'react-dom/client'

declare global {
  /** Present on a page at rest (kit/resting.ts): React listens from now on. */
  var tsudoiWoken: (() => void) | undefined
}

/**
 * Next hydrates a page in one piece, which holds a phone for a quarter of a second. As a transition React lets go of the
 * browser every 5 ms, and a press before the end hydrates what was pressed at once. Next looks the function up when it
 * calls it, after the app's module was read; a version that no longer does hydrates as before.
 *
 * `prepare` is work that the first slice would have to do in one go: it gets a task of its own before.
 */
export const hydrateInSlices = (prepare: () => void) => {
  if (typeof window === 'undefined') return
  // React's slices come as messages, too: what is sent first is done first, which a timer would not be.
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    prepare()
  }
  port2.postMessage(null)

  const { hydrateRoot } = client
  client.hydrateRoot = (...settings) => {
    performance.mark('tsudoi-hydrate-in-slices')
    let root: Root | undefined
    startTransition(() => {
      root = hydrateRoot(...settings)
    })
    // After Next has its root; a press that is repeated hydrates what was pressed at once.
    queueMicrotask(() => globalThis.tsudoiWoken?.())
    // A transition runs its function at once.
    return root as Root
  }
}
