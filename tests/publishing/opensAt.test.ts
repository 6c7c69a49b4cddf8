import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addTokyoMonths, day, tokyoMonth } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { subscriptions as subscriptionTable } from '#membership/subscriptions/tables.server.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { ask, type Person, person } from '../support/club'
import { addContent } from '../support/fan'
import { joinByCard, newFan, settled, shop } from '../support/shop'

const monthsAhead = (n: number) => {
  const { year, month } = tokyoMonth(now())
  return tokyoMonth(Date.UTC(year, month - 1 + n, 15))
}

test('a content of a later month says to a member with which renewal it opens, in lists and on its page; to nobody else', async () => {
  const of = await shop()
  const { ids, planId } = of
  const fan = await newFan()
  await joinByCard(of, fan)
  await settled()
  const [soon, later, none] = [
    await addContent(ids, { planIds: [planId], period: monthsAhead(2) }),
    await addContent(ids, { planIds: [planId], period: monthsAhead(4) }),
    await addContent(ids, { planIds: [planId] }),
  ]
  const said = async (by: Person | null) => {
    const { planContents } = await ask(publicContents.getPublicPlanContents, { ...ids, filterOption: null }, by)
    const inList = (id: string) => planContents.find(({ planContentId }) => planContentId === id)?.opensAt
    const why = async (planContentId: string) =>
      (await ask(publicContents.explainMyAccess, { tenantId: ids.tenantId, planContentId }, by)).opensAt
    expect(await Promise.all([soon, later, none].map(why))).toEqual([inList(soon), inList(later), inList(none)])
    return [inList(soon), inList(later), inList(none)]
  }
  const [row] = await database().select().from(subscriptionTable).where(eq(subscriptionTable.uid, fan.uid))
  const renews = row?.paidUntil ?? 0
  expect(renews).toBeGreaterThan(now() + 27 * day)
  // The term of the first renewal reaches into the month after next, or the second one does.
  const first = (period: { year: number; month: number }) =>
    [0, 1, 2, 3, 4]
      .map((n) => [addTokyoMonths(renews, n), addTokyoMonths(renews, n + 1)] as const)
      .find(([, to]) => to > Date.UTC(period.year, period.month - 1, 1) - 9 * 3_600_000)?.[0]
  expect(await said(fan)).toEqual([first(monthsAhead(2)), first(monthsAhead(4)), null])
  for (const other of [null, await person()]) expect(await said(other)).toEqual([null, null, null])
  // Who leaves has no renewal to wait for.
  await ask(subscriptions.cancelPlanSubscription, { planId, cancelAtPeriodEnd: true }, fan)
  await settled()
  expect(await said(fan)).toEqual([null, null, null])
})
