import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#server/machine/processes.ts'

let dataDir: string
beforeAll(() => {
  dataDir = fs.mkdtempSync(join(tmpdir(), 'tsudoi-start-'))
})
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

/** Starts the program, which is expected to give up, and answers what it said. */
const startProgram = async (env: Record<string, string>) => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/program/main.ts'], {
    env: {
      ...process.env,
      ENV_FILE: '.env.example',
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, said: said.trim() }
}

test('a port in use is one sentence', async () => {
  const port = await freePort()
  const somebody = createServer().listen(port)
  expect(await startProgram({ PORT: String(port) })).toEqual({
    code: 1,
    said: `Port ${port} is in use by another program. Stop it, or set PORT to another number.`,
  })
  somebody.close()
})

test('a port that is in use at another address of this machine is free at its own', async () => {
  const port = await freePort()
  const somebody = createServer()
  await new Promise<void>((up) => somebody.listen(port, '127.0.0.2', up))
  const database = `postgresql://app:word@127.0.0.1:${await freePort()}/tsudoi`
  const own = { HOST: '127.0.0.1', PORT: String(port), DATABASE_URL: database, USE_EMULATOR: 'false' }
  // It goes on to what it needs next.
  expect((await startProgram(own)).said).toContain('The database does not answer')
  expect((await startProgram({ ...own, HOST: '127.0.0.2' })).said).toContain(`Port ${port} is in use`)
  somebody.close()
})

test('a held data folder is one sentence', async () => {
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'program/main'])
  fs.writeFileSync(join(dataDir, 'program.pid'), `${holder.pid}\n`)
  expect(await startProgram({})).toEqual({
    code: 1,
    said: `The data folder ${dataDir} is in use by another Tsudoi (process ${holder.pid}). Stop it, or set DATA_DIR.`,
  })
  holder.kill()
})

test('missing and wrong settings are one sentence that names them', async () => {
  expect(await startProgram({ FIREBASE_PROJECT_ID: 'real-project', USE_EMULATOR: 'maybe', PORT: 'x' })).toEqual({
    code: 1,
    said: 'The settings need attention: USE_EMULATOR must be one of true, false, t, f, 1, 0; PORT must be a whole number.',
  })
})

test('a database that does not answer is one sentence', async () => {
  const port = await freePort()
  const { code, said } = await startProgram({
    DATABASE_URL: `postgresql://app:word@127.0.0.1:${port}/tsudoi`,
    USE_EMULATOR: 'false',
  })
  expect(code).toBe(1)
  expect(said).toContain('The database does not answer')
  expect(said).not.toContain('word@')
})
