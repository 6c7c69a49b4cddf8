import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Demo settings with a data folder of their own. Call before anything reads the configuration. */
export const demoSettings = (settings: Record<string, string> = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsudoi-test-'))
  Object.assign(process.env, {
    FIREBASE_PROJECT_ID: 'demo-tsudoi',
    FIREBASE_API_KEY: 'demo',
    USE_EMULATOR: 'true',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    PUBLIC_ORIGIN: 'http://localhost:3000',
    ...settings,
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}
