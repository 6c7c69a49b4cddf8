import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { shared } from '../../src/server/shared'

/** What a careless programmer would have left out, as a change of the SQL that is sent. */
type Carelessness = [what: RegExp, instead: string][]

export const rowLocks: Carelessness = [[/ for (no key )?update( of "\w+")?/g, '']]
export const advisoryLocks: Carelessness = [[/pg_advisory_xact_lock\(/g, 'abs(']]

/**
 * Runs the work with the program's own code on a database that hears it without its precautions. A race test that still
 * passes like this would prove nothing: these are the teeth.
 */
export const careless = async <T>(carelessness: Carelessness, work: () => Promise<T>): Promise<T> => {
  const heard = (text: string) => carelessness.reduce((sql, [what, instead]) => sql.replace(what, instead), text)
  class Careless extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const ask = this.query.bind(this) as (first: unknown, ...rest: unknown[]) => never
      this.query = (first: unknown, ...rest: unknown[]) => {
        if (typeof first === 'string') return ask(heard(first), ...rest)
        if (typeof first === 'object' && first !== null && 'text' in first && !('submit' in first)) {
          return ask({ ...first, text: heard(String(first.text)) }, ...rest)
        }
        return ask(first, ...rest)
      }
    }
  }
  const pool = new pg.Pool({ connectionString: shared.databaseUrl, max: 16, Client: Careless as typeof pg.Client })
  const { drizzle: carefully, pool: careful } = shared
  Object.assign(shared, { pool, drizzle: drizzle({ client: pool }) })
  try {
    return await work()
  } finally {
    Object.assign(shared, { pool: careful, drizzle: carefully })
    await pool.end()
  }
}

/** All at once; what each answered. */
export const together = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
