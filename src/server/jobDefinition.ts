import type { z } from 'zod'
import type { Fees } from '../features/ledger/ledger'
import type { NewId } from '../kit/ids'
import type { Instant } from '../kit/time'
import type { LiveFiles } from './live/files'
import type { Mail } from './mail/mail'
import type { Payments } from './payments/payments'
import type { Db } from './proven'
import type * as pictures from './storage/pictures'
import type { Storage } from './storage/types'
import type { Video } from './video/video'

/** What a job works with: like a handler it sees no pool and no clock, and one transaction at a time. */
export type JobContext = {
  /** For reads, and for single statements that need no transaction. */
  db: Db
  transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>
  /** Reads that all see the same moment, however many they are. */
  snapshot: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  now: Instant
  newId: NewId
  /** The same however often the job is tried: an effect keyed by it happens once. */
  jobId: string
  storage: Storage
  pictures: typeof pictures
  video: Video
  live: LiveFiles
  origin: string
  payments: Payments
  fees: Fees
  sendMail: (mail: Mail) => Promise<void>
  /** The addresses of those who run the platform. */
  operators: readonly string[]
  /** Ends every session of an account and has the sign-in provider forget it; nothing where it does not know it. */
  endIdentity: (uid: string) => Promise<void>
  /** Gives back the idempotency key of an outside attempt whose outcome this job has found out. */
  free: (attempt: string) => Promise<void>
}

/** What a callback works with: like a job it sees no pool and no clock. What is told has been verified before. */
export type CallbackContext = Pick<
  JobContext,
  'db' | 'transaction' | 'now' | 'newId' | 'storage' | 'pictures' | 'origin' | 'payments' | 'fees'
>

type Options = {
  /**
   * When it runs by itself, in Tokyo. Daily and monthly ones are stepped by the adjustable clock, each at its own moment;
   * an hourly one only tidies up and runs once at the end of a move.
   */
  cron?: string
  retryLimit?: number
  /** Seconds. */
  retryDelay?: number
  /** How many run at the same time in one process. */
  concurrency?: number
  /**
   * Takes minutes to hours. Its worker gives a sign of life; who gives none for a minute is taken for dead, and the job is
   * begun again. How many run in one process is VIDEO_CONVERSIONS.
   */
  isLong?: true
  /** Seconds after which a running job counts as lost with its process; 15 minutes where it is not said. */
  expireInSeconds?: number
}

export type JobDefinition<Data extends z.ZodType = z.ZodType> = Required<Omit<Options, 'cron' | 'isLong'>> &
  Pick<Options, 'cron' | 'isLong'> & {
    name: string
    data: Data
    run(context: JobContext, data: z.output<Data>): Promise<void>
  }

/** Leaves a job for later; without `at` it is due at once. The same `id` given twice is one job. */
export type Enqueue = <Data extends z.ZodType>(
  job: JobDefinition<Data>,
  data: z.input<Data>,
  when?: { at?: Instant; id?: string },
) => Promise<void>

/** What is done inside one transaction; jobs are part of it. */
export type Transaction = {
  db: Db
  enqueue: Enqueue
  /** Has the visitors' pages that show this brand rendered anew, for changes by others than its staff, whose own do so. */
  renew: (brand: { brandId: string }) => Promise<void>
}
type Unnamed = Omit<JobDefinition, 'name'>

/**
 * One job of a noun: what it is given, and what it does. A worker can die after the effect and before it says so, so every
 * effect is safe to repeat.
 */
export const job = <Data extends z.ZodType>(
  { data, cron, isLong, ...options }: Options & { data: Data },
  run: (context: JobContext, data: z.output<Data>) => Promise<void>,
): Omit<JobDefinition<Data>, 'name'> => ({
  retryLimit: options.retryLimit ?? 5,
  retryDelay: options.retryDelay ?? 30,
  concurrency: options.concurrency ?? 1,
  expireInSeconds: options.expireInSeconds ?? (isLong ? 23 * 3600 : 15 * 60),
  ...(isLong && { isLong }),
  ...(cron !== undefined && { cron }),
  data,
  run,
})

/** A noun's jobs.server.ts: gives every job its name, which is also its queue's. */
export const jobs = <Definitions extends Record<string, Unnamed>>(definitions: Definitions) =>
  Object.fromEntries(Object.entries(definitions).map(([name, definition]) => [name, { ...definition, name }])) as {
    [Name in keyof Definitions]: Definitions[Name] & { name: string }
  }
