import { useRouter } from 'next/router'
import { useEffect, useRef } from 'react'
import { whenIdle } from '#kit/whenIdle.ts'

/** Makes the page that a list's rows lead to ready while the list is read: its scripts come and are run before somebody waits for them. */
export const useRowsPage = (href: string | undefined) => {
  const { prefetch } = useRouter()
  const first = useRef(href)
  first.current = href
  const leads = Boolean(href)
  useEffect(() => {
    if (!leads) return
    let isGone = false
    whenIdle(() => {
      // What fails to load is asked for again by the press.
      if (!isGone && first.current) prefetch(first.current, undefined, { priority: true }).catch(() => {})
    })
    return () => {
      isGone = true
    }
  }, [leads, prefetch])
}
