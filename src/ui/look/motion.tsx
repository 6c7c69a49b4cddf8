import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import type { RevealProps } from './motionReveal'

// framer-motion weighs as much as a whole screen of ours, so it arrives when the browser has nothing else to do; until
// then things appear and vanish without moving. With reduced motion that stays so, and it is never loaded.
let moving: ((props: RevealProps) => ReactNode) | null = null
let asked = false
const listeners = new Set<() => void>()

const load = () => {
  if (asked || window.matchMedia?.('(prefers-reduced-motion: reduce)').matches !== false) return
  asked = true
  const fetchIt = async () => {
    moving = (await import('./motionReveal')).MovingReveal
    for (const listener of listeners) listener()
  }
  // Without motion everything works, so a lost connection is no failure here.
  const start = () => void fetchIt().catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(start)
  else setTimeout(start, 1500)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Shows and hides its children; the movement explains where they come from, in under 200 ms. */
export const Reveal = (props: RevealProps) => {
  const Moving = useSyncExternalStore(
    subscribe,
    () => moving,
    () => null,
  )
  useEffect(load, [])
  if (Moving) return <Moving {...props} />
  const { open, id, className, style, children } = props
  return open ? (
    <div id={id} className={className} style={style}>
      {children}
    </div>
  ) : null
}
