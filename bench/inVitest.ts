import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Runs the measures of a folder in one process, with what the tests of operations are made of. Returns what they told (a line of JSON
 * each, in the file that BENCH_RESULT names), and their output where they did not come to their end.
 */
export const inVitest = <Line>(folder: string, env: Record<string, string> = {}): { lines: Line[]; failed: string } => {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'tsudoi-bench-'))
  const result = path.join(temporary, 'result')
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
  const config = fileURLToPath(new URL('./vitest.config.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', config, `bench/${folder}/`],
    {
      encoding: 'utf8',
      env: { ...process.env, ...env, BENCH_RESULT: result },
    },
  )
  const said = (fs.existsSync(result) ? fs.readFileSync(result, 'utf8') : '').split('\n').filter(Boolean)
  fs.rmSync(temporary, { recursive: true, force: true })
  return {
    lines: said.map((line) => JSON.parse(line) as Line),
    failed: status === 0 ? '' : `${stdout}${stderr}`.slice(0, 6000),
  }
}
