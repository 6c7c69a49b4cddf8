import { CronExpressionParser } from 'cron-parser'
import type { TestClock } from 'pg-boss'
import { day, type Instant } from '#kit/time.ts'
import { now, setClock } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobDefinition.ts'
import { shared } from '#server/shared.ts'
import { causeOf, log } from '#server/telemetry/log.ts'
import { nextDue } from './dueJobs'

/* The adjustable clock (CLOCK=adjustable): the queue's own clock follows the program's, and moving it runs what falls due on the way. */

/** Daily and monthly jobs: their hour is fixed. */
const isStepped = ({ cron, clearsAway }: JobDefinition) => !clearsAway && cron !== undefined && /^\d+ \d+ /.test(cron)
/** Tokyo as a fixed offset: calculating with a named time zone costs more than most of these jobs do. */
const nextOf = (cron: string, after: Instant): Instant =>
  CronExpressionParser.parse(cron, { tz: 'UTC+9', currentDate: new Date(after) })
    .next()
    .getTime()

/** Keeps the queue's clock with the program's; without one (`undefined`) there is nothing to keep. */
export const queueClock = (clock: TestClock | undefined) => {
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

  return { catchUp, follow, stop: () => clearInterval(ticker) }
}

type Queue = {
  all: JobDefinition[]
  /** Runs a job now, without the queue. */
  once: (definition: JobDefinition) => Promise<unknown>
  runDue: () => Promise<void>
  follow: (to: Instant) => Promise<void>
}

/** Moves the program's clock, and runs everything that falls due until then, each at its own time. */
export const clockMover = ({ all, once, runDue, follow }: Queue) => {
  const stepped = all.filter(isStepped)
  /** Moves the clock from one due moment to the next and runs dated and daily jobs in order, each at its own time. */
  const walk = async (to: Instant, { isHasty = false }: { isHasty?: boolean }) => {
    const beginOf = ({ catchesUp }: JobDefinition) => (isHasty && catchesUp ? Math.max(now(), to - day) : now())
    const due = new Map(stepped.map((definition) => [definition, nextOf(definition.cron ?? '', beginOf(definition))]))
    for (;;) {
      const daily = Math.min(...due.values())
      const { dated, other: atProvider } = await nextDue(all, to, shared.sandbox?.nextDueQuery)
      const first = Math.min(daily, dated ?? Number.POSITIVE_INFINITY, atProvider ?? Number.POSITIVE_INFINITY)
      if (first > to) return
      // Workers poll once a second, so what falls due within one second runs together.
      const next = Math.min(to, Math.ceil(first / 1000) * 1000)
      if (next > now()) setClock(next)
      // Only jobs with pending work are run; work that they create for others is found in the next round.
      if (atProvider !== null && atProvider <= next) await shared.sandbox?.advance()
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
  const moveClock = async (to: Instant, how: { isHasty?: boolean } = {}) => {
    if (moving) throw Object.assign(new Error('The clock makes one move at a time.'), { code: 'inProgress' })
    if (to < now()) throw new Error('The clock only goes forwards.')
    moving = true
    try {
      await walk(to, how)
      await follow(Math.max(to, now()))
      for (const definition of all) if (definition.cron && !isStepped(definition)) await once(definition)
      await runDue()
    } finally {
      moving = false
    }
  }
  return moveClock
}
