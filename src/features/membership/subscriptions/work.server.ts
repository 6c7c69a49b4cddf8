import type { Transaction } from '#server/jobDefinition.ts'
import { subscriptionJobs } from './jobs.server'
import { staffSubscriptionJobs } from './staff/jobs.server'

/* What other wings start with memberships. */

type Enqueue = Pick<Transaction, 'enqueue'>

/** Members of a plan that is to end are told and not charged any more. */
export const stopPlan = ({ enqueue }: Enqueue, of: { planId: string; archivingAt: number; decidedAt: number }) =>
  enqueue(subscriptionJobs.stopPlan, of)

/** The club ends a membership: the provider's charges first. */
export const endByClub = ({ enqueue }: Enqueue, of: { subscriptionId: string; reason: 'blocked' }) =>
  enqueue(staffSubscriptionJobs.endByClub, of)
