import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { sleep } from '#server/machine/processes.ts'
import { programEnv, root, youngRoom } from '../../scripts/steps.mjs'

/** One process of the built program, at a port that it keeps. */
export const instanceOf = (name: string, folder: string, port: number, env: Record<string, string>) => {
  const dataDir = join(folder, name)
  const log = join(folder, `${name}.log`)
  const present = join(root, process.env.NEXT_DIST_DIR ?? '.next', 'program/program/main.mjs')
  let child: ChildProcess | undefined

  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  /** `main`: of another version. */
  const start = async (main = present) => {
    // The demo keeps its mails in a folder, which anybody reads at any instance.
    for (const path of [dataDir, join(folder, 'outbox')]) fs.mkdirSync(path, { recursive: true })
    if (!fs.existsSync(join(dataDir, 'outbox'))) fs.symlinkSync(join(folder, 'outbox'), join(dataDir, 'outbox'))
    const out = fs.openSync(log, 'a')
    // The folder stands in its command line, by which the next start knows what this one has left.
    const own = spawn(process.execPath, ['--expose-gc', ...youngRoom, main, `--of=${dataDir}`], {
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
  return {
    name,
    port,
    log,
    env: { ...env, DATA_DIR: dataDir },
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pid: () => child?.pid ?? 0,
  }
}
