import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

const syncNow = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

type Sync = { hasBegun: boolean; done: Promise<void> }
const syncs = new Map<string, Sync>()

/**
 * Makes renames inside the folder durable. Callers that come during a sync share the next one, so a hundred files of
 * one folder cost a few syncs.
 */
export const syncFolder = (folder: string): Promise<void> => {
  // Windows cannot open a folder; its file system journals renames itself.
  if (process.platform === 'win32') return Promise.resolve()
  const latest = syncs.get(folder)
  if (latest && !latest.hasBegun) return latest.done
  const own: Sync = { hasBegun: false, done: Promise.resolve() }
  own.done = (async () => {
    // A failure of the earlier sync was reported to its own callers.
    await latest?.done.catch(() => {})
    own.hasBegun = true
    await syncNow(folder).finally(() => {
      if (syncs.get(folder) === own) syncs.delete(folder)
    })
  })()
  syncs.set(folder, own)
  return own.done
}

/** Syncs a file that another program wrote to the disk. */
export const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates the folder and its parents, each synced before anything is put into it. */
export const ensureFolder = async (folder: string): Promise<void> => {
  const path = resolve(folder)
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** Renames a finished, synced file to its name: readers see all of it or nothing, also after a crash. */
export const publishFile = async (temporary: string, path: string): Promise<void> => {
  await rename(temporary, path)
  await syncFolder(dirname(path))
}

export const writeWhole = async (temporary: string, path: string, bytes: Uint8Array | string): Promise<void> => {
  const handle = await open(temporary, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  await publishFile(temporary, path)
}
