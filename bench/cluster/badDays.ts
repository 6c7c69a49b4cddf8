import { say } from '../measure'
import { missing, startCluster } from './cluster'
import { backUpWhole, goBack } from './copies'
import { losses } from './losses'
import { upgrade, versionBefore } from './previous'
import { cutConnection, isWhole, killedWebs, killedWorker, rolling, upheave } from './upheavals'

/** The nightly part of `npm run soak`: a cluster is killed, upgraded and restored under load, and says what it lost. */
export const badDays = async (): Promise<string[]> => {
  if (missing().length > 0) {
    say(`\nthe cluster: SKIPPED, as this machine lacks ${missing().join(', ')}`)
    return []
  }
  const before = versionBefore()
  const cluster = await startCluster({ say, main: before.main })
  const misses: string[] = []
  try {
    misses.push(...(await upgrade(cluster, before)))
    for (const upheaval of [killedWebs, killedWorker, cutConnection, rolling]) {
      misses.push(...(await upheave(cluster, upheaval)))
      misses.push(...(await isWhole(cluster, upheaval.title)))
    }
    misses.push(...(await backUpWhole(cluster)))
    misses.push(...(await goBack(cluster)))
    // The last, as it leaves another database than the instances' own.
    misses.push(...(await losses(cluster)))
  } finally {
    await cluster.stop()
  }
  return misses
}
