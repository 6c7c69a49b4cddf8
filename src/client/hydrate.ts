import { startTransition } from 'react'
import client, { type Root } from 'react-dom/client'

declare global {
  /** Set by kit/resting.ts on a page with deferred scripts; called as soon as React listens for events. */
  var tsudoiWoken: (() => Promise<void>) | undefined
}

/**
 * Next hydrates a page in one task, which blocks a phone for a quarter of a second. Inside a transition React yields
 * every 5 ms, and a press on a part that is not hydrated yet hydrates that part first. Next looks `hydrateRoot` up when
 * it calls it, after the app's module has run; with a version that no longer does, hydration is as before.
 *
 * `prepare` is work that the first slice would do in one go: it gets a task of its own before.
 */
export const hydrateInSlices = (prepare: () => void) => {
  if (typeof window === 'undefined') return
  // React's slices are scheduled by messages too, which run in order; a timer would run later.
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
    // Runs after Next has its root; a repeated press hydrates the pressed part first.
    queueMicrotask(() => void globalThis.tsudoiWoken?.())
    // A transition runs its function at once.
    return root as Root
  }
}
