import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { serverConfig } from '#config.server.ts'

/** ffmpeg or ffprobe cannot be run here at all. */
export class ProgramMissing extends Error {}

type Program = 'ffmpeg' | 'ffprobe'
const pathOf = (program: Program) => serverConfig()[program === 'ffmpeg' ? 'FFMPEG_PATH' : 'FFPROBE_PATH']

type Options = {
  /** Folder for a pid file, so that the process can be ended after this one was killed. */
  folder?: string
  signal?: AbortSignal
  onLine?: (line: string) => void
}
export type Ran = { code: number | null; stdout: string; stderr: string }

export const pidFile = 'ffmpeg.pid'
/** Kept output: all of ffprobe's, and the end of ffmpeg's error output. */
const keptCharacters = 64 * 1024
/** A program without output for this many milliseconds counts as hanging. */
const longestSilence = 5 * 60_000

const children = new Set<{ kill(signal: 'SIGKILL'): boolean }>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Runs one of the programs to its end; code null when it was ended by a signal. Calls are not queued. */
export const run = (program: Program, args: readonly string[], { folder, signal, onLine }: Options = {}) =>
  new Promise<Ran>((done, failed) => {
    const child = spawn(pathOf(program), args, { stdio: ['ignore', 'pipe', 'pipe'] })
    children.add(child)
    if (child.pid !== undefined) {
      try {
        // Requests have priority.
        setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
      } catch {
        // The process has ended already.
      }
      if (folder) void writeFile(join(folder, pidFile), String(child.pid)).catch(() => {})
    }
    const kill = () => void child.kill('SIGKILL')
    const silence = setTimeout(kill, longestSilence)
    signal?.addEventListener('abort', kill, { once: true })
    let [stdout, stderr] = ['', '']
    if (onLine) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        silence.refresh()
        onLine(line)
      })
    } else child.stdout.on('data', (chunk) => (stdout = (stdout + chunk).slice(0, keptCharacters)))
    child.stderr.on('data', (chunk) => (stderr = (stderr + chunk).slice(-keptCharacters)))
    const ended = () => {
      clearTimeout(silence)
      children.delete(child)
      signal?.removeEventListener('abort', kill)
    }
    child.on('error', (error) => {
      ended()
      failed(new ProgramMissing(`${program} cannot be run: ${error.message}`))
    })
    child.on('close', (code) => {
      ended()
      done({ code, stdout, stderr })
    })
    if (signal?.aborted) kill()
  })
