import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, expect } from '@playwright/test'

export const newDataDir = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsudoi-second-'))
  chmodSync(folder, 0o711)
  return folder
}

export const freePort = () =>
  new Promise<number>((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

type Second = { port: number; emulatorPort: number; settings: Record<string, string>; dataDir: string }

/** A second program from the same build, beside the one under test; it has to stop by itself on SIGTERM. */
export const withSecondProgram = async (
  request: APIRequestContext,
  { port, emulatorPort, settings, dataDir }: Second,
  work: (second: ChildProcess) => Promise<void>,
) => {
  const second = spawn('node_modules/.bin/node', [`${process.env.NEXT_DIST_DIR ?? '.next'}/program/program/main.mjs`], {
    env: {
      ...process.env,
      ENV_FILE: '.env.example',
      PORT: String(port),
      AUTH_EMULATOR_PORT: String(emulatorPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => second.on('exit', resolve))
  const status = () =>
    request.get(`http://localhost:${port}/api/ready`).then(
      (answer) => answer.status(),
      () => 0,
    )
  try {
    await expect.poll(status, { timeout: 75_000 }).toBe(200)
    await work(second)
  } finally {
    second.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
}
