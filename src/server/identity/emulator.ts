import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPortFree, isRunning, readPid, StartProblem, sleep, stopProcess } from '../machine/processes'
import { stopBudget } from '../machine/stopping'

export type AuthEmulator = { host: string; stop: () => Promise<void> }

const script = fileURLToPath(new URL('./emulatorProcess.ts', import.meta.url))

const answersFor = async (host: string) => {
  try {
    const answer = await fetch(`http://${host}/`, { signal: AbortSignal.timeout(1000) })
    return (await answer.text()).includes('authEmulator')
  } catch {
    return false
  }
}

/** The emulator recorded in that file, and whether its parent still runs: one that is about to stop is unusable. */
const findRunning = (pidFile: string) => {
  const pid = readPid(pidFile)
  if (!pid || !isRunning(pid, 'emulatorProcess')) return undefined
  const owner = Number(readFileSync(pidFile, 'utf8').split('\n')[1])
  return { isOwned: isRunning(owner, 'node') }
}

/** The emulator of a killed program stops within moments; until then its port is still in use. */
const waitForPort = async (port: number, patienceMs: number) => {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(50))
    if (await isPortFree(port, '127.0.0.1')) return
  throw new StartProblem(`Port ${port} (identity emulator) is in use by another program. Set AUTH_EMULATOR_PORT.`)
}

export const startAuthEmulator = async ({
  port,
  dataDir,
  projectId,
  keeps = true,
}: {
  port: number
  dataDir: string
  projectId: string
  /**
   * Whether accounts are persisted. Off in tests: with thousands of accounts, writing all after each change is slow.
   */
  keeps?: boolean
}): Promise<AuthEmulator> => {
  const folder = join(resolve(dataDir), 'identity')
  const pidFile = join(folder, `emulator-${port}.pid`)
  const host = `127.0.0.1:${port}`
  mkdirSync(resolve(dataDir), { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  const other = findRunning(pidFile)
  if (other?.isOwned && (await answersFor(host))) return { host, stop: async () => {} }

  await waitForPort(port, other ? 10_000 : 2000)
  // A process group of its own: Ctrl-C must not end it before the program has finished its last request.
  const accounts = keeps ? [join(folder, 'accounts.json')] : []
  const child = spawn(process.execPath, [script, String(port), projectId, ...accounts], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  })
  await new Promise<void>((ready, failed) => {
    child.on('message', (message: { ready?: true; problem?: string }) => {
      if (message.ready) ready()
      else failed(new StartProblem(`The identity emulator did not start on port ${port}: ${message.problem}.`))
    })
    child.on('error', failed)
    child.on('exit', (code) => failed(new StartProblem(`The identity emulator ended with code ${code}.`)))
  })
  const pid = child.pid
  if (!pid) throw new Error('a ready process has an id')
  writeFileSync(pidFile, `${pid}\n${process.pid}\n`)
  child.unref()
  child.channel?.unref()
  return {
    host,
    stop: async () => {
      await stopProcess(pid, 'emulatorProcess', { graceMs: stopBudget.emulator })
      rmSync(pidFile, { force: true })
    },
  }
}
