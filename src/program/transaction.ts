import type { Transaction } from '#server/jobDefinition.ts'
import type { Db } from '#server/proven.ts'
import { enqueue } from '#server/queue.ts'
import { ports } from './ports'
import { renew } from './renew'

/** Functions for handlers, jobs and callbacks inside a transaction. */
export const transactionOf = (db: Db): Transaction => ({
  db,
  enqueue: (job, data, when) => enqueue(db, job, data, when),
  renew: ({ brandId }) => renew(db, brandId),
  ports,
})
