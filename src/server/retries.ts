import { and, eq, isNull, lt } from 'drizzle-orm'
import { day, type Instant } from '#kit/time.ts'
import { hashOf } from './hash'
import type { Db } from './proven'
import { idempotencyKeys } from './tables.server'

/** How long a write's response is kept for a retry (rule: access.retries). */
export const answersKeptFor = day

/** A write that its caller may repeat: its idempotency key, and the body that belongs to the key. */
export type Retry = { uid: string; operation: string; key: string; body: string }
/** The result of an earlier call with the same key. */
export type Earlier = { state: 'answered'; answer: unknown } | { state: 'inProgress' } | { state: 'mismatch' }

export const isKey = (key: string) => /^[\x21-\x7e]{1,200}$/.test(key)

const isRow = ({ uid, operation, key }: Retry) =>
  and(eq(idempotencyKeys.uid, uid), eq(idempotencyKeys.operation, operation), eq(idempotencyKeys.key, key))

const judge = (row: typeof idempotencyKeys.$inferSelect, retry: Retry): Earlier => {
  if (row.bodyHash !== hashOf(retry.body)) return { state: 'mismatch' }
  return row.answeredAt === null ? { state: 'inProgress' } : { state: 'answered', answer: row.answer }
}

export const earlierOf = async (db: Db, retry: Retry, now: Instant): Promise<Earlier | null> => {
  const [row] = await db.select().from(idempotencyKeys).where(isRow(retry))
  return row && row.createdAt >= now - answersKeptFor ? judge(row, retry) : null
}

/**
 * Takes the key for this call. Where another call has it, waits for that call's transaction and returns
 * its result.
 */
export const claim = async (db: Db, retry: Retry, attempt: string | null, now: Instant): Promise<Earlier | null> => {
  const { uid, operation, key } = retry
  const values = { bodyHash: hashOf(retry.body), attempt, createdAt: now, answer: null, answeredAt: null }
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ uid, operation, key, ...values })
    .onConflictDoUpdate({
      target: [idempotencyKeys.uid, idempotencyKeys.operation, idempotencyKeys.key],
      set: values,
      setWhere: lt(idempotencyKeys.createdAt, now - answersKeptFor),
    })
    .returning({ key: idempotencyKeys.key })
  if (claimed.length > 0) return null
  const [row] = await db.select().from(idempotencyKeys).where(isRow(retry))
  return row ? judge(row, retry) : { state: 'inProgress' }
}

export const keepAnswer = async (db: Db, retry: Retry, answer: unknown, now: Instant): Promise<void> => {
  await db.update(idempotencyKeys).set({ answer, answeredAt: now }).where(isRow(retry))
}

/** The attempt failed, or a job has found its result: the key can be used again. */
export const free = async (db: Db, attempt: string): Promise<void> => {
  await db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.attempt, attempt), isNull(idempotencyKeys.answeredAt)))
}

export const forgetAnswers = async (db: Db, now: Instant): Promise<void> => {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, now - answersKeptFor))
}
