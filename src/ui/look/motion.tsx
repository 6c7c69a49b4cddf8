import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '#kit/whenIdle.ts'
import type { RevealProps } from './motionReveal'

// framer-motion is as large as a whole screen of ours, so it is loaded when the browser is idle; until then elements
// appear and disappear without motion. With reduced motion it is never loaded.
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
  // Everything works without motion, so a failed download is ignored.
  whenIdle(() => void fetchIt().catch(() => {}))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Shows and hides its children, with a motion of less than 200 ms. */
export const Reveal = (props: RevealProps) => {
  const { open, id, className, style, children } = props
  const loaded = useSyncExternalStore(
    subscribe,
    () => moving,
    () => null,
  )
  // What is open keeps its elements until it closes: mounted anew it would lose its focus and the press under way.
  const [Moving, setMoving] = useState(() => loaded)
  if (!open && Moving !== loaded) setMoving(() => loaded)
  useEffect(load, [])
  if (Moving) return <Moving {...props} />
  return open ? (
    <div id={id} className={className} style={style}>
      {children}
    </div>
  ) : null
}
