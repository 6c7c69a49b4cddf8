import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startJobs, stopJobs } from '#program/jobs.ts'
import { seedDemoWorld } from '#program/seed.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { pool } from '#server/db.ts'
import { shared } from '#server/shared.ts'
import { storage } from '#server/storage/storage.ts'

/* A program's database and files for tests of backups, written to while they are copied. */

type Urls = { ownerUrl: string; appUrl: string }

/** The demo world in this database, with the queue's tables. */
export const fillPlace = async ({ ownerUrl, appUrl }: Urls) => {
  await migrateDatabase({ ownerUrl, appUrl })
  shared.databaseUrl = appUrl
  await startJobs({ work: false })
  await seedDemoWorld()
  await stopJobs()
}
export const leavePlace = async () => {
  await shared.pool?.end()
  for (const name of ['pool', 'drizzle', 'databaseUrl', 'restoredCopy', 'statementNames'] as const) delete shared[name]
}

const one = async (tenantId: string, brandId: string) => {
  const mediaId = `media_${randomUUID()}`
  const key = `private/${tenantId}/${mediaId}.pdf`
  const bytes = Buffer.from(`file of ${mediaId}`.repeat(50))
  await storage().put(key, bytes, 'application/pdf')
  const client = await pool().connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into uploads (media_id, tenant_id, brand_id, kind, file_name, content_type, size, key, state, created_by, created_at)
       values ($1, $2, $3, 'file', 'a.pdf', 'application/pdf', $4, $5, 'ready', 'somebody', now())`,
      [mediaId, tenantId, brandId, bytes.length, key],
    )
    const entry = (position: number, account: string, amount: number) => ({
      position,
      account,
      component: 'gross',
      amount,
      brand_id: brandId,
    })
    const movement = {
      movement_id: mediaId,
      kind: 'sale',
      fact: mediaId,
      occurred_at: new Date(),
      entries: [entry(0, 'cash', 100), entry(1, 'unallocated', -100)],
    }
    await client.query('select book_movements($1, $2)', [tenantId, JSON.stringify([movement])])
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Writes rows with their files, and movements of the ledger, until it is stopped; says how many there were. */
export const writing = () => {
  let isOver = false
  let written = 0
  let first = () => {}
  const begun = new Promise<void>((done) => {
    first = done
  })
  const going = (async () => {
    while (!isOver) {
      await one('tenant_hoshi', 'brand_aoi')
      written++
      first()
    }
  })()
  return {
    begun,
    written: () => written,
    stop: async () => {
      isOver = true
      await going
    },
  }
}

/** A sum of every row of every table but those that any instance writes by running. */
export const contentOf = async (url: string): Promise<Record<string, string>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace) and c.relname not in ('rate_limits', 'page_renewals')`,
    )
    const found: Record<string, string> = {}
    for (const { name } of rows) {
      const sum = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from ${name} t`,
      )
      found[name] = sum.rows[0]?.sum ?? ''
    }
    return found
  } finally {
    await client.end()
  }
}

export const copyOf = (folder: string, to: string) => {
  fs.cpSync(folder, to, { recursive: true })
  return to
}
export const removeManifest = (folder: string) => fs.rmSync(join(folder, 'manifest.json'))
