import { and, gt, isNull, lte, type Placeholder } from 'drizzle-orm'
import type { Instant } from '../../kit/time'
import { subscriptionTerms } from './tables.server'

/** The term runs at this moment: its first is included, its last is not, and a voided one never runs. */
export const termRuns = (at: Instant | Placeholder) =>
  and(isNull(subscriptionTerms.voidedAt), lte(subscriptionTerms.from, at), gt(subscriptionTerms.to, at))
