import fs from 'node:fs'
import { join } from 'node:path'
import { say } from '../measure'
import type { Cluster } from './cluster'
import { tsudoi } from './command'
import { lookFor, pause, rowsIn, tallies, underLoad } from './load'

/* Backups of a cluster under load, put back beside it. */

const lastLine = (said: string) => said.trim().split('\n').at(-1) ?? ''

/** `tsudoi backup` with database and files, restored into an empty database and an empty bucket, and verified there. */
export const backUpWhole = async (cluster: Cluster): Promise<string[]> => {
  const { worker, database, storage, folder } = cluster
  const to = join(folder, 'backup')
  const misses: string[] = []
  let saved: Awaited<ReturnType<typeof tsudoi>> | undefined
  const { length: before } = (await underLoad(cluster, () => pause(1000))).written
  const load = await underLoad(cluster, async () => {
    saved = await tsudoi(['backup', to], worker.env)
  })
  say(`\nbackup under load (${before + load.written.length} writes before and meanwhile), restored and verified`)
  tallies(load)
  const copy = database.addDatabase('copy')
  await storage.addBucket('copy')
  const env = {
    ...worker.env,
    DATA_DIR: join(folder, 'copy'),
    DATABASE_URL: copy.appUrl,
    DATABASE_POOLER: '',
    DATABASE_DIRECT_URL: '',
    DATABASE_REPLICA_URL: '',
    MIGRATION_DATABASE_URL: copy.ownerUrl,
    S3_BUCKET: 'copy',
    PUBLIC_STORAGE_URL: `${storage.endpoint}/copy/public`,
  }
  const restored = await tsudoi(['restore', to], env)
  const verified = await tsudoi(['verify', to], env)
  for (const [name, done] of Object.entries({ backup: saved, restore: restored, verify: verified })) {
    say(
      `  ${name.padEnd(8)} ${done?.code === 0 ? 'done' : 'FAILED'} in ${done?.seconds.toFixed(1)} s: ${lastLine(done?.said ?? '')}`,
    )
    if (done?.code !== 0) misses.push(`${name} of the cluster: ${done?.said}`)
  }
  if (misses.length === 0) {
    const { lost } = await lookFor(copy.appUrl, load)
    say(
      `  of ${load.written.length} writes that were answered meanwhile ${load.written.length - lost.length} are in it`,
    )
  }
  fs.rmSync(to, { recursive: true, force: true })
  return misses
}

/** Back to the moment before somebody has done what cannot be undone, by pgBackRest. */
export const goBack = async (cluster: Cluster): Promise<string[]> => {
  const { database, worker, folder } = cluster
  if (!database.backup) {
    say('\nback to a moment: SKIPPED, as this machine has no pgBackRest')
    return []
  }
  let until = ''
  let backedUp = 0
  const load = await underLoad(cluster, async () => {
    const from = performance.now()
    database.backUp()
    backedUp = (performance.now() - from) / 1000
    await pause(3000)
  })
  const [moment] = await rowsIn<{ now: string }>(database.appUrl, 'select clock_timestamp()::text as now')
  until = moment?.now ?? ''
  await pause(1500)
  // Nobody can take this back.
  await rowsIn(database.ownerUrl, `update brands set name = 'gone'`)
  database.sql('select pg_switch_wal()')
  await pause(2000)
  const from = performance.now()
  const copy = await database.restore('moment', { until })
  const restored = (performance.now() - from) / 1000
  const { lost } = await lookFor(copy.appUrl, load)
  const [gone] = await rowsIn<{ n: number }>(
    copy.appUrl,
    `select count(*)::int as n from brands where brands.name = 'gone'`,
  )
  const verified = await tsudoi(['verify'], {
    ...worker.env,
    DATA_DIR: join(folder, 'moment'),
    DATABASE_URL: copy.appUrl,
    DATABASE_POOLER: '',
    DATABASE_DIRECT_URL: '',
    DATABASE_REPLICA_URL: '',
    MIGRATION_DATABASE_URL: copy.ownerUrl,
  })
  say(
    `\nback to a moment by pgBackRest: backed up under load in ${backedUp.toFixed(1)} s, restored in ${restored.toFixed(1)} s`,
  )
  say(
    `  of ${load.written.length} writes that were answered before it ${lost.length} are missing; ${gone?.n} brands changed after it`,
  )
  say(`  verify: ${verified.code === 0 ? 'done' : 'FAILED'}: ${lastLine(verified.said)}`)
  const misses: string[] = []
  if (lost.length > 0) misses.push(`back to a moment: ${lost.length} writes are missing`)
  if (gone?.n !== 0) misses.push('back to a moment: what was done after it is there')
  if (verified.code !== 0) misses.push(`back to a moment: ${verified.said}`)
  return misses
}
