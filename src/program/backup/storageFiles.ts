import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverConfig } from '#config.server.ts'
import { ensureFolder } from '#server/machine/files.ts'
import { storage } from '#server/storage/storage.ts'
import { eachOf, takeOut, writeStream } from './copy'
import { type Content, filesFolder } from './manifest'

/* The files that the rows refer to. No key is used twice, so a file that is there is the one that was there. */

/** What is put only to see whether the storage works. */
const isProbe = (key: string) => key === 'private/ready' || /^(private|public)\/check-/.test(key)

export const hasFiles = async (): Promise<boolean> => {
  for await (const key of storage().keys()) if (!isProbe(key)) return true
  return false
}

/** Copies what is not in `done` yet. A file that is removed meanwhile belongs to no row any more. */
export const copyFiles = async (folder: string, done: Map<string, Content>): Promise<void> => {
  const copyOne = async (key: string) => {
    const info = await storage().head(key)
    if (!info) return
    const path = `${filesFolder}/${key}`
    try {
      const written = await writeStream(await storage().read(key), join(folder, path))
      done.set(key, { path, ...written, contentType: info.contentType })
    } catch (error) {
      if (await storage().head(key)) throw error
      await rm(join(folder, path), { force: true })
    }
  }
  const wanted: string[] = []
  for await (const key of storage().keys()) if (!isProbe(key) && !done.has(key)) wanted.push(key)
  await eachOf(wanted, copyOne)
}

/** Beside the storage's own files where that is the disk, so that they are moved and not copied. */
const draftFolder = async () => {
  const { S3_BUCKET, DATA_DIR } = serverConfig()
  const parent = S3_BUCKET ? tmpdir() : join(DATA_DIR, 'files')
  await ensureFolder(parent)
  return mkdtemp(join(parent, 'restoring-'))
}

export const putFiles = async (backup: string, contents: readonly Content[]): Promise<number> => {
  const prefix = `${filesFolder}/`
  const files = contents.filter(({ path }) => path.startsWith(prefix))
  const draft = await draftFolder()
  try {
    await eachOf(files, async (file, at) => {
      const path = join(draft, String(at))
      await takeOut(backup, file, path)
      await storage().putFile(file.path.slice(prefix.length), path, file.contentType ?? 'application/octet-stream')
      await rm(path, { force: true })
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return files.length
}
