import { isAdmin, type Role, seesMoney } from '#kit/contract.ts'
import type { NewId } from '#kit/ids.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import type { SubscriberExport } from '#membership/subscriptions/staff/export.server.ts'
import type { FanExport } from '#office/fans/export.server.ts'
import type { SalesExport } from '#office/sales/export.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import type { Brand, Db, User } from '#server/proven.ts'
import type { exports as contract } from './contract'
import { type Encoding, type ExportType, exportRoles, exportStateAt, exportTypes } from './export'
import { exportJobs } from './jobs.server'
import { countExports, exportsOf, insertExport, offeredExport } from './queries.server'

const addressFor = 10 * 60_000

/** Exports that a role may open: by type, and private ones only for admins. */
const readerOf = (role: Role, type?: ExportType) => ({
  types: exportTypes.filter((one) => exportRoles[one].includes(role) && (type === undefined || one === type)),
  seesPrivate: isAdmin(role),
})

type Asker = {
  db: Db
  brand: Brand
  user: User
  now: Instant
  newId: NewId
  enqueue: Transaction['enqueue']
}
type Asked = {
  type: ExportType
  encoding: Encoding
  params: FanExport | SubscriberExport | SalesExport
  isPrivate: boolean
}
const inTokyo = (at: Instant) => new Date(at + 9 * 3_600_000).toISOString()

/** Stores the request and queues the job, which runs in the background. */
const begin = async ({ db, brand, user, now, newId, enqueue }: Asker, asked: Asked) => {
  const exportId = newId('export')
  const { tenantId, brandId, slug } = brand
  await insertExport(db, {
    tenantId,
    brandId,
    exportId,
    ...asked,
    format: 'standard',
    state: 'enqueued',
    fileName: `${slug}-${asked.type}-${inTokyo(now).slice(0, 16).replace(/\D/g, '')}.csv`,
    createdBy: user.uid,
    createdAt: now,
  })
  await enqueue(exportJobs.writeExport, { exportId })
  return { exportId }
}

export const exportHandlers: Handlers<typeof contract> = {
  async getExports({ db, brand, member, now }, { type, pagination: page = everything }) {
    const who = readerOf(member.role, type)
    const rows = await exportsOf(db, brand, who, page)
    const count = await countExports(db, brand, who)
    return {
      exports: rows.map(({ row, createdByName }) => ({
        exportId: row.exportId,
        type: row.type,
        format: row.format,
        encoding: row.encoding,
        state: exportStateAt(row, now),
        rowCount: row.rowCount,
        fileName: row.fileName,
        createdAt: row.createdAt,
        createdByName,
        expiresAt: row.expiresAt,
      })),
      pagination: paginationOf(count, page),
      mayIncludeEmail: isAdmin(member.role),
    }
  },

  async getExportUrl({ db, brand, member, storage, now, refuse }, { exportId }) {
    const row = (await offeredExport(db, brand, readerOf(member.role), exportId)) ?? refuse('exportNotFound')
    if (exportStateAt(row, now) !== 'completed' || row.key === null) return refuse('exportNotThere')
    const expiresAt = now + addressFor
    return { url: await storage.signDownload({ key: row.key, expiresAt, fileName: row.fileName }), expiresAt }
  },

  async exportFans(context, { encoding, withEmail = false, tenantId: _, brandId: __, lifetimeAtLeast, ...said }) {
    const { member, refuse } = context
    if (withEmail && !isAdmin(member.role)) return refuse('emailNotAllowed')
    const withMoney = seesMoney(member.role)
    const filter = { ...said, findsByEmail: isAdmin(member.role), ...(withMoney && { lifetimeAtLeast }) }
    // Contains data that other roles with access to this type may not see.
    const isPrivate = withEmail || withMoney
    return begin(context, { type: 'fans', encoding, params: { filter, withEmail, withMoney }, isPrivate })
  },

  async exportSubscribers(context, { encoding, withEmail = false, tenantId: _, brandId: __, tab, asOf, ...filter }) {
    const { member, now, refuse } = context
    if (withEmail && !isAdmin(member.role)) return refuse('emailNotAllowed')
    const params = {
      tab: tab ?? 'living',
      asOf: asOf === undefined ? undefined : Math.min(asOf, now),
      filter,
      withEmail,
    }
    return begin(context, { type: 'subscribers', encoding, params, isPrivate: withEmail })
  },

  async exportSales(context, { encoding, tenantId: _, brandId: __, ...filter }) {
    return begin(context, { type: 'sales', encoding, params: { filter }, isPrivate: false })
  },
}
