import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverConfig } from '#config.server.ts'
import { noteRefused } from '#publishing/streamings/callbacks.server.ts'
import type { Connection } from '#server/live/outbox.ts'
import { stopBudget } from '#server/machine/stopping.ts'
import { causeOf, log } from '#server/telemetry/log.ts'
import { callbackContext } from '../workContext'
import { livePictures } from './pictures'

const script = fileURLToPath(new URL('./ingestProcess.ts', import.meta.url))

type IngestMessage =
  | { ready: true }
  | { key: string; isThere: boolean }
  | { refused: string }
  | { written: Connection }
  | { said: string }

/** Milliseconds before a port that is in use is tried again. */
const pause = 10_000
/** Milliseconds that ffmpeg takes to write its last piece where the process that fed it was killed. */
const lastPiece = 1000

type Options = {
  port: number
  /** Folder for pictures on their way to the storage. */
  folder?: string
  say?: (line: string) => void
}

/**
 * Listens for live streams (RTMP). Connections are handed to a child process, which is started at the first one (most
 * clubs never stream, and it takes 80 MB) and again after it has ended. If the port is taken the program runs without
 * it and retries. Returns a function that stops it.
 */
export const startIngest = ({
  port,
  folder = resolve(serverConfig().DATA_DIR, 'live'),
  say = () => {},
}: Options): (() => Promise<void>) => {
  const pictures = livePictures(randomUUID(), folder)
  let child: ChildProcess | undefined
  let ready: Promise<ChildProcess> | undefined
  let isStopping = false
  let hasSaid = false
  let again: NodeJS.Timeout | undefined

  const hear = async (from: ChildProcess, told: IngestMessage) => {
    if ('said' in told) return log.warn({ said: told.said }, 'live')
    if ('written' in told) return pictures.written(told.written)
    if ('ready' in told) return
    try {
      if ('refused' in told) return await noteRefused(callbackContext(), told.refused)
      const { key, isThere } = told
      const place = await pictures.place(key, isThere)
      if (isThere && from.connected) from.send({ key, place })
    } catch (error) {
      // The database or the storage is unavailable for a moment: the next signal report retries.
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
        if (isStopping) return
        log.warn({ code }, 'live ingest ended')
        void pictures.lost(lastPiece)
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
    // Printed once to the terminal; the log has every attempt.
    if (!hasSaid) say(`Port ${port} is in use: no live pictures are taken. Set RTMP_PORT to another number, or to 0.`)
    hasSaid = true
    again = setTimeout(listen, pause)
    again.unref()
  })
  listen()
  return async () => {
    isStopping = true
    clearTimeout(again)
    server.close()
    const own = child
    if (own && own.exitCode === null) {
      const ended = new Promise((over) => own.once('exit', over))
      own.kill('SIGTERM')
      const late = setTimeout(() => own.kill('SIGKILL'), stopBudget.live / 2)
      await ended
      clearTimeout(late)
      await pictures.lost(0)
    }
    await pictures.stop(stopBudget.live / 2)
  }
}
