/*
 * What is not there at this moment: the database, or a service that this program asks. It is no refusal, because a call that was
 * begun may have had its effect, and no error of ours: the same call may succeed a moment later.
 */
export const retryAfterSeconds = 5

/** Thrown where a failure of another service is known to be one of reaching it. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** SQLSTATEs of a server that takes no connection, ends those it has, or lets nobody have a row in time. */
const sqlStates = new Set(['53300', '57P01', '57P02', '57P03', '55P03'])
const isSqlState = (code: string) => sqlStates.has(code) || /^08[0-9A-Z]{3}$/.test(code)
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** pg's own errors, which have no code. */
const driverMessages =
  /^(?:timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated.*|Client has encountered a connection error and is not queryable|Client was closed and is not queryable)$/

/** By what it says, not its class: there are two module graphs, and drizzle puts its own error around the driver's. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    error.name === 'Unavailable' ||
    error.name === 'TimeoutError' ||
    isSqlState(code) ||
    networkCodes.has(code) ||
    // Where a database is reached by a socket file, that is not there while it is down.
    ('syscall' in error && error.syscall === 'connect') ||
    driverMessages.test(error.message) ||
    isUnavailable(error.cause)
  )
}
