import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { completeBinaries, findNative } from '#server/db/binaries.ts'
import { startEmbedded, startThrowaway } from '#server/db/embedded.ts'
import { isRunning } from '#server/machine/processes.ts'

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'tsudoi-embedded-'))
  fs.chmodSync(folder, 0o711)
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const ask = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const serverPid = (dataDir: string) =>
  Number(fs.readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])

const serverPidOrNone = (dataDir: string) => {
  try {
    return serverPid(dataDir)
  } catch {
    return 0
  }
}

// A test that fails must not leave its programs behind: the run would wait for them for ever.
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGTERM')
})

/** Another program that opens the database, says so and stays. */
const program = (dataDir: string) => programThat(`startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })`)
const programThat = (starts: string) =>
  new Promise<{ said: string; url: string; end: (signal?: NodeJS.Signals) => Promise<void> }>((resolve, reject) => {
    const code = `
      import { startEmbedded, startThrowaway } from './src/server/db/embedded.ts'
      const database = await ${starts}
      process.on('SIGTERM', async () => { await database.stop(); process.exit(0) })
      console.log('up ' + database.ownerUrl)
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const ended = new Promise<void>((done) => child.on('exit', () => done()))
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      const url = said.match(/up (\S+)/)?.[1]
      const end = (signal: NodeJS.Signals = 'SIGTERM') => {
        child.kill(signal)
        return ended
      }
      if (url) resolve({ said, url, end })
    })
    child.on('exit', () => reject(new Error(`ended early: ${said}`)))
  })

test('the program has two roles of which neither is a superuser, and nothing listens on the network', async () => {
  const dataDir = join(folder, 'roles')
  const database = await startEmbedded({ dataDir })
  const [owner] = await ask(
    database.ownerUrl,
    'select current_user as name, usesuper from pg_user where usename = current_user',
  )
  const [app] = await ask(
    database.appUrl,
    'select current_user as name, usesuper from pg_user where usename = current_user',
  )
  expect([owner, app]).toEqual([
    { name: 'tsudoi_owner', usesuper: false },
    { name: 'tsudoi_app', usesuper: false },
  ])
  expect(await ask(database.appUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  await expect(ask(database.appUrl, 'create table mine ()')).rejects.toThrow('permission denied')
  await expect(ask(database.appUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password')
  expect(fs.statSync(join(dataDir, 'postgres/passwords.json')).mode & 0o777).toBe(0o600)
  const pid = serverPid(dataDir)
  await database.stop()
  expect(isRunning(pid, 'postgres')).toBe(false)
})

test('after kill -9 the server lives on; the next program takes it over with everything in it and stops it', async () => {
  const dataDir = join(folder, 'killed')
  const first = await program(dataDir)
  await ask(first.url, 'create table kept as select 1 as answer')
  const pid = serverPid(dataDir)
  const killer = Number(fs.readFileSync(join(dataDir, 'postgres/owner.pid'), 'utf8'))
  process.kill(killer, 'SIGKILL')
  while (isRunning(killer, 'node')) await new Promise((done) => setTimeout(done, 20))
  expect(isRunning(pid, 'postgres')).toBe(true)

  const next = await startEmbedded({ dataDir })
  expect(serverPid(dataDir)).toBe(pid)
  expect(await ask(next.ownerUrl, 'select answer from kept')).toEqual([{ answer: 1 }])
  await next.stop()
  expect(isRunning(pid, 'postgres')).toBe(false)
})

test('kill -9 of the database itself loses nothing that was answered, and it is started again', async () => {
  const dataDir = join(folder, 'crashed')
  const database = await startEmbedded({ dataDir })
  const stayed = new pg.Client({ connectionString: database.ownerUrl })
  stayed.on('error', () => {})
  await stayed.connect()
  await stayed.query('create table kept as select 1 as answer')
  const pid = serverPid(dataDir)
  process.kill(pid, 'SIGKILL')
  const answer = () => ask(database.ownerUrl, 'select answer from kept').catch(() => 'down')
  await expect.poll(answer).toEqual([{ answer: 1 }])
  expect(serverPid(dataDir)).not.toBe(pid)
  await database.stop()
  expect(isRunning(serverPidOrNone(dataDir), 'postgres')).toBe(false)
})

test("a killed test run's server and folder go when the next one starts; a living run's stay", async () => {
  const [killed, living] = await Promise.all([programThat('startThrowaway()'), programThat('startThrowaway()')])
  const homeOf = ({ url }: { url: string }) => dirname(decodeURIComponent(/host=([^&]+)/.exec(url)?.[1] ?? ''))
  const [home, kept] = [homeOf(killed), homeOf(living)]
  const pid = serverPid(dirname(home))
  await killed.end('SIGKILL')
  expect(isRunning(pid, 'postgres')).toBe(true)

  const next = await startThrowaway()
  expect(isRunning(pid, 'postgres')).toBe(false)
  expect([fs.existsSync(dirname(home)), fs.existsSync(dirname(kept))]).toEqual([false, true])
  expect(await ask(living.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await Promise.all([next.stop(), living.end()])
})

test('a number left by a killed test run that now belongs to another database does not end that one', async () => {
  const living = await startThrowaway()
  const home = dirname(decodeURIComponent(/host=([^&]+)/.exec(living.ownerUrl)?.[1] ?? ''))
  const left = fs.mkdtempSync(join(tmpdir(), 'tsudoi-test-'))
  fs.mkdirSync(join(left, 'postgres/data'), { recursive: true })
  fs.copyFileSync(join(home, 'data/postmaster.pid'), join(left, 'postgres/data/postmaster.pid'))
  const gone = spawnSync(process.execPath, ['--version']).pid
  fs.writeFileSync(join(left, 'postgres/owner.pid'), `${gone}\n`)
  const pid = serverPid(dirname(home))

  await (await startThrowaway()).stop()
  expect(fs.existsSync(left)).toBe(false)
  expect(isRunning(pid, 'postgres')).toBe(true)
  await living.stop()
})

test('two programs at once share one server, which only its owner stops', async () => {
  const dataDir = join(folder, 'shared')
  const both = await Promise.all([program(dataDir), program(dataDir)])
  const pid = serverPid(dataDir)
  for (const each of both) expect(await ask(each.url, 'select 1 as one')).toEqual([{ one: 1 }])
  const guest = await startEmbedded({ dataDir })
  await guest.stop()
  expect(isRunning(pid, 'postgres')).toBe(true)
  await Promise.all(both.map((each) => each.end()))
  expect(isRunning(pid, 'postgres')).toBe(false)
})

test('a number left in postmaster.pid that now belongs to another program does not keep the server from starting', async () => {
  const dataDir = join(folder, 'recycled')
  await (await startEmbedded({ dataDir })).stop()
  fs.writeFileSync(join(dataDir, 'postgres/data/postmaster.pid'), `${process.pid}\n/x\n0\n5432\n/x\n\n  1 1\nready\n`)
  const database = await startEmbedded({ dataDir })
  expect(await ask(database.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
})

test('a data folder whose path is too long for a socket works', async () => {
  const dataDir = join(folder, 'long'.repeat(30))
  const database = await startEmbedded({ dataDir })
  expect(await ask(database.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
})

test('links that an installation without scripts left out are made', () => {
  const copy = join(folder, 'package/native')
  fs.cpSync(findNative(), copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !fs.lstatSync(source).isSymbolicLink() && !source.endsWith('.a'),
  })
  fs.chmodSync(join(copy, 'bin/postgres'), 0o644)
  completeBinaries(copy)
  const links: { target: string }[] = JSON.parse(fs.readFileSync(join(copy, 'pg-symlinks.json'), 'utf8'))
  const missing = links.filter(({ target }) => !fs.existsSync(join(copy, '..', target)))
  expect(missing).toEqual([])
  expect(fs.statSync(join(copy, 'bin/postgres')).mode & 0o111).toBe(0o111)
})
