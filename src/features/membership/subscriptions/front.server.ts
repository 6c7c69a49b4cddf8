import type { Work } from '#money/orders/work.server.ts'
import type { Plan } from '../plans/plan'
import { currentMembership } from './membership.server'

/** Whether a fan is a member of the plan, as joining it asks. The caller holds the fan's lock. */
export const isMemberOf = async (work: Work, of: { tenantId: string; uid: string }, plan: Plan): Promise<boolean> =>
  (await currentMembership(work, of, plan)) !== undefined
