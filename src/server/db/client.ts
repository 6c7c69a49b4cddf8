import pg from 'pg'
import { shared } from '../shared'
import { metrics } from '../telemetry/metrics'
import { tracedStatement } from '../telemetry/trace'

/** Maximum number of named (prepared) statements; further texts, such as endless variants, stay unnamed. */
const mostStatements = 400

const nameOf = (text: string) => {
  shared.statementNames ??= new Map()
  const { statementNames } = shared
  const known = statementNames.get(text)
  if (known || statementNames.size >= mostStatements) return known
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

type Query = { text: string; name?: string; values?: unknown[]; rowMode?: 'array' }
const isQuery = (query: unknown): query is Query =>
  typeof query === 'object' && query !== null && 'text' in query && !('submit' in query)

const isRead = /^(select|with) [^;]*$/i

/**
 * Empties pg's own result, whose rows drizzle copies at once. Results reference one another across queries, so V8's
 * minor collections keep them all until a major one: an export of 100,000 rows filled the memory.
 */
const emptyRows = (answer: unknown) => {
  setImmediate(() => {
    if (typeof answer === 'object' && answer !== null && 'rows' in answer) answer.rows = []
  })
  return answer
}

type Socket = { cork(): void; uncork(): void }

/** Prepares each query with arguments under a name, so that PostgreSQL parses and plans it once per connection. */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // Between leaving the pool and reaching its new owner a connection has no error listener for one turn of the event
    // loop. If the database dies then, the unhandled event would end the process; the next query on the connection
    // fails anyway, and the pool drops it.
    this.on('error', () => {})
    const bare = this.query.bind(this) as (...all: unknown[]) => never
    const ask = (query: unknown, ...all: unknown[]) => {
      this.#gather()
      metrics().statements.inc()
      return tracedStatement(isQuery(query) ? query.text : String(query), bare, [query, ...all])
    }
    this.query = (query?: unknown, values?: unknown, ...rest: unknown[]) => {
      const { text, name, values: own } = isQuery(query) ? query : { text: String(query) }
      const given = Array.isArray(values) ? values : own
      // Without values a text may be several statements, which cannot be prepared; one that drizzle wrote is one.
      const isOne = given?.length ? typeof query === 'string' || isQuery(query) : isQuery(query) && isRead.test(text)
      if (!isOne) return ask(query, values, ...rest)
      const named = { ...(isQuery(query) ? query : { text }), name: this.nameFor(text, name) }
      // `pool.query` passes a callback: its results are short, and its connections are idle in between.
      const isMapped = isQuery(query) && query.rowMode === 'array' && rest.length === 0
      if (!isMapped) return ask(named, values, ...rest)
      return (ask(named, values) as Promise<unknown>).then(emptyRows) as never
    }
  }

  #isGathering = false
  /** What is asked in one turn of the event loop is sent together: each write to a socket is a system call, and wakes the server. */
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  /** `own`: a name that the statement has already; drizzle gives an empty one to what it builds once. */
  protected nameFor(text: string, own: string | undefined): string | undefined {
    return own || nameOf(text)
  }
}

/** Names no statement, also none of a library: behind a pooler in transaction mode the next one is another session's. */
export class UnnamedClient extends PreparingClient {
  protected override nameFor(): undefined {}
}
