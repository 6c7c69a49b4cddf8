import { useQueryValue } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { plans } from './contract'

/** A list's filter by plan: what the address chooses, and all plans that anybody can be a member of. */
export const usePlanFilter = (
  ids: { tenantId: string; brandId: string } | null,
  { label, all, none }: { label: string; all: string; none: string },
) => {
  const chosen = useQueryValue('planId')
  const known = useRead(plans.getPlans, ids).data?.plans.filter(({ status }) => status !== 'draft') ?? []
  const planId = /^[\w-]{1,64}$/.test(chosen) ? chosen : undefined
  const options = [{ value: '', label: all }, ...known.map((one) => ({ value: one.planId, label: one.name || none }))]
  return { planId, filter: { name: 'planId', label, options } }
}
