import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../src/server/db/embedded'

/** Measures with a server of their own: that of the tests saves nothing; one that is used waits for the disk while it holds what it has locked. */
export const withDurable = async <T>(measure: (env: { TEST_DATABASE_URL: string }) => T): Promise<T> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tsudoi-durable-'))
  fs.chmodSync(folder, 0o711)
  const server = await startEmbedded({ dataDir: folder, log: () => {} })
  try {
    return measure({ TEST_DATABASE_URL: server.superuserUrl })
  } finally {
    await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
