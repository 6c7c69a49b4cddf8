import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { badDays } from './cluster/badDays'
import { release } from './release'

/**
 * `npm run soak`: the long versions of the randomised tests, and of the one that leaves out files; then the release day of a brand
 * (`--count 200` makes it smaller) and the cluster's bad days. Values from the environment win.
 */
const long: NodeJS.ProcessEnv = {
  SOAK_KILLS: '40',
  SOAK_SEEDS: '5000',
  SOAK_MONTHS: '24',
  SOAK_FANS: '200',
  SOAK_ORDERS: '720',
  SOAK_VISITS: '100000',
  SOAK_RELEASE: '10000',
  RACE_BUYERS: '100',
  RACE_ROUNDS: '20',
  NEW_OPERATION: 'each',
  ...process.env,
}
const tests = [
  'program/crash',
  'program/newOperation',
  'program/cdn.program',
  'shop/crash.goods',
  'money/crash.purchases',
  'shop/orderMoves',
  'ground/storage.kill',
  'membership/plans.rules',
  'membership/plans.figures',
  'money/payments.order',
  'shop/stock.race',
].map((name) => `tests/${name}.test.ts`)
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))

const run = (args: string[], env: NodeJS.ProcessEnv = long) =>
  new Promise<boolean>((ended) => {
    const child = spawn(process.execPath, [vitest, 'run', ...args], { stdio: 'inherit', env })
    child.on('close', (code) => ended(code === 0))
  })
const failed = (what: string, repeat: string) => {
  process.stderr.write(`${what} failed. Its seed stands above; ${repeat}\n`)
  process.exitCode = 1
}

/** A program is one thread: the fans of the simulation are those of two clubs, each in a program and a database of its own. */
const clubs = 2
const simulation = 'tests/money/simulation.test.ts'
const simulate = async () => {
  const seed = Number(long.SOAK_SEED ?? 11)
  const SOAK_FANS = String(Math.ceil(Number(long.SOAK_FANS) / clubs))
  const began = performance.now()
  const done = await Promise.all(
    Array.from({ length: clubs }, (_, n) => {
      // The first club's run has the file's other tests, too. Mails are written as the built program writes them.
      const args = n === 0 ? [simulation] : [simulation, '-t', 'months of']
      const env = { ...long, SOAK_FANS, SOAK_SEED: String(seed + n), NODE_ENV: 'production' as const }
      return run([...args, '--execArgv=--max-semi-space-size=64'], env)
    }),
  )
  const took = Math.round((performance.now() - began) / 1000)
  process.stdout.write(`The simulation: ${long.SOAK_MONTHS} months of ${clubs} x ${SOAK_FANS} fans in ${took} s.\n`)
  if (done.includes(false)) failed(simulation, `SOAK_MONTHS, SOAK_FANS=${SOAK_FANS} and SOAK_SEED repeat one club's.`)
}

// Names narrow it down: npm run soak -- simulation
const { values, positionals: wanted } = parseArgs({ allowPositionals: true, options: { count: { type: 'string' } } })
const isWanted = (test: string) => wanted.length === 0 || wanted.some((part) => test.includes(part))
for (const test of tests.filter(isWanted)) if (!(await run([test]))) failed(test, "SOAK_SEED repeats the crash test's.")
if (isWanted(simulation)) await simulate()
const misses: string[] = []
if (isWanted('release')) misses.push(...(await release(values.count ?? String(long.SOAK_RELEASE))))
if (isWanted('cluster')) misses.push(...(await badDays()))
for (const miss of misses) process.stderr.write(`${miss}\n`)
if (misses.length > 0) process.exitCode = 1
// What a cluster leaves open must not keep this process.
process.exit()
