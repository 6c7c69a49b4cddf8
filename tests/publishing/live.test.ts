import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { liveFolder } from '#kit/live.ts'
import { day } from '#kit/time.ts'
import { handleMedia } from '#program/http/media.ts'
import { startIngest } from '#program/live/ingest.ts'
import { callbackContext } from '#program/workContext.ts'
import { noteSignal } from '#publishing/streamings/callbacks.server.ts'
import { chatMessages } from '#publishing/streamings/chat/tables.server.ts'
import { streamings } from '#publishing/streamings/contract.ts'
import { streamingDetailsOf } from '#publishing/streamings/details.server.ts'
import { longestArrival, refusalShown } from '#publishing/streamings/streaming.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { headOf, isPiece, liveFiles } from '#server/live/files.ts'
import { freePort } from '#server/machine/processes.ts'
import type { Brand, Cookie } from '#server/proven.ts'
import { moveClock, runDueJobs } from '#server/queue.ts'
import { storage } from '#server/storage/storage.ts'
import { clip } from '../support/clip'
import { ask, type Person } from '../support/club'
import { scene } from '../support/scene'

/* Pictures sent by a real encoder to the real ingest, watched through the real media route. */

const folder = mkdtempSync(join(tmpdir(), 'tsudoi-live-'))
const film = join(folder, 'film.mp4')
let port: number
let stop: () => Promise<void>
let web: Server
const encoders = new Set<ChildProcess>()

beforeAll(async () => {
  writeFileSync(film, clip({ seconds: 4, options: ['-g', '24'] }))
  port = await freePort()
  stop = startIngest({ port })
  web = createServer((req, res) => void handleMedia(req, res)).listen(0)
})
afterEach(() => {
  for (const encoder of encoders) encoder.kill('SIGKILL')
  encoders.clear()
})
afterAll(async () => {
  await stop()
  web.close()
  rmSync(folder, { recursive: true, force: true })
})

const sending = (key: string, input: string[], stdin: 'ignore' | 'pipe', app = 'live', at = port) => {
  const to = `rtmp://127.0.0.1:${at}/${app}/${key}`
  const args = ['-v', 'error', ...input, '-c', 'copy', '-f', 'flv', to]
  const encoder: ChildProcess = spawn('ffmpeg', args, { stdio: [stdin, 'ignore', 'pipe'] })
  encoders.add(encoder)
  return encoder
}

/** Streams the film again and again until it is ended. */
const encode = (key: string, app = 'live', at = port) => {
  const encoder = sending(key, ['-re', '-stream_loop', '-1', '-i', film], 'ignore', app, at)
  const ended = new Promise<number | null>((done) => encoder.once('close', done))
  return { ended, stop: () => encoder.kill('SIGKILL') }
}

const here = (url: string) => {
  const address = web.address()
  return url.replace(
    serverConfig().PUBLIC_ORIGIN,
    `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
  )
}
type Named = { tenantId: string; named: { streamingId: string } }
const liveFolderOf = (tenantId: string) => `${liveFolder({ tenantId, streamingId: 'streaming_gone' })}/show`
const shownBy = ({ tenantId, named }: Named) => `${liveFolder({ tenantId, streamingId: named.streamingId })}/show`
/** The pieces that are in the storage. */
const piecesOf = async (world: Named) => (await storage().list(shownBy(world))).filter(isPiece)
/** Files on their way to the storage. */
const left = (outbox: string) => readdirSync(outbox, { recursive: true }).filter((path) => String(path).includes('.'))
/** The errors that a decoder reports for a film. */
const complaintsOf = (path: string) =>
  spawnSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'null', '-'], { encoding: 'utf8' }).stderr
const secondsOf = (path: string) =>
  Number(execFileSync('ffprobe', [...['-v', 'error', '-show_entries', 'format=duration'], ...['-of', 'csv=p=0', path]]))
const tsOf = (path: string, again = 0) =>
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-stream_loop', String(again), '-i', path],
    ...['-c', 'copy', '-f', 'mpegts', 'pipe:1'],
  ])

const listening = (at = port) =>
  expect
    .poll(
      () =>
        new Promise((done) => {
          const socket = connect(at, '127.0.0.1', () => done(socket.destroy() && true)).once('error', () => done(false))
        }),
    )
    .toBe(true)

const withStreaming = async () => {
  const world = await scene()
  const said = { ...(world.examples.createStreaming as { eventId: string; scheduleId: string }), ...world.ids }
  const { streamingId, ingest } = await ask(
    streamings.createStreaming,
    { ...said, scheduledStartAt: now() + day, expiredAt: now() + 3 * day },
    world.owner,
  )
  const named = { ...world.ids, streamingId }
  const read = async () => (await ask(streamings.getStreaming, named, world.owner)).streaming
  /** What a fan who may watch gets. */
  const watch = async () => {
    const cookies: Cookie[] = []
    const brand = { ...world.ids, slug: world.slug } as Brand
    const reader = {
      ...{ db: database(), brand, storage: storage(), now: now(), origin: serverConfig().PUBLIC_ORIGIN },
      setCookie: (cookie: Cookie) => void cookies.push(cookie),
      locale: 'ja' as const,
    }
    const details = await streamingDetailsOf(
      reader,
      { streamingId, planContentId: 'content_1' },
      { mayPlay: async () => true },
    )
    if (!details) throw new Error('no details')
    const { default: source } = details.streamingSource
    const cookie = Object.entries(source.cookie).map(([name, value]) => `${name}=${value}`)
    const get = (url: string) => fetch(here(url), { headers: { cookie: cookie.join('; ') } })
    return { details, source, get, cookies }
  }
  return { ...world, named, key: ingest.key, read, watch }
}
type World = Awaited<ReturnType<typeof withStreaming>>
const patient = { interval: 100 }
const healthOf = (world: World) => world.read().then(({ health }) => health)
const start = (named: World['named'], owner: Person) => ask(streamings.startLive, named, owner)

describe('a streaming', () => {
  test('is seen live by who may watch, and afterwards as it was recorded', async () => {
    await listening()
    const world = await withStreaming()
    const { named, owner, key, read, watch } = world
    encode(key)
    await expect.poll(() => healthOf(world), patient).toBe('ok')
    // Staff see what comes in; nobody else does.
    const preview = await ask(streamings.getStreaming, named, owner)
    expect(preview.monitorUrl).toMatch(/\/preview\/index\.m3u8$/)
    expect((await watch()).source).toEqual({ cookie: {}, cors: false, url: '' })

    await start(named, owner)
    const live = await watch()
    expect(live.details).toMatchObject({ streamingStatus: 'live', health: 'ok', streamingId: named.streamingId })
    expect(live.cookies.length).toBe(3)
    expect(live.source).toMatchObject({ cors: false, liveOffset: 6 })
    const playlist = async () => (await live.get(live.source.url)).text()
    await expect.poll(playlist, patient).toMatch(/\d{4}-\d{6}\.m4s[\s\S]+\d{4}-\d{6}\.m4s/)
    const text = await playlist()
    expect(text).not.toContain('EXT-X-ENDLIST')
    // Once, before the first piece.
    expect(text.match(/#EXT-X-MAP:.*/g)).toEqual([`#EXT-X-MAP:URI="${headOf('0001')}"`])
    const [piece = ''] = text.match(/\d{4}-\d{6}\.m4s/) ?? []
    expect(text.indexOf('#EXT-X-MAP')).toBeLessThan(text.indexOf('#EXTINF'))
    const address = live.source.url.replace('index.m3u8', piece)
    const files = await Promise.all([headOf('0001'), piece].map((name) => live.get(address.replace(piece, name))))
    expect(files.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'video/mp4'],
      [200, 'video/mp4'],
    ])
    const bytes = await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())))
    expect(bytes.map((one) => one.toString('latin1', 4, 8))).toEqual(['ftyp', 'styp'])
    writeFileSync(join(folder, 'seen.mp4'), Buffer.concat(bytes))
    expect(complaintsOf(join(folder, 'seen.mp4'))).toBe('')
    expect((await fetch(here(address))).status).toBe(403)
    expect((await live.get(address.replace('/show/', '/preview/'))).status).toBe(403)

    for (const encoder of encoders) encoder.kill('SIGKILL')
    await expect.poll(() => healthOf(world), patient).toBe('noSignal')
    expect((await watch()).details).toMatchObject({ streamingStatus: 'live', health: 'noSignal' })
    const before = (await playlist()).match(/\d{4}-\d{6}\.m4s/g)?.length ?? 0
    encode(key)
    await expect.poll(() => healthOf(world), patient).toBe('ok')
    await expect
      .poll(async () => (await playlist()).match(/\d{4}-\d{6}\.m4s/g)?.length ?? 0, patient)
      .toBeGreaterThan(before)
    await expect
      .poll(playlist, patient)
      .toMatch(/EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="0002-head\.mp4"\n#EXTINF[\s\S]+0002-\d{6}\.m4s/)

    await ask(streamings.endLive, named, owner)
    expect((await watch()).details.streamingStatus).toBe('beforeVOD')
    await expect.poll(() => healthOf(world), patient).toBe('noSignal')
    await moveClock(now() + 5000)
    const recordingOf = async () => {
      await runDueJobs()
      return (await read()).vod.state
    }
    await expect.poll(recordingOf, patient).toBe('ready')
    expect((await read()).streamingStatus).toBe('vod')
    const recorded = await watch()
    expect(recorded.details.streamingStatus).toBe('vod')
    const master = await recorded.get(recorded.source.url)
    expect(await master.text()).toContain('RESOLUTION=320x180')
    const rendition = await (await recorded.get(recorded.source.url.replace('master', '180p/index'))).text()
    const seconds = [...rendition.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, length]) => sum + Number(length), 0)
    expect(seconds).toBeGreaterThan(6)
    expect(await storage().list(shownBy(world))).toEqual([])
    expect(left(join(serverConfig().DATA_DIR, 'live'))).toEqual([])
    const { expiredAt } = recorded.details
    await moveClock(expiredAt ?? 0)
    expect((await watch()).details.streamingStatus).toBe('ended')
    expect((await watch()).source.url).toBe('')
  })

  test('takes no pictures of a key that is nobody’s, nor of a second one', async () => {
    await listening()
    const world = await withStreaming()
    expect(await encode('key-00000000000000000000').ended).not.toBe(0)
    expect(await encode(world.key, 'other').ended).not.toBe(0)
    expect(await healthOf(world)).toBe('noSignal')
    const first = encode(world.key)
    await expect.poll(() => healthOf(world), patient).toBe('ok')
    expect((await world.read()).hasSecondEncoder).toBe(false)
    expect(await encode(world.key).ended).not.toBe(0)
    expect(await healthOf(world)).toBe('ok')
    first.stop()
    await expect.poll(() => healthOf(world), patient).toBe('noSignal')
  })

  test('tells the staff for half a minute that a second encoder was turned away, and nobody of another live', async () => {
    await listening()
    const [world, other] = [await withStreaming(), await withStreaming()]
    const isTold = async (of: World) => (await of.read()).hasSecondEncoder
    encode(world.key)
    encode(other.key)
    await expect.poll(() => Promise.all([healthOf(world), healthOf(other)]), patient).toEqual(['ok', 'ok'])
    expect(await encode(world.key, 'other').ended).not.toBe(0)
    expect(await isTold(world)).toBe(false)
    expect(await encode(world.key).ended).not.toBe(0)
    await expect.poll(() => isTold(world), patient).toBe(true)
    expect(await healthOf(world)).toBe('ok')
    expect(await isTold(other)).toBe(false)
    await moveClock(now() + refusalShown)
    expect(await isTold(world)).toBe(false)
    // Once the first one has stopped, the next one is no second.
    encoders.forEach((encoder) => void encoder.kill('SIGKILL'))
    await expect.poll(() => healthOf(world), patient).toBe('noSignal')
    encode(world.key)
    await expect.poll(() => healthOf(world), patient).toBe('ok')
    expect(await isTold(world)).toBe(false)
  })

  test('cuts off who streams with a key that was changed', async () => {
    await listening()
    const world = await withStreaming()
    const first = encode(world.key)
    await expect.poll(() => healthOf(world), patient).toBe('ok')
    const { ingest } = await ask(streamings.rotateStreamKey, world.named, world.owner)
    expect(await first.ended).not.toBe(0)
    encode(ingest.key)
    await expect.poll(() => healthOf(world), patient).toBe('ok')
  })

  test('keeps what is sent while its key is looked up as it was sent', async () => {
    await listening()
    const world = await withStreaming()
    await start(world.named, world.owner)
    // All of it is there before the answer is; the connection stays open.
    const encoder = sending(world.key, ['-f', 'mpegts', '-i', 'pipe:0'], 'pipe')
    encoder.stdin?.write(tsOf(film, 3))
    const pieces = () => piecesOf(world)
    await expect.poll(pieces, patient).toContain('0001-000000.m4s')
    const first = join(folder, 'first.mp4')
    const read = [headOf('0001'), '0001-000000.m4s'].map((name) => storage().readWhole(`${shownBy(world)}/${name}`))
    writeFileSync(first, Buffer.concat((await Promise.all(read)).map((bytes) => bytes ?? Buffer.alloc(0))))
    expect(complaintsOf(first)).toBe('')
  })

  test('is recorded whole though a frame of its sound came in broken', async () => {
    const world = await withStreaming()
    const whole = tsOf(film)
    // As many connections, each cut off in another packet of its sound or picture.
    for (let nth = 1; nth <= 40; nth++) {
      const piece = whole.subarray(0, -nth * 777)
      await storage().put(`${shownBy(world)}/${String(nth).padStart(4, '0')}-000000.ts`, piece, 'video/mp2t')
    }
    const streaming = { tenantId: world.tenantId, streamingId: world.named.streamingId }
    const seconds = await liveFiles.joined(streaming, async (joined) => secondsOf(joined?.path ?? ''))
    expect(seconds).toBeGreaterThan(40 * 3)
  })

  test('is recorded with its chat beside it: what was said after the line of the encoder was lost is read where its pictures go on', async () => {
    await listening()
    const world = await withStreaming()
    await start(world.named, world.owner)
    const { tenantId } = world
    const { streamingId } = world.named
    const first = encode(world.key)
    await expect.poll(() => piecesOf(world), patient).toContain('0001-000001.m4s')
    first.stop()
    await expect.poll(() => healthOf(world), patient).toBe('noSignal')
    const silentFrom = now()
    // Five minutes without pictures.
    await moveClock(now() + 5 * 60_000)
    const second = encode(world.key)
    await expect.poll(() => piecesOf(world), patient).toContain('0002-000005.m4s')
    await expect.poll(() => healthOf(world), patient).toBe('ok')
    const at = { first: silentFrom - 3000, within: silentFrom + 60_000, waits: silentFrom + 200_000, after: now() }
    const row = { tenantId, streamingId, uid: world.owner.uid, status: 'published' as const }
    await database()
      .insert(chatMessages)
      .values(
        Object.entries(at).map(([text, saidAt], n) => ({
          ...{ ...row, messageId: `${streamingId}_${text}`, text, seq: n + 1, saidAt },
          moment: saidAt - (silentFrom - 6000),
        })),
      )
    second.stop()
    await ask(streamings.endLive, world.named, world.owner)
    await expect.poll(() => healthOf(world), patient).toBe('noSignal')
    await moveClock(now() + 5000)
    const stateOf = async () => {
      await runDueJobs()
      return (await world.read()).vod.state
    }
    await expect.poll(stateOf, patient).toBe('ready')
    const told = await database()
      .select({ text: chatMessages.text, moment: chatMessages.moment })
      .from(chatMessages)
      .where(eq(chatMessages.streamingId, streamingId))
    const {
      first: said = -1,
      within = -1,
      waits,
      after = -1,
    } = Object.fromEntries(told.map(({ text, moment }) => [text, moment]))
    const { source, get } = await world.watch()
    const rendition = await (await get(source.url.replace('master', '180p/index'))).text()
    const length = [...rendition.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, one]) => sum + Number(one) * 1000, 0)
    expect([said >= 0, said < within, within < after, after < length]).toEqual([true, true, true, true])
    // Both were said while the pictures stood still, one after the other.
    expect(waits).toBe(within + 1)
    // Not the five minutes that nobody sent anything.
    expect(after - within).toBeLessThan(60_000)
  })

  test('is watched by nobody at the address where it is sent', async () => {
    await listening()
    const world = await withStreaming()
    encode(world.key)
    await expect.poll(() => healthOf(world), patient).toBe('ok')
    const to = `rtmp://127.0.0.1:${port}/live/${world.key}`
    const player = spawn('ffmpeg', ['-v', 'error', '-rw_timeout', '5000000', '-i', to, '-t', '1', '-f', 'null', '-'])
    expect(await new Promise((done) => player.once('close', done))).not.toBe(0)
  })
})

test('its process is begun again when it was killed, and the encoder’s next try is taken', async () => {
  await listening()
  const world = await withStreaming()
  await start(world.named, world.owner)
  const first = encode(world.key)
  await expect.poll(() => healthOf(world), patient).toBe('ok')
  // The first connection has left something, so that the second one is counted as such.
  await expect.poll(() => piecesOf(world), patient).toContain('0001-000001.m4s')
  const pid = Number(execFileSync('pgrep', ['-f', `ingestProcess.ts ${port}`], { encoding: 'utf8' }).trim())
  process.kill(pid, 'SIGKILL')
  expect(await first.ended).not.toBe(0)
  await listening()
  encode(world.key)
  const { source, get } = await world.watch()
  // Two connections, one film.
  await expect.poll(async () => (await get(source.url)).text(), patient).toMatch(/0002-\d{6}\.m4s/)
})

describe('with several instances', () => {
  const outboxes: string[] = []
  const receivers: (() => Promise<void>)[] = []
  /** The receiver of another instance, with its own folder on its way to the storage that all have. */
  const another = async () => {
    const own = { port: await freePort(), folder: join(serverConfig().DATA_DIR, `live-${outboxes.length}`) }
    outboxes.push(own.folder)
    const stopIt = startIngest(own)
    receivers.push(stopIt)
    await listening(own.port)
    return { ...own, stop: stopIt }
  }
  afterAll(() => Promise.all(receivers.map((stopIt) => stopIt())))
  const stateAfterJobs = (world: World) => async () => {
    await runDueJobs()
    return (await world.read()).vod.state
  }
  const recorded = async (world: World) => {
    await ask(streamings.endLive, world.named, world.owner)
    await expect.poll(() => healthOf(world), patient).toBe('noSignal')
    await moveClock(now() + 5000)
    await expect.poll(stateAfterJobs(world), patient).toBe('ready')
  }

  test('a second receiver goes on with a live whose first one stops; all of it is recorded and seen, by an instance that took none of it', async () => {
    const [first, second] = [await another(), await another()]
    const world = await withStreaming()
    await start(world.named, world.owner)
    encode(world.key, 'live', first.port)
    await expect.poll(() => piecesOf(world), patient).toContain('0001-000001.m4s')
    await first.stop()
    expect(left(first.folder)).toEqual([])
    encode(world.key, 'live', second.port)
    const { source, get } = await world.watch()
    await expect
      .poll(async () => (await get(source.url)).text(), patient)
      .toMatch(/0001-000001\.m4s[\s\S]+EXT-X-DISCONTINUITY[\s\S]+0002-\d{6}\.m4s/)
    await recorded(world)
    expect(left(second.folder)).toEqual([])
  })

  test('a stream that one of them takes is not taken by another, and ends nothing there', async () => {
    const [first, second] = [await another(), await another()]
    const world = await withStreaming()
    encode(world.key, 'live', first.port)
    await expect.poll(() => healthOf(world), patient).toBe('ok')
    expect(await encode(world.key, 'live', second.port).ended).not.toBe(0)
    expect(await healthOf(world)).toBe('ok')
    expect((await world.read()).hasSecondEncoder).toBe(true)
  })

  test('where a receiver dies with its machine another takes the stream once the last sign of it is old; both are recorded', async () => {
    const second = await another()
    const world = await withStreaming()
    await start(world.named, world.owner)
    // What is left of the first one, of which nobody says that its signal has gone.
    await noteSignal(callbackContext(), world.key, true, 'dead')
    await storage().put(`${shownBy(world)}/0001-000000.ts`, tsOf(film), 'video/mp2t')
    await storage().put(`${shownBy(world)}/0001.open`, Buffer.from('0001'), 'text/plain')
    expect(await encode(world.key, 'live', second.port).ended).not.toBe(0)
    await moveClock(now() + 15_000)
    expect(await healthOf(world)).toBe('noSignal')
    encode(world.key, 'live', second.port)
    await expect.poll(() => piecesOf(world), patient).toContain('0002-000001.m4s')
    expect(await healthOf(world)).toBe('ok')
    await ask(streamings.endLive, world.named, world.owner)
    await expect.poll(() => healthOf(world), patient).toBe('noSignal')
    // Until then more of the first one could have come.
    await moveClock(now() + 60_000)
    await runDueJobs()
    expect((await world.read()).vod.state).toBe('none')
    await moveClock(now() + longestArrival)
    await expect.poll(stateAfterJobs(world), patient).toBe('ready')
  })

  test('what a killed receiver still had is waited for, sent when it is started again, and in the recording', async () => {
    const world = await withStreaming()
    await start(world.named, world.owner)
    const signal = (isThere: boolean) => noteSignal(callbackContext(), world.key, isThere, 'killed')
    await signal(true)
    await moveClock(now() + 12_000)
    await signal(true)
    await signal(false)
    const outbox = join(serverConfig().DATA_DIR, 'live-killed')
    const leave = async (shown: string) => {
      mkdirSync(join(outbox, shown), { recursive: true })
      for (const name of ['0001.open', '0001-000001.ts']) writeFileSync(join(outbox, shown, name), tsOf(film))
    }
    await storage().put(`${shownBy(world)}/0001-000000.ts`, tsOf(film), 'video/mp2t')
    await storage().put(`${shownBy(world)}/0001.open`, Buffer.from('0001'), 'text/plain')
    await leave(shownBy(world))
    await leave(liveFolderOf('tenant_gone'))
    await ask(streamings.endLive, world.named, world.owner)
    await moveClock(now() + 5000)
    await runDueJobs()
    expect((await world.read()).vod.state).toBe('none')
    expect(await storage().list(shownBy(world))).toEqual(['0001-000000.ts', '0001.open'])

    receivers.push(startIngest({ port: await freePort(), folder: outbox }))
    await expect.poll(() => storage().list(shownBy(world)), patient).toEqual(['0001-000000.ts', '0001-000001.ts'])
    await expect.poll(() => left(outbox), patient).toEqual([])
    expect(await storage().list(liveFolderOf('tenant_gone'))).toEqual([])
    await moveClock(now() + 5000)
    await expect.poll(stateAfterJobs(world), patient).toBe('ready')
  })
})

test('where the port is taken the program goes on without it, and says so', async () => {
  const said: string[] = []
  await listening()
  const stopSecond = startIngest({ port, say: (line) => said.push(line) })
  await expect.poll(() => said.length).toBe(1)
  expect(said[0]).toContain(`Port ${port}`)
  await stopSecond()
})
