import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** A problem that the person at the terminal can solve: only its message is shown, without a stack. */
export class StartProblem extends Error {}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const commandOf = (pid: number) => {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
}

/** Process ids are reused by the system, so a living id only counts when its command line looks like ours. */
export const isRunning = (pid: number, commandPart: string) => {
  try {
    return commandOf(pid).includes(commandPart)
  } catch {
    return false
  }
}

export const stopProcess = async (
  pid: number,
  commandPart: string,
  { signal = 'SIGTERM' as NodeJS.Signals, graceMs = 5000 } = {},
) => {
  if (!isRunning(pid, commandPart)) return
  process.kill(pid, signal)
  const deadline = performance.now() + graceMs
  while (performance.now() < deadline) {
    if (!isRunning(pid, commandPart)) return
    await sleep(20)
  }
  if (isRunning(pid, commandPart)) process.kill(pid, 'SIGKILL')
}

export const readPid = (file: string) => {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

/** Takes the pid file for this process; returns the process id of another living holder. */
export const holdPidFile = (file: string, commandPart: string): number | undefined => {
  // Made with its number in it: one that is still empty would look like one that nobody holds.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${process.pid}\n`, { mode: 0o600 })
  try {
    for (;;) {
      try {
        linkSync(draft, file)
        return undefined
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
        const holder = readPid(file)
        if (holder && holder !== process.pid && isRunning(holder, commandPart)) return holder
        rmSync(file, { force: true })
      }
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

export const releasePidFile = (file: string) => {
  if (readPid(file) === process.pid) rmSync(file, { force: true })
}

export const isPortFree = (port: number, host?: string) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host }, () => probe.close(() => resolve(true)))
  })

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
