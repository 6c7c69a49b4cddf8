import { defineConfig } from 'vitest/config'
import { testFiles } from './tests/support/processes.ts'

export default defineConfig({
  test: {
    globalSetup: 'tests/support/global.ts',
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
    // Only what hangs is ended by these: no test measures time, and none has a limit of its own that is shorter.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is waited for comes in its own time, too: by itself a poll gives up after one second.
    expect: { poll: { timeout: 240_000 } },
    // On two cores: a worker waits for PostgreSQL, or for the processes that it starts, a tenth to half of its time. They are one group,
    // so that the last long file of one kind does not keep those of the next waiting.
    maxWorkers: 4,
    projects: [
      { extends: true, test: { name: 'own', include: testFiles.own } },
      {
        extends: true,
        test: {
          name: 'operations',
          include: testFiles.operations,
          isolate: false,
          setupFiles: 'tests/support/operations.setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: testFiles.screens,
          environment: 'jsdom',
          isolate: false,
          setupFiles: 'tests/support/screens.setup.ts',
          env: { SHARES_SCREEN: '1' },
        },
      },
      { extends: true, test: { name: 'rules', include: testFiles.rules, isolate: false } },
    ],
  },
})
