import { sql } from 'drizzle-orm'
import { aside } from '#server/db/aside.ts'
import { serials } from './tables.server'

type Series = typeof serials.$inferSelect.series
type Waiting = { resolve: (number: number) => void; reject: (error: unknown) => void }

/** Who waits for a number of a series in this process while a block of it is being taken. */
const waiting = new Map<string, Waiting[]>()

/**
 * The next number of a series of a brand: ascending, and never given twice. It is taken in a transaction of its own, so that bookings do
 * not wait for each other's end; one that fails leaves its number unused (rule: money.numbers). All that ask at the same moment take one
 * block together: as many numbers as they are, so that no process holds any in store.
 */
export const nextSerial = (of: { tenantId: string; brandId: string }, series: Series): Promise<number> =>
  new Promise((resolve, reject) => {
    const key = `${of.tenantId} ${of.brandId} ${series}`
    const others = waiting.get(key)
    if (others) return void others.push({ resolve, reject })
    waiting.set(key, [{ resolve, reject }])
    void handOut(key, of, series)
  })

const handOut = async (key: string, of: { tenantId: string; brandId: string }, series: Series) => {
  for (let block = waiting.get(key) ?? []; block.length > 0; block = waiting.get(key) ?? []) {
    // Who comes from now on is of the next block.
    waiting.set(key, [])
    try {
      const last = await takeBlock(of, series, block.length)
      for (const [n, { resolve }] of block.entries()) resolve(last - block.length + 1 + n)
    } catch (error) {
      for (const { reject } of block) reject(error)
    }
  }
  waiting.delete(key)
}

/** Its last number. */
const takeBlock = async (
  { tenantId, brandId }: { tenantId: string; brandId: string },
  series: Series,
  count: number,
): Promise<number> => {
  const [row] = await aside()
    .insert(serials)
    .values({ tenantId, brandId, series, last: count })
    .onConflictDoUpdate({
      target: [serials.tenantId, serials.brandId, serials.series],
      set: { last: sql`${serials.last} + excluded.last` },
    })
    .returning({ last: serials.last })
  if (!row) throw new Error('A serial answers one row.')
  return row.last
}
