import type { Instant } from '#kit/time.ts'
import { pool } from '#server/db.ts'
import type { JobDefinition } from '#server/jobDefinition.ts'

/* Which jobs of the queue are due. Queried on our own pool: pg-boss's waits for its clock, which may be moving. */

// Written like the condition of the queue's index: otherwise all finished jobs would be scanned.
const isWaiting = `state < 'active' and not blocked and start_after <= $1`

/** When the next waiting job is due, if that is not later than `until`, and when the next one of `others`, a query of one moment. */
export const nextDue = async (all: JobDefinition[], until: Instant, others = 'select null::timestamptz') => {
  const { rows } = await pool().query<Record<'dated' | 'other', Date | null>>(
    `select (select min(start_after) from pgboss.job where ${isWaiting} and name = any($2)) as dated, (${others}) as other`,
    [new Date(until), all.map(({ name }) => name)],
  )
  const [next] = rows
  return { dated: next?.dated?.getTime() ?? null, other: next?.other?.getTime() ?? null }
}

/** From one queue that has waiting jobs to the next, and of each only whether one is due: thousands may wait for a later moment. */
const dueNames = `
  with recursive waiting (name) as (
    (select name from pgboss.job where state < 'active' and not blocked order by name limit 1)
    union all
    select (select j.name from pgboss.job j where j.state < 'active' and not j.blocked and j.name > w.name order by j.name limit 1)
    from waiting w where w.name is not null)
  select name from waiting where exists (select 1 from pgboss.job j
    where j.name = waiting.name and j.state in ('created', 'retry') and not j.blocked
      and j.start_after <= coalesce($1, pgboss.job_now()))`

/** The queues that have a job that is due at this moment; null: now by the database's clock, by which workers fetch. */
export const dueQueues = async (at: Instant | null): Promise<Set<unknown>> => {
  const { rows } = await pool().query(dueNames, [at === null ? null : new Date(at)])
  return new Set(rows.map(({ name }) => name))
}

/** What is due and not done, by name and state. */
export const queueFigures = async () => {
  const { rows } = await pool().query(
    `select name as job, case state when 'created' then 'waiting' else state::text end as state, count(*)::integer as count,
      greatest(0, extract(epoch from pgboss.job_now() - min(start_after)))::float8 as "oldestSeconds"
    from pgboss.job where state <= 'active' and not blocked and (start_after <= pgboss.job_now() or state <> 'created')
    group by 1, 2`,
  )
  return rows as { job: string; state: 'waiting' | 'retry' | 'active'; count: number; oldestSeconds: number }[]
}

/**
 * What a worker left behind that died goes on at once: the queue fails it like any other attempt, and the pause that follows is meant for
 * work that was refused. The text is the queue's own.
 */
export const restartLost = async (): Promise<void> => {
  await pool().query(
    `update pgboss.job set start_after = pgboss.job_now()
    where state = 'retry' and start_after > pgboss.job_now() and output -> 'value' ->> 'message' = 'job heartbeat timeout'`,
  )
}
