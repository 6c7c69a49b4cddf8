import { pino } from 'pino'
import type { Unexpected } from './report'

const errorLevel = 50 // pino's number

/** Lines of an unexpected error are reported as well, from here and nowhere else. */
const reportErrors = (line: unknown, message: unknown) => {
  if (typeof line !== 'object' || line === null || !('cause' in line)) return
  // Imported late: most programs report to nobody, or have nothing to report.
  void import('./report')
    .then(({ report }) => report(line as Unexpected, typeof message === 'string' ? message : undefined))
    .catch((error: unknown) => log.warn({ cause: causeOf(error).message }, 'error not reported'))
}

/** Lines of one turn of the event loop are written by one call of the system: each line its own took an eighth of a kept answer's time. */
const together = () => {
  const out = pino.destination({ sync: true })
  let lines = ''
  const flush = () => {
    if (lines !== '') out.write(lines)
    lines = ''
  }
  process.on('exit', flush)
  return {
    write: (line: string) => {
      if (lines === '') setImmediate(flush)
      lines += line
    },
  }
}

const forbidden = ['authorization', 'cookie', 'token', 'password', 'text']
const censor = '[redacted]'

/**
 * One JSON line per event. Callers add `requestId`, uid, tenant, operation and code, and of a request its path without the query and
 * who sent it (`seenOf`); never a body.
 */
export const log = pino(
  {
    level: process.env.LOG_LEVEL || 'info',
    base: undefined,
    hooks: {
      logMethod(args, write, level) {
        if (level >= errorLevel) reportErrors(args[0], args[1])
        write.apply(this, args)
      },
    },
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      // A second safeguard: no line should contain these in the first place.
      paths: [
        ...forbidden,
        '*.authorization',
        '*.cookie',
        '*["set-cookie"]',
        '*.token',
        '*.idToken',
        '*.customToken',
        '*.password',
        '*.text',
        'req.headers.authorization',
        'req.headers.cookie',
        'res.headers["set-cookie"]',
      ],
      censor,
    },
  },
  together(),
)

/**
 * For the line of a request, whose values are texts and numbers: none has fields to be looked through, which took 7 µs a line, and
 * a kept answer takes less than a hundred.
 */
export const plainLog = log.child({}, { redact: { paths: forbidden, censor } })

/** What an error says, also one whose fields alone were passed on, as the job queue's events do. */
const saidBy = (error: unknown) => {
  if (typeof error !== 'object' || error === null) return null
  const { name, message, code, stack } = error as Record<string, unknown>
  if (typeof message !== 'string') return null
  return {
    name: typeof name === 'string' ? name : 'Error',
    message,
    ...(typeof code === 'string' && { code }),
    ...(typeof stack === 'string' && { stack }),
  }
}

/** The cause of a failure in a form that is safe to log: the errors of drizzle and pg carry whole rows and parameters. */
export const causeOf = (error: unknown): { name: string; message: string; code?: string; stack?: string } => {
  const said = saidBy(error)
  if (!said) return { name: 'Unknown', message: String(error) }
  if (said.message.startsWith('Failed query:')) return causeOf((error as { cause?: unknown }).cause)
  return said
}
