import type { Transaction } from './jobDefinition'
import type { Db } from './proven'
import { enqueue } from './queue'
import { renewPages } from './renewal'

/** Functions for handlers, jobs and callbacks inside a transaction. */
export const transactionOf = (db: Db): Transaction => ({
  db,
  enqueue: (job, data, when) => enqueue(db, job, data, when),
  renew: ({ brandId }) => renewPages(db, brandId),
})
