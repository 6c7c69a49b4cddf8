import { createStackParser, createTransport } from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import { serverConfig } from '#config.server.ts'

/** What a line of the log says of an unexpected error: `cause` as causeOf makes it, and which call or job it was. */
export type Unexpected = {
  cause: { name: string; message: string; code?: string; stack?: string }
  [about: string]: unknown
}

/** Names and ids of calls and jobs; nothing else of a line leaves the program. */
const sent = ['requestId', 'operation', 'code', 'job', 'jobId', 'eventId', 'type', 'page'] as const

/** Mail servers, for one, repeat addresses in what they say. */
const withoutAddresses = (text: string) => text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '(address)')

const connect = (dsn: string) => {
  const client = new ServerRuntimeClient({
    dsn,
    environment: serverConfig().PREVIEW_ENVIRONMENT_NAME,
    platform: 'node',
    runtime: { name: 'node', version: process.versions.node },
    integrations: [],
    stackParser: createStackParser(nodeStackLineParser()),
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const answer = await fetch(options.url, {
          method: 'POST',
          body: body as BodyInit,
          headers: options.headers ?? {},
          signal: AbortSignal.timeout(10_000),
        })
        const limits = ['x-sentry-rate-limits', 'retry-after'] as const
        return {
          statusCode: answer.status,
          headers: Object.fromEntries(limits.map((name) => [name, answer.headers.get(name)])) as never,
        }
      }),
  })
  client.init()
  return client
}

let client: ServerRuntimeClient | undefined

/**
 * Reports an unexpected error to Sentry, where the settings name a project. The client has no integrations: it sends
 * what is given here and looks at nothing else of the process.
 */
export const report = (line: Unexpected, message = ''): void => {
  const { SENTRY_DSN: dsn } = serverConfig()
  if (!dsn) return
  client ??= connect(dsn)
  const { name, code, ...cause } = line.cause
  const stack = client.getOptions().stackParser(withoutAddresses(cause.stack ?? ''))
  const tags = Object.fromEntries(
    sent.flatMap((key) => (typeof line[key] === 'string' ? [[key, withoutAddresses(line[key])]] : [])),
  )
  client.captureEvent({
    level: 'error',
    transaction: [message, line.operation ?? line.job].filter(Boolean).join(' '),
    tags: { ...tags, ...(code && { cause: code }) },
    exception: {
      values: [
        {
          type: name,
          value: withoutAddresses(cause.message),
          ...(stack.length > 0 && { stacktrace: { frames: stack } }),
          mechanism: { type: 'generic', handled: true },
        },
      ],
    },
  })
}
