import { isAdmin, type Role } from '#kit/contract.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Handlers } from '#server/context.ts'
import type { exports as contract } from './contract'
import { type ExportType, exportRoles, exportStateAt, exportTypes } from './export'
import { countExports, exportsOf, offeredExport } from './queries.server'

const addressFor = 10 * 60_000

/** Exports that a role may open: by type, and private ones only for admins. */
const readerOf = (role: Role, type?: ExportType) => ({
  types: exportTypes.filter((one) => exportRoles[one].includes(role) && (type === undefined || one === type)),
  seesPrivate: isAdmin(role),
})

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
}
