import { moneyRoles } from '../../kit/contract'
import { everything, paginationOf } from '../../kit/pagination'
import type { Handlers } from '../../server/context'
import type { exports as contract } from './contract'
import { exportStateAt, exportTypes } from './export'
import { countExports, exportsOf } from './queries.server'

const addressFor = 10 * 60_000

export const exportHandlers: Handlers<typeof contract> = {
  async getExports({ db, brand, member, user, storage, now }, { type, pagination: page = everything }) {
    const seesPrivate = moneyRoles.some((role) => role === member.role)
    // Who reads orders without sending them is offered none of their files: they hold addresses.
    const types = member.role === 'accountant' ? exportTypes.filter((one) => one !== 'orders') : exportTypes
    const who = { type, uid: user.uid, seesPrivate, types }
    const rows = types.length === 0 ? [] : await exportsOf(db, brand, who, page)
    const count = types.length === 0 ? 0 : await countExports(db, brand, who)
    const shown = rows.map(async ({ row, createdByName }) => {
      const state = exportStateAt(row, now)
      const isThere = state === 'completed' && row.key !== null
      return {
        exportId: row.exportId,
        type: row.type,
        format: row.format,
        encoding: row.encoding,
        state,
        rowCount: row.rowCount,
        fileName: row.fileName,
        createdAt: row.createdAt,
        createdByName,
        expiresAt: row.expiresAt,
        url: isThere
          ? await storage.signDownload({ key: row.key ?? '', expiresAt: now + addressFor, fileName: row.fileName })
          : null,
      }
    })
    return { exports: await Promise.all(shown), pagination: paginationOf(count, page) }
  },
}
