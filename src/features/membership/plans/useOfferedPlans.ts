import { useRead } from '#client/useOperation.ts'
import { plans } from './contract'

/** Plans that something can be for, and those that were chosen before and are not offered any more: they can be taken out. */
export const useOfferedPlans = (ids: { tenantId: string; brandId: string }, chosen: readonly string[]) =>
  useRead(plans.getPlans, ids).data?.plans.filter(
    ({ planId, status }) => status === 'active' || status === 'scheduledToBeArchived' || chosen.includes(planId),
  )
