import { lt } from 'drizzle-orm'
import { day, type Instant } from '../kit/time'
import { database } from './db'
import { idempotencyKeys } from './tables.server'

/** How long a write's answer is kept for a retry (architecture, section 10). */
export const answersKeptFor = day

export const sweepAnswers = async (now: Instant): Promise<void> => {
  await database()
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, now - answersKeptFor))
}
