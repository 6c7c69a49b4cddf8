import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import type { Brand, Db, User } from '#server/proven.ts'
import type { Encoding, ExportType } from './export'
import { exportJobs } from './jobs.server'
import { insertExport } from './queries.server'

type Exporter = {
  db: Db
  brand: Brand
  user: User
  now: Instant
  newId: NewId
  enqueue: Transaction['enqueue']
}
type ExportRequest = {
  type: ExportType
  encoding: Encoding
  /** What the type's writer reads (`Ports.exportWriters`). */
  params: Record<string, unknown>
  /** It contains data that other roles with access to this type may not see. */
  isPrivate: boolean
  /** Of a file of orders: standard, or a carrier's. */
  format?: string
  /** Which of several files it is. */
  part?: string
}
const inTokyo = (at: Instant) => new Date(at + 9 * 3_600_000).toISOString().replace(/\D/g, '')

/** Stores the request of a file and queues the job that writes it. */
export const beginExport = async (
  { db, brand, user, now, newId, enqueue }: Exporter,
  { format, part, ...request }: ExportRequest,
): Promise<{ exportId: string }> => {
  const exportId = newId('export')
  const { tenantId, brandId, slug } = brand
  const minute = inTokyo(now).slice(0, 12)
  await insertExport(db, {
    tenantId,
    brandId,
    exportId,
    ...request,
    format: format ?? 'standard',
    state: 'enqueued',
    fileName: `${[slug, request.type, format, minute, part].filter((one) => one !== undefined).join('-')}.csv`,
    createdBy: user.uid,
    createdAt: now,
  })
  await enqueue(exportJobs.writeExport, { exportId })
  return { exportId }
}
