import { realNow } from './clock'
import { pool } from './db'
import { shared } from './shared'
import { Unavailable } from './unavailable'

/*
 * A restored copy sends nothing and charges nothing until it is released: its rows hold mails that wait, memberships that are due and
 * jobs that may be those of a program that still runs elsewhere. A schema of the database says that it is one, so that all instances
 * know and nothing has to be configured.
 */

/** Made by `tsudoi restore` before any row is there, or by its `--hold` before any instance works on it; dropped by `tsudoi restore --release`; its comment says of which backup. */
export const restoredSchema = 'tsudoi_restored'

export const restoredSentence =
  'This database is a restored copy: no mail is sent, no job is run, and the payment provider is not called, until it is released (tsudoi restore --release).'

declare module './shared' {
  interface Shared {
    /** Whether the database is a restored copy, as asked at `askedAt`. */
    restoredCopy?: { isHeld: boolean; askedAt: number }
  }
}

/** Milliseconds after which a copy is looked at again, which may have been released. */
const lookEvery = 2000

const ask = async (): Promise<boolean> => {
  const { rows } = await pool().query<{ held: boolean }>(
    'select exists (select 1 from pg_catalog.pg_namespace where nspname = $1) as held',
    [restoredSchema],
  )
  return rows[0]?.held === true
}

/** A database that is no copy never becomes one: only an empty one is restored into. */
export const isRestoredCopy = async (): Promise<boolean> => {
  const known = shared.restoredCopy
  if (known && (!known.isHeld || realNow() - known.askedAt < lookEvery)) return known.isHeld
  const isHeld = await ask()
  shared.restoredCopy = { isHeld, askedAt: realNow() }
  return isHeld
}

/** Before anything leaves the program that cannot be taken back. */
export const refuseInRestoredCopy = async (): Promise<void> => {
  if (await isRestoredCopy()) throw new Unavailable(restoredSentence)
}
