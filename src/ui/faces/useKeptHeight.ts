import { type CSSProperties, useEffect, useMemo, useRef } from 'react'

/** A window of another width breaks lines elsewhere. */
const keyOf = (name: string) => `tsudoi-height ${name} ${window.innerWidth}`

const heightBefore = (name: string | null): number | null => {
  if (name === null) return null
  try {
    const known = Number(localStorage.getItem(keyOf(name)) ?? '')
    return known > 0 ? known : null
  } catch {
    return null
  }
}

/**
 * Keeps a place as high as it was when this browser saw it last, until what belongs there `isThere`: nothing below moves when it comes.
 * `name` is one place's alone: where every brand has it, the brand stands in it; null while that is not known. Put `ref` and `style` on a
 * box around it; only for what is not rendered on the server. `isKnown`: the place is higher or lower than its skeleton, so that this may
 * have rows to spare.
 */
export const useKeptHeight = (name: string | null, isThere: boolean) => {
  const ref = useRef<HTMLDivElement>(null)
  const height = useMemo(() => heightBefore(name), [name])
  useEffect(() => {
    if (name === null || !isThere || !ref.current) return
    try {
      localStorage.setItem(keyOf(name), String(ref.current.offsetHeight))
    } catch {
      // A browser that keeps nothing shows the skeleton's own height again.
    }
  })
  const style: CSSProperties = isThere || height === null ? {} : { height, overflowY: 'clip' }
  return { ref, style: { display: 'grid', minWidth: 0, ...style }, isKnown: height !== null }
}
