import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { diskStorage } from '#server/storage/disk.ts'
import { demoSettings } from '../support/settings'

const dataDir = demoSettings()
const uploader = fileURLToPath(new URL('../support/uploader.ts', import.meta.url))
const kills = Number(process.env.SOAK_KILLS ?? 5)

/** Ends an uploader in the middle of its work; answers what it had named as safe. */
const killInTheMiddle = (afterMs: number) =>
  new Promise<string[]>((done) => {
    const child = spawn(process.execPath, ['--import', 'tsx', uploader], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (data) => {
      if (output === '') setTimeout(() => child.kill('SIGKILL'), afterMs)
      output += data
    })
    child.on('close', () => done(output.split('\n').slice(0, -1)))
  })

test(`after ${kills} kills every file that was named is whole, and no half file has a name`, {
  timeout: 300_000 + kills * 5000,
}, async () => {
  const storage = diskStorage()
  const named: string[] = []
  for (let i = 0; i < kills; i++) named.push(...(await killInTheMiddle(Math.random() * 200)))
  expect(named.length).toBeGreaterThan(0)
  for (const line of named) {
    const [key = '', md5 = ''] = line.split(' ')
    expect((await storage.head(key))?.etag, key).toBe(`"${md5}"`)
    const bytes = await readFile(join(dataDir, 'files', 'objects', key))
    expect(createHash('md5').update(bytes).digest('hex')).toBe(md5)
  }
  const folder = join(dataDir, 'files', 'objects', 'private', 'tenant_a')
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).size).toBe(200_000)
})
