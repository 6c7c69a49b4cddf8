import { realNow } from '../clock'
import { pool } from '../db'

const databaseTime = async () => {
  const { rows } = await pool().query<{ at: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::text as at',
  )
  return Number(rows[0]?.at)
}

/**
 * Seconds that the database's clock is ahead of this instance's. What is published for a moment appears by the instance's, and jobs
 * begin by the database's: each is late by the difference at most.
 */
export const clockDifference = async (): Promise<number> => {
  // A connection first: making one would count as a difference.
  await databaseTime()
  const before = realNow()
  const there = await databaseTime()
  return (there - (before + realNow()) / 2) / 1000
}
