import { useEffect, useState } from 'react'
import { at } from '#client/at.ts'
import { call } from '#client/call.ts'
import { useFan } from '#client/useFan.ts'
import { useLocale } from '#client/words.tsx'
import type { plans as contract, PlanOnCard, PublicPlan } from '../contract'

type Ids = { tenantId: string; brandId: string }

/**
 * The plans as a visitor sees them, replaced by the fan's own answer once it is there: plans they hold are marked. Asked again when `joined`
 * names a plan: a payment may be confirmed to us after the page has been shown.
 */
export const useFanPlans = <Shown extends PlanOnCard>(
  shown: readonly Shown[],
  { tenantId, brandId }: Ids,
  joined = '',
): readonly (Shown | PublicPlan)[] => {
  const fan = useFan()
  const [mine, setMine] = useState<readonly PublicPlan[] | null>(null)
  const locale = useLocale()
  const uid = fan?.uid
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has joined asks again.
  useEffect(() => {
    if (!uid) return setMine(null)
    const stop = new AbortController()
    const ask = async () => {
      const { token } = await import('#client/identity.ts')
      const { plans } = await call(
        at<typeof contract>()('getPublicPlans'),
        { tenantId, brandId },
        { token, signal: stop.signal, locale },
      )
      setMine(plans)
    }
    // On a failure the visitor's plans stay, without the fan's marks.
    ask().catch(() => {})
    return () => stop.abort()
  }, [uid, tenantId, brandId, locale, joined])
  return mine ?? shown
}
