import type pg from 'pg'
import { tableKinds } from '#server/db/tableKinds.ts'

/*
 * Whether a statement names its club: PostgreSQL is asked for its plan, whose conditions say by which columns each table is read,
 * however the statement was written.
 */
type Node = {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  Plans?: Node[]
} & Record<string, unknown>

const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter', 'TID Cond']

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The plan that is made whatever the values are. */
const planOf = async (client: pg.Client, text: string): Promise<Node[]> => {
  await client.query('deallocate all')
  await client.query(`prepare asked as ${text}`)
  const { rows: prepared } = await client.query<{ values: number }>(
    `select cardinality(parameter_types) as values from pg_prepared_statements where name = 'asked'`,
  )
  const values = Array.from({ length: prepared[0]?.values ?? 0 }, () => 'null')
  const { rows } = await client.query(
    `explain (verbose, costs off, format json) execute asked${values.length > 0 ? `(${values.join(', ')})` : ''}`,
  )
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
}

/** Columns of a club's row that name a person. */
const ofPerson = ['uid', 'actor_uid', 'created_by']

/** A comparison that is selected, not asked for. */
const asksHashed = (output: string) => output.includes('(hashed SubPlan ')

const isExplained = /^\s*(select|with|insert|update|delete)\b/i

/** Clubs after one, or all but one, are not named: each machine would be asked. */
const isSpan = /\b(\w+)\.tenant_id (?:<|>|<=|>=|<>) \S+/g

/** What a row is found by where its club is not known: an id, or what came from outside in its place. */
const isName = /(_id|^slug|^key|_key|_hash)$/

/**
 * How a statement reaches rows of clubs without naming the club or a person: `table by names`, for each group of tables that are joined
 * by the tenant; `table by columns of all clubs`, or `tables of all clubs`, where it names nothing of them. Empty where it names the club.
 */
export const shapesOf = async (client: pg.Client, text: string): Promise<string[]> => {
  if (!isExplained.test(text)) return []
  const nodes = await planOf(client, text)
  const outputs = new Map(nodes.map((node) => [node['Subplan Name'], node.Output as string[] | undefined]))
  const said = nodes
    .flatMap((node) => [
      ...conditions.map((name) => node[name]),
      ...((node.Output as string[] | undefined) ?? []).filter(asksHashed),
    ])
    .filter((condition) => typeof condition === 'string')
    // A column of a subquery's result, as the column that it is read from.
    .map((condition) =>
      condition.replaceAll(/\(hashed (SubPlan \d+)\)\.col(\d+)/g, (text, plan, column) => {
        return outputs.get(plan)?.[Number(column) - 1] ?? text
      }),
    )
  const scans = nodes.filter(
    (node) => node['Node Type'].includes('Scan') && tableKinds[node['Relation Name'] ?? '']?.[0] === 'club',
  )
  const tableOf = new Map(scans.map((node) => [node.Alias ?? '', node['Relation Name'] ?? '']))
  const bound = new Set<string>()
  /** Each table's name in the statement, and one of those that it is joined with by the tenant. */
  const joined = new Map([...tableOf.keys()].map((alias) => [alias, alias]))
  const groupOf = (alias: string): string => {
    const next = joined.get(alias) ?? alias
    return next === alias ? alias : groupOf(next)
  }
  /** Columns of each that are compared with anything but a column of another. */
  const columns: [alias: string, column: string, isValue: boolean][] = []
  for (const condition of said) {
    for (const [, a = '', column = '', b = ''] of condition.matchAll(/\b(\w+)\.(tenant_id|uid) = (\w+)\.\2\b/g)) {
      if (tableOf.has(a) && tableOf.has(b)) joined.set(groupOf(a), groupOf(b))
      // With rows of another part of the statement, which is looked at by itself.
      else if (column === 'tenant_id') bound.add(a).add(b)
    }
    const rest = condition.replaceAll(/\b\w+\.\w+ = \w+\.\w+\b(?!\()/g, '').replaceAll(isSpan, '')
    for (const [, alias = '', column = '', value = ''] of rest.matchAll(/\b(\w+)\.(\w+)\b( = (?:\(?\$|ANY \(|'))?/g)) {
      if (!tableOf.has(alias)) continue
      if (column === 'tenant_id' || (value && ofPerson.includes(column))) bound.add(alias)
      else columns.push([alias, column, Boolean(value)])
    }
  }
  const boundGroups = new Set([...bound].map(groupOf))
  const unbound = Map.groupBy(
    [...tableOf.keys()].filter((alias) => !boundGroups.has(groupOf(alias))),
    groupOf,
  )
  return [...unbound.values()]
    .map((aliases) => {
      const parts = aliases.map((alias) => {
        const its = columns.filter(([of]) => of === alias)
        const names = its.filter(([, column, isValue]) => isValue && isName.test(column))
        const all = (chosen: typeof its) => [...new Set(chosen.map(([, column]) => column))].toSorted().join(', ')
        return { table: tableOf.get(alias) ?? '', names: all(names), others: all(its) }
      })
      const named = parts.filter(({ names }) => names)
      const texts = named.map(({ table, names }) => `${table} by ${names}`)
      // `isNamed` (server/db/directory.ts): asked for only where the directory has no entry.
      const isUnentered = aliases.some((alias) => /^unentered(_\d+)?$/.test(alias))
      if (texts.length > 0)
        return `${[...new Set(texts)].toSorted().join(' and ')}${isUnentered ? ', not entered' : ''}`
      const tables = [...new Set(parts.map(({ table }) => table))].toSorted()
      const alone = tables.length === 1 ? parts[0]?.others : ''
      return `${tables.join(', ')}${alone && ` by ${alone}`} of all clubs`
    })
    .toSorted()
}
