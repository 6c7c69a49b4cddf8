// Shared by the scripts of this folder. Plain Node 20.9 or newer, no dependencies: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const binary = (name) => join(root, 'node_modules', '.bin', name)
/** What a machine may lack is installed beside the program, each package by its own lock and only where it is needed. */
const packageFolder = (name) => join(root, 'packages', name)
const oldestNode = [20, 9]
/** The Node that everything after the installation runs on. */
export const runningNode = 24

export const say = (line) => process.stdout.write(`${line}\n`)

/** What still runs is ended. */
export const endAll = () => {
  for (const child of running) signalGroup(child, 'SIGTERM')
}

export const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`)
  endAll()
  process.exit(1)
}

export const checkNode = (version = process.versions.node) => {
  const [major, minor] = version.split('.').map(Number)
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
  if (isOld) fail(`Tsudoi needs Node ${oldestNode.join('.')} or newer; this is Node ${version}. See https://nodejs.org`)
}

// --- Running other programs, and ending all of them ------------------------------------------------------------------

const running = new Set()
let interrupted = false

const signalGroup = (child, signal) => {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The process group has ended already.
  }
}

const interrupt = (signal) => {
  if (interrupted) {
    for (const child of running) signalGroup(child, 'SIGKILL')
    process.exit(1)
  }
  interrupted = true
  for (const child of running) signalGroup(child, signal)
  if (running.size === 0) process.exit(130)
  // The program needs up to 10 seconds to finish running work.
  setTimeout(() => {
    for (const child of running) signalGroup(child, 'SIGKILL')
  }, 12_000).unref()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt(signal))
// npm, when stopped, ends its shell and itself but not this script, so the script stops when npm is gone.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (!interrupted && process.ppid !== parent) interrupt('SIGTERM')
  }, 300).unref()
}

/** Takes what others leave of the processors. Linux may share them among sessions first: then the session's own priority counts. */
const standBack = (pid) => {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
    writeFileSync(`/proc/${pid}/autogroup`, '10')
  } catch {
    // It has ended already, or there are no such sessions.
  }
}

/**
 * Each child has a process group of its own: Ctrl-C reaches only this script, which passes it on, and everything that
 * the child has started can be ended with it. The child is told when what `tell` promises is done. Resolves to the exit code; an
 * interrupted script ends when its child has ended.
 */
export const run = (program, args, { env = {}, ipc = false, isAside = false, tell, onOutput } = {}) =>
  new Promise((resolve) => {
    const output = onOutput ? 'pipe' : 'inherit'
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output, ...(ipc ? ['ipc'] : [])],
      detached: true,
    })
    running.add(child)
    if (isAside) standBack(child.pid)
    tell?.then(() => child.connected && child.send('done'))
    if (onOutput)
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => onOutput(String(chunk)))
    child.on('error', (error) => {
      running.delete(child)
      process.stderr.write(`${program} cannot be run: ${error.message}\n`)
      resolve(1)
    })
    child.on('close', (code) => {
      running.delete(child)
      // Grandchildren that a killed child left behind.
      if (interrupted) signalGroup(child, 'SIGKILL')
      if (interrupted && running.size === 0) process.exit(code ?? 130)
      resolve(code ?? 1)
    })
  })

/** Prints one line at the start, one when done, and the whole output after a failure. */
export const quietly = async (name, program, args, options = {}) => {
  const started = performance.now()
  let said = ''
  process.stdout.write(`  … ${name}\n`)
  const code = await run(program, args, {
    ...options,
    onOutput: (text) => {
      said += text
    },
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (code === 0) say(`  ✓ ${name} (${seconds} s)`)
  else process.stderr.write(`${said.trim()}\n  ✗ ${name} failed with code ${code} (${seconds} s)\n`)
  return code
}

// --- Installing ------------------------------------------------------------------------------------------------------

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Compares the lock with npm's own list of what it has put into node_modules, which npm writes when it is done. */
const isInstalled = (folder, { dev = false } = {}) => {
  const lock = readJson(join(folder, 'package-lock.json'))
  const installed = readJson(join(folder, 'node_modules', '.package-lock.json'))
  if (!lock || !installed) return false
  return Object.entries(lock.packages).every(
    ([path, { version, optional, devOptional, dev: onlyDev, link }]) =>
      !path || optional || devOptional || link || (onlyDev && !dev) || installed.packages[path]?.version === version,
  )
}

const installAt = async (folder, name, options, isAside = false) => {
  // `npm start` puts node_modules/.bin first, where this installation replaces the running node.
  const path = (process.env.PATH ?? '').split(delimiter).filter((each) => !each.startsWith(join(root, 'node_modules')))
  const env = { PATH: path.join(delimiter), NODE_ENV: '' }
  const args = ['ci', '--prefix', folder, ...options, '--no-audit', '--no-fund', '--loglevel=error']
  return quietly(`installing ${name}`, 'npm', args, { env, isAside })
}

/** Aside: the program's own packages, which take longest, are waited for. */
const installPackage = async (name, said, options = []) => {
  const folder = packageFolder(name)
  return isInstalled(folder) ? 0 : installAt(folder, said, options, true)
}

/** What is there for tests stays there. */
export const install = async ({ dev = existsSync(binary('vitest')) } = {}) => {
  const packages = async () => {
    if (isInstalled(root, { dev })) return
    const options = [dev ? '--include=dev' : '--omit=dev']
    if ((await installAt(root, 'packages (once, about a minute)', options)) !== 0)
      fail('The packages could not be installed: see above.')
  }
  // The tests' packages bring one.
  const ownNode = async () => {
    if (dev || existsSync(binary('node')) || Number.parseInt(process.versions.node, 10) >= runningNode) return
    if ((await installPackage('node', `Node ${runningNode} (once)`)) !== 0)
      fail(`Node ${runningNode} could not be installed: see above. Install it from https://nodejs.org instead.`)
  }
  await Promise.all([packages(), ownNode()])
}

/** The tests' own, otherwise the one of this process if it is new enough, otherwise the installed one. */
export const node = () => {
  const own = [binary('node'), join(packageFolder('node'), 'node_modules/.bin/node')]
  return own.find((path) => existsSync(path)) ?? process.execPath
}

const contentOf = (path) => {
  try {
    return readFileSync(path ?? '', 'utf8').trim()
  } catch {
    return ''
  }
}

/** Settings as src/server/machine/environment.ts reads them, here only to know what has to be installed. */
const setting = (key) => {
  const project = process.env.FIREBASE_PROJECT_ID ?? contentOf(process.env.FIREBASE_PROJECT_ID_FILE)
  const isReal = !(project || 'demo-').startsWith('demo-')
  const file = process.env.ENV_FILE ?? (isReal || existsSync(join(root, '.env')) ? '.env' : '.env.example')
  const lines = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
  const given = (name) =>
    process.env[name] ?? new RegExp(`^${name}=["']?([^"'\\n]*)`, 'm').exec(lines)?.[1].trim() ?? ''
  return given(key) || contentOf(given(`${key}_FILE`))
}

/** Whether the program brings its database or its identity provider. */
const needsDemo = () =>
  !setting('DATABASE_URL') || (/^(true|t|1)$/i.test(setting('USE_EMULATOR')) && !setting('FIREBASE_AUTH_EMULATOR_HOST'))

/** The embedded database and the identity emulator, for settings that ask for one of them, and for tests. */
export const needDemo = async ({ always = false } = {}) => {
  if (!always && !needsDemo()) return
  if ((await installPackage('demo', 'the built-in database and the identity emulator (once)')) !== 0)
    fail('The built-in database and the identity emulator could not be installed: see above.')
}

/** Only as root on Debian and derivatives. Resolves to the exit code. */
export const aptInstall = async (name) => {
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
  if ((await quietly('updating the package lists', 'apt-get', ['update', '-q'], options)) !== 0) return 1
  return quietly(`installing ${name}`, 'apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options)
}

// --- Video conversion ------------------------------------------------------------------------------------------------

const runs = (path) => {
  try {
    return spawnSync(path, ['-version'], { stdio: 'ignore' }).status === 0
  } catch {
    return false
  }
}

const packaged = { FFMPEG_PATH: '@ffmpeg-installer/ffmpeg', FFPROBE_PATH: '@ffprobe-installer/ffprobe' }
const packagedPaths = () => {
  const require = createRequire(join(packageFolder('ffmpeg'), 'package.json'))
  try {
    return Object.fromEntries(
      Object.entries(packaged).map(([key, name]) => {
        const { path } = require(name)
        chmodSync(path, 0o755)
        return [key, path]
      }),
    )
  } catch {
    return null
  }
}

/**
 * Finds ffmpeg: the system's, otherwise from its package manager, otherwise from npm. Without any the program still
 * runs, and reports for each video that it cannot be converted.
 */
export const needFfmpeg = async () => {
  const { FFMPEG_PATH = 'ffmpeg', FFPROBE_PATH = 'ffprobe' } = process.env
  const isThere = () => runs(FFMPEG_PATH) && runs(FFPROBE_PATH)
  if (isThere()) return
  const known = packagedPaths()
  if (known) return void Object.assign(process.env, known)
  if (process.platform === 'linux' && process.getuid?.() === 0 && (await aptInstall('ffmpeg')) === 0 && isThere())
    return
  await installPackage('ffmpeg', 'ffmpeg', ['--ignore-scripts'])
  const installed = packagedPaths()
  if (installed) return void Object.assign(process.env, installed)
  say('  There is no ffmpeg: videos are kept but not converted. Install ffmpeg, or set FFMPEG_PATH and FFPROBE_PATH.')
}

// --- Running the program ---------------------------------------------------------------------------------------------

/**
 * Pictures are decoded on the threads that also read files: four would be too few. Node reads this when it starts. With an arena of glibc
 * for each of them a load leaves 50 MB more behind.
 */
export const programEnv = {
  NEXT_TELEMETRY_DISABLED: '1',
  UV_THREADPOOL_SIZE: '16',
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
}

/**
 * Fixes the size of V8's young generation: growing it step by step would cause more frequent collections. Garbage of
 * long tasks is then collected early, and the program's memory is known at the start.
 */
export const youngRoom = ['--min-semi-space-size=16', '--max-semi-space-size=16']

/** With `--dev` the sources through a loader, otherwise the built program; `pages`, if they are still being built, are promised. */
export const program = (args = [], env = {}, pages = undefined) => {
  const folder = join(root, env.NEXT_DIST_DIR ?? process.env.NEXT_DIST_DIR ?? '.next')
  const built = join(folder, 'program/program/main.mjs')
  // What V8 has made of the packages is read at the next start instead of made again; the identity emulator's as well.
  const compiled = { NODE_COMPILE_CACHE: join(folder, 'cache/compiled') }
  const start = args.includes('--dev')
    ? ['--import', 'tsx', join(root, 'src/program/main.ts')]
    : ['--expose-gc', ...youngRoom, built]
  const follow = pages ? { PAGES_FOLLOW: 'yes' } : {}
  return run(node(), [...start, ...args], {
    ipc: true,
    tell: pages,
    env: { ...compiled, ...programEnv, ...follow, ...env },
  })
}
