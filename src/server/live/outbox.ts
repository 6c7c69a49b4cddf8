import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { livePlaylist } from '#kit/live.ts'
import { now } from '../clock'
import { syncFile } from '../machine/files'
import { oneAtATime } from '../machine/oneAtATime'
import { storage } from '../storage/storage'
import { beginningOf, checkLiveFolder, connectionOf, headOf, isMarker, isPiece, markerOf, typeOf } from './files'

/*
 * Live pictures on their way. ffmpeg writes them into folders of the receiving instance; what is finished goes to the storage, first
 * the pieces and then the list that names them, and is removed here. What a storage that is away or an end of the program left here is
 * sent later.
 */

/** One encoder's connection to one folder, by the key of the folder and its own four digits. */
export type Connection = { folder: string; connection: string }

const numberOf = (name: string) => Number.parseInt(name, 10) || 0
const byFolder = <T>(folder: string, work: () => Promise<T>) => oneAtATime(`live ${folder}`, work)

/** ffmpeg names one head for the whole list, that of its own connection: here each stands before the pieces of its connection. */
const withHeads = (list: string) => {
  let last = ''
  return list
    .replace(/^#EXT-X-MAP:.*\n/gm, '')
    .replace(/^#EXTINF:.*\n(?:#.*\n)*(\d{4})-\d+\.m4s$/gm, (piece, connection) => {
      if (connection === last) return piece
      last = connection
      return `#EXT-X-MAP:URI="${headOf(connection)}"\n${piece}`
    })
}

export const liveOutbox = (root: string) => {
  const local = (folder: string) => join(root, checkLiveFolder(folder))
  const namesIn = (folder: string) => readdir(local(folder)).catch((): string[] => [])
  /** The list as it was sent last, and the files of a preview that are in the storage. */
  const sent = new Map<string, { list: string; pieces: Set<string> }>()
  const sentOf = (folder: string) => {
    const known = sent.get(folder) ?? { list: '', pieces: new Set() }
    sent.set(folder, known)
    return known
  }

  /** A preview is not kept: what its list no longer names goes. */
  const dropOld = async (folder: string, list: string) => {
    const { pieces } = sentOf(folder)
    for (const name of [...pieces].filter((one) => !list.includes(one))) {
      await storage().remove(`${folder}/${name}`)
      pieces.delete(name)
    }
  }
  const sendPieces = async (folder: string) => {
    const names = await namesIn(folder)
    const pieces = names.filter(isPiece).sort()
    // A head is whole as soon as there is a piece.
    const heads = new Set(pieces.map((name) => headOf(connectionOf(name))))
    for (const name of [...[...heads].filter((head) => names.includes(head)), ...pieces]) {
      const path = join(local(folder), name)
      await syncFile(path)
      await storage().putFile(`${folder}/${name}`, path, typeOf(name))
      sentOf(folder).pieces.add(name)
    }
  }
  const send = async (folder: string) => {
    // Read before the pieces are looked for: it names none that is not finished.
    const list = await readFile(join(local(folder), livePlaylist), 'utf8').catch(() => '')
    await sendPieces(folder)
    const known = sentOf(folder)
    if (list === '' || list === known.list) return
    const shown = withHeads(list)
    await storage().put(`${folder}/${livePlaylist}`, Buffer.from(shown), typeOf(livePlaylist))
    known.list = list
    if (folder.endsWith('/preview')) await dropOld(folder, shown)
  }
  const forget = async ({ folder, connection }: Connection) => {
    await storage().remove(`${folder}/${markerOf(connection)}`)
    await rm(join(local(folder), markerOf(connection)), { force: true })
    if ((await namesIn(folder)).some(isMarker)) return
    sent.delete(folder)
    await rm(local(folder), { recursive: true, force: true })
  }

  return {
    /** Prepares a folder for a new connection; its list goes on where the last one's ended, whichever instance had that. */
    begin: (folder: string): Promise<Connection & { path: string }> =>
      byFolder(folder, async () => {
        const names = [...(await storage().list(folder)), ...(await namesIn(folder))]
        const connection = String(Math.max(0, ...names.map(numberOf)) + 1).padStart(4, '0')
        const marker = markerOf(connection)
        await mkdir(local(folder), { recursive: true, mode: 0o700 })
        await writeFile(join(local(folder), marker), '')
        await storage().put(`${folder}/${marker}`, Buffer.from(connection), 'text/plain')
        await storage().put(`${folder}/${beginningOf(connection)}`, Buffer.from(String(now())), 'text/plain')
        const list = await storage().readWhole(`${folder}/${livePlaylist}`)
        if (list) await writeFile(join(local(folder), livePlaylist), list)
        return { folder, connection, path: local(folder) }
      }),
    send: (folder: string) => byFolder(folder, () => send(folder)),
    /** After its last piece was written. */
    finish: (ended: Connection) =>
      byFolder(ended.folder, async () => {
        await send(ended.folder)
        await forget(ended)
      }),
    /** Connections that an earlier run of the program did not finish. */
    async left(): Promise<Connection[]> {
      const paths = (await readdir(root, { recursive: true }).catch(() => [])).filter((path) =>
        isMarker(path.slice(-9)),
      )
      return paths.map((path) => ({ folder: path.slice(0, -10), connection: path.slice(-9, -5) }))
    },
    /** Their pieces are sent and their list is not: another instance may have gone on with it. */
    finishLeft: (left: Connection, isWanted: boolean) =>
      byFolder(left.folder, async () => {
        if (isWanted) await sendPieces(left.folder)
        await forget(left)
      }),
  }
}
