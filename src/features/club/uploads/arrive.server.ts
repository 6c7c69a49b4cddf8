import type { Instant } from '#kit/time.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import type { Storage } from '#server/storage/types.ts'
import { setUpload, type UploadRow } from './queries.server'

/** What follows, in the same transaction, when a file of this kind has arrived; null: nothing. */
export type UploadArrivals = Record<
  UploadRow['kind'],
  ((tx: Transaction, upload: { tenantId: string; mediaId: string }, now: Instant) => Promise<void>) | null
>

declare module '#server/ports.ts' {
  interface Ports {
    uploadArrivals: UploadArrivals
  }
}

export type InTransaction = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>

/** Marks a large file as complete and starts what follows from that, in one transaction. */
export const arrive = async (
  tx: Transaction,
  { mediaId, tenantId, kind, state }: UploadRow,
  changes: { size?: number },
  now: Instant,
): Promise<void> => {
  const isFirst = await setUpload(tx.db, mediaId, state, { ...changes, state: 'ready' })
  if (isFirst && tenantId !== null) await tx.ports.uploadArrivals[kind]?.(tx, { tenantId, mediaId }, now)
}

/**
 * Whether a file that was sent by one PUT has arrived. S3 sends no notice, so every user of the file checks, and the
 * first one to find it completes the upload.
 */
export const lookFor = async (
  storage: Storage,
  transaction: InTransaction,
  upload: UploadRow,
  now: Instant,
): Promise<boolean> => {
  if (upload.state === 'ready') return true
  if (upload.kind !== 'video' || upload.uploadId !== null || upload.state !== 'pending') return false
  const found = await storage.head(upload.key)
  if (!found) return false
  await transaction((one) => arrive(one, upload, { size: found.size }, now))
  return true
}
