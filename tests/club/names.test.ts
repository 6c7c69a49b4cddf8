import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isNamed } from '#club/fans/queries.server.ts'
import { people } from '#club/fans/tables.server.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { staffFans } from '#office/fans/contract.ts'
import { contains } from '#server/db/search.ts'
import { database } from '#server/db.ts'
import { ask, club } from '../support/club'
import { costOf } from '../support/cost'
import { ownerUrl } from '../support/world'

/* Fans are found by any part of their names: by pairs of letters, of which an index knows whose names have them. */

const letters = fc.constantFrom(...'aAbBﾀＡタ田中たﬁßéÉİıΣς %_\\\'"&🦊👩')
const words = fc.array(letters, { minLength: 1, maxLength: 6 }).map((all) => all.join(''))

test('whoever is found by reading all names is found by pairs of letters, and nobody else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 8 }), words, async (names, text) => {
      // As a search is read: without spaces around it.
      const asked = [text, ...names.map((name) => name.slice(1, 4)), ...names.map((name) => name.toUpperCase())]
        .map((one) => one.normalize('NFKC').trim())
        .filter(Boolean)
      const rows = sql.join(
        names.map((name) => sql`(${name})`),
        sql`, `,
      )
      for (const one of asked) {
        const found = await database().execute(
          sql`select ${people.displayName} from (values ${rows}) people(display_name)
              where (${contains([people.displayName], one)}) is distinct from (${isNamed(one)})`,
        )
        expect(found.rows, one).toEqual([])
      }
    }),
    { numRuns: 100 },
  )
})

test('who is looked for by two letters is found among thousands without reading the names of all', async () => {
  const of = await club()
  const { tenantId, brandId } = of.ids
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(
      `insert into people (uid, display_name, created_at, edited_at)
       select $1::text || n, case n when 77 then '山田中央' else 'Fan ' || n end, now(), now() from generate_series(1, 20000) n`,
      [brandId],
    )
    await client.query(
      `insert into fans (tenant_id, brand_id, uid, fan_id, first_seen_at, last_active_at, edited_at)
       select $1, $2, $2::text || n, $2::text || 'fan' || n, now() - n * interval '1 minute', now(), now() from generate_series(1, 20000) n`,
      [tenantId, brandId],
    )
    await client.query('vacuum analyze')
    const { fans } = await ask(staffFans.getFans, { ...of.ids, q: '田中' }, of.owner)
    expect(fans.map(({ displayName }) => displayName)).toEqual(['山田中央'])
    for (const read of [
      () => ask(staffFans.getFans, { ...of.ids, q: '田中' }, of.owner),
      () => ask(staffSubscriptions.getSubscribers, { ...of.ids, q: '田中' }, of.owner),
    ]) {
      const { pages, totals } = await costOf(client, read)
      expect(pages + totals).toBeLessThan(100)
    }
  } finally {
    await client.end()
  }
})
