import { expect, test } from 'vitest'
import { day, monthText, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { staffFans } from '#office/fans/contract.ts'
import { now } from '#server/clock.ts'
import { ask } from '../support/club'
import { joinByCard, moveTo, myPlan, newFan, shop, termsIn } from '../support/shop'

/* The provider's months are those of UTC: before nine in the morning Tokyo has begun a day, and perhaps a month, that it has not. */

const hour = 3_600_000
const daysOf = (from: number) => Math.round((startOfTokyoMonth(tokyoMonth(from + 32 * day)) - from) / day)

/** The next first day of a month in Tokyo that is longer than the one before it. */
const firstOfLonger = () => {
  for (let at = startOfTokyoMonth(tokyoMonth(now() + 32 * day)); ; at = startOfTokyoMonth(tokyoMonth(at + 32 * day))) {
    if (daysOf(at) > daysOf(startOfTokyoMonth(tokyoMonth(at - day)))) return at
  }
}

test('who joins before nine on the first of a month has as many months of membership as months have begun', async () => {
  const first = firstOfLonger()
  await moveTo(first + 5 * hour)
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  await moveTo(first + (daysOf(first) + 4) * day)
  // Both terms begin in the first month; the second month is over when the second one ends.
  const paid = (await termsIn(of.tenantId)).filter(({ source }) => source === 'card')
  const starts = paid.map(({ starts_at }) => monthText(tokyoMonth(starts_at.getTime())))
  expect(starts).toEqual([monthText(tokyoMonth(first)), monthText(tokyoMonth(first))])
  const [{ fanId, totalMonths } = { fanId: '', totalMonths: 0 }] = (await ask(staffFans.getFans, of.ids, of.owner)).fans
  const { fan: row } = await ask(staffFans.getFan, { ...of.ids, fanId }, of.owner)
  const [subscriber] = (await ask(staffSubscriptions.getSubscribers, of.ids, of.owner)).subscribers
  expect({
    mine: (await myPlan(of, fan))?.months,
    listed: totalMonths,
    shown: [row.totalMonths, row.continuousMonths],
    subscriber: subscriber?.months,
    calendar: row.calendars[0]?.months.map(({ state }) => state),
  }).toEqual({ mine: 2, listed: 2, shown: [2, 2], subscriber: 2, calendar: ['paid', 'paid'] })
})
