import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { programEnv, root } from '../../scripts/steps.mjs'

const built = join(root, process.env.NEXT_DIST_DIR ?? '.next', 'program/program/tsudoi.mjs')

/** Runs `tsudoi` of the build beside an instance, by its settings. */
export const tsudoi = async (args: string[], env: Record<string, string>) => {
  const from = performance.now()
  const child = spawn(process.execPath, [built, ...args], {
    env: { ...process.env, ...programEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const code = await new Promise((done) => child.on('close', done))
  return { code, said, seconds: (performance.now() - from) / 1000 }
}
