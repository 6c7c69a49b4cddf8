import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { holdPidFile, isPortFree, readPid, releasePidFile, sleep } from '#server/machine/processes.ts'

/** A data folder that the database's own account can enter. */
export const newDataDir = (name: string) => {
  const folder = fs.mkdtempSync(join(tmpdir(), `tsudoi-${name}-`))
  fs.chmodSync(folder, 0o711)
  return folder
}

const buildScript = `process.exitCode = await (await import('./scripts/build.mjs')).build()`

const buildWith = async (args: string[]) => {
  const lock = join(process.cwd(), '.next-building.pid')
  while (holdPidFile(lock, 'vitest')) await sleep(200)
  try {
    const building = spawn(process.execPath, args, { stdio: 'ignore' })
    const code = await new Promise((done) => building.on('close', done))
    if (code !== 0) throw new Error('The pages could not be built: npm run check says why.')
  } finally {
    releasePidFile(lock)
  }
}

let built: Promise<void> | undefined
/** Builds what is not built yet, once for all tests that wait for it. Takes half a minute where the sources have changed. */
export const ensureBuilt = () => {
  built ??= buildWith(['--input-type=module', '-e', buildScript])
  return built
}

/** `npm run build`, from the build that the other tests use. */
export const buildFolder = (folder: string) => buildWith(['scripts/folder.mjs', folder])

const portsOfWorker = 1500
const givenPorts = new Set<number>()
/**
 * Below those that the system lends to connections: while a killed program is down nobody else is given its port, which tests
 * beside it would be, by the thousand. Each of eight workers has ports of its own: one that is given is taken only when its program starts.
 */
export const ownPort = async (): Promise<number> => {
  const first = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 8) * portsOfWorker
  const port = first + Math.floor(Math.random() * portsOfWorker)
  if (givenPorts.has(port) || !(await isPortFree(port))) return ownPort()
  givenPorts.add(port)
  return port
}

type Wanted = { dataDir: string; env?: Record<string, string> }

/** What `npm start` runs, with its own ports and data folder; every `start` after a kill finds what the last one left. */
export const program = async ({ dataDir, env = {} }: Wanted) => {
  await ensureBuilt()
  const [port, emulatorPort] = [await ownPort(), await ownPort()]
  const origin = `http://localhost:${port}`
  let child: ChildProcess | undefined
  let said = ''

  const isReady = () =>
    fetch(`${origin}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  const start = async () => {
    said = ''
    const own = spawn(process.execPath, ['scripts/start.mjs'], {
      env: {
        ...process.env,
        ENV_FILE: '.env.example',
        LOG_LEVEL: 'warn',
        RATE_LIMITS: 'off',
        RTMP_PORT: '0',
        NEXT_TELEMETRY_DISABLED: '1',
        ...env,
        PORT: String(port),
        AUTH_EMULATOR_PORT: String(emulatorPort),
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = own
    const hear = (chunk: unknown) => {
      said = `${said}${chunk}`.slice(-20_000)
    }
    own.stdout.on('data', hear)
    own.stderr.on('data', hear)
    own.once('exit', (code, signal) => hear(`\nThe program has ended (${signal ?? code}).\n`))
    while (!(await isReady())) {
      if (own.exitCode !== null) throw new Error(`The program ended while starting: ${said}`)
      await sleep(50)
    }
  }
  /** The program itself, not the script that started it. */
  const pid = () => readPid(join(dataDir, 'program.pid')) ?? 0
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    // Its output stays open as long as the database that a kill leaves behind.
    const ended = new Promise((done) => child?.once('exit', done))
    if (signal === 'SIGTERM') child.kill(signal)
    else if (pid() > 0) process.kill(pid(), signal)
    await ended
  }
  /** A token as a browser gets it: by the emulator's own sign-in. */
  const signIn = async (email: string, password = 'tsudoi-demo') => {
    const answer = await fetch(
      `http://127.0.0.1:${emulatorPort}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, returnSecureToken: true }),
      },
    )
    const { idToken } = (await answer.json()) as { idToken: string }
    return idToken
  }
  const cluster = join(dataDir, 'postgres')
  const databaseProcess = () => {
    const [pid, , , , socketFolder = ''] = fs.readFileSync(join(cluster, 'data', 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(pid), socketFolder: socketFolder.trim() }
  }
  return {
    origin,
    emulatorHost: `127.0.0.1:${emulatorPort}`,
    start,
    pid,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    signIn,
    said: () => said,
    databasePid: () => databaseProcess().pid,
    killDatabase: () => process.kill(databaseProcess().pid, 'SIGKILL'),
    /** Where the program's own role reaches its database, or the one that owns it. */
    databaseUrl: (role: 'app' | 'owner' = 'app') => {
      const passwords: Record<string, string> = JSON.parse(fs.readFileSync(join(cluster, 'passwords.json'), 'utf8'))
      const { socketFolder } = databaseProcess()
      return `postgresql://tsudoi_${role}:${passwords[role]}@localhost/tsudoi?host=${encodeURIComponent(socketFolder)}&port=5432`
    },
    /** Reads the tables directly, not through the program. */
    async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
      const client = new pg.Client({ connectionString: this.databaseUrl() })
      await client.connect()
      try {
        return (await client.query<Row>(sql, values)).rows
      } finally {
        await client.end()
      }
    },
  }
}
