import type { Transaction } from './jobDefinition'
import type { Db } from './proven'
import { enqueue } from './queue'
import { renewPages } from './renewal'

/** What handlers, jobs and callbacks get to do inside a transaction. */
export const transactionOf = (db: Db): Transaction => ({
  db,
  enqueue: (job, data, when) => enqueue(db, job, data, when),
  renew: ({ brandId }) => renewPages(db, brandId),
})
