import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type pg from 'pg'
import { type JobResult, PgBoss, TestClock } from 'pg-boss'
import { serverConfig } from '#config.server.ts'
import { now } from '#server/clock.ts'
import { clockDifference } from '#server/db/clockDifference.ts'
import { unhurried } from '#server/db/plans.ts'
import { clientOf } from '#server/db/prepared.ts'
import { directUrl } from '#server/db.ts'
import type { JobDefinition } from '#server/jobDefinition.ts'
import { stopBudget } from '#server/machine/stopping.ts'
import type { Db } from '#server/proven.ts'
import type { Jobs } from '#server/queue.ts'
import { isRestoredCopy, refuseInRestoredCopy, restoredSentence } from '#server/restored.ts'
import { shared } from '#server/shared.ts'
import { causeOf, log } from '#server/telemetry/log.ts'
import { metrics } from '#server/telemetry/metrics.ts'
import { traced, traceparent } from '#server/telemetry/trace.ts'
import { dueQueues, queueFigures, restartLost } from './dueJobs'
import { clockMover, queueClock } from './jobClock'

type Waiting = { id: string; data: object }

/**
 * With a test clock pg-boss queries each new connection without awaiting the result, and pg warns about the query that
 * follows. Any `onConnect` hook makes the pool wait for it first.
 */
const afterConnecting = { onConnect: async () => {} }

/** The transaction's own connection. The queue's texts are sent as they stand: drizzle would take each apart and write it anew. */
const onConnectionOf = (db: Db) => ({
  executeSql: (text: string, values?: unknown[]) => (clientOf(db) as pg.ClientBase).query(text, values),
})

/** Beside a job's data: the trace of who enqueued it. */
const parentKey = '_traceparent'

/** Runs one job. Its data is parsed again: the queue may contain data of an older version. */
export const runJob = (definition: JobDefinition, { id, data: whole }: Waiting): Promise<void> => {
  const { [parentKey]: parent, ...data } = whole as Record<string, unknown>
  const options = { kind: 'consumer', parent: typeof parent === 'string' ? parent : undefined } as const
  return traced(`job ${definition.name}`, options, () => run(definition, { id, data }))
}

const run = async (definition: JobDefinition, { id, data }: Waiting): Promise<void> => {
  const about = { job: definition.name, jobId: id }
  const stopTimer = metrics().jobSeconds.startTimer({ job: definition.name })
  try {
    // Imported late: the module graph that only enqueues jobs does not need it.
    const { jobContext } = await import('./workContext')
    await definition.run(jobContext(id), definition.data.parse(data))
    stopTimer({ outcome: 'done' })
    log.info(about, 'job done')
  } catch (error) {
    stopTimer({ outcome: 'failed' })
    log.error({ ...about, cause: causeOf(error) }, 'job failed')
    throw error
  }
}

const tokyo = { tz: 'Asia/Tokyo' }

/**
 * Seconds: a worker that says nothing for so long counts as dead, and how often that is looked for. What it had begun is another's within
 * half a minute. The adjustable clock jumps by hours, which no sign of life outlasts: with it only long jobs give one.
 */
const signOfLife = { short: 15, long: 60, look: 5 }

/**
 * Seconds. Whether jobs are due is asked once a second for all queues, which wakes the workers of those that have some: each asking for its
 * own were 72 statements a second at rest. By themselves they look now and then, for whoever cannot be woken.
 */
const looking = { forAll: 1, each: 60 }

/** `work: false` only enqueues, and runs jobs on demand. */
const openQueue = async ({ work }: { work: boolean }): Promise<Jobs> => {
  const connectionString = directUrl()
  if (!connectionString) throw new Error('Jobs need the database: start it first.')
  const { jobList } = await import('./jobList')
  const { failedJobJobs } = await import('#office/failedJobs/jobs.server.ts')
  const all = [...jobList.values()]
  const clock = serverConfig().CLOCK === 'adjustable' ? new TestClock(now()) : undefined
  const boss = new PgBoss({
    connectionString,
    options: unhurried,
    max: 4,
    // The program's role uses a schema that the migration created for it; it may not create others.
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    ...(clock && { clock, ...afterConnecting }),
    // Maintenance and cron run on working instances only; with a clock that jumps by hours they would run all the time.
    ...(!work && { supervise: false, schedule: false }),
    ...(!clock && { superviseIntervalSeconds: signOfLife.look, monitorIntervalSeconds: signOfLife.look }),
  })
  boss.on('error', (error) => log.error({ cause: causeOf(error) }, 'job queue'))
  boss.on('warning', (warning) => log.warn({ cause: warning.message }, 'job queue'))
  await boss.start()
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, Object.entries(queue)]))
  // Created first: the other queues name it as their dead-letter queue.
  const isLast = ({ name }: JobDefinition) => name === failedJobJobs.noteFailedJob.name
  for (const definition of [...all].sort((a, b) => Number(isLast(b)) - Number(isLast(a)))) {
    const { name, cron, retryLimit, retryDelay, expireInSeconds, isLong } = definition
    const life = isLong
      ? { heartbeatSeconds: signOfLife.long }
      : { retryBackoff: retryLimit > 2, ...(!clock && { heartbeatSeconds: signOfLife.short }) }
    const after = isLast(definition) ? {} : { deadLetter: failedJobJobs.noteFailedJob.name }
    const options = { retryLimit, retryDelay, expireInSeconds, ...life, ...after }
    // Nearly always they are there as they should be: two statements for each queue would be most of a start.
    const queue = new Map<string, unknown>(known.get(name))
    if (queue.size === 0) await boss.createQueue(name, options)
    else if (Object.entries(options).some(([option, value]) => queue.get(option) !== value))
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
  /** The workers by their queue. */
  const workers = new Map<unknown, string[]>()
  if (work) {
    for (const definition of all) {
      const { name, concurrency: batchSize, isLong } = definition
      const pace = { batchSize, pollingIntervalSeconds: looking.each, perJobResults: true } as const
      const begin = async () => {
        const worker: string = await boss.work<object, unknown, typeof pace>(name, pace, async (batch) => {
          const results = await Promise.all(
            batch.map(async (waiting) => {
              const result = await settle(definition, waiting)
              // At once and not with the rest of its batch: after a kill only what had not ended is done again.
              if (result.status === 'completed' && batch.length > 1)
                await boss
                  .complete(name, waiting)
                  .catch((error: unknown) => log.error({ cause: causeOf(error) }, 'job queue'))
              return result
            }),
          )
          // The queue's own way (`burstWhenBatchFull`) leaves out those that work one by one: they would do one job a second.
          if (batch.length === batchSize) boss.notifyWorker(worker)
          return results
        })
        return worker
      }
      const beside = isLong ? serverConfig().VIDEO_CONVERSIONS : 1
      workers.set(name, await Promise.all(Array.from({ length: beside }, begin)))
    }
  }
  const wakeDue = async () => {
    for (const name of await dueQueues(clock ? now() : null))
      for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
  }
  let asking: Promise<void> | undefined
  const ask = () => {
    asking ??= wakeDue()
      .catch((error: unknown) => log.error({ cause: causeOf(error) }, 'job queue'))
      .finally(() => {
        asking = undefined
      })
  }
  const waking = work ? setInterval(ask, looking.forAll * 1000) : undefined

  const restarting =
    work && !clock
      ? setInterval(() => {
          restartLost().catch((error: unknown) => log.error({ cause: causeOf(error) }, 'job queue'))
        }, signOfLife.look * 1000)
      : undefined

  const runQueue = async (definition: JobDefinition): Promise<boolean> => {
    const { name, concurrency } = definition
    const due = await boss.fetch<object>(name, { batchSize: 50 })
    const ended = await pLimit(concurrency).map(due, (waiting) => settle(definition, waiting))
    const completed = ended.filter(({ status }) => status === 'completed').map(({ id }) => id)
    if (completed.length > 0) await boss.complete(name, completed)
    for (const { id, status, output } of ended) if (status === 'failed') await boss.fail(name, id, output as object)
    return due.length > 0
  }

  const { catchUp, follow, stop } = queueClock(clock)

  const runAllDue = async () => {
    if (await isRestoredCopy()) return
    // Only queues that have due jobs: polling every queue costs more than most jobs.
    for (let names = await dueQueues(now()); names.size > 0; names = await dueQueues(now())) {
      await catchUp()
      let found = false
      for (const definition of all) if (names.has(definition.name)) found = (await runQueue(definition)) || found
      if (!found) break
    }
    await Promise.allSettled(running)
  }

  // One call after the other: what one has fetched and not yet begun is neither due nor running for another, which would end too soon.
  let before: Promise<unknown> = Promise.resolve()
  const runDue = () => {
    const run = before.then(runAllDue)
    before = run.catch(() => {})
    return run
  }

  const once = (definition: JobDefinition) => settle(definition, { id: randomUUID(), data: {} })

  shared.queueFigures = queueFigures
  shared.clockDifference = clockDifference
  const move = clockMover({ all, once, runDue, follow })
  return {
    enqueue: async (db, { name, data, id, at }) => {
      // The time is always given: a session of the program's pool does not see the jobs' adjustable clock.
      const parent = traceparent()
      await boss.send(name, parent ? { ...data, [parentKey]: parent } : data, {
        id,
        startAfter: new Date(at),
        db: onConnectionOf(db),
      })
    },
    runDue,
    moveClock: async (to, how) => {
      await refuseInRestoredCopy()
      await move(to, how)
    },
    isAnswering: async () => (await boss.getQueue('sendMail')) !== null,
    stop: async () => {
      clearInterval(restarting)
      clearInterval(waking)
      await asking
      await boss.stop({ graceful: true, timeout: stopBudget.jobs })
      stop()
    },
  }
}

/** Milliseconds between two looks whether a restored copy was released. */
const lookForRelease = 3000
let waitingForRelease: NodeJS.Timeout | undefined

/** Works from the moment on at which the copy is released; until then it only enqueues. */
const workWhenReleased = () => {
  const look = async () => {
    if (await isRestoredCopy()) return again()
    const idle = shared.jobs
    if (!idle) return
    // Nothing is enqueued between the two: the one that works is there before the other goes.
    shared.jobs = await openQueue({ work: true })
    await idle.stop()
    log.warn('the restored copy was released: jobs run')
  }
  const again = () => {
    waitingForRelease = setTimeout(() => {
      look().catch((error: unknown) => {
        log.error({ cause: causeOf(error) }, 'job queue')
        again()
      })
    }, lookForRelease)
  }
  again()
}

/** `work: false`: for tests, and for instances that leave the jobs to others. A restored copy leaves them to nobody. */
export const startJobs = async ({ work = true } = {}): Promise<void> => {
  if (shared.jobs) return
  const isHeld = work && (await isRestoredCopy())
  if (isHeld) log.warn(restoredSentence)
  shared.jobs = await openQueue({ work: work && !isHeld })
  if (isHeld) workWhenReleased()
}

export const stopJobs = async (): Promise<void> => {
  clearTimeout(waitingForRelease)
  const { jobs } = shared
  shared.jobs = undefined
  delete shared.queueFigures
  delete shared.clockDifference
  await jobs?.stop()
}
