/*
 * Receives live pictures by RTMP in a child process that ends with its parent. The parent listens at the port and hands
 * the connections over. Node runs this file as it is.
 *
 * Of node-media-server only the RTMP part is used: the whole of it opens an HTTP port, records every stream and keeps a
 * store of its own. These faults of it are corrected here:
 * - it sends the pictures of a refused or a second publisher to viewers, so nothing of a session passes before its key
 *   has been accepted, and a refused one is destroyed;
 * - it reports half a minute late that a publisher has gone, so the connection's own end is used;
 * - it ends the process where the port is taken: here it never listens;
 * - it lets anybody play: here nobody can. ffmpeg is fed directly, without a URL or a key.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { join } from 'node:path'

type Packet = { data: Buffer; size: number }
type Session = {
  id: string
  ip: string
  streamApp: string
  streamName: string
  socket: Socket
  rtmp: { onPacketCallback: (packet: Packet) => void }
  broadcast: Broadcast
}
type Subscriber = { id: string; ip: string; protocol: 'flv'; sendBuffer: (bytes: Buffer) => void }
type Broadcast = {
  publisher: Session | null
  getPublishStatus(): 'publishing' | 'reconnecting' | 'idle'
  postPlay(subscriber: Subscriber): string | null
  donePlay(subscriber: Subscriber): void
  _finishPublish(): void
}
type Rtmp = { handleRequest(socket: Socket): void; _sockets: Set<Socket> }

/** Response of the parent: where to write, or null for a key that is not accepted (any more). */
type Place = { folder: string; path: string; connection: string }
type Answer = { key: string; place: Place | null }

const [port, ffmpeg] = process.argv.slice(2)
if (!port || !ffmpeg) throw new Error('usage: ingestProcess port ffmpeg')

const require = createRequire(import.meta.url)
// Its log contains addresses, and the keys in them.
const logger: { log: () => void } = require('node-media-server/src/core/logger.js')
logger.log = () => {}
const Context: {
  config: object
  eventEmitter: { on(event: string, heard: (session: Session) => void): void }
} = require('node-media-server/src/core/context.js')
Context.config = { rtmp: {} }
const RtmpServer: new () => Rtmp = require('node-media-server/src/server/rtmp_server.js')

type Told =
  | { ready: true }
  | { key: string; isThere: boolean }
  | { refused: string }
  | { written: Place }
  | { said: string }
const tell = (message: Told) => process.connected && process.send?.(message)

/** Milliseconds between reports of a signal to the parent, and longest wait for the response to a new one. */
const beat = 2000
const longestWait = 10_000
/** Maximum of open connections, and of milliseconds without a packet. */
const mostConnections = 200
const longestSilence = 20_000
/** Buffered packets of a publisher that is not admitted yet, and bytes that ffmpeg may lag behind. */
const mostWaiting = 3000
const mostBehind = 32 * 1024 * 1024

const argumentsFor = ({ path, connection }: Place) => [
  ...['-hide_banner', '-v', 'error', '-fflags', '+genpts', '-protocol_whitelist', 'pipe', '-f', 'flv', '-i', 'pipe:0'],
  ...['-map', '0:v:0', '-map', '0:a:0?', '-c', 'copy', '-f', 'hls', '-hls_time', '2', '-hls_list_size', '15'],
  // Browsers play fMP4 as it is. The head is written beside the list.
  ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', `${connection}-head.mp4`],
  ...['-hls_segment_filename', join(path, `${connection}-%06d.m4s`)],
  ...['-hls_flags', 'append_list+omit_endlist+temp_file', join(path, 'index.m3u8')],
]

const children = new Map<ChildProcess, Place>()
const isWriting = ({ path, connection }: Place) =>
  [...children.values()].some((one) => one.path === path && one.connection === connection)

/** Writes incoming pictures to one place; ends with its input. */
const record = (broadcast: Broadcast, place: Place, onFailed: () => void) => {
  const child = spawn(ffmpeg, argumentsFor(place), { stdio: ['pipe', 'ignore', 'pipe'] })
  children.set(child, place)
  const input = child.stdin
  let said = ''
  let isOver = false
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-500)
  })
  // It has ended, which is handled below.
  input?.on('error', () => {})
  const subscriber: Subscriber = {
    id: `ffmpeg ${place.path}`,
    ip: '',
    protocol: 'flv',
    sendBuffer: (bytes) => {
      if (isOver) return
      input?.write(bytes)
      if ((input?.writableLength ?? 0) > mostBehind) child.kill('SIGKILL')
    },
  }
  const ended = () => {
    if (children.delete(child)) tell({ written: place })
    if (isOver) return
    isOver = true
    broadcast.donePlay(subscriber)
    if (said) tell({ said })
    onFailed()
  }
  child.on('error', ended)
  child.on('close', ended)
  broadcast.postPlay(subscriber)
  return () => {
    if (isOver) return
    isOver = true
    broadcast.donePlay(subscriber)
    input?.end()
  }
}

type Publisher = {
  session: Session
  /** Passes on the packets that have waited; null once that is done. */
  admit: (() => void) | null
  path: string | null
  stop: () => void
}
const publishers = new Map<string, Publisher>()

const destroy = (session: Session) => {
  // Destroying the socket does not stop data that has already been read from being passed on.
  session.rtmp.onPacketCallback = () => {}
  session.socket.destroy()
}

const end = (key: string) => {
  const known = publishers.get(key)
  if (!known) return
  publishers.delete(key)
  known.stop()
  destroy(known.session)
}

Context.eventEmitter.on('prePublish', (session) => {
  const { streamApp, streamName: key, broadcast } = session
  if (streamApp !== 'live') return destroy(session)
  if (publishers.has(key)) {
    tell({ refused: key })
    return destroy(session)
  }
  // A publisher that left within the last half minute has other timestamps: its stream is not continued.
  if (broadcast.getPublishStatus() === 'reconnecting') broadcast._finishPublish()
  const pass = session.rtmp.onPacketCallback
  const waiting: Packet[] = []
  session.rtmp.onPacketCallback = (packet) => {
    if (waiting.length >= mostWaiting) destroy(session)
    // The next packet of its kind is read into the same memory, so the data is copied.
    else waiting.push({ ...packet, data: Buffer.from(packet.data.subarray(0, packet.size)) })
  }
  const admissionTimer = setTimeout(() => end(key), longestWait)
  publishers.set(key, {
    session,
    admit: () => {
      clearTimeout(admissionTimer)
      session.rtmp.onPacketCallback = pass
      for (const packet of waiting.splice(0)) pass(packet)
    },
    path: null,
    stop: () => clearTimeout(admissionTimer),
  })
  session.socket.once('close', () => {
    const known = publishers.get(key)
    if (known?.session !== session) return
    publishers.delete(key)
    known.stop()
    tell({ key, isThere: false })
  })
  tell({ key, isThere: true })
})
Context.eventEmitter.on('prePlay', destroy)

setInterval(() => {
  for (const [key, { admit }] of publishers) if (!admit) tell({ key, isThere: true })
}, beat)

const server = new RtmpServer()
/** Connections that send nothing are closed. */
const connected = (socket: Socket) => {
  if (server._sockets.size >= mostConnections) return socket.destroy()
  socket.setTimeout(longestSilence, () => socket.destroy())
  server.handleRequest(socket)
  return socket.resume()
}

const heard = ({ key, place }: Answer) => {
  const known = publishers.get(key)
  // The publisher has gone meanwhile: nothing will be written there.
  if (!known) return place && !isWriting(place) && tell({ written: place })
  if (place === null) return end(key)
  if (known.path !== place.path) {
    known.stop()
    known.path = place.path
    known.stop = record(known.session.broadcast, place, () => end(key))
  }
  known.admit?.()
  known.admit = null
}
process.on('message', (message: Answer | { connection: true }, socket?: Socket) => {
  if (!('connection' in message)) heard(message)
  else if (socket) connected(socket)
})
tell({ ready: true })

const finish = () => {
  for (const key of [...publishers.keys()]) {
    end(key)
    // Another receiver may take the encoder's next try at once.
    tell({ key, isThere: false })
  }
  // Each process writes its last segment when its input ends.
  setInterval(() => children.size === 0 && process.exit(0), 20)
  setTimeout(() => process.exit(0), 2000)
}
process.on('disconnect', finish)
process.on('SIGTERM', finish)
process.on('SIGINT', () => {}) // Ctrl-C: the parent decides when to stop.
