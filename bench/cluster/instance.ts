import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { freePort, sleep } from '#server/machine/processes.ts'
import { programEnv, root, youngRoom } from '../../scripts/steps.mjs'

/** One process of the built program, at a port that it keeps. */
export const instanceOf = async (name: string, folder: string, env: Record<string, string>) => {
  const port = await freePort()
  const dataDir = join(folder, name)
  const log = join(folder, `${name}.log`)
  const main = join(root, process.env.NEXT_DIST_DIR ?? '.next', 'program/program/main.mjs')
  let child: ChildProcess | undefined

  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  const start = async () => {
    const out = fs.openSync(log, 'a')
    const own = spawn(process.execPath, ['--expose-gc', ...youngRoom, main], {
      env: { ...process.env, ...programEnv, ...env, PORT: String(port), DATA_DIR: dataDir },
      stdio: ['ignore', out, out],
      // A group of its own: Ctrl-C is for who stops them one after the other.
      detached: true,
    })
    fs.closeSync(out)
    child = own
    while (!(await isReady())) {
      if (own.exitCode !== null || own.signalCode !== null) throw new Error(`${name} ended while starting: see ${log}`)
      await sleep(50)
    }
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const own = child
    if (!own || own.exitCode !== null || own.signalCode !== null) return
    const ended = new Promise((done) => own.once('exit', done))
    own.kill(signal)
    await ended
  }
  return { name, port, log, start, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}
