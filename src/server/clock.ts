import { shared } from './shared'

/** Epoch milliseconds. The only reader of the system's clock, so that a test can move the whole program through time. */
export const now = (): number => Date.now() + (shared.clockOffset ?? 0)

/** The world's clock, for what others stamp by it: identity tokens, files on the disk. */
export const realNow = (): number => Date.now()

/** Forwards only: rows already carry later times than a clock that went back would show. */
export const setClock = (to: number): void => {
  if (to < now()) throw new Error('The clock only goes forwards.')
  shared.clockOffset = to - Date.now()
}
