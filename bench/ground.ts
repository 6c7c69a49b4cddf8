import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Cluster, missing, startCluster } from './cluster/cluster'
import { say, table } from './measure'

/*
 * What a whole installation does in bad moments: reads and writes go through the proxy all the while, from several callers; every failed
 * call is counted, and afterwards every write that was answered is looked for, once.
 */
const callers = 6

const signIn = async ({ emulatorHost }: Cluster, email: string) => {
  const answer = await fetch(
    `http://${emulatorHost}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'tsudoi-demo', returnSecureToken: true }),
    },
  )
  return ((await answer.json()) as { idToken: string }).idToken
}

const idsOf = async ({ database }: Cluster) => {
  const client = new pg.Client({ connectionString: database.appUrl })
  await client.connect()
  const { rows } = await client.query<{ tenant_id: string; brand_id: string }>(
    `select brands.tenant_id, brands.brand_id from brands where brands.slug = 'aoi'`,
  )
  await client.end()
  return { tenantId: rows[0]?.tenant_id ?? '', brandId: rows[0]?.brand_id ?? '' }
}

const terms = { price: 1500, subscriptionInterval: 'month', description: '', thumbnail: '' }

/** For comparison: nobody may send these again, so that what a killed instance had taken fails. */
const keyless = 'writes without one'

type Tally = { calls: number; failed: number; slowest: number; reasons: string[] }
const tally = (): Tally => ({ calls: 0, failed: 0, slowest: 0, reasons: [] })

/** Calls as fast as they are answered, until `during` has ended. */
const underLoad = async (cluster: Cluster, during: () => Promise<void>) => {
  const [token, ids] = [await signIn(cluster, 'owner@hoshi.test'), await idsOf(cluster)]
  const kinds = { pages: tally(), reads: tally(), 'writes with a key': tally(), [keyless]: tally() }
  const written: string[] = []
  let isOver = false
  const one = async (kind: Tally, ask: () => Promise<Response>): Promise<boolean> => {
    const from = performance.now()
    kind.calls++
    const answered = async () => {
      const answer = await ask()
      // To its end: what breaks off in the middle is a failure, too.
      await answer.arrayBuffer()
      return answer.ok ? '' : `answered ${answer.status}`
    }
    const found = await answered().catch((error: Error) => String(error.cause ?? error))
    kind.slowest = Math.max(kind.slowest, performance.now() - from)
    if (found) {
      kind.failed++
      kind.reasons.push(found)
    }
    return found === ''
  }
  const post = (name: string, payload: object, headers: Record<string, string> = {}) =>
    fetch(`${cluster.origin}/api/cms/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify(payload),
    })
  const caller = async () => {
    while (!isOver) {
      await one(kinds.pages, () => fetch(`${cluster.origin}/fc/aoi`))
      await one(kinds.reads, () => post('getPlans', ids))
      const name = randomUUID()
      if (
        await one(kinds['writes with a key'], () =>
          post('createDraftPlan', { ...ids, ...terms, name }, { 'Idempotency-Key': randomUUID() }),
        )
      )
        written.push(name)
      await one(kinds[keyless], () => post('createDraftPlan', { ...ids, ...terms, name: `${name} without` }))
    }
  }
  const calling = Array.from({ length: callers }, caller)
  await during().finally(() => {
    isOver = true
  })
  await Promise.all(calling)
  return { kinds, written }
}

const timesWritten = async ({ database }: Cluster, names: string[]) => {
  const client = new pg.Client({ connectionString: database.appUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string; times: number }>(
    'select plans.name, count(*)::int as times from plans where plans.name = any($1) group by plans.name',
    [names],
  )
  await client.end()
  return new Map(rows.map(({ name, times }) => [name, times]))
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

export const ground = async (): Promise<string[]> => {
  if (missing().length > 0) {
    say(`\nground: SKIPPED, as this machine lacks ${missing().join(', ')}`)
    return []
  }
  const cluster = await startCluster({ say })
  const misses: string[] = []
  try {
    const upheavals = {
      'rolling restart': async () => {
        for (const web of cluster.webs) {
          await pause(2000)
          await web.stop()
          await web.start()
        }
        await pause(2000)
      },
      'kill -9': async () => {
        for (const web of cluster.webs) {
          await pause(2000)
          await web.kill()
          await pause(1000)
          await web.start()
        }
        await pause(2000)
      },
    }
    for (const [name, during] of Object.entries(upheavals)) {
      const { kinds, written } = await underLoad(cluster, during)
      say(`\n${name}, of both webs one after the other, under the load of ${callers} callers`)
      table(
        ['', 'calls', 'failed', 'slowest, ms'],
        Object.entries(kinds).map(([kind, { calls, failed, slowest }]) => [
          kind,
          String(calls),
          String(failed),
          slowest,
        ]),
      )
      for (const [kind, { failed, reasons }] of Object.entries(kinds))
        if (failed > 0 && (kind !== keyless || name === 'rolling restart'))
          misses.push(`${name}: ${failed} of the ${kind} failed (${[...new Set(reasons)].slice(0, 3).join('; ')})`)
      const times = await timesWritten(cluster, written)
      const lost = written.filter((one) => !times.has(one)).length
      const twice = written.filter((one) => (times.get(one) ?? 0) > 1).length
      say(`  of ${written.length} writes that were answered ${lost} are lost, ${twice} were done twice`)
      if (lost + twice > 0) misses.push(`${name}: ${lost} writes lost, ${twice} done twice`)
    }
  } finally {
    await cluster.stop()
  }
  return misses
}
