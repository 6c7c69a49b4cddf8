import pLimit from 'p-limit'
import { causeOf, log } from './telemetry/log'

/** Concurrent items: most of the time is spent waiting for the provider or the database. */
const width = 4

/**
 * Runs work for many items independently and in no particular order: a failure is logged and does not stop the others.
 * `end` throws if any failed, so that the job counts as failed.
 */
export const eachOnItsOwn = (job: string) => {
  const failed: string[] = []
  const attempt = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    try {
      await act()
    } catch (error) {
      failed.push(name)
      log.error({ job, item: name, cause: causeOf(error) }, 'left out')
    }
  }
  const each = async <Item>(
    batches: AsyncIterable<readonly Item[]>,
    nameOf: (item: Item) => string,
    act: (item: Item) => Promise<unknown>,
  ): Promise<void> => {
    for await (const batch of batches) await pLimit(width).map(batch, (item) => attempt(nameOf(item), () => act(item)))
  }
  /** Acts on a batch as a whole; where that fails, on each item alone, so that one does not keep the others from it. */
  const together = async <Item>(
    batch: readonly Item[],
    nameOf: (item: Item) => string,
    act: (items: readonly Item[]) => Promise<unknown>,
  ): Promise<void> => {
    try {
      await act(batch)
    } catch (error) {
      log.warn({ job, items: batch.length, cause: causeOf(error) }, 'a batch is done one by one')
      for (const item of batch) await attempt(nameOf(item), () => act([item]))
    }
  }
  const end = () => {
    if (failed.length === 0) return
    throw new Error(`${failed.length} could not be done: ${failed.slice(0, 5).join(', ')}`)
  }
  return { attempt, each, together, end }
}
