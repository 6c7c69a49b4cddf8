import Router, { useRouter } from 'next/router'
import { hrefWith } from '../../table/Pager'

/**
 * The step of a form that has several, kept in the address as `step` (from 1): back leads to the step before, a reload
 * stays. Counts from 0; `last` is the furthest that may be shown, so that no address skips what is not filled in.
 */
export const useStep = (last: number) => {
  const router = useRouter()
  const asked = Math.trunc(Number(router.query.step)) || 1
  const step = Math.min(Math.max(asked - 1, 0), last)
  const go = async (to: number) => {
    // Asked when it happens: a save on the way may have changed the address since this was rendered.
    await Router.push(hrefWith(Router.asPath, { step: to === 0 ? null : to + 1 }), undefined, {
      shallow: true,
      scroll: false,
    })
    window.scrollTo({ top: 0 })
  }
  return { step, go }
}
