import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { badDays } from './cluster/badDays'

/**
 * `npm run soak`: the long versions of the randomised tests, and of the one that leaves out files; then the cluster's bad days
 * (`npm run soak -- cluster`: these alone). Values from the environment win.
 */
const long = {
  SOAK_KILLS: '40',
  SOAK_SEEDS: '5000',
  SOAK_MONTHS: '24',
  SOAK_FANS: '200',
  SOAK_ORDERS: '720',
  SOAK_VISITS: '100000',
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
  'money/simulation',
  'money/payments.order',
  'shop/stock.race',
].map((name) => `tests/${name}.test.ts`)
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))

for (const test of process.argv.includes('cluster') ? [] : tests) {
  const { status } = spawnSync(process.execPath, [vitest, 'run', test], { stdio: 'inherit', env: long })
  if (status !== 0) {
    process.stderr.write(`${test} failed. Its seed stands above; SOAK_SEED repeats the crash test's.\n`)
    process.exitCode = 1
  }
}

const misses = await badDays()
for (const miss of misses) process.stderr.write(`${miss}\n`)
process.exit(misses.length > 0 ? 1 : process.exitCode)
