import type pg from 'pg'
import { withClient } from './place'

/*
 * Every column whose value leads to a file of the storage. A row without its file is data loss, so a copy is asked for each of them
 * (`tsudoi verify`); tests/program/filesOfRows.test.ts finds columns that are missing here.
 */
type Question = {
  /** The columns that it reads, as `table.column`. */
  of: string[]
  /** Rows of `key`, with `size` where the row knows it. A key of a folder ends with a slash: something is in it. */
  sql: string
}

/** A picture's column has the part of its key after `public/` (server/db/columns.ts), or an address of another site. */
const picture = (table: string, column: string): Question => ({
  of: [`${table}.${column}`],
  sql: `select distinct 'public/' || substr(t.${column}, 9) as key, null::bigint as size
    from public.${table} t where t.${column} like 'storage:%'`,
})

const questions: Question[] = [
  picture('brands', 'thumbnail'),
  picture('brands', 'icon'),
  picture('people', 'icon'),
  picture('plans', 'thumbnail'),
  picture('contents', 'thumbnail'),
  picture('contents', 'clip'),
  picture('events', 'key_visual_url'),
  picture('order_lines', 'thumbnail'),
  {
    of: ['goods.thumbnails'],
    sql: `select distinct 'public/' || substr(p.url, 9) as key, null::bigint as size
      from public.goods g, jsonb_to_recordset(g.thumbnails) as p(url text) where p.url like 'storage:%'`,
  },
  {
    // Pictures are written anew when they come, in another size than was announced.
    of: ['uploads.key'],
    sql: `select u.key, case when u.kind <> 'image' then u.size end as size from public.uploads u where u.state = 'ready'`,
  },
  {
    of: ['exports.key'],
    sql: `select e.key, null::bigint as size from public.exports e where e.key is not null and e.state = 'completed'`,
  },
  {
    of: ['account_files.key'],
    sql: `select f.key, null::bigint as size from public.account_files f where f.key is not null and f.state = 'completed'`,
  },
  {
    // Encrypted: a version, a nonce and a mark beside the bytes (server/encryption.ts).
    of: ['identity_documents.key'],
    sql: `select d.key, d.size::bigint + 29 as size from public.identity_documents d`,
  },
  {
    of: ['tracking_imports.key'],
    sql: `select i.key, i.size::bigint as size from public.tracking_imports i where i.state <> 'waiting'`,
  },
  {
    of: [],
    sql: `select 'private/' || c.tenant_id || '/video/' || c.media_id || '/' || c.attempt || '/' as key, null::bigint as size
      from public.video_conversions c where c.status = 'completed' and c.attempt is not null`,
  },
]

export const columnsWithFiles = questions.flatMap(({ of }) => of)

export type FileOfRow = { key: string; size: number | null }

/** The files that the rows of this database need, each of them once. */
export const filesOfRows = (ownerUrl: string): Promise<FileOfRow[]> =>
  withClient(ownerUrl, async (client: pg.Client) => {
    const found = new Map<string, number | null>()
    for (const { sql } of questions) {
      const { rows } = await client.query<{ key: string; size: string | null }>(sql)
      for (const { key, size } of rows) found.set(key, size === null ? (found.get(key) ?? null) : Number(size))
    }
    return [...found].map(([key, size]) => ({ key, size }))
  })
