import os from 'node:os'
import { missing, startCluster } from './cluster/cluster'
import { idsOf, pause, rowsIn, signIn } from './cluster/load'
import { memoryOf } from './cluster/moments'
import { cpuOf, familyOf, say, shareOf, table } from './measure'

/*
 * What an installation takes at so many requests a second: processor time and memory of each part of the cluster. Of ten requests five
 * are pages of visitors, four reads by somebody who has signed in and has written nothing, one is somebody else's write. Processor time is
 * what the parts used themselves, so that it means something beside others' work; the machine stands above the table.
 */
const rates = (process.env.BENCH_RATES ?? '10,50,100').split(',').map(Number)
const seconds = Number(process.env.BENCH_SECONDS ?? 20)

/** What has ended since then is left out. */
const usedBy = (before: Map<number, number>) =>
  [...before].reduce((sum, [pid, then]) => sum + (cpuOf(pid) - then || 0), 0)

export const sizing = async (): Promise<string[]> => {
  if (missing().length > 0) {
    say(`\nsizing: SKIPPED, as this machine lacks ${missing().join(', ')}`)
    return []
  }
  const cluster = await startCluster({ say })
  try {
    const [token, ids] = [await signIn(cluster, 'owner@hoshi.test'), await idsOf(cluster)]
    const [size] = await rowsIn<{ mb: number }>(
      cluster.database.appUrl,
      'select (pg_database_size(current_database()) / 1048576)::int as mb',
    )
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const post = (name: string, payload: object, cookie = '') =>
      fetch(`${cluster.origin}/api/cms/${name}`, {
        method: 'POST',
        headers: { ...headers, cookie },
        body: JSON.stringify(payload),
      })
    // As a browser: who says by a cookie up to where they have written may be answered by the replica.
    const first = await post('getPlans', ids)
    const reader = first.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ')
    const terms = { price: 1500, subscriptionInterval: 'month', description: '', thumbnail: '' }
    const ask = (n: number) => {
      if (n % 10 === 9) return post('createDraftPlan', { ...ids, ...terms, name: `Plan ${n}` })
      return n % 2 ? post('getPlans', ids, reader) : fetch(`${cluster.origin}/fc/aoi`)
    }
    const parts: [string, () => number[]][] = [
      ['web 1', () => [cluster.webs[0].pid()]],
      ['web 2', () => [cluster.webs[1].pid()]],
      ['worker', () => [cluster.worker.pid()]],
      ['PostgreSQL, primary', () => familyOf(cluster.database.pid())],
      ['PostgreSQL, replica', () => familyOf(cluster.database.replicaPid())],
    ]
    say(
      `\n${os.cpus()[0]?.model.trim()}, ${os.availableParallelism()} cores, load ${os.loadavg()[0]?.toFixed(1)}; a database of ${size?.mb} MB`,
    )
    for (const rate of [0, ...rates]) {
      const before = parts.map(([, pids]) => new Map(pids().map((pid) => [pid, cpuOf(pid)])))
      const from = performance.now()
      let failed = 0
      const asked: Promise<void>[] = []
      for (let n = 0; n < rate * seconds; n++) {
        const early = from + (n / rate) * 1000 - performance.now()
        if (early > 0) await pause(early)
        asked.push(
          ask(n).then(
            async (answer) => {
              await answer.arrayBuffer()
              if (!answer.ok) failed++
            },
            () => void failed++,
          ),
        )
      }
      await Promise.all(asked)
      if (rate === 0) await pause(seconds * 1000)
      const lasted = performance.now() - from
      say(
        `\n${rate} requests a second were sent, ${(asked.length / (lasted / 1000)).toFixed(0)} answered, ${failed} failed`,
      )
      table(
        ['', 'share of a core, %', 'memory, MB'],
        parts.map(([name, pids], at) => {
          const memory =
            pids().length > 1 ? pids().reduce((sum, pid) => sum + shareOf(pid), 0) : memoryOf(pids()[0] ?? 0)
          return [name, (usedBy(before[at] ?? new Map()) / lasted) * 100, memory]
        }),
      )
    }
    return []
  } finally {
    await cluster.stop()
  }
}
