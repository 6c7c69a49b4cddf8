import type { Db } from '../context'

/**
 * A question whose SQL is built once for the pool instead of for every call; its arguments are placeholders. In a
 * transaction it is built for that transaction.
 */
export const prepared = <Q>(build: (db: Db) => Q): ((db: Db) => Q) => {
  const built = new WeakMap<Db, Q>()
  return (db) => {
    const query = built.get(db) ?? build(db)
    built.set(db, query)
    return query
  }
}
