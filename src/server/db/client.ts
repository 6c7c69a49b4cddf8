import pg from 'pg'

const statementNames = new Map<string, string>()
/** Statements that a connection keeps prepared; texts that are made in endless variants stay without a name. */
const mostStatements = 400

const nameOf = (text: string) => {
  const known = statementNames.get(text)
  if (known || statementNames.size >= mostStatements) return known
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

type Query = { text: string; name?: string; values?: unknown[]; rowMode?: 'array' }
const isQuery = (query: unknown): query is Query =>
  typeof query === 'object' && query !== null && 'text' in query && !('submit' in query)

/**
 * Drizzle makes its own rows of these at once. The answers of a connection hold on to one another in the eyes of V8's quick
 * collections, so that whatever stays in them fills the memory until the next thorough one: a file of 100,000 rows did.
 */
const letGo = (answer: unknown) => {
  setImmediate(() => {
    if (typeof answer === 'object' && answer !== null && 'rows' in answer) answer.rows = []
  })
  return answer
}

/** A question with arguments is prepared under a name of its own: PostgreSQL parses and plans it once a connection. */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // Between a pool that hands a connection over and whoever asked for it lies a turn in which nobody listens. A database that
    // dies just then says so in the packet that opens the connection, and an error unheard ends the process: the next question
    // on this connection fails all the same, and the pool lets go of it.
    this.on('error', () => {})
    const ask = this.query.bind(this) as (...all: unknown[]) => never
    this.query = (query?: unknown, values?: unknown, ...rest: unknown[]) => {
      const { text, name, values: own } = isQuery(query) ? query : { text: String(query) }
      const given = Array.isArray(values) ? values : own
      if (name || !given?.length || (typeof query !== 'string' && !isQuery(query))) return ask(query, values, ...rest)
      const named = { ...(isQuery(query) ? query : { text }), name: nameOf(text) }
      // The pool passes a callback: its answers are short, and its connections rest in between.
      const isMapped = isQuery(query) && query.rowMode === 'array' && rest.length === 0
      if (!isMapped) return ask(named, values, ...rest)
      return (ask(named, values) as Promise<unknown>).then(letGo) as never
    }
  }
}
