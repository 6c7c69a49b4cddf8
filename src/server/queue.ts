import { randomUUID } from 'node:crypto'
import type { Instant } from '#kit/time.ts'
import { now } from './clock'
import type { Enqueue } from './jobDefinition'
import type { Db } from './proven'
import { shared } from './shared'

/** Stored on globalThis: Next's module graph sends jobs and moves the clock through the instance of main.ts. */
export type Jobs = {
  enqueue(db: Db, job: { name: string; data: object; id: string; at: Instant }): Promise<void>
  runDue(): Promise<void>
  /** `isHasty`: what catches up with the nights before (`catchesUp` of a job) runs in the last one alone. */
  moveClock(to: Instant, how?: { isHasty?: boolean }): Promise<void>
  isAnswering(): Promise<boolean>
  stop(): Promise<void>
}

declare module './shared' {
  interface Shared {
    jobs?: Jobs | undefined
  }
}

const started = (): Jobs => {
  if (!shared.jobs) throw new Error('Jobs are not started in this process.')
  return shared.jobs
}

/** Part of the handler's transaction: the job is committed with the data, or not at all. */
export const enqueue = (db: Db, ...[job, data, when]: Parameters<Enqueue>): Promise<void> =>
  started().enqueue(db, {
    name: job.name,
    data: job.data.parse(data) as object,
    id: when?.id ?? randomUUID(),
    at: when?.at ?? now(),
  })

/** Runs everything that is due; resolves when it is done. */
export const runDueJobs = (): Promise<void> => started().runDue()

/** Moves the program's clock to a later moment and runs what falls due on the way. */
export const moveClock = (...how: Parameters<Jobs['moveClock']>): Promise<void> => started().moveClock(...how)
