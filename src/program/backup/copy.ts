import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { StartProblem } from '#server/machine/processes.ts'
import type { Content } from './manifest'

/**
 * Several at a time: each file is synced, and a disk writes them together. After a failure no other is begun, and none goes on when this
 * ends.
 */
export const eachOf = async <T, R>(items: readonly T[], work: (item: T, at: number) => Promise<R>): Promise<R[]> => {
  let failure: { error: unknown } | undefined
  const done = await pLimit(16).map(items, async (item, at) => {
    if (failure) return
    return work(item, at).catch((error: unknown) => {
      failure ??= { error }
    })
  })
  if (failure) throw failure.error
  return done as R[]
}

/** Writes a stream to a synced file, and says what it was. */
export const writeStream = async (source: Readable, path: string): Promise<{ size: number; sha256: string }> => {
  const hash = createHash('sha256')
  let size = 0
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
  )
  return { size, sha256: hash.digest('hex') }
}

const damaged = (path: string) =>
  new StartProblem(`The backup is damaged: ${path} is not what was written. Nothing was restored.`)

/** Reads a file of the backup to another place, and refuses what is not what was written. */
export const takeOut = async (backup: string, { path, size, sha256 }: Content, to: string): Promise<void> => {
  const found = await writeStream(createReadStream(join(backup, path)), to).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? damaged(path) : error
  })
  if (found.size !== size || found.sha256 !== sha256) throw damaged(path)
}

export const hashOfStream = async (source: Readable): Promise<{ size: number; sha256: string }> => {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of source) {
    hash.update(chunk as Buffer)
    size += (chunk as Buffer).length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Refuses a backup of which one file is not what was written. */
export const checkContent = async (backup: string, { path, size, sha256 }: Content): Promise<void> => {
  const found = await hashOfStream(createReadStream(join(backup, path))).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? damaged(path) : error
  })
  if (found.size !== size || found.sha256 !== sha256) throw damaged(path)
}
