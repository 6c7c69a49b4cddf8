import type { IncomingMessage, ServerResponse } from 'node:http'
import { loggedPath } from '../http/address'
import { shared } from '../shared'

/*
 * Traces: request, operation, statement, job and outside call, for a collector of OpenTelemetry. The packages are loaded only where
 * OTEL_EXPORTER_OTLP_ENDPOINT names one (telemetry/otel.ts); elsewhere each of these functions is a look at one field. No span has a
 * value of a statement, a payload, a person or an address.
 */

export type Kind = 'server' | 'client' | 'internal' | 'consumer'
export type Attributes = Record<string, string | number | boolean>
export type SpanOptions = {
  kind?: Kind
  attributes?: Attributes
  /** W3C's traceparent of who asks, where that is another process; a wrong one counts as none. */
  parent?: string | undefined
}
export type Span = { set: (attributes: Attributes) => void; end: (error?: unknown) => void }

export type Tracing = {
  /** A span inside the one that is running. */
  begin: (name: string, options: SpanOptions) => Span
  /** Runs the work inside a new span. */
  within: <T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>) => Promise<T>
  /** Of the running span, to be given to who goes on with its work. */
  traceparent: () => string | undefined
  /** Sends what is left. */
  stop: () => Promise<void>
}

declare module '../shared' {
  interface Shared {
    tracing?: Tracing
  }
}

const noSpan: Span = { set: () => {}, end: () => {} }

export const traced = <T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> =>
  shared.tracing ? shared.tracing.within(name, options, work) : work(noSpan)

export const traceparent = (): string | undefined => shared.tracing?.traceparent()

type Answered = (error: unknown, result?: unknown) => void
/** A statement's text as it was written: its values are beside it, and what stands in it as a literal is left out. */
const statementText = (text: string) =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 1000)

/** One call of a connection's `query`, which answers by a promise or to a function. */
export const tracedStatement = <T>(text: string, ask: (...all: unknown[]) => T, all: unknown[]): T => {
  if (!shared.tracing) return ask(...all)
  const written = statementText(text)
  const name = /^\s*(\w+)/.exec(written)?.[1]?.toUpperCase() ?? 'statement'
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': written }
  const span = shared.tracing.begin(name, { kind: 'client', attributes })
  const last = all.at(-1)
  if (typeof last === 'function') {
    const answer: Answered = (error, result) => {
      span.end(error ?? undefined)
      ;(last as Answered)(error, result)
    }
    return ask(...all.slice(0, -1), answer)
  }
  const answer = ask(...all)
  if (answer instanceof Promise)
    answer.then(
      () => span.end(),
      (error: unknown) => span.end(error),
    )
  else span.end()
  return answer
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** A request's span ends with its answer, also one that is cut off. */
export const tracedRequests =
  (handle: Handler): Handler =>
  (request, response) => {
    if (!shared.tracing) return handle(request, response)
    const { method = '' } = request
    const parent = request.headers.traceparent
    const attributes = { 'http.request.method': method, 'url.path': loggedPath(request.url) }
    const options: SpanOptions = { kind: 'server', attributes, ...(typeof parent === 'string' && { parent }) }
    return shared.tracing.within(`request ${method}`, options, async (span) => {
      const ended = new Promise<void>((done) => response.once('close', done))
      await handle(request, response)
      await ended
      span.set({ 'http.response.status_code': response.statusCode })
    })
  }
