import { awaitsPictures, noteSignal } from '#publishing/streamings/callbacks.server.ts'
import { type Connection, liveOutbox } from '#server/live/outbox.ts'
import { oneAtATime } from '#server/machine/oneAtATime.ts'
import { sleep } from '#server/machine/processes.ts'
import { shared } from '#server/shared.ts'
import { causeOf, log } from '#server/telemetry/log.ts'
import { callbackContext } from '../workContext'

/** Where ffmpeg writes the pictures of one connection. */
export type Place = Connection & { path: string }

/** Milliseconds between two looks for pieces that are finished: a quarter of one. */
const look = 500
/** Milliseconds that a new connection waits for the last pieces of the one before it. */
const longestWait = 5000

const nameOf = ({ folder, connection }: Connection) => `${folder}/${connection}`

/**
 * The connections of one receiver, and the way of their pictures from its folder to the storage. A connection is written by the process
 * that receives, then finished here: all of it is in the storage.
 */
export const livePictures = (receiver: string, root: string) => {
  const outbox = liveOutbox(root)
  /** By stream key. */
  const open = new Map<string, Place>()
  const begun = new Map<string, { connection: Connection; isWritten: boolean; finished: PromiseWithResolvers<void> }>()
  let left: Connection[] = []

  /** A storage that is away is one line of the log, however often it is tried. */
  let isAway = false
  const trying = async (work: () => Promise<void>) => {
    try {
      await work()
      isAway = false
      return true
    } catch (error) {
      if (!isAway) log.error({ cause: causeOf(error) }, 'live pictures wait for the storage')
      isAway = true
      return false
    }
  }
  const finish = async (connection: Connection) => {
    if (!(await trying(() => outbox.finish(connection)))) return
    begun.get(nameOf(connection))?.finished.resolve()
    begun.delete(nameOf(connection))
  }
  const finishLeft = async (connection: Connection) => {
    const isDone = await trying(async () =>
      outbox.finishLeft(connection, await awaitsPictures(callbackContext(), connection.folder)),
    )
    if (isDone) left = left.filter((one) => one !== connection)
  }
  const sendAll = async () => {
    const written = [...begun.values()].filter(({ isWritten }) => isWritten)
    await Promise.all([
      ...written.map(({ connection }) => finish(connection)),
      ...[...new Set([...open.values()].map(({ folder }) => folder))].map((folder) =>
        trying(() => outbox.send(folder)),
      ),
      ...left.map(finishLeft),
    ])
  }

  let sending = Promise.resolve()
  const timer = setInterval(() => {
    if (begun.size + left.length === 0) return
    sending = sending.then(sendAll)
  }, look)
  timer.unref()
  const lookedBack = outbox.left().then((found) => {
    left = found
  })

  shared.liveFigures = () => ({
    connections: open.size,
    unsent: left.length + [...begun.values()].filter(({ isWritten }) => isWritten).length,
  })

  return {
    /** Takes the report of a signal; where its pictures go, or null where it is refused or has gone. */
    place: (key: string, isThere: boolean): Promise<Place | null> =>
      oneAtATime(`live signal ${key}`, async () => {
        const admission = await noteSignal(callbackContext(), key, isThere, receiver)
        const known = open.get(key)
        if (known && known.folder === admission?.folder) return known
        open.delete(key)
        if (!admission || !isThere) return null
        const { folder } = admission
        const before = [...begun.values()].filter(({ connection }) => connection.folder === folder)
        await lookedBack
        await Promise.race([Promise.all(before.map(({ finished }) => finished.promise)), sleep(longestWait)])
        const place = await outbox.begin(folder)
        begun.set(nameOf(place), { connection: place, isWritten: false, finished: Promise.withResolvers() })
        open.set(key, place)
        return place
      }),
    written(connection: Connection) {
      const known = begun.get(nameOf(connection))
      if (known) known.isWritten = true
      for (const [key, place] of open) if (nameOf(place) === nameOf(connection)) open.delete(key)
    },
    /** The process that received has ended; ffmpeg, which it fed, writes its last pieces within so many milliseconds. */
    async lost(forMs: number) {
      open.clear()
      const lost = [...begun.values()]
      await sleep(forMs)
      for (const known of lost) known.isWritten = true
    },
    /** Sends what is there for at most so many milliseconds; the rest waits for the next start. */
    async stop(budget: number) {
      clearInterval(timer)
      await Promise.race([sending.then(sendAll), sleep(budget)])
    },
  }
}
