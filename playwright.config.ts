import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { forShortPages, shell } from './e2e/support/chromium'

// Workers load this file again and inherit the environment: one data folder for the whole run.
if (!process.env.E2E_DATA_DIR) {
  const folder = mkdtempSync(join(tmpdir(), 'tsudoi-e2e-'))
  chmodSync(folder, 0o711) // As root the database runs under another account, which has to enter.
  process.env.E2E_DATA_DIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

const mockedPort = Number(process.env.E2E_MOCKED_PORT ?? 3100)
const fullPort = Number(process.env.E2E_PORT ?? 3200)
/** Where the program of the full project runs already (`npm run cluster -- --journeys`): then none is started for it. */
const runningAt = process.env.E2E_BASE_URL

const chosen = [...process.argv.join(' ').matchAll(/--project[= ](\S+)/g)].map(([, name]) => name)
const isWanted = (project: string) => chosen.length === 0 || chosen.includes(project)

const demo = { ENV_FILE: '.env.example', LOG_LEVEL: 'warn' }
const servers = {
  mocked: {
    command: 'node scripts/mock.mjs --built',
    url: `http://localhost:${mockedPort}/api/health`,
    env: { ...demo, PORT: String(mockedPort) },
  },
  full: {
    command: 'node scripts/start.mjs',
    url: `http://localhost:${fullPort}/api/ready`,
    env: {
      ...demo,
      PORT: String(fullPort),
      DATA_DIR: process.env.E2E_DATA_DIR,
      AUTH_EMULATOR_PORT: process.env.E2E_AUTH_EMULATOR_PORT ?? '9299',
      CLOCK: 'adjustable',
      RATE_LIMITS: 'off',
      RTMP_PORT: process.env.E2E_RTMP_PORT ?? '19350',
      PUSH_TEST_ORIGIN: `http://127.0.0.1:${process.env.E2E_PUSH_PORT ?? 19_360}`,
    },
  },
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // Recording every test takes a quarter of the time; by hand: npx playwright test --trace on.
    trace: 'on-first-retry',
    launchOptions: shell,
  },
  projects: [
    {
      name: 'mocked',
      testDir: 'e2e/mocked',
      use: {
        baseURL: `http://localhost:${mockedPort}`,
        launchOptions: { ...shell, args: [...shell.args, forShortPages] },
      },
    },
    { name: 'full', testDir: 'e2e/full', use: { baseURL: runningAt ?? `http://localhost:${fullPort}` } },
  ],
  webServer: (['mocked', 'full'] as const)
    .filter((name) => isWanted(name) && !(name === 'full' && runningAt))
    .map((name) => ({
      ...servers[name],
      name,
      timeout: 300_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
      stdout: 'pipe' as const,
    })),
})
