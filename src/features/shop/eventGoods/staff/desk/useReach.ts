import { useMemo, useRef } from 'react'
import { useOnline } from '#ui/useOnline.ts'

/** Time for which the server is not asked again after a request was lost, and between two attempts to send. */
export const pause = 20_000

/**
 * Whether a request is worth waiting for. A browser reports a connection as soon as it has a network: in a full hall
 * requests may be lost all the same, and nobody at the desk should wait for each of them.
 */
export const useReach = () => {
  const isOnline = useOnline()
  const lostAt = useRef(0)
  return useMemo(
    () => ({
      isOnline,
      isLikely: () => isOnline && Date.now() - lostAt.current > pause,
      lost: () => {
        lostAt.current = Date.now()
      },
      answered: () => {
        lostAt.current = 0
      },
    }),
    [isOnline],
  )
}
export type Reach = ReturnType<typeof useReach>
