import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The large clubs are filled and read in one process, with what the tests of operations are made of. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['bench/business/*.measure.ts'],
    environment: 'node',
    globalSetup: 'tests/support/global.ts',
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
    fileParallelism: false,
  },
})
