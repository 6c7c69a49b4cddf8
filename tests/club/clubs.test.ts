import { expect, test } from 'vitest'
import { presenceJobs } from '#club/presence/jobs.server.ts'
import { clubsAtOnce, clubsInBatches } from '#club/tenants/clubs.queries.server.ts'
import { failedJobJobs } from '#office/failedJobs/jobs.server.ts'
import { jobContext } from '#program/workContext.ts'
import { platformTenantId } from '#server/db/tableKinds.ts'
import { pool } from '#server/db.ts'
import { club } from '../support/club'
import { statementsOf } from '../support/cost'

/* Jobs over all clubs, of which there are more than one statement asks. */

const more = 2 * clubsAtOnce + 1
const idOf = (n: number) => `tenant_many${String(n).padStart(6, '0')}`
const fill = () =>
  pool().query(
    `insert into tenants (tenant_id, name, created_at) select 'tenant_many' || lpad(n::text, 6, '0'), 'Club', now()
     from generate_series(1, ${more}) n on conflict do nothing`,
  )

test('each club is asked once, and the platform’s own tenant with the first', async () => {
  await fill()
  const batches: string[][] = []
  for await (const clubs of clubsInBatches(jobContext('clubs').db)) batches.push([...clubs])
  const all = batches.flat()
  const { rows } = await pool().query<{ tenant_id: string }>('select tenant_id from tenants')
  expect(all.toSorted()).toEqual([platformTenantId, ...rows.map((row) => row.tenant_id)].toSorted())
  expect(batches[0]).toContain(platformTenantId)
  expect(batches.length).toBeGreaterThan(2)
  for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(clubsAtOnce + 1)
})

test('what is over is cleared away of every club: of the last as of the first, of one that is closed, and of the platform', async () => {
  await fill()
  const closed = await club()
  await pool().query('update tenants set closing_at = $2, closes_at = $2, suspended_at = $2 where tenant_id = $1', [
    closed.tenantId,
    new Date(0),
  ])
  const whose = [platformTenantId, closed.tenantId, idOf(1), idOf(clubsAtOnce), idOf(clubsAtOnce + 1), idOf(more)]
  for (const [n, tenantId] of whose.entries()) {
    await pool().query(
      `insert into failed_jobs (failed_job_id, job, area, tenant_id, data, cause, tries, failed_at)
       values ($1, 'writeExport', 'export', $2, '{}', '', 1, $3)`,
      [`clubs_${n}`, tenantId, new Date(0)],
    )
    await pool().query(`insert into presences values ($1, 'brand_1', 'content', 'content_1', 'u', $2)`, [
      tenantId,
      new Date(0),
    ])
  }
  const left = async () => {
    const { rows } = await pool().query<{ jobs: number; present: number }>(
      `select (select count(*)::int from failed_jobs where failed_job_id like 'clubs_%') as jobs,
        (select count(*)::int from presences where uid = 'u') as present`,
    )
    return rows[0]
  }
  expect(await left()).toEqual({ jobs: whose.length, present: whose.length })
  const sent = await statementsOf(() => failedJobJobs.sweepFailedJobs.run(jobContext('sweep'), {}))
  await presenceJobs.sweepPresences.run(jobContext('sweep'), {})
  expect(await left()).toEqual({ jobs: 0, present: 0 })
  const named = sent.filter(({ text }) => text.startsWith('delete')).map(({ values }) => values?.[0] as string[])
  expect(named.length).toBeGreaterThan(2)
  for (const clubs of named) expect(clubs.length).toBeLessThanOrEqual(clubsAtOnce + 1)
})
