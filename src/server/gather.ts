import type { Instant } from '#kit/time.ts'
import { realNow } from './clock'
import { database, onCommit } from './db'
import type { Db } from './proven'
import { shared } from './shared'
import { causeOf, log } from './telemetry/log'

/*
 * Work that follows many commits at once: what is asked for while it waits or runs is done by its next run.
 */

/** True: done. False: not yet, it is tried again after a tenth of the pause. `at` is real time, whatever the adjustable clock says. */
type Work = (db: Db, at: Instant) => Promise<boolean>
type Gathered = { work: Work; isAsked: boolean }

declare module './shared' {
  interface Shared {
    /** By name: what waits for its run. */
    gathered?: Map<string, Gathered>
  }
}

const run = async (name: string, pause: number): Promise<void> => {
  const one = shared.gathered?.get(name)
  if (!one) return
  one.isAsked = false
  const begun = performance.now()
  const isDone = await one.work(database(), realNow()).catch((error) => {
    // What nobody was told of is found by who looks from time to time.
    log.warn({ cause: causeOf(error), name }, 'gathered work failed')
    return true
  })
  if (isDone && !one.isAsked) return void shared.gathered?.delete(name)
  // The pause is between two beginnings, however long the work takes. A timer that comes a millisecond early finds that it is too early:
  // that costs no second pause.
  const wait = isDone ? Math.max(0, pause - (performance.now() - begun)) : pause / 10
  setTimeout(() => void run(name, pause), wait).unref()
}

/** Does the work after the commit, on no transaction; at most once per `pause` milliseconds and name in this instance. */
export const gatherAfterCommit = (db: Db, name: string, pause: number, work: Work): void =>
  onCommit(db, () => {
    shared.gathered ??= new Map()
    const known = shared.gathered.get(name)
    if (known) known.isAsked = true
    else {
      shared.gathered.set(name, { work, isAsked: false })
      void run(name, pause)
    }
  })
