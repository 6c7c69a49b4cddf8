import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { applications } from '#club/applications/contract.ts'
import { tenantApplications } from '#club/applications/tables.server.ts'
import { fans } from '#club/fans/tables.server.ts'
import { day } from '#kit/time.ts'
import { disputes, orders } from '#money/orders/tables.server.ts'
import { payouts } from '#money/payouts/revenue/tables.server.ts'
import { platform } from '#office/platform/contract.ts'
import type { DueKind } from '#office/platform/due.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { ask, club, operator, person, refused } from '../support/club'
import { scene } from '../support/scene'
import { joinByCard, newFan, shop } from '../support/shop'

const home = async () => {
  const { due, disputes } = await ask(platform.getPlatformHome, {}, await operator())
  return { due: new Map(due.map((one) => [one.kind, one])), disputes }
}

describe('the home of the platform', () => {
  test('names what waits, with the first deadline, and nothing that does not', async () => {
    const before = await home()
    const of = await scene()
    const [order] = await database().select().from(orders).where(eq(orders.tenantId, of.tenantId)).limit(1)
    if (!order) throw new Error('The scene has orders.')
    const at = now()
    const dispute = (disputeId: string, state: 'open' | 'inquiry' | 'won', evidenceDueAt: number | null) => ({
      ...{ tenantId: of.tenantId, orderId: order.orderId, disputeId, providerDisputeId: `dp_${disputeId}` },
      ...{ amount: 500, state, openedAt: at - day, evidenceDueAt, closedAt: state === 'won' ? at : null },
    })
    await database()
      .insert(disputes)
      .values([
        dispute('without_end', 'open', null),
        dispute('later', 'open', at + 5 * day),
        dispute('sooner', 'inquiry', at + 2 * day),
        dispute('won', 'won', at + day),
      ])
    const after = await home()
    const more = (kind: DueKind) => (after.due.get(kind)?.count ?? 0) - (before.due.get(kind)?.count ?? 0)
    expect(more('disputes')).toBe(3)
    expect(after.due.get('disputes')?.until).toBe(at + 2 * day)
    expect(after.disputes.map(({ evidenceDueAt, isInquiry }) => [evidenceDueAt, isInquiry])).toEqual([
      [at + 2 * day, true],
      [at + 5 * day, false],
      [null, false],
    ])
    // All of them, by the same order, page by page.
    const desk = await operator()
    const page = async (offset: number) => ask(platform.getDisputes, { pagination: { limit: 2, offset } }, desk)
    const [first, second] = [await page(0), await page(2)]
    // Where evidence is handed in, one is found by this.
    expect(first.disputes.map(({ providerDisputeId }) => providerDisputeId)).toEqual(['dp_sooner', 'dp_later'])
    expect(first.pagination.totalCount).toBe(after.due.get('disputes')?.count)
    expect([...first.disputes, ...second.disputes]).toEqual(after.disputes.slice(0, 4))
    expect(after.disputes[0]).toMatchObject({ orderNumber: order.orderNumber, amount: 500 })
    // The home names the three that are most urgent, however many there are.
    await database()
      .insert(disputes)
      .values(dispute('soonest', 'open', at + day))
    const { disputes: named } = await home()
    expect(named.map(({ evidenceDueAt }) => evidenceDueAt)).toEqual([at + day, at + 2 * day, at + 5 * day])
    for (const kind of ['applications', 'unallocated', 'requests'] as const) expect(more(kind), kind).toBeGreaterThan(0)
    for (const [, { count }] of after.due) expect(count).toBeGreaterThan(0)
  })

  test('an application whose changes have come stands apart from those that are new', async () => {
    await scene()
    const [row] = await database()
      .select()
      .from(tenantApplications)
      .where(eq(tenantApplications.status, 'submitted'))
      .limit(1)
    if (!row) throw new Error('The scene has one.')
    const before = await home()
    const since = now() - 3 * day
    await database()
      .update(tenantApplications)
      .set({ reviewedForm: row.form, submittedAt: since })
      .where(eq(tenantApplications.applicationId, row.applicationId))
    const after = await home()
    const count = (of: typeof after, kind: 'applications' | 'applicationsAnswered') => of.due.get(kind)?.count ?? 0
    expect(count(after, 'applicationsAnswered')).toBe(count(before, 'applicationsAnswered') + 1)
    expect(count(after, 'applications')).toBe(count(before, 'applications') - 1)
    expect(after.due.get('applicationsAnswered')?.since).toBe(since)
  })

  test('each number of applications is that of the list it leads to', async () => {
    await scene()
    const desk = await operator()
    const [row] = await database()
      .select()
      .from(tenantApplications)
      .where(eq(tenantApplications.status, 'submitted'))
      .limit(1)
    await ask(applications.startApplicationReview, { applicationId: row?.applicationId ?? '' }, desk)
    const { due } = await home()
    const of = (kind: DueKind) => due.get(kind)?.count ?? 0
    const { counts } = await ask(applications.getPendingTenants, { pagination: { limit: 1, offset: 0 } }, desk)
    expect(of('applicationsInReview')).toBe(counts.inReview)
    expect(of('applications') + of('applicationsAnswered')).toBe(counts.submitted)
  })

  test('says of payouts whose day has come without a file that it is over', async () => {
    await scene()
    const first = async () => (await home()).due.get('payouts')
    const to = (scheduledFor: number) =>
      database().update(payouts).set({ scheduledFor }).where(eq(payouts.state, 'scheduled'))
    await to(now() + day)
    expect((await first())?.isOver).toBeUndefined()
    await to(now() - day)
    expect((await first())?.isOver).toBe(true)
  })

  test('is for operators alone', async () => {
    const { owner } = await club()
    for (const by of [owner, await person()]) {
      expect((await refused(platform.getPlatformHome, {}, by)).status).toBe(403)
      expect((await refused(platform.getClubs, {}, by)).status).toBe(403)
      expect((await refused(platform.getDisputes, {}, by)).status).toBe(403)
    }
  })
})

describe('the list of clubs', () => {
  const found = async (asked: object) => ask(platform.getClubs, asked as never, await operator())
  test('says fans, members and what was sold in this month', async () => {
    const of = await shop()
    await joinByCard(of, await newFan())
    const at = now()
    await database()
      .insert(fans)
      .values({
        ...of.ids,
        uid: 'fan_who_left',
        fanId: `fan_left_${of.tenantId}`,
        firstSeenAt: at,
        lastActiveAt: at,
        editedAt: at,
      })
    const { clubs } = await found({ pagination: { limit: 100, offset: 0 } })
    const one = clubs.find(({ tenantId }) => tenantId === of.tenantId)
    expect(one).toMatchObject({ fans: 2, members: 1, state: 'open', closesAt: null })
    expect(one?.revenue).toBeGreaterThan(0)
    expect(one?.brands.map(({ brandId }) => brandId)).toEqual([of.ids.brandId])
  })

  test('is found by name, and sorted', async () => {
    const name = `Club ${crypto.randomUUID()}`
    const [b, a] = [await club(`${name} b`), await club(`${name} a`)]
    const ids = async (sort?: string) =>
      (await found({ q: name, ...(sort && { sort }) })).clubs.map(({ tenantId }) => tenantId)
    expect(await ids('name')).toEqual([a.tenantId, b.tenantId])
    expect(await ids('-name')).toEqual([b.tenantId, a.tenantId])
    expect((await found({ q: 'no such club' })).clubs).toEqual([])
  })

  test.each(['members', 'fans', 'revenue'])('is sorted by %s as it shows them, over all clubs', async (figure) => {
    const [few, many] = [await shop(), await shop()]
    for (const of of [few, many, many]) await joinByCard(of, await newFan())
    const both = [few.tenantId, many.tenantId]
    const order = async (sort: string) =>
      (await found({ sort, pagination: { limit: 100, offset: 0 } })).clubs
        .map(({ tenantId }) => tenantId)
        .filter((tenantId) => both.includes(tenantId))
    expect(await order(figure)).toEqual(both)
    expect(await order(`-${figure}`)).toEqual(both.toReversed())
  })
})
