import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, TestClock } from 'pg-boss'
import { serverConfig } from '../config.server'
import type { Instant } from '../kit/time'
import { now, setClock } from './clock'
import type { Db } from './context'
import type { JobHandlers } from './jobHandlers'
import { stopBudget } from './machine/stopping'
import type { Mail } from './mail/mail'
import { shared } from './shared'
import { causeOf, log } from './telemetry/log'

/** What can be left for later. The id makes an effect happen once, however often the job is tried. */
export type JobData = {
  sendMail: Mail
  sweepUploads: Record<string, never>
  sweepAnswers: Record<string, never>
}
export type JobName = keyof JobData
export type Job = { [Name in JobName]: { name: Name; data: JobData[Name]; id?: string; at?: Instant } }[JobName]

/** Lives on globalThis: Next's module graph sends jobs and moves the clock through the instance that main.ts started. */
export type Jobs = {
  enqueue(db: Db, job: Job): Promise<void>
  runDue(): Promise<void>
  moveClock(to: Instant): Promise<void>
  isAnswering(): Promise<boolean>
  stop(): Promise<void>
}

const queues: Record<JobName, { cron?: string; retryLimit: number; retryDelay: number; retryBackoff: boolean }> = {
  sendMail: { retryLimit: 10, retryDelay: 30, retryBackoff: true },
  sweepUploads: { cron: '17 * * * *', retryLimit: 2, retryDelay: 60, retryBackoff: false },
  sweepAnswers: { cron: '47 * * * *', retryLimit: 2, retryDelay: 60, retryBackoff: false },
}
const names = Object.keys(queues) as JobName[]

/**
 * With a clock the queue asks something on every new connection without waiting for it. pg warns of the question that
 * follows unless the connection has come to rest before, which any hook of the pool makes it do.
 */
const afterConnecting = { onConnect: async () => {} }

/** `work: false` only sends and runs on demand: tests, and instances that leave the jobs to others. */
export const startJobs = async ({ work = true } = {}): Promise<void> => {
  if (shared.jobs) return
  const connectionString = shared.databaseUrl ?? serverConfig().DATABASE_URL
  if (!connectionString) throw new Error('Jobs need the database: start it first.')
  const clock = serverConfig().CLOCK === 'adjustable' ? new TestClock(now()) : undefined
  const boss = new PgBoss({
    connectionString,
    max: 4,
    // The program's role works in a schema that the migration made for it; it may not make others.
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    ...(clock && { clock, ...afterConnecting }),
  })
  boss.on('error', (error) => log.error({ cause: causeOf(error) }, 'job queue'))
  boss.on('warning', (warning) => log.warn({ cause: warning.message }, 'job queue'))
  await boss.start()
  for (const name of names) {
    const { cron, ...options } = queues[name]
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
    if (cron && work) await boss.schedule(name, cron, {}, { tz: 'Asia/Tokyo' })
  }

  // Imported here so that the graph that only sends does not carry every handler.
  const { jobHandlers } = await import('./jobHandlers')
  const running = new Set<Promise<void>>()
  const handle = (name: JobName, job: { id: string; data: object }): Promise<void> => {
    const run = runHandler(jobHandlers, name, job).finally(() => running.delete(run))
    running.add(run)
    return run
  }
  if (work) {
    for (const name of names) {
      await boss.work<object>(name, { pollingIntervalSeconds: 1 }, async ([job]) => job && handle(name, job))
    }
  }

  const runQueue = async (name: JobName): Promise<boolean> => {
    const due = await boss.fetch<object>(name, { batchSize: 20 })
    for (const job of due) {
      try {
        await handle(name, job)
        await boss.complete(name, job.id)
      } catch (error) {
        await boss.fail(name, job.id, { cause: causeOf(error).message })
      }
    }
    return due.length > 0
  }

  // A TestClock takes one step at a time.
  let steps: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const step = (move: (clock: TestClock) => Promise<void>): Promise<void> => {
    if (!clock) return Promise.resolve()
    waiting++
    const done = steps.then(() => move(clock)).finally(() => waiting--)
    steps = done.catch((error: unknown) => log.error({ cause: causeOf(error) }, 'job clock'))
    return done
  }
  const catchUp = () => step((clock) => clock.tick(Math.max(0, now() - clock.now())))
  const follow = async (to: Instant) => {
    setClock(to)
    await step((clock) => clock.setTime(to))
  }
  // It also stands still by itself; real time has to be fed to it, or no job would ever be looked for.
  const ticker = clock && setInterval(() => waiting === 0 && catchUp().catch(() => {}), 500)

  const runDue = async () => {
    await catchUp()
    let found = true
    while (found) {
      found = false
      for (const name of names) found = (await runQueue(name)) || found
    }
    await Promise.allSettled(running)
  }

  let moving = false
  const moveClock = async (to: Instant) => {
    if (moving || to < now()) throw new Error('The clock goes forwards, one move at a time.')
    moving = true
    try {
      for (let next = await nextDue(boss, to); next !== null; next = await nextDue(boss, to)) {
        if (next > now()) await follow(next)
        await runDue()
      }
      await follow(Math.max(to, now()))
      // The scheduled jobs only tidy up: once at the end does what each hour on the way would have done.
      for (const name of names) if (queues[name].cron) await handle(name, { id: randomUUID(), data: {} })
      await runDue()
    } finally {
      moving = false
    }
  }

  shared.jobs = {
    enqueue: async (db, { name, data, id, at }) => {
      // The time is always given: a session of the program's pool does not see the jobs' adjustable clock.
      const startAfter = new Date(at ?? now())
      await boss.send(name, data, { id: id ?? randomUUID(), startAfter, db: fromDrizzle(db, sql) })
    },
    runDue,
    moveClock,
    isAnswering: async () => (await boss.getQueue('sendMail')) !== null,
    stop: async () => {
      await boss.stop({ graceful: true, timeout: stopBudget.jobs })
      clearInterval(ticker)
    },
  }
}

const runHandler = async (handlers: JobHandlers, name: JobName, { id, data }: { id: string; data: object }) => {
  try {
    // What is in the queue was put there by `enqueue`, whose type ties the data to the name.
    await handlers[name](data as never, id)
    log.info({ job: name, jobId: id }, 'job done')
  } catch (error) {
    log.error({ job: name, jobId: id, cause: causeOf(error) }, 'job failed')
    throw error
  }
}

/** When the next waiting job is due, if that is not later than `until`. */
const nextDue = async (boss: PgBoss, until: Instant): Promise<Instant | null> => {
  const { rows } = await boss
    .getDb()
    .executeSql(
      `select min(start_after) as at from pgboss.job where state in ('created', 'retry') and start_after <= $1 and name = any($2)`,
      [new Date(until), names],
    )
  const at: unknown = rows[0]?.at
  return at instanceof Date ? at.getTime() : null
}

const started = (): Jobs => {
  if (!shared.jobs) throw new Error('Jobs are not started in this process.')
  return shared.jobs
}

export const stopJobs = async (): Promise<void> => {
  const { jobs } = shared
  shared.jobs = undefined
  await jobs?.stop()
}

/** Part of the handler's transaction: the job is committed with the data, or not at all. */
export const enqueue = (db: Db, job: Job): Promise<void> => started().enqueue(db, job)

/** Runs everything that is due and answers when it is done. */
export const runDueJobs = (): Promise<void> => started().runDue()

/** Moves the program, and what it has to do on the way, to a later moment. */
export const moveClock = (to: Instant): Promise<void> => started().moveClock(to)
