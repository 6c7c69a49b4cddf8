import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serverConfig } from '../../config.server'
import { noteSignal } from '../../features/streamings/callbacks.server'
import { stopBudget } from '../machine/stopping'
import { causeOf, log } from '../telemetry/log'
import { callbackContext } from '../workContext'
import { livePath } from './files'

const script = fileURLToPath(new URL('./ingestProcess.ts', import.meta.url))

type Told = { ready: true } | { key: string; isThere: boolean } | { said: string }

/** How long to wait before a port that is taken is tried again, in milliseconds. */
const pause = 10_000

/**
 * Takes live pictures at this port. What arrives there is handed to a process of its own, which is begun at the first
 * connection (most clubs never stream, and it takes 80 MB) and again at the next one after it has ended. Where the port is
 * taken the program runs without it and tries again: streamings then wait for their signal. Answers how to stop.
 */
export const startIngest = (port: number, say: (line: string) => void = () => {}): (() => Promise<void>) => {
  let child: ChildProcess | undefined
  let ready: Promise<ChildProcess> | undefined
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

  const begin = () =>
    new Promise<ChildProcess>((done, fail) => {
      // A group of its own: Ctrl-C must not end it before the program has. The port names it in the list of processes.
      const own = spawn(process.execPath, [script, String(port), serverConfig().FFMPEG_PATH], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        detached: true,
      })
      child = own
      own.on('message', (told: Told) => ('ready' in told ? done(own) : void hear(own, told)))
      own.on('error', (error) => {
        log.error({ cause: causeOf(error) }, 'live ingest')
        fail(error)
      })
      own.on('exit', (code) => {
        if (child === own) [child, ready] = [undefined, undefined]
        fail(new Error('It has ended.'))
        if (!isStopping) log.warn({ code }, 'live ingest ended')
      })
    })

  const server = createServer({ pauseOnConnect: true }, async (socket) => {
    // Who goes before it was handed over is not missed.
    socket.on('error', () => {})
    try {
      ready ??= begin()
      const own = await ready
      own.send({ connection: true }, socket, (error) => error && socket.destroy())
    } catch {
      ready = undefined
      socket.destroy()
    }
  })
  const listen = () => {
    again = undefined
    server.listen(port)
  }
  server.on('error', (error) => {
    if (isStopping) return
    log.warn({ port, cause: causeOf(error) }, 'live ingest: port in use')
    say(`Port ${port} is in use: no live pictures are taken. Set RTMP_PORT to another number, or to 0.`)
    // Said once to the terminal; the log has every try.
    say = () => {}
    again = setTimeout(listen, pause)
    again.unref()
  })
  listen()
  return async () => {
    isStopping = true
    clearTimeout(again)
    server.close()
    const own = child
    if (!own || own.exitCode !== null) return
    const ended = new Promise((over) => own.once('exit', over))
    own.kill('SIGTERM')
    const late = setTimeout(() => own.kill('SIGKILL'), stopBudget.live)
    await ended
    clearTimeout(late)
  }
}
