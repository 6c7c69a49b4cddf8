import { mailbox } from '../tests/support/mailbox'
import { missing, startCluster } from './cluster/cluster'
import { backUpWhole } from './cluster/copies'
import { beyondTheLimit, memoryAfterwards, receiptsBehindNews, withoutDatabase } from './cluster/moments'
import { upgrade, versionBefore } from './cluster/previous'
import { killedWebs, upheave } from './cluster/upheavals'
import { say } from './measure'

/* What a whole installation does in bad moments, each with its bound. */
export const ground = async (): Promise<string[]> => {
  if (missing().length > 0) {
    say(`\nground: SKIPPED, as this machine lacks ${missing().join(', ')}`)
    return []
  }
  const mails = await mailbox()
  const before = versionBefore()
  const cluster = await startCluster({ say, main: before.main, env: { SMTP_URL: mails.url } })
  const misses: string[] = []
  try {
    misses.push(...(await upgrade(cluster, before)))
    misses.push(...(await upheave(cluster, killedWebs)))
    misses.push(...(await backUpWhole(cluster)))
    misses.push(...(await receiptsBehindNews(cluster, mails)))
    misses.push(...(await beyondTheLimit(cluster)))
    misses.push(...(await withoutDatabase(cluster)))
    misses.push(...(await memoryAfterwards(cluster)))
  } finally {
    await cluster.stop()
    mails.close()
  }
  return misses
}
