import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day, type Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { planHandlers } from '#membership/plans/operations.server.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { database, pool } from '#server/db.ts'
import { newId } from '../support/club'
import { planRow, proven, tokyo } from '../support/plan'

const seeds = Number(process.env.SOAK_SEEDS ?? 200)

describe('the figures of the plans', () => {
  const partOfTokyo = (at: Instant) => {
    const parts = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Tokyo', year: 'numeric', month: 'numeric' })
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)])
    return Object.fromEntries(parts) as { year: number; month: number }
  }
  const startOfMonth = (at: Instant, back = 0) => {
    const { year, month } = partOfTokyo(at)
    return new Date(Date.UTC(year, month - 1 - back, 1, -9)).getTime()
  }
  type Term = { planId: string; uid: string; from: Instant; to: Instant; amount: number; voidedAt: Instant | null }

  const naive = (all: Term[], at: Instant) => {
    const valid = all.filter(({ voidedAt }) => voidedAt === null)
    const membersOf = (list: Term[], moment: Instant) =>
      // A term that was voided made its fan a member until then.
      new Set(
        list
          .filter(({ from, to, voidedAt }) => from <= moment && moment < Math.min(to, voidedAt ?? to))
          .map(({ uid }) => uid),
      )
    const moments = [...[10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((back) => startOfMonth(at, back) - 1), at]
    const fees = (from: Instant, to: Instant) =>
      valid.filter((term) => from <= term.from && term.from < to).reduce((sum, { amount }) => sum + amount, 0)
    const [start, last] = [startOfMonth(at), startOfMonth(at, 1)]
    const [people, then] = [membersOf(all, at), membersOf(all, start)]
    const byPlan = Map.groupBy(all, ({ planId }) => planId)
    return {
      plans: [...byPlan]
        .map(([planId, list]) => ({
          planId,
          members: membersOf(list, at).size,
          membersByMonth: moments.map((moment) => membersOf(list, moment).size),
        }))
        .sort((a, b) => a.planId.localeCompare(b.planId)),
      members: people.size,
      membersAtMonthStart: then.size,
      leftThisMonth: [...then].filter((uid) => !people.has(uid)).length,
      canSeeFees: true,
      countedAt: null,
      feesThisMonth: fees(start, at),
      feesLastMonthToDate: fees(last, Math.min(last + (at - start), start)),
    }
  }

  test('equal a plain count over random terms', { timeout: 300_000 + seeds * 200 }, async () => {
    const base = tokyo('2026-03-15T12:00:00')
    const named = ['plan_a', 'plan_b', 'plan_c']
    const term = fc.record({
      planId: fc.constantFrom(...named),
      uid: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      from: fc.integer({ min: -500, max: 20 }).map((days) => base + days * day),
      length: fc.integer({ min: 1, max: 400 }),
      amount: fc.constantFrom(0, 500, 1500, 99_999_999),
      voidedAt: fc.option(fc.constant(base), { freq: 4 }),
    })
    const moment = fc.constantFrom(
      base,
      tokyo('2026-03-01T00:00:00'),
      tokyo('2026-02-28T23:59:59.999'),
      tokyo('2026-03-31T23:00:00'),
      tokyo('2026-01-01T00:00:00.001'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(term, { maxLength: 40 }), moment, async (list, at) => {
        const { ids, tenantId } = await bareClub()
        // Ids are unique on the whole platform.
        const own = (planId: string) => `${planId}${tenantId.slice(7)}`
        const planIds = named.map(own)
        await database()
          .insert(planTable)
          .values(planIds.map((planId) => planRow(ids, { planId })))
        const all = list.map(({ length, ...each }) => ({
          ...each,
          planId: own(each.planId),
          to: each.from + length * day,
        }))
        if (all.length > 0) {
          await database()
            .insert(subscriptionTerms)
            .values(all.map((each) => ({ ...each, tenantId, termId: newId('term'), source: 'card' as const })))
        }
        const context = { db: database(), brand: proven(ids), member: { role: 'owner' }, now: at } as never
        const found = {
          ...(await planHandlers.getPlanStatistics(context, ids)),
          ...(await planHandlers.getPlanFees(context, ids)),
        }
        plans.getPlanStatistics.result.parse(found)
        found.plans.sort((a, b) => a.planId.localeCompare(b.planId))
        expect(found).toEqual(naive(all, at))
      }),
      { numRuns: Math.ceil(seeds / 5) },
    )
  })

  /** Without people: hundreds of accounts at the identity provider would only cost time. */
  const bareClub = async () => {
    const ids = { tenantId: newId('tenant'), brandId: newId('brand') }
    await pool().query(`insert into tenants (tenant_id, name, created_at) values ($1, 'Bare', now())`, [ids.tenantId])
    await pool().query(
      `insert into brands (tenant_id, brand_id, slug, name, thumbnail, icon, description, accent_color, links, created_at, edited_at)
       values ($1, $2, $2, 'Bare', '', '', '', '#000000', '[]', now(), now())`,
      [ids.tenantId, ids.brandId],
    )
    return { ids, tenantId: ids.tenantId }
  }
})
