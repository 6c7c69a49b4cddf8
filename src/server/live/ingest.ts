import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { serverConfig } from '../../config.server'
import { noteSignal } from '../../features/streamings/callbacks.server'
import { isPortFree } from '../machine/processes'
import { stopBudget } from '../machine/stopping'
import { causeOf, log } from '../telemetry/log'
import { callbackContext } from '../workContext'
import { livePath } from './files'

const script = fileURLToPath(new URL('./ingestProcess.ts', import.meta.url))

type Told = { ready: true } | { key: string; isThere: boolean } | { said: string }

/** How long to wait before a process that has ended is replaced, and before a port is tried again, in milliseconds. */
const pauses = { ended: 500, taken: 10_000 }

/**
 * Takes live pictures at this port, in a process of its own that is begun again when it ends. Where the port is taken the
 * program runs without it and tries again: streamings then wait for their signal. Answers how to stop.
 */
export const startIngest = (port: number, say: (line: string) => void = () => {}): (() => Promise<void>) => {
  let child: ChildProcess | undefined
  let isStopping = false
  let again: NodeJS.Timeout | undefined

  const hear = async (from: ChildProcess, told: Told) => {
    if ('said' in told) return log.warn({ said: told.said }, 'live')
    if (!('key' in told)) return
    const { key, isThere } = told
    try {
      const admission = await noteSignal(callbackContext(), key, isThere)
      if (isThere && from.connected) from.send({ key, folder: admission && livePath(admission.folder) })
    } catch (error) {
      // The database is away for a moment: the next sign of the signal finds it again.
      log.error({ cause: causeOf(error) }, 'live signal')
    }
  }

  const begin = async () => {
    if (isStopping) return
    again = undefined
    if (!(await isPortFree(port))) {
      const line = `Port ${port} is in use: no live pictures are taken. Set RTMP_PORT to another number, or to 0.`
      say(line)
      log.warn({ port }, 'live ingest: port in use')
      schedule('taken')
      return
    }
    // A group of its own: Ctrl-C must not end it before the program has.
    const own = spawn(process.execPath, [script, String(port), serverConfig().FFMPEG_PATH], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
    })
    child = own
    own.on('message', (told: Told) => void hear(own, told))
    own.on('error', (error) => log.error({ cause: causeOf(error) }, 'live ingest'))
    own.on('exit', (code) => {
      if (child === own) child = undefined
      if (isStopping) return
      log.warn({ code }, 'live ingest ended')
      schedule('ended')
    })
  }
  const schedule = (why: keyof typeof pauses) => {
    if (isStopping || again) return
    // Said once to the terminal; the log has every try.
    say = () => {}
    again = setTimeout(() => void begin(), pauses[why])
    again.unref()
  }
  void begin()
  return async () => {
    isStopping = true
    clearTimeout(again)
    const own = child
    if (!own || own.exitCode !== null) return
    const ended = new Promise((done) => own.once('exit', done))
    own.kill('SIGTERM')
    const late = setTimeout(() => own.kill('SIGKILL'), stopBudget.live)
    await ended
    clearTimeout(late)
  }
}
