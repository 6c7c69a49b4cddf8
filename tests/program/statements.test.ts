import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { jobList } from '#program/jobList.ts'
import { namedColumns } from '#program/names.ts'
import { operations } from '#program/operations.ts'
import { jobContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { enterAll } from '#server/db/directory.ts'
import { newId, operator, type Person, person, request, signedInNow } from '../support/club'
import { statementsOf } from '../support/cost'
import { notEntered } from '../support/directory'
import { scene } from '../support/scene'
import { asAdmin, databaseIn, inDatabase, roleIn } from '../support/servers'
import { shapesOf } from '../support/statements'
import { adminUrl, ownerUrl, world } from '../support/world'

/*
 * Every operation is asked and every job is run, and each statement that they send on clubs' tables names its club, or its person, or is
 * of a kind that stands below with its reason (rule: schema.tenant).
 */
const allowed: Record<string, readonly string[]> = {
  'what the version before may write without an entry, asked for where the directory has none; gone with the version after this one':
    [
      'bank_accounts by bank_account_id, not entered',
      'brands by brand_id, not entered',
      'brands by slug, not entered',
      'comments by comment_id, not entered',
      'contents by plan_content_id, not entered',
      'exports by export_id, not entered',
      'fulfillments by fulfillment_id, not entered',
      'goods by goods_id, not entered',
      'orders by intent_id, not entered',
      'orders by order_id, not entered',
      'orders by session_id, not entered',
      'plans by plan_id, not entered',
      'refunds by refund_id, not entered',
      'streamings by streaming_id, not entered',
      'subscriptions by subscription_id, not entered',
      'tenant_members by invitation_hash, not entered',
      'uploads by upload_id, not entered',
    ],
  'what comes from outside without a club: addresses, invitations, ids that a payload names alone (rule: access.ids); the row says the club':
    ['brands by brand_id', 'brands by slug'],
  'what the payment provider names by its own ids': ['subscriptions by provider_subscription_id'],
  'what a job or an act is about, by an id that is one on the platform': [
    'contents by media_id',
    'uploads by media_id',
    'uploads by media_id and video_conversions by media_id',
  ],
  'what operators see and settle: lists and rows of all clubs': [
    'brands, disputes, orders, tenants of all clubs',
    'brands, failed_jobs, tenants of all clubs',
    'disputes of all clubs',
    'brands, ledger_months of all clubs',
    'brands, orders, refunds, tenants of all clubs',
    'brands, payouts, tenants of all clubs',
    'failed_jobs by failed_job_id',
    'failed_jobs of all clubs',
    'identity_checks by state of all clubs',
    'inquiries by inquiry_id',
    'inquiries by assigned_to, content, direction, from_name, state, subject of all clubs',
    'inquiries by assigned_to, direction of all clubs',
    'inquiries by direction, state of all clubs',
    'ledger_month_slots by month of all clubs',
    'ledger_months by month of all clubs',
    'orders by order_id and refunds by order_id',
    'orders, tenants of all clubs',
    'payouts by exported_at, state of all clubs',
    'payouts by payout_id',
    'payouts by state of all clubs',
    'statements by month of all clubs',
    'tenants of all clubs',
  ],
  'who has deleted the account, and is still somewhere': [
    'fulfillments, orders of all clubs',
    'late_payments, order_buyers, order_lines, orders of all clubs',
    'late_payments, order_buyers, orders, refunds of all clubs',
    'late_payments, orders of all clubs',
    'order_events, order_lines, orders, refunds of all clubs',
    'orders, parcel_returns of all clubs',
    'subscriptions of all clubs',
    'tenant_members by email, status of all clubs',
  ],
  'the platform as a whole: its site map, its figures, its money at the provider': [
    'brands by closes_at of all clubs',
    'brands, content_plans, contents, plans of all clubs',
    'brands, goods of all clubs',
    'ledger_entries by account, kind of all clubs',
  ],
}

/** A database with today's tables and no rows, so that the plans of a statement are the same each time. */
const empty = `t_${randomUUID().replaceAll('-', '')}`
let client: pg.Client
beforeAll(async () => {
  const template = `template ${databaseIn(world.ownerUrl)} strategy file_copy`
  await asAdmin(adminUrl, `create database ${empty} ${template} owner ${roleIn(ownerUrl)}`)
  client = new pg.Client({ connectionString: inDatabase(ownerUrl, empty) })
  await client.connect()
  await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set jit = off')
})
afterAll(async () => {
  await client.end()
  await asAdmin(adminUrl, `drop database ${empty} with (force)`)
})

type Scene = Awaited<ReturnType<typeof scene>>
const all = [...operations.values()].map(({ operation }) => operation)
const done: string[] = []
const askIn = async (of: Scene, operation: (typeof all)[number], byWhom: Record<string, Person>) => {
  const by = signedInNow(byWhom[operation.caller] ?? of.owner)
  const { status } = await request(operation, JSON.stringify(of.examples[operation.name] ?? {}), by)
  if (status === 200) done.push(operation.name)
  return status === 200
}

/** The data of a job, of what is in the scene. */
const dataFor = (data: z.ZodType, known: Record<string, unknown>) => {
  const json = z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' }) as { properties?: object }
  return Object.fromEntries(Object.keys(json.properties ?? {}).map((key) => [key, known[key]]))
}

const heard: string[] = []
const left: string[] = []
beforeAll(async () => {
  const own = new pg.Client({ connectionString: ownerUrl })
  await own.connect()
  /** A scene writes its rows past the program, which has entered all that it wrote itself. */
  const entered = async () => {
    left.push(...(await notEntered(own)))
    const made = await scene()
    await enterAll(drizzle({ client: own }), namedColumns)
    return made
  }
  const first = await entered()
  const people = async (of: Scene) => ({ operator: await operator(), fan: of.applicant, visitor: await person() })
  const statements = await statementsOf(async () => {
    const byWhom = await people(first)
    for (const operation of all.filter(({ effect }) => effect === 'read')) await askIn(first, operation, byWhom)
    let of = first
    for (const operation of all.filter(({ effect }) => effect !== 'read')) {
      if (await askIn(of, operation, await people(of))) continue
      // An earlier one has left nothing for it to do.
      of = await entered()
      await askIn(of, operation, await people(of))
    }
    const last = await entered()
    const ids = Object.assign({}, ...Object.values(last.examples)) as Record<string, unknown>
    const known = {
      ...ids,
      ...last.ids,
      of: last.ids,
      uid: last.applicant.uid,
      fileIds: [newId('file')],
      sessionId: null,
      when: 'now',
      reason: 'staff',
    }
    const times = ['expiresAt', 'until', 'paidUntil', 'archivingAt', 'closingAt', 'shippedAt', 'failedAt']
    Object.assign(known, Object.fromEntries(times.map((name) => [name, now()])))
    for (const { name, data, run } of jobList.values()) {
      const parsed = data.safeParse(dataFor(data, known))
      // What cannot be done is refused after it was looked for.
      if (parsed.success)
        await run(jobContext(name), parsed.data).then(
          () => done.push(name),
          () => {},
        )
    }
  })
  left.push(...(await notEntered(own)))
  await own.end()
  heard.push(...new Set(statements.map(({ text }) => text).filter((text) => !text.includes('pgboss.'))))
})

// Another server may plan otherwise, and name other columns of the same statement.
const { TEST_DATABASE_URL: otherServer } = process.env
test.skipIf(otherServer)(
  'each statement on tables of clubs names its club or its person, or says why it does not (rule: schema.tenant)',
  async () => {
    expect(heard.length).toBeGreaterThan(500)
    const found = new Map<string, string>()
    for (const text of heard) for (const shape of await shapesOf(client, text)) found.set(shape, text)
    expect([...found.keys()].toSorted()).toEqual(Object.values(allowed).flat().toSorted())
  },
)

test('what names a row from outside without its club is entered in the directory by whoever writes it (rule: access.ids)', () => {
  expect(left).toEqual([])
})

/** Statements that somebody might write, and what is said of them. */
const made: [string, string[]][] = [
  ['select o.total from orders o where o.tenant_id = $1', []],
  ['select o.total from orders o where o.tenant_id = any($1::text[])', []],
  ['select o.total from orders o where o.tenant_id > $1', ['orders of all clubs']],
  [
    'select from orders o where o.tenant_id = any($1::text[]) and o.order_id in (select l.order_id from order_lines l)',
    ['order_lines of all clubs'],
  ],
  [
    `select from orders o where o.tenant_id = any($1::text[])
      and (o.tenant_id, o.order_id) in (select l.tenant_id, l.order_id from order_lines l)`,
    [],
  ],
  ['select o.total from orders o where o.uid = $1', []],
  ['select o.total from orders o where o.total = $1', ['orders by total of all clubs']],
  ['select o.total from orders o where o.order_id = $1', ['orders by order_id']],
  ['update orders set note = $1 where order_id = $2', ['orders by order_id']],
  ['delete from carts where cart_id = $1', ['carts by cart_id']],
  [
    'select from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.order_id where o.tenant_id = $1',
    [],
  ],
  [
    'select from orders o join order_lines l on l.order_id = o.order_id where o.tenant_id = $1',
    ['order_lines of all clubs'],
  ],
  [
    'select from orders o where o.tenant_id = $1 and exists (select from order_lines l where l.order_id = o.order_id)',
    ['order_lines of all clubs'],
  ],
  [
    'select (select max(l.quantity) from order_lines l where l.line_id = $2) from orders o where o.tenant_id = $1',
    ['order_lines by line_id'],
  ],
  ['select from orders o join people p on p.uid = o.uid where p.email = $1', ['orders of all clubs']],
  ['select p.email from people p where p.uid = $1', []],
]

test.skipIf(otherServer).each(made)('control: %s', async (text, shapes) => {
  expect(await shapesOf(client, text)).toEqual(shapes)
})
