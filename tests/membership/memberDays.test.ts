import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { rememberFan } from '#club/fans/queries.server.ts'
import { day } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { insertSubscription, insertTerm, voidTerms } from '#membership/subscriptions/queries.server.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { rebuildStretches } from '#membership/subscriptions/stretches/queries.server.ts'
import { staffFans } from '#office/fans/contract.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { newId } from '#server/ids.ts'
import { ask, club } from '../support/club'
import { costOf } from '../support/cost'
import { fills } from '../support/fill'
import { planRow } from '../support/plan'
import { ownerUrl } from '../support/world'

/*
 * Who was a member when is found by stretches of days (subscriptions/stretches) and said by terms: these hold the list
 * against the terms alone.
 */
const hour = 3_600_000
const at = () => Math.floor(now() / hour) * hour
type Term = { from: number; to: number; source: 'card' | 'comp' | 'grace'; voidedAt: number | null }
type Membership = { planId: string; uid: string; purchasedAt: number; terms: Term[] }

/** The definition, read slowly. */
const isMember = ({ terms }: Membership, moment: number) =>
  terms.some(
    ({ from, to, source, voidedAt }) =>
      source !== 'grace' && from <= moment && moment < to && (voidedAt === null || voidedAt > moment),
  )

const write = async (of: Awaited<ReturnType<typeof club>>, { terms, ...membership }: Membership, serial: number) => {
  const db = database()
  const subscriptionId = newId('subscription')
  const { tenantId, brandId } = of.ids
  await rememberFan(db, of.ids, membership.uid, { newId, now: membership.purchasedAt })
  await insertSubscription(db, {
    ...membership,
    tenantId,
    brandId,
    subscriptionId,
    interval: 'month',
    price: 500,
    method: serial % 3 === 0 ? 'konbini' : 'card',
    paidUntil: Math.max(...terms.map(({ to }) => to)),
    endedAt: now(),
    endReason: 'user',
    latestOrderId: '',
    editedAt: now(),
  })
  for (const { voidedAt, ...term } of terms) {
    const { planId, uid } = membership
    await insertTerm(db, { ...term, tenantId, termId: newId('term'), planId, uid, subscriptionId, amount: 500 }, now())
    if (voidedAt !== null) await voidTerms(db, { tenantId, subscriptionId }, { at: voidedAt, now: now() })
  }
  return subscriptionId
}

let of: Awaited<ReturnType<typeof club>>
beforeAll(async () => {
  of = await club()
})

/** Terms one after the other, with gaps, of hours to years; a few end before their time, and then no more begin. */
const life = fc
  .record({
    plan: fc.nat(1),
    begin: fc.integer({ min: 1, max: 2500 * 24 }),
    parts: fc.array(
      fc.record({
        gap: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90 * 24 })),
        hours: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 24, max: 900 * 24 })),
        isGrace: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ plan, begin, parts, cut }) => ({ plan, begin, parts, cut }))

test('as of any moment the list has those whose terms cover it, newest first, of all plans and of one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(life, { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(2600 * 24), { maxLength: 6 }),
      async (lives, moments) => {
        of = await club()
        const both = [planRow(of.ids), planRow(of.ids)]
        await database().insert(plans).values(both)
        const planIds = both.map(({ planId }) => planId)
        const all: (Membership & { id: string })[] = []
        for (const [serial, { plan, begin, parts, cut }] of lives.entries()) {
          let from = at() - begin * hour
          const purchasedAt = from
          const terms: Term[] = parts.map(({ gap, hours, isGrace }) => {
            const term = {
              from: from + gap * hour,
              to: from + (gap + hours) * hour,
              source: isGrace ? 'grace' : 'card',
              voidedAt: null,
            }
            from = term.to
            return term as Term
          })
          const last = terms.at(-1)
          // The last one ends before its time, at its very beginning at the earliest.
          if (last && cut !== null)
            last.voidedAt = Math.floor((last.from + cut * (last.to - last.from - 1)) / hour) * hour
          const membership = { planId: planIds[plan] ?? '', uid: `fan_${serial}_${newId('fan')}`, purchasedAt, terms }
          all.push({ ...membership, id: await write(of, membership, serial) })
        }
        const edges = all.flatMap(({ terms }) =>
          terms.flatMap((term) => [
            term.from,
            term.to - 1,
            term.to,
            (term.voidedAt ?? term.to) - 1,
            term.voidedAt ?? term.to,
          ]),
        )
        const asked = [...new Set([...edges, ...moments.map((ago) => at() - ago * hour), at()])].filter(
          (one) => one <= now(),
        )
        const listed = async (payload: object) => {
          const list = await ask(
            staffSubscriptions.getSubscribers,
            { ...of.ids, pagination: { limit: 100, offset: 0 }, ...payload },
            of.owner,
          )
          expect(list.pagination.totalCount).toBe(list.subscribers.length)
          return list.subscribers.map(({ subscriptionId }) => subscriptionId)
        }
        const wanted = (moment: number, passes: (one: Membership) => boolean = () => true) =>
          all
            .filter((one) => isMember(one, moment) && passes(one))
            .sort((a, b) => b.purchasedAt - a.purchasedAt || (a.id < b.id ? 1 : -1))
            .map(({ id }) => id)
        for (const moment of asked.slice(0, 25)) {
          expect(await listed({ asOf: moment }), new Date(moment).toISOString()).toEqual(wanted(moment))
          const [planId] = planIds
          expect(await listed({ asOf: moment, planId })).toEqual(wanted(moment, (one) => one.planId === planId))
        }
        // The members of a plan today, who joined it last at the head.
        const { fans } = await ask(staffFans.getFans, { ...of.ids, planId: planIds[1] }, of.owner)
        const today = wanted(now(), (one) => one.planId === planIds[1])
        expect(fans.map(({ uid }) => uid)).toEqual(today.map((id) => all.find((one) => one.id === id)?.uid))
      },
    ),
    { numRuns: 12 },
  )
})

test('what is written term by term is what is written for all at once, and nothing is kept of days that were voided', async () => {
  const rows = async () =>
    (
      await pool().query(
        'select subscription_id, days, number from membership_stretches where tenant_id = $1 order by 1, 2, 3',
        [of.ids.tenantId],
      )
    ).rows
  of = await club()
  const { planId, ...plan } = planRow(of.ids)
  await database()
    .insert(plans)
    .values({ planId, ...plan })
  const term = (ago: number, days: number, values: Partial<Term> = {}): Term => ({
    from: at() - ago * day,
    to: at() - ago * day + days * day,
    source: 'card',
    voidedAt: null,
    ...values,
  })
  const lives = [
    [term(900, 365), term(535, 31), term(300, 45)],
    [term(200, 100, { voidedAt: at() - 150 * day })],
    [term(90, 30, { voidedAt: at() - 90 * day })],
    [term(60, 30, { source: 'grace' })],
  ]
  const ids: string[] = []
  for (const [serial, terms] of lives.entries())
    ids.push(await write(of, { planId, uid: newId('fan'), purchasedAt: terms[0]?.from ?? 0, terms }, serial))
  const kept = await rows()
  expect(new Set(kept.map(({ subscription_id }) => subscription_id))).toEqual(new Set(ids.slice(0, 2)))
  await pool().query('delete from membership_stretches where tenant_id = $1', [of.ids.tenantId])
  await rebuildStretches(database(), of.ids)
  expect(await rows()).toEqual(kept)
})

test('who left and came back within the day is a member once', async () => {
  of = await club()
  const row = planRow(of.ids)
  await database().insert(plans).values(row)
  const term = (from: number, voidedAt: number | null): Term => ({
    from,
    to: from + 30 * day,
    source: 'card',
    voidedAt,
  })
  const uid = newId('fan')
  const first = {
    planId: row.planId,
    uid,
    purchasedAt: now() - 2 * hour,
    terms: [term(now() - 2 * hour, now() - hour)],
  }
  const second = { planId: row.planId, uid, purchasedAt: now() - hour, terms: [term(now() - hour, null)] }
  await write(of, first, 1)
  await write(of, second, 2)
  const { fans } = await ask(staffFans.getFans, { ...of.ids, planId: row.planId }, of.owner)
  expect(fans.length).toBe(1)
})

test('the members of a club are counted once and by their days, for less than a page each', async () => {
  const large = await club()
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { tenantId, brandId } = large.ids
    for (const fill of [fills.plans, fills.memberships]) await client.query(fill, [tenantId, brandId, 0, 2000])
    // What sessions remember of how keys are checked may come from when there was next to nothing to read.
    await client.query('analyze')
    await rebuildStretches(database(), large.ids)
    await client.query('vacuum analyze')
    const { pagination, counts } = await ask(staffSubscriptions.getSubscribers, large.ids, large.owner)
    expect([pagination.totalCount, counts.living, counts.all]).toEqual([2000, 2000, 2000])
    const { totals } = await costOf(client, () => ask(staffSubscriptions.getSubscribers, large.ids, large.owner))
    expect(totals).toBeLessThan(2000)
  } finally {
    await client.end()
  }
})
