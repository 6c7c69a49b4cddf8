import { useEffect, useState } from 'react'
import { boneWidths } from './Skeleton'

/**
 * How many rows a card had when this browser saw it last, so that its skeleton is as tall as what comes: below it nothing moves. `name` is
 * the card's, `first` what a card that was never seen is taken for. Only for what is not rendered on the server.
 */
export const useRowsBefore = (name: string, rows: number | undefined, first: number): number => {
  const key = `tsudoi-rows ${name}`
  const [before] = useState(() => {
    try {
      const known = Number(localStorage.getItem(key) ?? '')
      return Number.isInteger(known) && known > 0 ? Math.min(known, boneWidths.length) : first
    } catch {
      return first
    }
  })
  useEffect(() => {
    if (rows === undefined) return
    try {
      localStorage.setItem(key, String(rows))
    } catch {
      // A browser that keeps nothing shows the first number again.
    }
  }, [key, rows])
  return before
}
