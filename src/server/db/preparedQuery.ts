import { Column, DrizzleQueryError, getTableName, is, Param, Placeholder, SQL, Subquery } from 'drizzle-orm'

/*
 * What drizzle does at each call of a prepared query, done once instead: which argument stands where, and how a row of the driver becomes an
 * object. Drizzle looks at the kind of every column in every row, which took longer than the driver itself.
 */

type Decoder = { mapFromDriverValue: (value: unknown) => unknown }
type Field = { path: string[]; field: unknown }
/** Of drizzle's prepared query, what is used here; the names are its own. */
export type DrizzleQuery = {
  client: { query: (query: object, params: unknown[]) => Promise<{ rows: unknown[][] }> }
  params: unknown[]
  fields?: Field[]
  queryConfig: { text: string }
  rawQueryConfig: { text: string }
  joinsNotNullableMap?: Record<string, boolean>
  customResultMapper?: unknown
}

type Values = Record<string, unknown>
type Argument = (values: Values) => unknown

const givenOf = (values: Values, name: string): unknown => {
  if (!(name in values)) throw new Error(`No value for placeholder "${name}" was provided`)
  return values[name]
}
const argumentOf = (param: unknown): Argument => {
  if (is(param, Placeholder)) return (values) => givenOf(values, param.name)
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder, value } = param
    return (values) => encoder.mapToDriverValue(givenOf(values, value.name))
  }
  return () => param
}

const decoderOf = (field: unknown): Decoder => {
  if (is(field, Column)) return field
  const text = is(field, Subquery) ? field._.sql : is(field, SQL) ? field : (field as SQL.Aliased).sql
  return (text as unknown as { decoder: Decoder }).decoder
}
const untouched: unknown[] = [
  Column.prototype.mapFromDriverValue,
  (new SQL([]) as unknown as { decoder: Decoder }).decoder.mapFromDriverValue,
]

/** The object of a table that an outer join has not found is null: of which column that is seen, by its name in the rows. */
const seenByColumn = (fields: readonly Field[], notNullable: Record<string, boolean>) => {
  const ofTables = new Map<string, { column: number; tables: Set<string> }>()
  for (const [column, { path, field }] of fields.entries()) {
    const [name] = path
    if (path.length !== 2 || name === undefined || !is(field, Column)) continue
    const known = ofTables.get(name) ?? { column, tables: new Set<string>() }
    ofTables.set(name, known)
    known.tables.add(getTableName(field.table))
  }
  return new Map(
    [...ofTables].flatMap(([name, { column, tables }]) => {
      const [table, ...others] = tables
      return table === undefined || others.length > 0 || notNullable[table] ? [] : [[name, column] as const]
    }),
  )
}

type Tree = Map<string, Tree | number>
const treeOf = (fields: readonly Field[]): Tree => {
  const tree: Tree = new Map()
  for (const [column, { path }] of fields.entries()) {
    const into = path.slice(0, -1).reduce<Tree>((node, name) => {
      const below = node.get(name)
      if (below instanceof Map) return below
      const made: Tree = new Map()
      node.set(name, made)
      return made
    }, tree)
    into.set(path.at(-1) ?? '', column)
  }
  return tree
}

/** As drizzle's own `mapResultRow`; a test compares them. */
const rowMapper = (
  fields: readonly Field[],
  joinsNotNullableMap: Record<string, boolean> | undefined,
): ((row: unknown[]) => unknown) => {
  const decoders = fields.map(({ field }) => decoderOf(field))
  const seenBy = joinsNotNullableMap ? seenByColumn(fields, joinsNotNullableMap) : new Map<string, number>()
  const value = (column: number) =>
    untouched.includes(decoders[column]?.mapFromDriverValue)
      ? `row[${column}]`
      : `(row[${column}] === null ? null : decoders[${column}].mapFromDriverValue(row[${column}]))`
  const objectOf = (tree: Tree, isTop: boolean): string => {
    const parts = [...tree].map(([name, below]) => {
      if (!(below instanceof Map)) return `${JSON.stringify(name)}: ${value(below)}`
      const seen = isTop ? seenBy.get(name) : undefined
      const object = objectOf(below, false)
      return `${JSON.stringify(name)}: ${seen === undefined ? object : `${value(seen)} === null ? null : ${object}`}`
    })
    return `{ ${parts.join(', ')} }`
  }
  // Made once, from the names that the sources give to columns, never from what somebody sent.
  return new Function('decoders', `return (row) => (${objectOf(treeOf(fields), true)})`)(decoders)
}

type Built = Pick<DrizzleQuery, 'params' | 'fields' | 'joinsNotNullableMap'>
/** What `execute` of this query does, for the query itself and those that ask the same on other connections. */
export const executeOf = ({ params, fields, joinsNotNullableMap }: Built) => {
  const given = params.map(argumentOf)
  const map = fields && rowMapper(fields, joinsNotNullableMap)
  return async function (this: DrizzleQuery, values: Values = {}): Promise<unknown> {
    const config = map ? this.queryConfig : this.rawQueryConfig
    const all = given.map((argument) => argument(values))
    const answered = await this.client.query(config, all).catch((error: Error) => {
      throw new DrizzleQueryError(config.text, all, error)
    })
    return map ? answered.rows.map(map) : answered
  }
}
