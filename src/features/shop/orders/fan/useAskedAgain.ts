import { useEffect, useState } from 'react'

/** A minute long; who has not been confirmed by then gets a mail. */
const most = 60

/** Asks each second while a payment is awaited. Answers whether it has asked before, and whether it asks no more. */
export const useAskedAgain = (isAwaited: boolean, ask: () => void): { hasAsked: boolean; isOver: boolean } => {
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (!isAwaited || asked >= most) return
    const timer = setTimeout(() => {
      setAsked(asked + 1)
      ask()
    }, 1000)
    return () => clearTimeout(timer)
  }, [isAwaited, asked, ask])
  return { hasAsked: asked > 0, isOver: asked >= most }
}
