import type { z } from 'zod'
import type { Fees } from '#kit/fees.ts'
import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import type { LiveFiles } from './live/files'
import type { Lane } from './mail/deliver'
import type { Mail } from './mail/mail'
import type { Payments } from './payments/payments'
import type { Ports } from './ports'
import type { Db } from './proven'
import type { PushMessage } from './push/message'
import type { PushOutcome, PushTarget } from './push/send'
import type * as pictures from './storage/pictures'
import type { Storage } from './storage/types'
import type { Video } from './video/video'

/** Context of a job: like a handler it has no pool and no clock, and one transaction at a time. */
export type JobContext = {
  /** For reads, and for single statements that need no transaction. */
  db: Db
  transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>
  /** Any number of reads from one snapshot. */
  snapshot: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  now: Instant
  newId: NewId
  /** The same for every retry: an effect keyed by it happens once. */
  jobId: string
  storage: Storage
  pictures: typeof pictures
  video: Video
  live: LiveFiles
  origin: string
  payments: Payments
  fees: Fees
  ports: Ports
  sendMail: (mail: Mail, lane?: Lane) => Promise<void>
  sendPush: (to: PushTarget, message: PushMessage, how: { isUrgent: boolean }) => Promise<PushOutcome>
  /** E-mail addresses of the platform's operators. */
  operators: readonly string[]
  /** Ends every session of an account and deletes it at the identity provider; no effect if it is unknown there. */
  endIdentity: (uid: string) => Promise<void>
  /** Releases the idempotency key of an external attempt whose outcome this job has determined. */
  free: (attempt: string) => Promise<void>
}

/** Context of a callback: like a job it has no pool and no clock. The request has been verified before. */
export type CallbackContext = Pick<
  JobContext,
  'db' | 'transaction' | 'now' | 'newId' | 'storage' | 'pictures' | 'origin' | 'payments' | 'fees' | 'ports'
>

/** Whose staff learn of a job that has failed for good. */
export type Owner = { tenantId: string | null; brandId: string | null }
/** Declared as a method: the list of jobs holds definitions of any data. */
type About<Data extends z.ZodType> = {
  of(db: Db, data: z.output<Data>): Promise<Owner | null | undefined>
}['of']

type Options = {
  /**
   * Schedule in Tokyo time. When the adjustable clock moves, daily and monthly jobs run at each of their times; one that is due more
   * often, or that `clearsAway`, runs once at the end of a move.
   */
  cron?: string
  /** Only removes what is over, by the time alone: when it runs once, nothing else is left than when it had run each time. */
  clearsAway?: true
  /** Daily, and does all that is to be done since it last ran: in a hasty move of the adjustable clock it runs in the last night alone. */
  catchesUp?: true
  retryLimit?: number
  /** Seconds. */
  retryDelay?: number
  /** Maximum number running at the same time in one process. */
  concurrency?: number
  /**
   * Runs for minutes to hours. Its worker sends heartbeats; without one for a minute it counts as dead and the job is
   * started again. VIDEO_CONVERSIONS limits how many run in one process.
   */
  isLong?: true
  /** Seconds after which a running job counts as lost with its process; default 15 minutes. */
  expireInSeconds?: number
}

export type JobDefinition<Data extends z.ZodType = z.ZodType> = Required<
  Omit<Options, 'cron' | 'clearsAway' | 'catchesUp' | 'isLong'>
> &
  Pick<Options, 'cron' | 'clearsAway' | 'catchesUp' | 'isLong'> & {
    name: string
    data: Data
    /** The brand that a job's data are about; `platform`: no brand's, or that of all of them. */
    about: 'platform' | About<Data>
    run(context: JobContext, data: z.output<Data>): Promise<void>
  }

/** Enqueues a job; without `at` it is due at once. Enqueueing the same `id` twice creates one job. */
export type Enqueue = <Data extends z.ZodType>(
  job: JobDefinition<Data>,
  data: z.input<Data>,
  when?: { at?: Instant; id?: string },
) => Promise<void>

/** Runs inside one transaction; jobs enqueued there are part of it. */
export type Transaction = {
  db: Db
  enqueue: Enqueue
  /**
   * Invalidates the visitors' pages that show this brand. For changes by others than its staff; writes by staff do so
   * automatically.
   */
  renew: (brand: { brandId: string }) => Promise<void>
  ports: Ports
}
type Unnamed = Omit<JobDefinition, 'name'>

/**
 * Defines a job of a feature: the schema of its data and its function. A worker can die after the effect and before
 * acknowledging it, so every effect has to be safe to repeat.
 */
export const job = <Data extends z.ZodType>(
  {
    data,
    about,
    cron,
    clearsAway,
    catchesUp,
    isLong,
    ...options
  }: Options & Pick<JobDefinition<Data>, 'data' | 'about'>,
  run: (context: JobContext, data: z.output<Data>) => Promise<void>,
): Omit<JobDefinition<Data>, 'name'> => ({
  retryLimit: options.retryLimit ?? 5,
  retryDelay: options.retryDelay ?? 30,
  concurrency: options.concurrency ?? 1,
  expireInSeconds: options.expireInSeconds ?? (isLong ? 23 * 3600 : 15 * 60),
  ...(isLong && { isLong }),
  ...(cron !== undefined && { cron }),
  ...(clearsAway && { clearsAway }),
  ...(catchesUp && { catchesUp }),
  data,
  about,
  run,
})

/** For a feature's jobs.server.ts: gives every job its name, which is also its queue's. */
export const jobs = <Definitions extends Record<string, Unnamed>>(definitions: Definitions) =>
  Object.fromEntries(Object.entries(definitions).map(([name, definition]) => [name, { ...definition, name }])) as {
    [Name in keyof Definitions]: Definitions[Name] & { name: string }
  }
