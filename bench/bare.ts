import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

/*
 * What the house is measured against: Node's own http server and pg, asking the same questions of the same database and
 * answering the rows as they come. For getPlans it looks the token up in a cache as the house does. No parsing, no rules, no log.
 */
type Query = { text: string; values: unknown[]; rowMode?: string }
export type Recorded = Record<string, Query[]>

const { BARE_DATABASE = '', BARE_QUERIES = '{}', BARE_TOKEN = '' } = process.env
const queries = JSON.parse(BARE_QUERIES) as Recorded
const pool = new pg.Pool({ connectionString: BARE_DATABASE, max: 16 })
const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url')
const known = new Map([[keyOf(BARE_TOKEN), 'demo_owner_hoshi']])

const server = createServer(async (request, response) => {
  const name = request.url?.split('/').at(-1) ?? ''
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  JSON.parse(Buffer.concat(chunks).toString('utf8'))
  if (name === 'getPlans' && !known.has(keyOf(request.headers.authorization?.slice(7) ?? ''))) {
    response.writeHead(401).end()
    return
  }
  const [first, ...rest] = queries[name] ?? []
  const answers = []
  if (first) answers.push((await pool.query(first as pg.QueryConfig)).rows)
  // As the house: getPlans asks for list and counts together, getPublicPlans one after the other.
  if (name === 'getPlans') {
    for (const { rows } of await Promise.all(rest.map((query) => pool.query(query as pg.QueryConfig))))
      answers.push(rows)
  } else {
    for (const query of rest) answers.push((await pool.query(query as pg.QueryConfig)).rows)
  }
  const body = JSON.stringify(answers)
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.on('disconnect', () => process.exit(0))
