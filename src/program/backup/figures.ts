import type pg from 'pg'
import type { Figures } from './manifest'

/** What any instance writes just by running. */
const notCounted = ['rate_limits', 'page_renewals']

/** Rows of every table and the ledger's sums, as this connection sees them. */
export const figuresOf = async (client: pg.Client): Promise<Figures> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_catalog.pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all($1) order by 1`,
    [notCounted],
  )
  const rows: Record<string, number> = {}
  for (const { name } of tables) {
    const counted = await client.query<{ n: string }>(
      `select count(*) as n from public.${client.escapeIdentifier(name)}`,
    )
    rows[name] = Number(counted.rows[0]?.n)
  }
  const { rows: sums } = await client.query<Record<'entries' | 'debits' | 'sum', string>>(
    `select count(*) as entries, coalesce(sum(e.amount) filter (where e.amount > 0), 0) as debits,
      coalesce(sum(e.amount), 0) as sum from public.ledger_entries e`,
  )
  const { entries, debits, sum } = sums[0] ?? { entries: '0', debits: '0', sum: '0' }
  return { rows, ledger: { entries: Number(entries), debits: Number(debits), sum: Number(sum) } }
}

/** What is not the same, as sentences. */
export const differences = (before: Figures, now: Figures): string[] => {
  const said = Object.entries(before.rows).flatMap(([table, count]) =>
    now.rows[table] === count ? [] : [`${table} has ${now.rows[table] ?? 'no'} rows instead of ${count}`],
  )
  for (const key of ['entries', 'debits', 'sum'] as const)
    if (before.ledger[key] !== now.ledger[key])
      said.push(`the ledger's ${key} are ${now.ledger[key]} instead of ${before.ledger[key]}`)
  return said
}
