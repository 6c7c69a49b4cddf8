import { randomUUID } from 'node:crypto'
import { CronExpressionParser } from 'cron-parser'
import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { fromDrizzle, type JobResult, PgBoss, TestClock } from 'pg-boss'
import { serverConfig } from '#config.server.ts'
import type { Instant } from '#kit/time.ts'
import { now, setClock } from '#server/clock.ts'
import { sessionOptions } from '#server/db/plans.ts'
import { pool } from '#server/db.ts'
import type { JobDefinition } from '#server/jobDefinition.ts'
import { stopBudget } from '#server/machine/stopping.ts'
import { shared } from '#server/shared.ts'
import { causeOf, log } from '#server/telemetry/log.ts'

type Waiting = { id: string; data: object }

/**
 * With a test clock pg-boss queries each new connection without awaiting the result, and pg warns about the query that
 * follows. Any `onConnect` hook makes the pool wait for it first.
 */
const afterConnecting = { onConnect: async () => {} }

/** Runs one job. Its data is parsed again: the queue may contain data of an older version. */
export const runJob = async (definition: JobDefinition, { id, data }: Waiting): Promise<void> => {
  const about = { job: definition.name, jobId: id }
  try {
    // Imported late: the module graph that only enqueues jobs does not need it.
    const { jobContext } = await import('./workContext')
    await definition.run(jobContext(id), definition.data.parse(data))
    log.info(about, 'job done')
  } catch (error) {
    log.error({ ...about, cause: causeOf(error) }, 'job failed')
    throw error
  }
}

const tokyo = { tz: 'Asia/Tokyo' }
/** Daily and monthly jobs: their hour is fixed. */
const isStepped = ({ cron }: JobDefinition) => cron !== undefined && /^\d+ \d+ /.test(cron)
/** Tokyo as a fixed offset: calculating with a named time zone costs more than most of these jobs do. */
const nextOf = (cron: string, after: Instant): Instant =>
  CronExpressionParser.parse(cron, { tz: 'UTC+9', currentDate: new Date(after) })
    .next()
    .getTime()

/** `work: false` only enqueues, and runs jobs on demand: for tests, and for instances that leave the jobs to others. */
export const startJobs = async ({ work = true } = {}): Promise<void> => {
  if (shared.jobs) return
  const connectionString = shared.databaseUrl ?? serverConfig().DATABASE_URL
  if (!connectionString) throw new Error('Jobs need the database: start it first.')
  const { jobList } = await import('./jobList')
  const { failedJobJobs } = await import('#office/failedJobs/jobs.server.ts')
  const all = [...jobList.values()]
  const clock = serverConfig().CLOCK === 'adjustable' ? new TestClock(now()) : undefined
  const boss = new PgBoss({
    connectionString,
    options: sessionOptions,
    max: 4,
    // The program's role uses a schema that the migration created for it; it may not create others.
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    ...(clock && { clock, ...afterConnecting }),
    // Maintenance and cron run on working instances only; with a clock that jumps by hours they would run all the time.
    ...(!work && { supervise: false, schedule: false }),
  })
  boss.on('error', (error) => log.error({ cause: causeOf(error) }, 'job queue'))
  boss.on('warning', (warning) => log.warn({ cause: warning.message }, 'job queue'))
  await boss.start()
  // Created first: the other queues name it as their dead-letter queue.
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
      // A full batch is followed by the next one at once: otherwise a long queue would be worked off at one batch a
      // second.
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
      // A tick simulates every second that it passes: longer distances are set directly, as when the clock is moved.
      if (behind > 5000) await clock.setTime(now())
      else if (behind > 0) await clock.tick(behind)
    })
  const follow = async (to: Instant) => {
    // Real time passes as well: the clock may be past `to` already.
    if (to > now()) setClock(to)
    await step((clock) => clock.setTime(Math.max(to, clock.now())))
  }
  // The test clock does not advance by itself: without this no job would ever be polled.
  const ticker = clock && setInterval(() => waiting === 0 && catchUp().catch(() => {}), 500)

  const runDue = async () => {
    // Only queues that have due jobs: polling every queue costs more than most jobs.
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

  /** Moves the clock from one due moment to the next and runs dated and daily jobs in order, each at its own time. */
  const walk = async (to: Instant) => {
    const due = new Map(stepped.map((definition) => [definition, nextOf(definition.cron ?? '', now())]))
    for (;;) {
      const daily = Math.min(...due.values())
      const [dated, atProvider] = await Promise.all([nextDue(all, to), shared.sandbox?.dueAt()])
      const first = Math.min(daily, dated ?? Number.POSITIVE_INFINITY, atProvider ?? Number.POSITIVE_INFINITY)
      if (first > to) return
      // Workers poll once a second, so what falls due within one second runs together.
      const next = Math.min(to, Math.ceil(first / 1000) * 1000)
      if (next > now()) setClock(next)
      // Only jobs with pending work are run; work that they create for others is found in the next round.
      if (atProvider != null && atProvider <= next) await shared.sandbox?.advance()
      for (const [definition, at] of due) {
        if (at > next) continue
        due.set(definition, nextOf(definition.cron ?? '', next))
        await once(definition)
      }
      // The queue's clock is set only when a job is due, because setting it is slow.
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

// Written like the condition of the queue's index: otherwise all finished jobs would be scanned.
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

/** The queues that have a due job. Queried on our own pool: pg-boss's waits for its clock, which may be moving. */
const dueQueues = async (until: Instant): Promise<Set<unknown>> => {
  const { rows } = await pool().query(`select distinct name from pgboss.job where ${isWaiting}`, [new Date(until)])
  return new Set(rows.map(({ name }) => name))
}

export const stopJobs = async (): Promise<void> => {
  const { jobs } = shared
  shared.jobs = undefined
  await jobs?.stop()
}
