import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { shared } from './shared'

/** Epoch milliseconds. Reads the system's clock in one place, so that a test can move the whole program's time (rule: time.clock). */
export const now = (): number => Date.now() + (shared.clockOffset ?? 0)

/** The unadjusted system clock, for comparison with external timestamps: identity tokens, files on disk. */
export const realNow = (): number => Date.now()

/** Forwards only: otherwise existing rows would have times in the future. */
export const setClock = (to: number): void => {
  if (to < now()) throw new Error('The clock only goes forwards.')
  shared.clockOffset = to - Date.now()
  if (shared.clockFile) writeFileSync(shared.clockFile, String(shared.clockOffset))
}

/** The adjustable clock goes on where it stood before a restart: `file` keeps how far it is ahead. */
export const resumeClock = (file: string): void => {
  shared.clockFile = file
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (kept > 0) shared.clockOffset = kept
}
