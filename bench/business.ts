import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { say, table } from './measure'

type Line = { part: string; name: string; small: number; large: number; totals: number; miss: string | null }

/**
 * The lists of a large club against those of a small one, in pages of PostgreSQL: in a database of its own, without the
 * program. `--large` is 1,000,000 rows; 100,000 otherwise.
 */
export const business = async (): Promise<string[]> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tsudoi-bench-'))
  const result = path.join(folder, 'result')
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
  const config = fileURLToPath(new URL('./business/vitest.config.ts', import.meta.url))
  const rows = process.env.BENCH_ROWS ?? (process.argv.includes('--large') ? '1000000' : '100000')
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--config', config], {
    encoding: 'utf8',
    env: { ...process.env, BENCH_ROWS: rows, BENCH_RESULT: result },
  })
  const said = (fs.existsSync(result) ? fs.readFileSync(result, 'utf8') : '').split('\n').filter(Boolean)
  fs.rmSync(folder, { recursive: true, force: true })
  const all: (Line | { said: string })[] = said.map((line) => JSON.parse(line))
  const lines = all.filter((line) => 'part' in line)
  say(`\nPages of PostgreSQL that the rows of a list are read from, in a small club and in one of ${rows} rows`)
  for (const line of all) if ('said' in line) say(line.said)
  table(
    ['', 'small', 'large', 'ratio', 'totals'],
    lines.map(({ part, name, small, large, totals, miss }) => [
      `${miss ? '! ' : ''}${part}: ${name}`,
      small,
      large,
      (large / Math.max(small, 1)).toFixed(2),
      totals,
    ]),
  )
  return [
    ...lines.flatMap(({ miss }) => (miss ? [miss] : [])),
    ...(status === 0 ? [] : [`the lists were not measured to their end: ${stdout.slice(-2000)}`]),
  ]
}
