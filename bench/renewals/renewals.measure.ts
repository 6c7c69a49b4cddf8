import { appendFileSync } from 'node:fs'
import pLimit from 'p-limit'
import pg from 'pg'
import { expect, test } from 'vitest'
import { plans } from '#membership/plans/contract.ts'
import { WaitingPool } from '#server/db/waitingPool.ts'
import { pool } from '#server/db.ts'
import { listenForRenewals } from '#server/renewal.ts'
import { shared } from '#server/shared.ts'
import { ask, club } from '../../tests/support/club'
import { terms } from '../../tests/support/plan'
import { adminUrl, ownerUrl } from '../../tests/support/world'
import { connections, rounds } from '../measure'
import type { Told } from '../renewals'
import { mostSeen, type Waits, watched } from '../waits'

/*
 * Staff writes with the notification that renews pages, and without it, of one brand and of as many brands as there are callers, by
 * turns. A write is a draft of a plan, by its operation. Without it, what is to be told goes to a view that keeps nothing.
 */
process.env.DATABASE_POOL = String(connections)

type Club = Awaited<ReturnType<typeof club>>
type Side = { name: keyof Told['rates']; brands: readonly Club[]; isTold: boolean; took: number[]; waits: Waits }

const count = Number(process.env.BENCH_RENEWALS ?? 480)
/** As many at a time. */
const slice = 80

/** Seconds in which `connections` callers write so often. */
const written = (brands: readonly Club[], times: number, waits: Waits, client: pg.Client) =>
  watched(client, waits, () =>
    pLimit(connections).map(Array.from({ length: times }), (_, n) => {
      const { ids, owner } = brands[n % brands.length] as Club
      return ask(plans.createDraftPlan, { ...ids, ...terms }, owner)
    }),
  )

test('renewals', async () => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`create schema silent; grant usage on schema silent to public;
    create view silent.page_renewals as select * from public.page_renewals where false;
    create function silent.nothing() returns trigger language plpgsql as 'begin return null; end';
    create trigger nothing instead of insert or delete on silent.page_renewals
      for each row execute function silent.nothing();
    create function silent.pg_notify(text, text) returns void language sql as 'select';
    grant all on all tables in schema silent to public`)
  await owner.end()
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  let heard = 0
  const stop = listenForRenewals({ renew: () => heard++, listening: () => {} })
  await expect.poll(() => shared.hearsRooms, { timeout: 30_000 }).toBe(true)
  const telling = pool()
  const { options } = telling as unknown as { options: pg.PoolConfig }
  const silent = new WaitingPool({
    ...options,
    options: `${options.options} -c search_path=silent,public,pg_catalog`,
  } as ConstructorParameters<typeof WaitingPool>[0])
  silent.on('error', () => {})
  /** Whether these writes are told of. */
  const use = (isTold: boolean) => Object.assign(shared, { pool: isTold ? telling : silent, drizzle: undefined })

  const clubs: Club[] = []
  for (let n = 0; n < connections; n++) clubs.push(await club())
  const isAllTold = async () => (await telling.query('select from page_renewals')).rows.length === 0
  use(true)
  await written(clubs, slice, new Map(), client) // warm up
  await expect.poll(isAllTold).toBe(true)
  await expect.poll(() => heard).toBeGreaterThanOrEqual(clubs.length)
  const before = heard
  use(false)
  await written(clubs, slice, new Map(), client)
  expect([await isAllTold(), heard]).toEqual([true, before])
  for (let round = 0; round < rounds; round++) {
    const sides: Side[] = [
      { name: 'many', brands: clubs, isTold: true, took: [], waits: new Map() },
      { name: 'manySilent', brands: clubs, isTold: false, took: [], waits: new Map() },
      { name: 'one', brands: [await club()], isTold: true, took: [], waits: new Map() },
      { name: 'oneSilent', brands: [await club()], isTold: false, took: [], waits: new Map() },
    ]
    // Some by turns: whatever else the machine does then meets all of them.
    for (let n = 0; n < count; n += slice, sides.reverse())
      for (const side of sides) {
        use(side.isTold)
        side.took.push(await written(side.brands, slice, side.waits, client))
      }
    const waits: Waits = new Map()
    for (const side of sides) {
      if (side.isTold) for (const [query, times] of side.waits) waits.set(query, (waits.get(query) ?? 0) + times)
    }
    const took = Object.fromEntries(sides.map((side) => [side.name, side.took])) as Record<Side['name'], number[]>
    const rateOf = (name: Side['name']) => count / took[name].reduce((all, one) => all + one, 0)
    /** Of each turn, whose two sides were measured one right after the other. */
    const ratiosOf = (own: number[], silently: number[]) => own.map((one, n) => (silently[n] ?? 0) / one)
    const told: Told = {
      rates: {
        ...{ one: rateOf('one'), oneSilent: rateOf('oneSilent') },
        ...{ many: rateOf('many'), manySilent: rateOf('manySilent') },
      },
      ratios: { one: ratiosOf(took.one, took.oneSilent), many: ratiosOf(took.many, took.manySilent) },
      waits: mostSeen(waits),
    }
    const { BENCH_RESULT } = process.env
    if (BENCH_RESULT) appendFileSync(BENCH_RESULT, `${JSON.stringify(told)}\n`)
    else process.stdout.write(`${JSON.stringify(told, null, 1)}\n`)
  }
  use(true)
  await stop()
  await silent.end()
  await client.end()
})
