import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}', 'src/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: 'tests/support/global.ts',
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
    // Long enough for a machine that does other things as well: no test measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes in its own time, too: by itself a poll gives up after one second.
    expect: { poll: { timeout: 20_000 } },
    // Two cores: more workers only make the real PostgreSQL and the processes under test slower.
    maxWorkers: 2,
  },
})
