import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serverConfig } from '#config.server.ts'
import { noteSignal } from '#publishing/streamings/callbacks.server.ts'
import { livePath } from '#server/live/files.ts'
import { stopBudget } from '#server/machine/stopping.ts'
import { causeOf, log } from '#server/telemetry/log.ts'
import { callbackContext } from '../workContext'

const script = fileURLToPath(new URL('./ingestProcess.ts', import.meta.url))

type IngestMessage = { ready: true } | { key: string; isThere: boolean } | { said: string }

/** Milliseconds before a port that is in use is tried again. */
const pause = 10_000

/**
 * Listens for live streams (RTMP). Connections are handed to a child process, which is started at the first one (most
 * clubs never stream, and it takes 80 MB) and again after it has ended. If the port is taken the program runs without
 * it and retries. Returns a function that stops it.
 */
export const startIngest = (port: number, say: (line: string) => void = () => {}): (() => Promise<void>) => {
  let child: ChildProcess | undefined
  let ready: Promise<ChildProcess> | undefined
  let isStopping = false
  let again: NodeJS.Timeout | undefined

  const hear = async (from: ChildProcess, told: IngestMessage) => {
    if ('said' in told) return log.warn({ said: told.said }, 'live')
    if (!('key' in told)) return
    const { key, isThere } = told
    try {
      const admission = await noteSignal(callbackContext(), key, isThere)
      if (isThere && from.connected) from.send({ key, folder: admission && livePath(admission.folder) })
    } catch (error) {
      // The database is unavailable for a moment: the next signal report retries.
      log.error({ cause: causeOf(error) }, 'live signal')
    }
  }

  const begin = () =>
    new Promise<ChildProcess>((done, fail) => {
      // Own process group: Ctrl-C must not end it before the program. The port identifies it in the process list.
      const own = spawn(process.execPath, [script, String(port), serverConfig().FFMPEG_PATH], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        detached: true,
      })
      child = own
      own.on('message', (told: IngestMessage) => ('ready' in told ? done(own) : void hear(own, told)))
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
    // A client that disconnects before it was handed over is ignored.
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
    // Printed once to the terminal; the log has every attempt.
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
