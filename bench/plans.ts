import { againstBare } from './calls'
import type { Part } from './world'

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }

/** Calls against the best server that one can write by hand for them. */
export const plans: Part = async ({ house, token }) => {
  const { misses, compared } = await againstBare(
    { house },
    {
      callers: [{ token, uid: 'demo_owner_hoshi' }],
      title: 'Plans',
      calls: [
        { name: 'getPublicPlans', base: 'public', payload: ids, bound: 0.4, isKept: true },
        { name: 'getPlans', base: 'cms', payload: { ...ids, pagination: { limit: 20, offset: 0 } }, bound: 0.8, token },
      ],
    },
  )
  return [
    ...misses,
    ...compared.flatMap(([{ name, isInMemory }, { slowness }]) =>
      !isInMemory && slowness >= 5
        ? [`${name} has ${slowness.toFixed(1)} times the bare server's p99, wanted under 5`]
        : [],
    ),
  ]
}
