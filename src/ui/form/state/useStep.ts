import Router, { useRouter } from 'next/router'
import { hrefWith } from '../../table/Pager'

/**
 * The current step of a form with several, in the URL as `step` (from 1), so that the back button leads to the
 * previous step and a reload stays. The result counts from 0; `last` is the furthest step that may be shown, so that no
 * URL skips steps that are not filled in.
 */
export const useStep = (last: number) => {
  const router = useRouter()
  const asked = Math.trunc(Number(router.query.step)) || 1
  const step = Math.min(Math.max(asked - 1, 0), last)
  const go = async (to: number) => {
    // The URL is read now: a running save may have changed it since the last render.
    await Router.push(hrefWith(Router.asPath, { step: to === 0 ? null : to + 1 }), undefined, {
      shallow: true,
      scroll: false,
    })
    window.scrollTo({ top: 0 })
  }
  return { step, go }
}
