import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { shared } from '../shared'

/*
 * What Prometheus reads (docs/runbook.md says what each alert of it means). Counters and times are this instance's; what lies in the
 * database (the queue) is the same wherever it is asked. Labels have few values and never one of a person.
 */

type QueueFigure = { job: string; state: 'waiting' | 'retry' | 'active'; count: number; oldestSeconds: number }
declare module '../shared' {
  interface Shared {
    metrics?: Metrics
    /** Jobs that are due and not done, by name and state; oldest by the moment from which they are due. */
    queueFigures?: () => Promise<QueueFigure[]>
    /** Seconds that the database's clock is ahead of this instance's. */
    clockDifference?: () => Promise<number>
    /** Connections of encoders that this instance receives, and pieces that are not in the storage yet. */
    liveFigures?: () => { connections: number; unsent: number }
  }
}

/** Gauges of the database's queue: a scrape is answered without them while the database is away. */
const queueGauges = (registry: Registry) => {
  // One question for both gauges of a scrape.
  let asked: Promise<QueueFigure[]> | undefined
  const figures = () => {
    asked ??= (shared.queueFigures?.() ?? Promise.resolve([]))
      .catch(() => [])
      .finally(() => {
        asked = undefined
      })
    return asked
  }
  new Gauge({
    name: 'tsudoi_jobs',
    help: 'Jobs that are due, tried again or running, of all instances.',
    labelNames: ['job', 'state'] as const,
    registers: [registry],
    async collect() {
      const found = await figures()
      this.reset()
      for (const { job, state, count } of found) this.set({ job, state }, count)
    },
  })
  new Gauge({
    name: 'tsudoi_job_waiting_seconds',
    help: 'How long the job has been due that has waited longest, by its name.',
    labelNames: ['job'] as const,
    registers: [registry],
    async collect() {
      const found = await figures()
      this.reset()
      for (const { job, state, oldestSeconds } of found) if (state === 'waiting') this.set({ job }, oldestSeconds)
    },
  })
}

const ownGauges = (registry: Registry) => {
  new Gauge({
    name: 'tsudoi_clock_difference_seconds',
    help: "How far the database's clock is ahead of this instance's; no value while the database does not answer.",
    registers: [registry],
    async collect() {
      const seconds = await shared.clockDifference?.().catch(() => undefined)
      if (seconds === undefined) this.remove()
      else this.set(seconds)
    },
  })
  new Gauge({
    name: 'tsudoi_database_connections',
    help: 'Connections of this instance to its database: open, idle, and calls that wait for one.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = shared.pool ?? {}
      this.set({ state: 'open' }, totalCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waiting' }, waitingCount)
    },
  })
  new Gauge({
    name: 'tsudoi_replica_behind_seconds',
    help: 'How far the replica that reads are answered from is behind; no value where it does not answer, or there is none.',
    registers: [registry],
    collect() {
      const behind = shared.replica?.behind()
      if (behind === undefined) this.remove()
      else this.set(behind / 1000)
    },
  })
  new Gauge({
    name: 'tsudoi_kept_pages',
    help: 'Pages of visitors that this instance keeps.',
    registers: [registry],
    collect() {
      this.set(shared.pages?.size?.().pages ?? 0)
    },
  })
  new Gauge({
    name: 'tsudoi_kept_pages_bytes',
    help: 'What these take.',
    registers: [registry],
    collect() {
      this.set(shared.pages?.size?.().bytes ?? 0)
    },
  })
  new Gauge({
    name: 'tsudoi_followers',
    help: 'Open streams of those who follow the room of a live in this instance.',
    registers: [registry],
    collect() {
      this.set(shared.rooms?.followers() ?? 0)
    },
  })
  new Gauge({
    name: 'tsudoi_live_connections',
    help: 'Encoders whose pictures this instance receives.',
    registers: [registry],
    collect() {
      this.set(shared.liveFigures?.().connections ?? 0)
    },
  })
  new Gauge({
    name: 'tsudoi_live_unsent_connections',
    help: 'Connections of encoders, of now or before, of which pieces are not in the storage yet.',
    registers: [registry],
    collect() {
      this.set(shared.liveFigures?.().unsent ?? 0)
    },
  })
}

const create = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const operationSeconds = new Histogram({
    name: 'tsudoi_operation_seconds',
    help: 'Time from the whole request body to the answer, by operation and status.',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const pageSeconds = new Histogram({
    name: 'tsudoi_page_seconds',
    help: 'Time to answer a page, by route, status and whether it was kept.',
    labelNames: ['page', 'status', 'cache'] as const,
    buckets: [0.0005, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const jobSeconds = new Histogram({
    name: 'tsudoi_job_seconds',
    help: 'Time of one try of a job, by its name and outcome.',
    labelNames: ['job', 'outcome'] as const,
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600, 3600],
    registers: [registry],
  })
  const mails = new Counter({
    name: 'tsudoi_mails_total',
    help: 'Mails by lane (single, bulk) and outcome (sent, failed, suppressed).',
    labelNames: ['lane', 'outcome'] as const,
    registers: [registry],
  })
  const joins = new Counter({
    name: 'tsudoi_joins_total',
    help: 'Memberships that began with a payment, by its method.',
    labelNames: ['method'] as const,
    registers: [registry],
  })
  const cachePurges = new Counter({
    name: 'tsudoi_cache_purges_total',
    help: 'Pages that a shared cache was asked to drop after a write, by outcome (done, failed).',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  const limited = new Counter({
    name: 'tsudoi_limited_total',
    help: 'Calls that were refused because there were too many, by the limit.',
    labelNames: ['limit'] as const,
    registers: [registry],
  })
  const statements = new Counter({
    name: 'tsudoi_statements_total',
    help: 'Statements that this instance sent to its database, without those of the queue and of notifications.',
    registers: [registry],
  })
  const replicaReads = new Counter({
    name: 'tsudoi_replica_reads_total',
    help: 'Reads where there is a replica, by place: replica, primary (it had not what the caller wrote, or was behind), again (refused there).',
    labelNames: ['place'] as const,
    registers: [registry],
  })
  const paymentEventLag = new Histogram({
    name: 'tsudoi_payment_event_lag_seconds',
    help: 'Time from an event at the payment provider until it was taken in here, by its type.',
    labelNames: ['type'] as const,
    buckets: [1, 5, 15, 60, 300, 900, 3600, 14_400, 86_400],
    registers: [registry],
  })
  const paymentEventsFailed = new Counter({
    name: 'tsudoi_payment_events_failed_total',
    help: 'Events of the payment provider that could not be taken in, and are sent again, by type.',
    labelNames: ['type'] as const,
    registers: [registry],
  })
  const providerSeconds = new Histogram({
    name: 'tsudoi_provider_seconds',
    help: 'Time of a call to the payment provider, by call and status.',
    labelNames: ['call', 'status'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  })
  const outsideSeconds = new Histogram({
    name: 'tsudoi_outside_seconds',
    help: 'Time of a call to another service but the payment provider, by service, call and outcome.',
    labelNames: ['service', 'call', 'outcome'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  const callbackSeconds = new Histogram({
    name: 'tsudoi_callback_seconds',
    help: 'Time to take an event of the payment provider, by its type and status.',
    labelNames: ['type', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  queueGauges(registry)
  ownGauges(registry)
  return {
    registry,
    operationSeconds,
    pageSeconds,
    jobSeconds,
    mails,
    joins,
    cachePurges,
    limited,
    statements,
    replicaReads,
    paymentEventLag,
    paymentEventsFailed,
    providerSeconds,
    outsideSeconds,
    callbackSeconds,
  }
}

export type Metrics = ReturnType<typeof create>

export const metrics = (): Metrics => {
  shared.metrics ??= create()
  return shared.metrics
}
