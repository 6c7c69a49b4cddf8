import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { PreparingClient } from '#server/db/client.ts'
import { planForValues, plansOfCalls } from '#server/db/plans.ts'
import { shared } from '#server/shared.ts'

/* What an operation's queries cost: the pages of PostgreSQL that they read, which do not depend on the machine. */

type Node = {
  'Node Type': string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Node[]
}
/**
 * Without values where it has none beside its text. `isPlannedForValues` is how its transaction asks for it (server/db/plans.ts);
 * otherwise PostgreSQL chooses.
 */
type Statement = { text: string; values: unknown[] | undefined; isPlannedForValues: boolean }

const pagesOf = (node: Node) => node['Shared Hit Blocks'] + node['Shared Read Blocks']
/** An aggregate over rows that a limit has cut: a total, counted to 10,000 at most. */
const isTotal = (node: Node): boolean => {
  let [input] = node.Plans ?? []
  // What is counted once each is sorted for it.
  while (input && ['Sort', 'Subquery Scan'].includes(input['Node Type'])) [input] = input.Plans ?? []
  if (!input) return false
  return node['Node Type'] === 'Aggregate' && input['Node Type'] === 'Limit' && input['Actual Rows'] > 100
}
const totalsOf = (node: Node): number =>
  isTotal(node) ? pagesOf(node) : (node.Plans ?? []).reduce((sum, each) => sum + totalsOf(each), 0)

let heard: Statement[] = []
class Recorder extends PreparingClient {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const ask = this.query.bind(this) as (...all: unknown[]) => never
    let isPlannedForValues = false
    this.query = (...all: unknown[]) => {
      const [first, values] = all
      const text = String(typeof first === 'object' && first !== null && 'text' in first ? first.text : first)
      if (/^(begin|commit|rollback)\b/i.test(text)) isPlannedForValues = false
      if (text.includes(planForValues)) isPlannedForValues = true
      heard.push({ text, values: Array.isArray(values) ? values : undefined, isPlannedForValues })
      return ask(...all)
    }
  }
}
/** Kept for the next work on the same database: a new connection knows none of its tables, and learns them for longer than most works take. */
let recording: { url: string | undefined; pool: pg.Pool } | undefined
const recordingPool = () => {
  if (recording && recording.url === shared.databaseUrl) return recording.pool
  recording?.pool.end().catch(() => {})
  const pool = new pg.Pool({ connectionString: shared.databaseUrl, max: 4, pipeline: true, Client: Recorder })
  // The database goes with its file.
  pool.on('error', () => {})
  recording = { url: shared.databaseUrl, pool }
  return pool
}

/** Runs the work and returns the statements that it sent, with their arguments. */
export const statementsOf = async (work: () => Promise<unknown>) => {
  const { pool, aside, drizzle: own } = shared
  const recorder = recordingPool()
  heard = []
  Object.assign(shared, { pool: recorder, aside: recorder, drizzle: drizzle({ client: recorder }) })
  try {
    await work()
    return heard
  } finally {
    Object.assign(shared, { pool, aside, drizzle: own })
  }
}

/** How often PostgreSQL plans a prepared statement for its values before it compares that with one plan for all. */
const plannedForValues = 5
/** What the statement costs in the program's own sessions, which have run it often: by the plan that PostgreSQL keeps for it there. */
const explained = async (owner: pg.Client, { text, values = [], isPlannedForValues }: Statement): Promise<Node> => {
  const settings = { ...plansOfCalls, ...(isPlannedForValues && { plan_cache_mode: 'force_custom_plan' }) }
  const set = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`)
  const asText = values.map((_, n) => `quote_nullable($${n + 1}::text)`)
  const { rows: quoted } = await owner.query<{ words: string[] }>(
    `select array[${asText.join(', ')}]::text[] words`,
    values,
  )
  const words = quoted[0]?.words ?? []
  const call = `execute explained${words.length > 0 ? `(${words.join(', ')})` : ''}`
  try {
    const planned = Array.from({ length: plannedForValues }, () => `explain ${call}`)
    await owner.query([...set, `prepare explained as ${text}`, ...planned].join('; '))
    const { rows } = await owner.query(`explain (analyze, buffers, format json) ${call}`)
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await owner.query('deallocate all')
  }
}

/** `totals` are the pages of what was only counted; `pages` are all others. */
export type Cost = { pages: number; totals: number; statements: number }

export const costOf = async (owner: pg.Client, work: () => Promise<unknown>): Promise<Cost> => {
  const statements = (await statementsOf(work)).filter(
    ({ text, values }) => values && /^\s*(select|with)\b/i.test(text),
  )
  let pages = 0
  let totals = 0
  for (const statement of statements) {
    const plan = await explained(owner, statement)
    totals += totalsOf(plan)
    pages += pagesOf(plan) - totalsOf(plan)
  }
  return { pages, totals, statements: statements.length }
}

const mostGrowth = 1.5
/** Pages for each statement: an index of many rows is one level higher, and its rows lie on other pages. */
const oneLevel = 2
/** Pages by which two runs on the same rows differ on PostgreSQL 15: of twenty keys more or fewer stand on one page. */
const byChance = 4
/** What a large club may cost where a small one costs this. */
export const boundOf = (small: Cost, large: Cost) =>
  Math.max(small.pages * mostGrowth, small.pages + oneLevel * large.statements) + byChance
