import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#server/machine/processes.ts'

/* `npm run dev:mock`: the sources as they change, on a machine that has neither a database nor a build. */

const folder = '.next-development-test'
let stop = async () => {}
let origin = ''

beforeAll(async () => {
  const port = await freePort()
  origin = `http://localhost:${port}`
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/program/main.ts', '--mocked', '--dev'], {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'development', ENV_FILE: '.env.example', PORT: String(port) },
      ...{ NEXT_PUBLIC_MOCKED: '1', NEXT_DIST_DIR: folder },
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const closed = new Promise((resolve) => child.on('close', resolve))
  stop = async () => {
    child.kill('SIGTERM')
    await closed
    fs.rmSync(folder, { recursive: true, force: true })
  }
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      if (said.includes('is ready at')) resolve()
    })
    child.on('close', () => reject(new Error(said)))
  })
})
afterAll(() => stop())

test.each(['/en/tenants/tenant_hoshi', '/login'])('every script that %s names is there', async (path) => {
  const page = await fetch(`${origin}${path}`)
  expect(page.status).toBe(200)
  const scripts = [...(await page.text()).matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src = '']) => src)
  expect(scripts.length).toBeGreaterThan(5)
  for (const src of scripts) expect((await fetch(`${origin}${src}`)).status, src).toBe(200)
})
