import { say } from '../measure'
import type { Cluster } from './cluster'
import { lookFor, pause, underLoad } from './load'

/* What is lost of what was acknowledged, by the set-up (docs/backups.md). Each ends with a primary that is gone. */

/** `archive_timeout` of the cluster's primary. */
const archiveSeconds = 60
const asLong = (seconds: number) => async (cluster: Cluster) => {
  await pause(seconds * 1000)
  await cluster.database.killPrimary()
}

type Found = { lost: { at: number }[]; of: number; seconds: number }
const tell = (title: string, { lost, of, seconds }: Found) => {
  const last = lost.length > 0 ? `, of the last ${seconds.toFixed(1)} s` : ''
  say(`  ${title.padEnd(62)} ${lost.length} of ${of} acknowledged writes${last}`)
}

const killed = async (cluster: Cluster, seconds: number) => {
  const load = await underLoad(cluster, () => asLong(seconds)(cluster))
  const diedAt = Math.max(...load.written.map(({ at }) => at))
  const found = async (url: string): Promise<Found> => {
    const { lost } = await lookFor(url, load)
    return { lost, of: load.written.length, seconds: (diedAt - Math.min(...lost.map(({ at }) => at))) / 1000 }
  }
  return found
}

/** The last of these leaves the cluster without its old primary: it has to be the last thing that is done to it. */
export const losses = async (cluster: Cluster): Promise<string[]> => {
  const { database } = cluster
  const misses: string[] = []
  say('\nwhat is lost when the primary dies under load')
  const process = await killed(cluster, 5)
  database.startPrimary()
  const ofProcess = await process(database.appUrl)
  tell('its process (kill -9)', ofProcess)
  if (ofProcess.lost.length > 0) misses.push(`killed process: ${ofProcess.lost.length} writes lost`)

  if (database.backup) {
    database.backUp()
    // Past one archive_timeout, so that something of it is in the archive and something is not.
    const disk = await killed(cluster, archiveSeconds + 30)
    const copy = await database.restore('archived')
    const ofDisk = await disk(copy.appUrl)
    tell('its disk, with the archive alone (archive_timeout 60 s)', ofDisk)
    // The archive's command and a checkpoint's rhythm add seconds on a machine that is busy.
    if (ofDisk.lost.length > 0 && ofDisk.seconds > archiveSeconds + 10)
      misses.push(`archive alone: what was lost goes back ${ofDisk.seconds.toFixed(0)} s`)
    database.startPrimary()
  }

  database.sql(`alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
  await pause(2000)
  const both = await killed(cluster, 10)
  const promoted = database.promote()
  const ofBoth = await both(promoted.appUrl)
  tell('its disk, with a synchronous replica that is promoted', ofBoth)
  if (ofBoth.lost.length > 0) misses.push(`synchronous replica: ${ofBoth.lost.length} writes lost`)
  return misses
}
