/*
 * What is not there at this moment: the database, or a service that this program asks. It is no refusal, because a call that was
 * begun may have had its effect, and no error of ours: the same call may succeed a moment later.
 */
export const retryAfterSeconds = 5

/** Thrown where a failure of another service is known to be one of reaching it. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/**
 * SQLSTATEs of a server that takes no connection, ends those it has, lets nobody have a row in time, has no room on its disk, or takes
 * nothing that is written: the one that was the first before another took its place.
 */
const sqlStates = new Set(['53300', '57P01', '57P02', '57P03', '55P03', '53100', '25006'])
const isSqlState = (code: string) => sqlStates.has(code) || /^08[0-9A-Z]{3}$/.test(code)
/** Of the network, and of a disk of this machine that is full or takes nothing. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
])
/** pg's own errors, which have no code. */
const driverMessages =
  /^(?:timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated.*|Client has encountered a connection error and is not queryable|Client was closed and is not queryable)$/

/** What the SDK of S3 says of a storage that has an error of its own or too much to do; 501 is something that it never does. */
const isOfS3 = (error: object) => {
  if (!('$metadata' in error)) return false
  const { httpStatusCode = 0 } = error.$metadata as { httpStatusCode?: number }
  return httpStatusCode >= 500 && httpStatusCode !== 501
}

/** By what it says, not its class: there are two module graphs, and drizzle puts its own error around the driver's. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    error.name === 'Unavailable' ||
    error.name === 'TimeoutError' ||
    isSqlState(code) ||
    systemCodes.has(code) ||
    isOfS3(error) ||
    // Where a database is reached by a socket file, that is not there while it is down.
    ('syscall' in error && error.syscall === 'connect') ||
    driverMessages.test(error.message) ||
    isUnavailable(error.cause)
  )
}
