import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  ConfigProblem,
  isDemoProject,
  noticesOf,
  parseConfig,
  publicConfigOf,
  type ServerConfig,
} from '#config.schema.ts'
import { resumeClock } from '#server/clock.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { analyzeDatabase, migrateDatabase } from '#server/db/migrate.ts'
import { connectionNotices } from '#server/db/pooler.ts'
import { stopReplica } from '#server/db/replica.ts'
import { decodePath } from '#server/http/address.ts'
import { answered, withHeaders } from '#server/http/answered.ts'
import { limitBodyTimes } from '#server/http/bodyTimes.ts'
import { builtFiles } from '#server/http/builtFiles.ts'
import { limitConnecting } from '#server/http/connecting.ts'
import { startAuthEmulator } from '#server/identity/emulator.ts'
import { loadEnvironment } from '#server/machine/environment.ts'
import { returnMemoryWhenQuiet } from '#server/machine/memory.ts'
import { holdPidFile, isPortFree, releasePidFile, StartProblem } from '#server/machine/processes.ts'
import { stopBudget } from '#server/machine/stopping.ts'
import { isRestoredCopy, restoredSentence } from '#server/restored.ts'
import { shared } from '#server/shared.ts'
import { startTracing } from '#server/telemetry/startTracing.ts'
import { tracedRequests } from '#server/telemetry/trace.ts'
import { demoAccounts, demoPassword } from './demo/accounts'
import { refuseDemo } from './folder'
import { makeHeadersFor, readPageScripts, withoutLocale } from './http/headers'
import { listen, portProblem } from './http/listening'
import { mockedFile } from './http/mockedFiles'

/*
 * The whole program in one process: database, identity emulator, migrations, demo world, jobs, and Next behind our own
 * HTTP server. `--dev` serves the sources, `--mocked` only the screens (the browser mocks their calls).
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const dev = process.argv.includes('--dev')
const mocked = process.argv.includes('--mocked')

const say = (line: string) => process.stdout.write(`${line}\n`)

const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  if (stopping) throw new StartProblem('Stopped while starting.')
  const started = performance.now()
  const result = await work()
  say(`  ✓ ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return result
}

// --- Clean-up functions in the order of the start; a stop runs them in reverse ---------------------------------------

const undo: { name: string; run: () => Promise<unknown> | unknown }[] = []
let stopping: Promise<never> | undefined
let starting: Promise<void> | undefined
const stopAsked = Promise.withResolvers<void>()

const stop = (exitCode: number): Promise<never> => {
  stopping ??= (async () => {
    setTimeout(() => process.exit(exitCode || 1), stopBudget.all)
    stopAsked.resolve()
    // A process that is just starting cannot be stopped before its process id is known.
    await starting?.catch(() => {})
    for (const { name, run } of undo.toReversed()) {
      try {
        await run()
      } catch (error) {
        process.stderr.write(`While stopping, ${name}: ${error instanceof Error ? error.message : error}\n`)
      }
    }
    process.exit(exitCode)
  })()
  return stopping
}

const started = (name: string, run: () => Promise<unknown> | unknown) => undo.push({ name, run })

const explain = (error: unknown) => {
  const isPlain = error instanceof StartProblem || error instanceof ConfigProblem
  if (error instanceof Error) process.stderr.write(`${isPlain ? error.message : error.stack}\n`)
  else process.stderr.write(`${error}\n`)
}

// --- Parts of the program --------------------------------------------------------------------------------------------

/** Starts or connects the database and migrates it; returns the URL of the role that owns the tables. */
const openDatabase = async (config: ServerConfig): Promise<string> => {
  const appUrl = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
  let ownerUrl = config.MIGRATION_DATABASE_URL ?? appUrl
  if (appUrl && ownerUrl) {
    const urls = { ownerUrl, appUrl, isPooled: config.DATABASE_POOLER !== undefined }
    for (const notice of (await step('database migrated', () => migrateDatabase(urls))).notices) say(notice)
    for (const notice of await connectionNotices(appUrl)) say(notice)
  } else {
    const database = await step('database started', () =>
      startEmbedded({
        dataDir: config.DATA_DIR,
        cacheMib: config.LOCAL_DATABASE_CACHE_MIB,
        log: (line) => say(`    ${line}`),
      }),
    )
    started('database', database.stop)
    shared.databaseUrl = database.appUrl
    ownerUrl = database.ownerUrl
    for (const notice of (await step('database migrated', () => migrateDatabase(database))).notices) say(notice)
  }
  started('database connections', async () => {
    await Promise.all([shared.pool?.end(), shared.aside?.end(), stopReplica()])
  })
  return ownerUrl
}

const openIdentity = async (config: ServerConfig) => {
  if (!config.USE_EMULATOR || config.FIREBASE_AUTH_EMULATOR_HOST) return
  const emulator = await step('identity emulator started', () =>
    startAuthEmulator({
      port: config.AUTH_EMULATOR_PORT,
      dataDir: config.DATA_DIR,
      projectId: config.FIREBASE_PROJECT_ID,
    }),
  )
  started('identity emulator', emulator.stop)
  process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host
}

/** A first start builds them meanwhile (scripts/start.mjs), and says when they are there. */
const pagesAreBuilt = process.env.PAGES_FOLLOW
  ? new Promise<unknown>((done) => process.once('message', done))
  : Promise.resolve()

const openPages = async (port: number) => {
  // Imported late: Next reads the environment when it is loaded.
  const { default: next } = await import('next')
  const app = next({ dir: root, dev, port })
  await app.prepare()
  started('pages', () => app.close())
  return app
}

type Pages = Awaited<ReturnType<typeof openPages>>

// --- Web server ------------------------------------------------------------------------------------------------------

const demoOnly = /^\/(?:(?:api\/)?(?:sandbox|testing)|v1)(?:\/|$)/

/** Requests for Next's routes under /api and for files are not pages; the map of the site is one. */
const isPage = (path: string) =>
  path.startsWith('/_next/data/') || path === '/sitemap.xml' || !/^\/(api|_next)(\/|$)|\.[a-z0-9]{2,5}$/i.test(path)

const buildFolder = () => join(root, process.env.NEXT_DIST_DIR ?? '.next')

/** Undefined in development: Next's own routes answer there. */
const openDoors = async () => {
  if (dev) return () => undefined
  const { doorOf, doorOfMocked } = await import('./http/doors')
  return mocked ? doorOfMocked : doorOf
}

/** The mocked portal has no database, so there is nothing to limit or to cache. */
const pageServer = async (config: ServerConfig, handle: ReturnType<Pages['getRequestHandler']>) => {
  if (mocked) return handle
  const { openPageServer } = await import('./http/pages')
  const { serve, stop } = openPageServer({
    handle,
    buildFolder: dev ? null : buildFolder(),
    publicOrigin: config.PUBLIC_ORIGIN,
  })
  started('kept pages', stop)
  return serve
}

/** Undefined outside a demo: its paths are then unknown pages. */
const sandboxDoors = async (config: ServerConfig) =>
  mocked || !isDemoProject(config.FIREBASE_PROJECT_ID) ? undefined : await import('#sandbox/doors.ts')

const createHandler = async (config: ServerConfig, pages: Pages) => {
  const handle = pages.getRequestHandler()
  const servePage = await pageServer(config, handle)
  const headersFor = makeHeadersFor(config, dev ? [] : readPageScripts(buildFolder()), { dev })
  const isDemo = isDemoProject(config.FIREBASE_PROJECT_ID)
  const sandbox = await sandboxDoors(config)
  const doorOf = await openDoors()
  const serveBuilt = dev ? () => false : builtFiles(buildFolder())

  return async (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? '/'
    const path = decodePath(url)
    const headers = headersFor(path)
    const open = doorOf(path, headers)
    if (open) return open(request, response)
    withHeaders(response, headers)
    // Next treats this header as proof that its middleware has run, so it is removed from outside requests.
    delete request.headers['x-middleware-subrequest']

    if (serveBuilt(request, response)) return

    // Japanese has no prefix; /ja/... would be the same page twice. Slashes are cut so that //elsewhere never results.
    if (/^\/ja(?=[/?#]|$)/i.test(url)) {
      response.writeHead(308, { Location: url.slice(3).replace(/^[/\\]*/, '/') })
      return response.end()
    }
    if (sandbox?.isSandboxPath(path)) return sandbox.openSandboxDoors(request, response)
    const file = mocked && mockedFile(path)
    if (file) return response.writeHead(200, { 'Content-Type': file.type }).end(file.body)
    const page = withoutLocale(path.replace(/^\/_next\/data\/[^/]+(\/ja)?/, '').replace(/\.json$/, ''))
    if (!isDemo && demoOnly.test(page)) {
      if (path.startsWith('/api/')) return response.writeHead(404).end()
      request.url = '/404'
    }
    return isPage(path) ? servePage(request, response) : handle(request, response)
  }
}

/** An instance that runs jobs alone loads no pages. In a demo its payment provider is this program's own, which its jobs call. */
const createWorkerHandler = async (config: ServerConfig) => {
  const { openMonitoring, refuseOther } = await import('./http/monitoring')
  const headersFor = makeHeadersFor(config, [], { dev })
  const sandbox = await sandboxDoors(config)
  return (request: IncomingMessage, response: ServerResponse) => {
    const path = decodePath(request.url ?? '/')
    withHeaders(response, headersFor(path))
    if (sandbox && path.startsWith('/v1/')) return sandbox.openSandboxDoors(request, response)
    const open = openMonitoring[path] ?? refuseOther
    return open(request, response)
  }
}

// --- Start -----------------------------------------------------------------------------------------------------------

const holdDataFolder = (dataDir: string) => {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'program.pid')
  const holder = holdPidFile(file, 'program/')
  if (holder) {
    throw new StartProblem(
      `The data folder ${dataDir} is in use by another Tsudoi (process ${holder}). Stop it, or set DATA_DIR.`,
    )
  }
  started('data folder', () => releasePidFile(file))
}

const openSandbox = async () => {
  const { startSandbox } = await import('#sandbox/sandbox.ts')
  const sandbox = startSandbox()
  started('payment sandbox', sandbox.stop)
}

/** The rows are filled without waiting for the identity emulator, which starts more slowly. */
const openDemoWorld = (identity: Promise<void>, database: Promise<string>) => {
  const seed = import('./seed')
  const fill = async (ownerUrl: string) => {
    // Plans are cached per connection: they have to be made from the filled tables, not from empty ones.
    if (await (await seed).seedDemoWorld()) await analyzeDatabase(ownerUrl)
  }
  return {
    world: database.then((ownerUrl) => step('demo world ready', () => fill(ownerUrl))),
    accounts: identity.then(async () => step('demo accounts ready', (await seed).fillDemoAccounts)),
  }
}

const startJobsOf = async (
  { INSTANCE_ROLE }: ServerConfig,
  jobs: Promise<typeof import('./jobs')>,
  isRestored: Promise<boolean>,
) => {
  const [{ startJobs }] = await Promise.all([jobs, isRestored])
  if (await isRestored) say(`\n  ${restoredSentence}\n`)
  await step('jobs started', () => startJobs({ work: INSTANCE_ROLE !== 'web' }))
}

const openEverything = async (config: ServerConfig) => {
  holdDataFolder(resolve(config.DATA_DIR))
  if (config.CLOCK === 'adjustable') resumeClock(join(resolve(config.DATA_DIR), 'clock'))
  // If one fails, the others are still awaited, because each has to be cleaned up.
  const identity = openIdentity(config)
  const database = openDatabase(config)
  const isWorker = config.INSTANCE_ROLE === 'worker'
  const openPagesOnceBuilt = async () => {
    await Promise.race([pagesAreBuilt, stopAsked.promise])
    return step('pages ready', () => openPages(config.PORT))
  }
  const openingPages = isWorker ? undefined : openPagesOnceBuilt()
  const openings: Promise<unknown>[] = [identity, database]
  if (openingPages) openings.push(openingPages)
  const fillings = isDemoProject(config.FIREBASE_PROJECT_ID) ? openDemoWorld(identity, database) : undefined
  if (fillings) openings.push(fillings.world, fillings.accounts)
  // Beside the identity emulator, which starts more slowly than all the rest.
  const jobs = import('./jobs')
  const isRestored = (fillings?.world ?? database).then(isRestoredCopy)
  openings.push(startJobsOf(config, jobs, isRestored))
  const opened = await Promise.allSettled(openings)
  started('jobs', async () => {
    await (await jobs).stopJobs()
    // Imported late: a mail's face is React, which takes NODE_ENV as it stands when it is loaded.
    const { closeMail } = await import('#server/mail/deliver.ts')
    closeMail()
  })
  for (const part of opened) if (part.status === 'rejected') throw part.reason
  const pages = await openingPages
  if (config.RTMP_PORT > 0) {
    const { startIngest } = await import('./live/ingest')
    started('live ingest', startIngest({ port: config.RTMP_PORT, say: (line) => say(`    ${line}`) }))
  }
  if (isDemoProject(config.FIREBASE_PROJECT_ID) && !isWorker) await openSandbox()
  return pages
}

const greet = (config: ServerConfig, seconds: string) => {
  const isWorker = config.INSTANCE_ROLE === 'worker'
  say(
    isWorker
      ? `\nTsudoi runs jobs, and answers monitoring at port ${config.PORT} (${seconds} s). Ctrl-C stops it.`
      : `\nTsudoi is ready at ${config.PUBLIC_ORIGIN} (${seconds} s). Ctrl-C stops it.`,
  )
  for (const notice of noticesOf(config)) say(notice)
  if (isWorker || mocked || !isDemoProject(config.FIREBASE_PROJECT_ID)) return
  say(`\nDemo accounts, password ${demoPassword}:`)
  for (const { email, role } of demoAccounts) say(`  ${email.padEnd(24)}${role}`)
  say('')
}

const main = async () => {
  loadEnvironment(root)
  Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production' })
  const config = parseConfig(process.env)
  refuseDemo(root, config)
  if (!(await isPortFree(config.PORT, config.HOST))) throw portProblem(config.PORT)
  globalThis.__TSUDOI__ = publicConfigOf(config)

  limitConnecting()
  started('traces', await startTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT, config.INSTANCE_ROLE))
  const pages = mocked ? await step('pages ready', () => openPages(config.PORT)) : await openEverything(config)
  const handler = pages ? await createHandler(config, pages) : await createWorkerHandler(config)
  const server = limitBodyTimes(createServer(answered(tracedRequests(handler))))
  returnMemoryWhenQuiet(server)
  if (dev && pages) server.on('upgrade', pages.getUpgradeHandler())
  started('web server', await listen(server, config))
  // Before the server waits for its requests: a stream is one that does not end by itself.
  started('followed rooms', () => shared.rooms?.stop())
  greet(config, (performance.now() / 1000).toFixed(1))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stopping) say('\nStopping ...')
    void stop(0)
  })
}
// The start script has died: nothing else would stop this process.
process.on('disconnect', () => void stop(0))
process.on('uncaughtException', (error) => {
  explain(error)
  void stop(1)
})

starting = main()
try {
  await starting
} catch (error) {
  if (!stopping) explain(error)
  await stop(1)
}
