import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuthEmulator } from '#server/identity/emulator.ts'
import { freePort, isRunning, readPid } from '#server/machine/processes.ts'

let dataDir: string
beforeAll(() => {
  dataDir = fs.mkdtempSync(join(tmpdir(), 'tsudoi-identity-'))
})
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

const projectId = 'demo-tsudoi'
const person = { email: 'someone@hoshi.test', password: 'tsudoi-demo', returnSecureToken: true }

const ask = async (host: string, operation: string, body: object) => {
  const answer = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=demo-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.status
}

test('accounts are still there after a restart', async () => {
  const port = await freePort()
  const first = await startAuthEmulator({ port, dataDir, projectId })
  expect(await ask(first.host, 'signUp', person)).toBe(200)
  await first.stop()
  const second = await startAuthEmulator({ port, dataDir, projectId })
  expect(await ask(second.host, 'signInWithPassword', person)).toBe(200)
  expect(await ask(second.host, 'signInWithPassword', { ...person, password: 'another' })).toBe(400)
  await second.stop()
})

test('an emulator ends with its program, even by kill -9, and a second program shares it until then', async () => {
  const port = await freePort()
  const code = `
    import { startAuthEmulator } from './src/server/identity/emulator.ts'
    await startAuthEmulator({ port: ${port}, dataDir: ${JSON.stringify(dataDir)}, projectId: '${projectId}' })
    console.log('up')
    setInterval(() => {}, 1000)`
  const program = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((up) => program.stdout.on('data', up))
  const pid = readPid(join(dataDir, `identity/emulator-${port}.pid`)) ?? 0
  const guest = await startAuthEmulator({ port, dataDir, projectId })
  await guest.stop()
  expect(isRunning(pid, 'emulatorProcess')).toBe(true)
  program.kill('SIGKILL')
  await expect.poll(() => isRunning(pid, 'emulatorProcess')).toBe(false)
})

test('an emulator whose program is gone is waited out, not shared, however long it still answers', async () => {
  const port = await freePort()
  const going = await startAuthEmulator({ port, dataDir, projectId })
  const nobody = spawn(process.execPath, ['-e', ''])
  await new Promise((ended) => nobody.on('exit', ended))
  const pidFile = join(dataDir, `identity/emulator-${port}.pid`)
  fs.writeFileSync(pidFile, `${readPid(pidFile)}\n${nobody.pid}\n`)
  let isStarted = false
  const starting = startAuthEmulator({ port, dataDir, projectId }).finally(() => {
    isStarted = true
  })
  // More requests than anyone sharing it sends.
  for (let asked = 0; asked < 5; asked++) expect((await fetch(`http://${going.host}/`)).status).toBe(200)
  expect(isStarted).toBe(false)
  await going.stop()
  const own = await starting
  expect(await ask(own.host, 'signUp', { ...person, email: 'late@hoshi.test' })).toBe(200)
  await own.stop()
})

test('a port that somebody else uses is named in one sentence', async () => {
  const port = await freePort()
  const somebody = createServer().listen(port, '127.0.0.1')
  await expect(startAuthEmulator({ port, dataDir, projectId })).rejects.toThrow(
    `Port ${port} (identity emulator) is in use by another program. Set AUTH_EMULATOR_PORT.`,
  )
  somebody.close()
})

test('what the emulator is asked is checked, though nothing is compiled before it', async () => {
  const port = await freePort()
  const emulator = await startAuthEmulator({ port, dataDir, projectId, keeps: false })
  expect(await ask(emulator.host, 'signUp', { ...person, email: 7 })).toBe(400)
  expect(await ask(emulator.host, 'signUp', person)).toBe(200)
  await emulator.stop()
})
