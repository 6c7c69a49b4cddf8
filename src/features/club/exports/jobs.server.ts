import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { id } from '#kit/text.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { clubsInBatches } from '../tenants/clubs.queries.server'
import { writeCsv } from './csv.server'
import { framingRows, keptFor } from './export'
import { exportById, overdueExports, setExport } from './queries.server'

export const exportJobs = jobs({
  writeExport: job(
    { about: (db, { exportId }) => exportById(db, exportId), data: z.object({ exportId: id }), retryLimit: 3 },
    async (context, { exportId }) => {
      const { db, snapshot, storage, now, ports } = context
      const row = await exportById(db, exportId)
      if (!row || row.state === 'completed' || row.state === 'expired') return
      await setExport(db, row, { state: 'processing', rowCount: 0 })
      const folder = await mkdtemp(join(tmpdir(), 'tsudoi-export-'))
      try {
        const path = join(folder, 'export.csv')
        const tell = (count: number) => setExport(db, row, { rowCount: Math.max(0, count - 1) }) // without its header
        // All batches read one snapshot: no row is written twice, and the totals match the rows.
        const written = await snapshot((seen) =>
          writeCsv(path, ports.exportWriters[row.type](seen, row, now), row.encoding, tell),
        )
        const key = `private/${row.tenantId}/exports/${exportId}.csv`
        await storage.putFile(key, path, 'text/csv')
        await setExport(db, row, {
          state: 'completed',
          rowCount: Math.max(0, written - framingRows(row)),
          key,
          finishedAt: now,
          expiresAt: now + keptFor,
        })
      } catch (error) {
        await setExport(db, row, { state: 'failed', finishedAt: now })
        throw error
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  ),
  /** Files are kept for a week. */
  sweepExports: job(
    { about: 'platform', data: z.object({}), cron: '20 4 * * *', clearsAway: true },
    async ({ db, storage, now }) => {
      const { attempt, end } = eachOnItsOwn('sweepExports')
      for await (const clubs of clubsInBatches(db))
        for (const row of await overdueExports(db, clubs, now))
          await attempt(row.exportId, async () => {
            if (row.key !== null) await storage.remove(row.key)
            await setExport(db, row, { state: 'expired', key: null })
          })
      end()
    },
  ),
})
