import type pg from 'pg'

/* What PostgreSQL knows of the keys of tables, as far as it decides whether their rows can be cut by clubs. */

type Column = { table: string; name: string; isRequired: boolean }
/** Of a primary or unique key; also of an index that is unique for some rows only. */
type Key = { table: string; name: string; columns: string[] }
type Reference = { table: string; name: string; columns: string[]; to: string; toColumns: string[]; onUpdate: string }
type Trigger = { table: string; name: string }
export type Keys = { columns: Column[]; keys: Key[]; references: Reference[]; constraintTriggers: Trigger[] }

const names = (relation: string, numbers: string) =>
  `(select array_agg(a.attname::text order by n.at) from unnest(${numbers}) with ordinality n (number, at)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = n.number)`

export const keysOf = async (client: pg.Client): Promise<Keys> => {
  const rowsOf = async <T extends pg.QueryResultRow>(sql: string) => (await client.query<T>(sql)).rows
  const own = `relnamespace = 'public'::regnamespace`
  return {
    columns: await rowsOf<Column>(
      `select c.relname as table, a.attname as name, a.attnotnull as "isRequired" from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind in ('r', 'p') and c.${own}`,
    ),
    keys: await rowsOf<Key>(
      `select c.relname as table, x.relname as name, coalesce(${names('c.oid', 'i.indkey')}, '{}') as columns
       from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
       where i.indisunique and c.${own}`,
    ),
    references: await rowsOf<Reference>(
      `select c.relname as table, k.conname as name, ${names('c.oid', 'k.conkey')} as columns, t.relname as to,
         ${names('t.oid', 'k.confkey')} as "toColumns", k.confupdtype::text as "onUpdate"
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
       where k.contype = 'f' and c.${own}`,
    ),
    constraintTriggers: await rowsOf<Trigger>(
      `select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where not t.tgisinternal and t.tgconstraint <> 0 and c.${own}`,
    ),
  }
}

const tenantId = 'tenant_id'

/** What keeps the rows of clubs from being cut by clubs: `table.name: what is wrong`. */
export const problemsOf = (
  { columns, keys, references, constraintTriggers }: Keys,
  kindOf: (table: string) => string | undefined,
): string[] => {
  const isClubs = ({ table }: { table: string }) => kindOf(table) === 'club'
  const tables = [...new Set(columns.map(({ table }) => table))]
  return [
    ...tables.filter((table) => !kindOf(table)).map((table) => `${table}: has no kind`),
    ...tables
      .filter((table) => isClubs({ table }))
      .flatMap((table) => {
        const column = columns.find((one) => one.table === table && one.name === tenantId)
        if (!column) return [`${table}: has no tenant`]
        return column.isRequired ? [] : [`${table}: its tenant may be null`]
      }),
    ...keys
      .filter((one) => isClubs(one) && !one.columns.includes(tenantId))
      .map(({ table, name }) => `${table}.${name}: is unique without the tenant`),
    ...references.flatMap((one) => {
      const name = `${one.table}.${one.name}`
      const [from, to] = [kindOf(one.table), kindOf(one.to)]
      if (from !== 'club' && to !== 'club') return []
      if (from !== to) return [`${name}: refers from a table of one kind to one of another`]
      const at = one.columns.indexOf(tenantId)
      if (at < 0 || one.toColumns[at] !== tenantId) return [`${name}: refers to a row without its tenant`]
      return one.onUpdate === 'a' ? [] : [`${name}: follows changes of a key that holds the tenant`]
    }),
    ...constraintTriggers
      .filter(isClubs)
      .map(({ table, name }) => `${table}.${name}: is a constraint by a trigger, which no cut table may have`),
  ]
}
