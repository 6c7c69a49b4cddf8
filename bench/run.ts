import { fork, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { build } from '../scripts/build.mjs'
import { newDataDir, program } from '../tests/support/program'
import type { Recorded } from './bare'

/*
 * `npm run bench`: the program as it is started for real (production build; RATE_LIMITS=off and LOG_LEVEL=warn, since neither
 * a limit nor a terminal is what is measured) against a bare server on the same database, turn by turn in one run. Only the ratios mean
 * something: load, database and both servers share the machine.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const connections = 16
const distDir = process.env.NEXT_DIST_DIR ?? '.next'
const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const names = ['getPublicPlans', 'getPlans'] as const
type Name = (typeof names)[number]
const payloads = { getPublicPlans: ids, getPlans: { ...ids, pagination: { limit: 20, offset: 0 } } }
const baseOf = (name: Name) => (name === 'getPublicPlans' ? ('public' as const) : ('cms' as const))

const say = (line = '') => process.stdout.write(`${line}\n`)
const table = (head: string[], rows: (string | number)[][]) => {
  const all = [head, ...rows].map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)))
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  for (const row of all)
    say(`  ${row.map((cell, i) => (i ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join('  ')}`)
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

if ((await build({ distDir })) !== 0) process.exit(1)

const dataDir = newDataDir('bench')
const house = await program({ dataDir, env: { NEXT_DIST_DIR: distDir } })
const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}
const firstStart = await timed(house.start)
await house.stop()
const warmStart = await timed(house.start)
const token = await house.signIn('owner@hoshi.test')

// --- In this process: the same serve() without http and Next; its questions are written down for the bare server ---------

Object.assign(process.env, {
  FIREBASE_PROJECT_ID: 'demo-tsudoi',
  FIREBASE_API_KEY: 'demo',
  USE_EMULATOR: 'true',
  FIREBASE_AUTH_EMULATOR_HOST: house.emulatorHost,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  DATA_DIR: dataDir,
})
const { shared } = await import('../src/server/shared')
const { serve } = await import('../src/server/serve')
shared.databaseUrl = house.databaseUrl()

const headersOf = (name: Name) => ({
  'content-type': 'application/json',
  ...(name === 'getPlans' && { authorization: `Bearer ${token}` }),
})
const inProcess = (name: Name) =>
  serve({
    base: baseOf(name),
    name,
    method: 'POST',
    body: JSON.stringify(payloads[name]),
    headers: headersOf(name),
    address: '127.0.0.1',
  })

const record = async (): Promise<Recorded> => {
  const recorded: Recorded = {}
  let heard: Recorded[string] = []
  class Recorder extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const ask = this.query.bind(this) as (...all: unknown[]) => never
      this.query = (first: unknown, ...rest: unknown[]) => {
        if (typeof first === 'object' && first !== null && 'text' in first) {
          const { text, rowMode, name } = first as { text: string; rowMode?: string; name?: string }
          const values = (rest[0] ?? (first as { values?: unknown[] }).values ?? []) as unknown[]
          heard.push({
            text,
            values: Array.isArray(values) ? values : [],
            ...(rowMode && { rowMode }),
            ...(name && { name }),
          })
        }
        return ask(first, ...rest)
      }
    }
  }
  shared.pool = new pg.Pool({ connectionString: shared.databaseUrl, max: 16, Client: Recorder as typeof pg.Client })
  shared.drizzle = drizzle({ client: shared.pool })
  for (const name of names) {
    heard = []
    const { status, body } = await inProcess(name)
    if (status !== 200) throw new Error(`${name} answered ${status}: ${body}`)
    recorded[name] = heard
  }
  await shared.pool.end()
  shared.pool = undefined
  shared.drizzle = undefined
  return recorded
}
const recorded = await record()

/** Milliseconds of this process's own time per call: what a second busy program on the machine does not change. */
const measureInProcess = async (name: Name) => {
  for (let i = 0; i < 500; i++) await inProcess(name)
  const before = process.cpuUsage()
  const until = performance.now() + seconds * 1000
  let calls = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (; performance.now() < until; calls++) await inProcess(name)
    }),
  )
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / calls
}

/** The same of another process, where the system tells it (Linux counts in hundredths of a second). */
const cpuOf = (pid: number | undefined) => {
  try {
    const [, rest = ''] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = rest.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

// --- Turn by turn over HTTP -------------------------------------------------------------------------------------------

const bare = fork(fileURLToPath(new URL('./bare.ts', import.meta.url)), {
  execArgv: ['--import', 'tsx'],
  env: {
    ...process.env,
    BARE_DATABASE: house.databaseUrl(),
    BARE_QUERIES: JSON.stringify(recorded),
    BARE_TOKEN: token,
  },
})
const barePort = await new Promise<number>((known) =>
  bare.on('message', (message: { port: number }) => known(message.port)),
)

type Server = { origin: string; pid: number | undefined }
type Sample = { rps: number; p50: number; p99: number; cpu: number }
const load = async ({ origin, pid }: Server, name: Name, duration: number): Promise<Sample> => {
  const before = cpuOf(pid)
  const result = await autocannon({
    url: `${origin}/api/${baseOf(name)}/${name}`,
    method: 'POST',
    headers: headersOf(name),
    body: JSON.stringify(payloads[name]),
    connections,
    duration,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} errors`)
  const cpu = (cpuOf(pid) - before) / result.requests.total
  return { rps: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, cpu }
}

const servers = {
  bare: { origin: `http://127.0.0.1:${barePort}`, pid: bare.pid },
  house: { origin: house.origin, pid: house.pid() },
}
const samples = new Map<string, Sample[]>()
for (const name of names) for (const server of Object.values(servers)) await load(server, name, 2) // warm up
for (let round = 0; round < rounds; round++) {
  for (const name of names) {
    for (const [who, server] of Object.entries(servers)) {
      const key = `${name} ${who}`
      samples.set(key, [...(samples.get(key) ?? []), await load(server, name, seconds)])
    }
  }
}
const of = (name: Name, who: keyof typeof servers) => {
  const all = samples.get(`${name} ${who}`) ?? []
  const middle = (key: keyof Sample) => median(all.map((sample) => sample[key]))
  return { rps: middle('rps'), p50: middle('p50'), p99: middle('p99'), cpu: middle('cpu') }
}

say(
  `\nOver HTTP, ${connections} connections, ${rounds} rounds of ${seconds} s by turns (medians; ratios of each round's pair)`,
)
const misses: string[] = []
// Each round's pair is measured within seconds: whatever else the machine does then meets both.
const pairs = (name: Name, compare: (own: Sample, other: Sample) => number) => {
  const [own, other] = [samples.get(`${name} house`) ?? [], samples.get(`${name} bare`) ?? []]
  return median(own.flatMap((sample, round) => (other[round] ? [compare(sample, other[round])] : [])))
}
table(
  ['', 'bare rps', 'ours rps', 'ratio', 'bare p50', 'ours p50', 'bare p99', 'ours p99', 'ratio'],
  names.map((name) => {
    const [other, own] = [of(name, 'bare'), of(name, 'house')]
    const rate = pairs(name, (ours, bares) => ours.rps / bares.rps)
    const slowness = pairs(name, (ours, bares) => ours.p99 / Math.max(bares.p99, 1))
    if (rate < 0.35)
      misses.push(`${name} reaches ${rate.toFixed(2)} of the bare server's requests per second, wanted 0.35`)
    if (slowness >= 5) misses.push(`${name} has ${slowness.toFixed(1)} times the bare server's p99, wanted under 5`)
    return [name, other.rps, own.rps, rate.toFixed(2), other.p50, own.p50, other.p99, own.p99, slowness.toFixed(1)]
  }),
)

say("\nWhere the time goes: milliseconds of the server's own process per call (what the database does is not in it)")
const inside: string[][] = []
for (const name of names) {
  const served = await measureInProcess(name)
  const [other, own] = [of(name, 'bare').cpu, of(name, 'house').cpu]
  inside.push([name, ...[other, served, own - served, own].map((ms) => ms.toFixed(2))])
}
table(['', 'bare server', 'serve() alone', 'http and the door', 'the program'], inside)

say('\nStart to ready')
table(
  ['', 'seconds'],
  [
    ['first start (new database, demo world)', firstStart],
    ['warm start', warmStart],
  ],
)
if (warmStart >= 10) misses.push(`a warm start takes ${warmStart.toFixed(1)} s, wanted under 10`)

bare.disconnect()
await shared.pool?.end()
await house.stop()
fs.rmSync(dataDir, { recursive: true, force: true })

say('\nFirst-load JavaScript, gzip')
const bundle = spawnSync(process.execPath, ['scripts/bundle.mjs'], {
  encoding: 'utf8',
  env: { ...process.env, NEXT_DIST_DIR: distDir },
})
say(bundle.stdout.trimEnd())
if (bundle.status !== 0) misses.push(bundle.stderr.trim())

say(misses.length === 0 ? '\nEvery measure is within its bound.' : `\n${misses.join('\n')}`)
process.exit(misses.length === 0 ? 0 : 1)
