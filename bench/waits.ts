import type pg from 'pg'

/** How often statements were seen waiting for a lock, by their first words. */
export type Waits = Map<string, number>

/** A statement that waits for another transaction, by its first words and its table. */
const shortened = (query: string) => query.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().slice(0, 70)

/** Seconds that the work takes; what waits for a lock meanwhile, in the database of the client, is looked at a hundred times a second. */
export const watched = async (client: pg.Client, waits: Waits, work: () => Promise<unknown>): Promise<number> => {
  let isOver = false
  const looking = async () => {
    while (!isOver) {
      const { rows } = await client.query<{ query: string }>(
        `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      for (const { query } of rows) waits.set(shortened(query), (waits.get(shortened(query)) ?? 0) + 1)
      await new Promise((next) => setTimeout(next, 10))
    }
  }
  const looks = looking()
  const from = performance.now()
  await work().finally(() => {
    isOver = true
  })
  const took = (performance.now() - from) / 1000
  await looks
  return took
}

/** Those seen most often, the first of them first. */
export const mostSeen = (waits: Waits) => [...waits].sort(([, a], [, b]) => b - a).slice(0, 5)
