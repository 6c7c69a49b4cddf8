import { jobContext } from '#program/workContext.ts'
import type { JobContext } from '#server/jobDefinition.ts'

/** What a job works with where the database is lost for one of its transactions: the first, the second ... */
export const failingAt = (which: number): JobContext => {
  const context = jobContext('failing')
  let begun = 0
  return {
    ...context,
    transaction: (work) => {
      begun += 1
      return begun === which ? Promise.reject(new Error('The connection was lost.')) : context.transaction(work)
    },
  }
}

/** What a job works with where the storage fails to remove a file: the first that is removed, the second ... */
export const keepingFile = (which: number): JobContext => {
  const context = jobContext('keeping')
  let begun = 0
  const remove = async (key: string) => {
    begun += 1
    if (begun === which) throw new Error('The file belongs to somebody else.')
    await context.storage.remove(key)
  }
  return { ...context, storage: { ...context.storage, remove } }
}
