import { useRouter } from 'next/router'
import { useEffect, useRef } from 'react'
import { whenIdle } from '#kit/whenIdle.ts'

/**
 * Makes pages ready that somebody is likely to go to: their scripts come and are run one after the other, while nothing else happens,
 * before they are waited for. What fails to load is asked for again by the press.
 */
export const usePagesAhead = (hrefs: readonly string[]) => {
  const router = useRouter()
  // Another router at each move.
  const latest = useRef(router)
  latest.current = router
  const said = hrefs.join(' ')
  useEffect(() => {
    if (said === '') return
    let isGone = false
    const next = ([href, ...others]: string[]) =>
      whenIdle(() => {
        if (isGone || href === undefined) return
        latest.current.prefetch(href, undefined, { priority: true }).then(
          () => next(others),
          () => {},
        )
      })
    next(said.split(' '))
    return () => {
      isGone = true
    }
  }, [said])
}
