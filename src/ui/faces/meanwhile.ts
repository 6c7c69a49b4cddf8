import type { ReactNode } from 'react'

/** What `dynamic` shows while the script is on its way (its `loading`); a script that fails is told of where failures are shown. */
export const meanwhile =
  (face: () => ReactNode) =>
  ({ error }: { error?: Error | null }) => {
    if (error) throw error
    return face()
  }
