import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Measures that need no running program: in one process each, with what the tests of operations are made of. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['bench/*/*.measure.ts'],
    environment: 'node',
    globalSetup: 'tests/support/global.ts',
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
    // Ten million rows take most of an hour to be written: only what hangs is ended.
    testTimeout: 7_200_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
    fileParallelism: false,
  },
})
