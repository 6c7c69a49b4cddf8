import { and, eq, lte, or } from 'drizzle-orm'
import type { Instant } from '../../kit/time'
import { contents } from './tables.server'

/** Active, or scheduled for a moment that has passed (architecture, section 5). */
export const isPublished = (now: Instant) =>
  or(eq(contents.status, 'active'), and(eq(contents.status, 'publishmentScheduled'), lte(contents.publishingAt, now)))
