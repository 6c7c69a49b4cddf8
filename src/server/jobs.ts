import { randomUUID } from 'node:crypto'
import { CronExpressionParser } from 'cron-parser'
import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { fromDrizzle, type JobResult, PgBoss, TestClock } from 'pg-boss'
import { serverConfig } from '../config.server'
import type { Instant } from '../kit/time'
import { now, setClock } from './clock'
import { pool } from './db'
import type { JobDefinition } from './jobDefinition'
import { stopBudget } from './machine/stopping'
import { shared } from './shared'
import { causeOf, log } from './telemetry/log'

type Waiting = { id: string; data: object }

/**
 * With a clock the queue asks something on every new connection without waiting for it. pg warns of the question that
 * follows unless the connection has come to rest before, which any hook of the pool makes it do.
 */
const afterConnecting = { onConnect: async () => {} }

/** Runs one job with data that is parsed again: what lies in the queue may have been written by an older program. */
export const runJob = async (definition: JobDefinition, { id, data }: Waiting): Promise<void> => {
  const about = { job: definition.name, jobId: id }
  try {
    // Imported here: the graph that only sends jobs does not carry the outside world.
    const { jobContext } = await import('./workContext')
    await definition.run(jobContext(id), definition.data.parse(data))
    log.info(about, 'job done')
  } catch (error) {
    log.error({ ...about, cause: causeOf(error) }, 'job failed')
    throw error
  }
}

const tokyo = { tz: 'Asia/Tokyo' }
/** Daily and monthly: the hour is fixed. */
const isStepped = ({ cron }: JobDefinition) => cron !== undefined && /^\d+ \d+ /.test(cron)
/** Tokyo again, by its fixed offset: the calendar of a named zone costs more than most of these jobs do. */
const nextOf = (cron: string, after: Instant): Instant =>
  CronExpressionParser.parse(cron, { tz: 'UTC+9', currentDate: new Date(after) })
    .next()
    .getTime()

/** `work: false` only sends and runs on demand: tests, and instances that leave the jobs to others. */
export const startJobs = async ({ work = true } = {}): Promise<void> => {
  if (shared.jobs) return
  const connectionString = shared.databaseUrl ?? serverConfig().DATABASE_URL
  if (!connectionString) throw new Error('Jobs need the database: start it first.')
  const { jobList } = await import('./jobList')
  const { failedJobJobs } = await import('../features/failedJobs/jobs.server')
  const all = [...jobList.values()]
  const clock = serverConfig().CLOCK === 'adjustable' ? new TestClock(now()) : undefined
  const boss = new PgBoss({
    connectionString,
    max: 4,
    // The program's role works in a schema that the migration made for it; it may not make others.
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    ...(clock && { clock, ...afterConnecting }),
    // Its own upkeep and cron are for those who work; beside a clock that jumps by hours it would be all that is done.
    ...(!work && { supervise: false, schedule: false }),
  })
  boss.on('error', (error) => log.error({ cause: causeOf(error) }, 'job queue'))
  boss.on('warning', (warning) => log.warn({ cause: warning.message }, 'job queue'))
  await boss.start()
  // The queue of those that failed for good is there before the others, which name it.
  const isLast = ({ name }: JobDefinition) => name === failedJobJobs.noteFailedJob.name
  for (const definition of [...all].sort((a, b) => Number(isLast(b)) - Number(isLast(a)))) {
    const { name, cron, retryLimit, retryDelay, expireInSeconds, isLong } = definition
    const life = isLong ? { heartbeatSeconds: 60 } : { retryBackoff: retryLimit > 2 }
    const after = isLast(definition) ? {} : { deadLetter: failedJobJobs.noteFailedJob.name }
    const options = { retryLimit, retryDelay, expireInSeconds, ...life, ...after }
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
    if (cron && work) await boss.schedule(name, cron, {}, tokyo)
  }

  const running = new Set<Promise<void>>()
  const handle = (definition: JobDefinition, waiting: Waiting): Promise<void> => {
    const run = runJob(definition, waiting).finally(() => running.delete(run))
    running.add(run)
    return run
  }
  const settle = async (definition: JobDefinition, waiting: Waiting): Promise<JobResult> => {
    try {
      await handle(definition, waiting)
      return { id: waiting.id, status: 'completed' }
    } catch (error) {
      return { id: waiting.id, status: 'failed', output: { cause: causeOf(error).message } }
    }
  }
  if (work) {
    for (const definition of all) {
      const { name, concurrency: batchSize, isLong } = definition
      // A full batch is followed by the next one at once: a queue of thousands is not emptied at one a second.
      const beside = isLong ? { localConcurrency: serverConfig().VIDEO_CONVERSIONS } : {}
      const pace = {
        batchSize,
        pollingIntervalSeconds: 1,
        burstWhenBatchFull: true,
        perJobResults: true,
        ...beside,
      } as const
      await boss.work<object, unknown, typeof pace>(name, pace, (batch) =>
        Promise.all(batch.map((waiting) => settle(definition, waiting))),
      )
    }
  }

  const runQueue = async (definition: JobDefinition): Promise<boolean> => {
    const { name, concurrency } = definition
    const due = await boss.fetch<object>(name, { batchSize: 50 })
    const ended = await pLimit(concurrency).map(due, (waiting) => settle(definition, waiting))
    const completed = ended.filter(({ status }) => status === 'completed').map(({ id }) => id)
    if (completed.length > 0) await boss.complete(name, completed)
    for (const { id, status, output } of ended) if (status === 'failed') await boss.fail(name, id, output as object)
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
  const catchUp = () =>
    step(async (clock) => {
      const behind = now() - clock.now()
      // A tick runs every second that it passes: over a long way they are left out, as when the clock is moved.
      if (behind > 5000) await clock.setTime(now())
      else if (behind > 0) await clock.tick(behind)
    })
  const follow = async (to: Instant) => {
    // Time goes on by itself as well: it may be past that already.
    if (to > now()) setClock(to)
    await step((clock) => clock.setTime(Math.max(to, clock.now())))
  }
  // It also stands still by itself; real time has to be fed to it, or no job would ever be looked for.
  const ticker = clock && setInterval(() => waiting === 0 && catchUp().catch(() => {}), 500)

  const runDue = async () => {
    // Only those that have something: asking every queue costs more than most of what is found.
    for (let names = await dueQueues(now()); names.size > 0; names = await dueQueues(now())) {
      await catchUp()
      let found = false
      for (const definition of all) if (names.has(definition.name)) found = (await runQueue(definition)) || found
      if (!found) break
    }
    await Promise.allSettled(running)
  }

  const stepped = all.filter(isStepped)
  const once = (definition: JobDefinition) => settle(definition, { id: randomUUID(), data: {} })

  /** From one due moment to the next: dated jobs and daily ones in the order of their times, each with the clock at its own. */
  const walk = async (to: Instant) => {
    const due = new Map(stepped.map((definition) => [definition, nextOf(definition.cron ?? '', now())]))
    for (;;) {
      const daily = Math.min(...due.values())
      const [dated, atProvider] = await Promise.all([nextDue(all, to), shared.sandbox?.dueAt()])
      const first = Math.min(daily, dated ?? Number.POSITIVE_INFINITY, atProvider ?? Number.POSITIVE_INFINITY)
      if (first > to) return
      // Also the workers look once a second: what falls due within one is done together.
      const next = Math.min(to, Math.ceil(first / 1000) * 1000)
      if (next > now()) setClock(next)
      // Only what has something to do is asked: what one of them leaves for another is found at the next look.
      if (atProvider != null && atProvider <= next) await shared.sandbox?.advance()
      for (const [definition, at] of due) {
        if (at > next) continue
        due.set(definition, nextOf(definition.cron ?? '', next))
        await once(definition)
      }
      // The queue's clock follows when it has something to do: setting it costs more than most of what a provider does.
      if (dated !== null && dated <= next) await runDue()
    }
  }

  let moving = false
  const moveClock = async (to: Instant) => {
    if (moving || to < now()) throw new Error('The clock goes forwards, one move at a time.')
    moving = true
    try {
      await walk(to)
      await follow(Math.max(to, now()))
      for (const definition of all) if (definition.cron && !isStepped(definition)) await once(definition)
      await runDue()
    } finally {
      moving = false
    }
  }

  shared.jobs = {
    enqueue: async (db, { name, data, id, at }) => {
      // The time is always given: a session of the program's pool does not see the jobs' adjustable clock.
      await boss.send(name, data, { id, startAfter: new Date(at), db: fromDrizzle(db, sql) })
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

// As the queue's own index has them: otherwise every job that was ever done is looked at.
const isWaiting = `state < 'active' and not blocked and start_after <= $1`

/** When the next waiting job is due, if that is not later than `until`. */
const nextDue = async (all: JobDefinition[], until: Instant): Promise<Instant | null> => {
  const { rows } = await pool().query(
    `select min(start_after) as at from pgboss.job where ${isWaiting} and name = any($2)`,
    [new Date(until), all.map(({ name }) => name)],
  )
  const at: unknown = rows[0]?.at
  return at instanceof Date ? at.getTime() : null
}

/** The queues that have something due. Asked on our own pool: pg-boss's waits for its clock, which may be moving. */
const dueQueues = async (until: Instant): Promise<Set<unknown>> => {
  const { rows } = await pool().query(`select distinct name from pgboss.job where ${isWaiting}`, [new Date(until)])
  return new Set(rows.map(({ name }) => name))
}

export const stopJobs = async (): Promise<void> => {
  const { jobs } = shared
  shared.jobs = undefined
  await jobs?.stop()
}
