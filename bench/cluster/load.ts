import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { say, table } from '../measure'
import type { Cluster } from './cluster'

/*
 * What a whole installation is asked in bad moments: reads and writes go through the proxy all the while, from several callers; every
 * failed call is counted, and afterwards every write that was answered is looked for, once.
 */
const callers = 6
export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

export const rowsIn = async <Row extends pg.QueryResultRow>(url: string, sql: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

export const signIn = async ({ emulatorHost }: Cluster, email: string) => {
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

export const idsOf = async ({ database }: Cluster) => {
  const rows = await rowsIn<{ tenant_id: string; brand_id: string }>(
    database.appUrl,
    `select brands.tenant_id, brands.brand_id from brands where brands.slug = 'aoi'`,
  )
  return { tenantId: rows[0]?.tenant_id ?? '', brandId: rows[0]?.brand_id ?? '' }
}

const terms = { price: 1500, subscriptionInterval: 'month', description: '', thumbnail: '' }

/** For comparison: nobody may send these again, so that what a killed instance had taken fails. */
export const keyless = 'writes without one'

type Tally = { calls: number; failed: number; slowest: number; reasons: string[] }
const tally = (): Tally => ({ calls: 0, failed: 0, slowest: 0, reasons: [] })
type Written = { name: string; at: number }

/** Calls as fast as they are answered, until `during` has ended. */
export const underLoad = async (
  cluster: Cluster,
  during: () => Promise<void>,
  { origin = cluster.origin, width = callers }: { origin?: string; width?: number } = {},
) => {
  const [token, ids] = [await signIn(cluster, 'owner@hoshi.test'), await idsOf(cluster)]
  const kinds = { pages: tally(), reads: tally(), 'writes with a key': tally(), [keyless]: tally() }
  const written: Written[] = []
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
      // What is down answers at once: to be asked as fast as that is no load that anybody brings.
      await pause(50)
    }
    return found === ''
  }
  const post = (name: string, payload: object, headers: Record<string, string> = {}) =>
    fetch(`${origin}/api/cms/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify(payload),
    })
  const caller = async () => {
    while (!isOver) {
      await one(kinds.pages, () => fetch(`${origin}/fc/aoi`))
      await one(kinds.reads, () => post('getPlans', ids))
      const name = randomUUID()
      if (
        await one(kinds['writes with a key'], () =>
          post('createDraftPlan', { ...ids, ...terms, name }, { 'Idempotency-Key': randomUUID() }),
        )
      )
        written.push({ name, at: Date.now() })
      await one(kinds[keyless], () => post('createDraftPlan', { ...ids, ...terms, name: `${name} without` }))
    }
  }
  const calling = Array.from({ length: width }, caller)
  await during().finally(() => {
    isOver = true
  })
  await Promise.all(calling)
  return { kinds, written }
}
type Load = Awaited<ReturnType<typeof underLoad>>

export const tallies = ({ kinds }: Load) =>
  table(
    ['', 'calls', 'failed', 'slowest, ms'],
    Object.entries(kinds).map(([kind, { calls, failed, slowest }]) => [kind, String(calls), String(failed), slowest]),
  )

/** What failed, of the kinds in which nothing may. */
export const failures = (name: string, { kinds }: Load, allowed: string[] = []) =>
  Object.entries(kinds)
    .filter(([kind, { failed }]) => failed > 0 && !allowed.includes(kind))
    .map(
      ([kind, { failed, reasons }]) =>
        `${name}: ${failed} of the ${kind} failed (${[...new Set(reasons)].slice(0, 3).join('; ')})`,
    )

/** Of the writes that were answered: those that this database lacks, and those that it has twice. */
export const lookFor = async (url: string, { written }: Load) => {
  const rows = await rowsIn<{ name: string; times: number }>(
    url,
    'select plans.name, count(*)::int as times from plans where plans.name = any($1) group by plans.name',
    [written.map(({ name }) => name)],
  )
  const times = new Map(rows.map(({ name, times }) => [name, times]))
  return {
    lost: written.filter(({ name }) => !times.has(name)),
    twice: written.filter(({ name }) => (times.get(name) ?? 0) > 1).length,
  }
}

/** Says it, and what is wrong of it. */
export const nothingLost = async (name: string, url: string, load: Load) => {
  const { lost, twice } = await lookFor(url, load)
  say(`  of ${load.written.length} writes that were answered ${lost.length} are lost, ${twice} were done twice`)
  return lost.length + twice > 0 ? [`${name}: ${lost.length} writes lost, ${twice} done twice`] : []
}
