import fs from 'node:fs'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import { freePort } from '#server/machine/processes.ts'
import type { mailbox } from '../../tests/support/mailbox'
import { say } from '../measure'
import type { Cluster } from './cluster'
import { instanceOf } from './instance'
import { failures, idsOf, pause, rowsIn, signIn, tallies, underLoad } from './load'

const letter = (to: string) => ({ to, subject: to, text: 'こんにちは', locale: 'ja' })

/** Receipts that are put behind so many news: seconds until the mail server has each. */
export const receiptsBehindNews = async (cluster: Cluster, mails: Awaited<ReturnType<typeof mailbox>>) => {
  const news = Number(process.env.BENCH_NEWS ?? 100_000)
  const boss = new PgBoss({
    connectionString: cluster.database.appUrl,
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  for (let from = 0; from < news; from += 5000)
    await boss.insert(
      'sendBulkMail',
      Array.from({ length: Math.min(5000, news - from) }, (_, n) => ({ data: letter(`news-${from + n}@tsudoi.test`) })),
    )
  const times: number[] = []
  for (let n = 0; n < 10; n++) {
    const to = `receipt-${n}@tsudoi.test`
    const from = performance.now()
    await boss.insert('sendMail', [{ data: letter(to) }])
    while (!mails.taken.some((text) => text.includes(`To: ${to}`))) await pause(20)
    times.push((performance.now() - from) / 1000)
  }
  const [left] = await rowsIn<{ n: number }>(
    cluster.database.appUrl,
    `select count(*)::int as n from pgboss.job where job.name = 'sendBulkMail' and job.state in ('created', 'retry', 'active')`,
  )
  await rowsIn(
    cluster.database.appUrl,
    `delete from pgboss.job where job.name = 'sendBulkMail' and job.state = 'created'`,
  )
  await boss.stop({ graceful: false })
  const slowest = Math.max(...times)
  say(
    `\n10 receipts behind ${news} news (${left?.n} still waited afterwards): the slowest left after ${slowest.toFixed(2)} s`,
  )
  return slowest < 5 && (left?.n ?? 0) > 0
    ? []
    : [`receipts behind news: ${slowest.toFixed(2)} s, ${left?.n} news left`]
}

/** One instance whose pool wants 40 connections of a server that has 20 left for its role, and as many callers. */
export const beyondTheLimit = async (cluster: Cluster) => {
  const { database, webs, worker, folder } = cluster
  const direct = {
    DATABASE_URL: database.appUrl,
    DATABASE_POOLER: '',
    DATABASE_DIRECT_URL: '',
    DATABASE_REPLICA_URL: '',
  }
  const port = await freePort()
  const one = instanceOf('web-3', folder, port, { ...webs[0].env, ...direct, RTMP_PORT: '0', DATABASE_POOL: '40' })
  for (const web of webs) await web.stop()
  await worker.stop()
  await one.start()
  const [taken] = await rowsIn<{ n: number }>(
    database.appUrl,
    `select count(*)::int as n from pg_stat_activity where usename = 'tsudoi_app'`,
  )
  database.sql(`alter role tsudoi_app connection limit ${(taken?.n ?? 0) + 20}`)
  const load = await underLoad(cluster, () => pause(10_000), { origin: `http://127.0.0.1:${port}`, width: 40 })
  database.sql('alter role tsudoi_app connection limit -1')
  await one.stop()
  await worker.start()
  for (const web of webs) await web.start()
  say('\n40 callers and a pool of 40 connections, of which the server gives 20')
  tallies(load)
  return failures('a limit of connections', load)
}

/** Pages that visitors have seen are there while the database is not; the rest says when to come again. */
export const withoutDatabase = async (cluster: Cluster) => {
  const { database, origin, webs } = cluster
  const pages = ['/fc/aoi', '/en/fc/aoi', '/fc/aoi/plans', '/fc/aoi/contents', '/fc/aoi/goods']
  const of = (path: string) =>
    [origin, ...webs.map(({ port }) => `http://127.0.0.1:${port}`)].map((at) => `${at}${path}`)
  const ask = async (url: string) => {
    const answer = await fetch(url, { redirect: 'manual' })
    await answer.arrayBuffer()
    return answer
  }
  const call = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await signIn(cluster, 'owner@hoshi.test')}`,
    },
    body: JSON.stringify(await idsOf(cluster)),
  }
  // The page is made at each instance before.
  for (const url of pages.flatMap(of)) for (let n = 0; n < 2; n++) await ask(url)
  database.stopPrimary()
  const counts = { served: 0, failed: [] as string[], calls: 0, told: 0 }
  for (let round = 0; round < 20; round++) {
    for (const url of pages.flatMap(of)) {
      const answer = await ask(url)
      if (answer.status === 200) counts.served++
      else counts.failed.push(`${new URL(url).pathname} answered ${answer.status}`)
    }
    const answer = await fetch(`${origin}/api/cms/getPlans`, call)
    counts.calls++
    if (answer.status === 503 && answer.headers.has('retry-after')) counts.told++
    await answer.arrayBuffer()
  }
  database.startPrimary()
  const from = performance.now()
  const isBack = async () =>
    (await Promise.all(webs.map(({ port }) => fetch(`http://127.0.0.1:${port}/api/ready`)))).every(({ ok }) => ok)
  while (!(await isBack())) await pause(100)
  say(
    `\nthe database is away: ${counts.served} of ${counts.served + counts.failed.length} pages of visitors were served`,
  )
  say(
    `  of ${counts.calls} calls ${counts.told} were told when to come again; all is back ${((performance.now() - from) / 1000).toFixed(1)} s after it`,
  )
  if (counts.told < counts.calls)
    counts.failed.push(`only ${counts.told} of ${counts.calls} calls told when to come again`)
  return counts.failed.length > 0 ? [`the database is away: ${[...new Set(counts.failed)].join(', ')}`] : []
}

/** Resident memory in MB, as the kernel counts it. */
export const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(join('/proc', String(pid), 'status'), 'utf8'))?.[1]) / 1024

/** What one web holds after all that, and two minutes in which only probes ask it. */
export const memoryAfterwards = async (cluster: Cluster) => {
  const [web] = cluster.webs
  const load = await underLoad(cluster, () => pause(20_000), { width: 24 })
  const before = memoryOf(web.pid())
  for (let second = 0; second < 120; second++) {
    await fetch(`http://127.0.0.1:${web.port}/api/ready`).then((answer) => answer.arrayBuffer())
    await pause(1000)
  }
  const after = memoryOf(web.pid())
  const calls = Object.values(load.kinds).reduce((sum, { calls }) => sum + calls, 0)
  say(
    `\nmemory of one web after ${calls} calls of 24 callers: ${before.toFixed(0)} MB, after two minutes of probes ${after.toFixed(0)} MB`,
  )
  return after < 350 ? [] : [`memory: one web holds ${after.toFixed(0)} MB`]
}
