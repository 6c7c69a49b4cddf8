import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort, sleep } from '#server/machine/processes.ts'
import { ensureBuilt } from '../support/program'

const folders: string[] = []
let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'tsudoi-interrupt-'))
  fs.chmodSync(folder, 0o711)
  folders.push(folder)
})
afterAll(() => {
  for (const each of folders) fs.rmSync(each, { recursive: true, force: true })
})

const isAlive = (pid: number) => {
  try {
    // A zombie has ended; only its parent has not looked yet.
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** A program that never ends and has started another one; both note their ids. */
const endless = (first = '') => `#!${process.execPath}
${first}
const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
require('node:fs').appendFileSync(process.env.PIDS, process.pid + ' ' + pid + ' ')
setInterval(() => {}, 1000)
`

const writeProgram = (path: string, text: string) => {
  fs.mkdirSync(join(path, '..'), { recursive: true })
  fs.writeFileSync(path, text, { mode: 0o755 })
}

const noPackages = JSON.stringify({ packages: {} })

/** What a node that otherwise runs for ever does at once, by the step that takes for ever. */
const done = {
  building: '',
  'building the pages': "if (process.argv[3] === '--server') process.exit(0)",
  running: "if (process.argv[2].endsWith('build.mjs')) process.exit(0)",
}
type Step = 'installing' | keyof typeof done

/** The start script in a folder of its own, where installing, building or running takes for ever. */
const startScript = (step: Step, { first = '', byNpm = false } = {}) => {
  fs.cpSync('scripts', join(folder, 'scripts'), { recursive: true })
  fs.mkdirSync(join(folder, 'src'))
  fs.mkdirSync(join(folder, '.next/static'), { recursive: true })
  for (const name of ['next.config.js', 'tsconfig.json']) fs.writeFileSync(join(folder, name), '')
  for (const place of ['.', 'packages/demo']) writeProgram(join(folder, place, 'package-lock.json'), noPackages)
  if (step === 'installing') writeProgram(join(folder, 'bin/npm'), endless())
  else {
    writeProgram(join(folder, 'node_modules/.bin/node'), endless(`${done[step]}\n${first}`))
    for (const place of ['.', 'packages/demo'])
      writeProgram(join(folder, place, 'node_modules/.package-lock.json'), noPackages)
  }
  const pidFile = join(folder, 'pids')
  fs.writeFileSync(
    join(folder, 'package.json'), // By its path: npm puts the folder's own node first, which here is the endless program.
    JSON.stringify({ scripts: { start: `${process.execPath} scripts/start.mjs` } }),
  )
  const command = byNpm
    ? (['npm', ['start']] as const)
    : ([process.execPath, [join(folder, 'scripts/start.mjs')]] as const)
  const child = spawn(...command, {
    cwd: folder,
    env: { ...process.env, PIDS: pidFile, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const pids = () => (fs.existsSync(pidFile) ? (fs.readFileSync(pidFile, 'utf8').match(/\d+/g) ?? []).map(Number) : [])
  return { child, ended, pids, said: () => said }
}

const interruptAt = async (step: Step, signal: NodeJS.Signals, byNpm = false) => {
  const script = startScript(step, { byNpm })
  // Two packages are installed side by side, and the program starts while its pages are built.
  const commands = step === 'installing' || step === 'building the pages' ? 2 : 1
  await expect.poll(() => script.pids().length).toBe(commands * 2)
  const pids = script.pids()
  expect(pids.every(isAlive)).toBe(true)
  const { child, ended } = script
  child.kill(signal)
  await ended
  return pids
}

test.each([
  ['installing', 'SIGINT'],
  ['installing', 'SIGTERM'],
  ['building', 'SIGINT'],
  ['building', 'SIGTERM'],
  ['building the pages', 'SIGINT'],
  ['building the pages', 'SIGTERM'],
  ['running', 'SIGINT'],
  ['running', 'SIGTERM'],
] as const)('while %s, %s leaves nothing behind', async (step, signal) => {
  const pids = await interruptAt(step, signal)
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})

test('a SIGTERM for npm alone, as a service manager sends it, leaves nothing behind', async () => {
  const pids = await interruptAt('running', 'SIGTERM', true)
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})

test('pages that cannot be built end the program that waits for them', async () => {
  const { ended, pids, said } = startScript('building the pages', {
    first:
      "if (process.argv[3] === '--pages') { while (!require('node:fs').existsSync(process.env.PIDS)); process.exit(1) }",
  })
  expect(await ended).toBe(1)
  expect(said()).toMatch(/The pages could not be built/)
  await expect.poll(() => pids().filter(isAlive)).toEqual([])
})

test('a program that gives up ends what builds its pages, and says no more than why', async () => {
  const { ended, pids, said } = startScript('building the pages', {
    first:
      "if (process.argv.at(-1).endsWith('main.mjs')) { while (!require('node:fs').existsSync(process.env.PIDS)); console.error('The port is in use.'); process.exit(1) }",
  })
  expect(await ended).toBe(1)
  expect(said()).toBe('The port is in use.\n')
  await expect.poll(() => pids().filter(isAlive)).toEqual([])
})

const processesOf = (dataDir: string) =>
  fs
    .readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!pid || pid === process.pid) return false
      try {
        return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)
      } catch {
        return false
      }
    })

describe.runIf(process.platform === 'linux')('what npm start runs', () => {
  beforeAll(ensureBuilt)

  // The moments fall into the start of the database, the emulator, the migration, the demo world and after it.
  test.each([300, 1000, 2500])('interrupted %d ms after its start leaves nothing behind', async (moment) => {
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      env: {
        ...process.env,
        PORT: String(await freePort()),
        AUTH_EMULATOR_PORT: String(await freePort()),
        DATA_DIR: folder,
        ENV_FILE: '.env.example',
      },
      stdio: 'ignore',
    })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    await expect.poll(() => fs.existsSync(join(folder, 'program.pid')), { interval: 20 }).toBe(true)
    await sleep(moment)
    child.kill('SIGTERM')
    await ended
    await expect.poll(() => processesOf(folder)).toEqual([])
  })
})
