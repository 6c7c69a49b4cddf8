import { expect, test } from 'vitest'
import { addTokyoMonths, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { ask, refused } from '../support/club'
import { pastContent } from '../support/month'
import { joinByCard, newFan, shop } from '../support/shop'

/* What a visitor is told that joining opens today, and what earlier months cost. */

type Shop = Awaited<ReturnType<typeof shop>>
const monthFromNow = (n: number) => tokyoMonth(addTokyoMonths(startOfTokyoMonth(tokyoMonth(now())), n))
const opening = (of: Shop) => ask(backNumbers.getPublicPlanOpening, of.pub)
const named = async (of: Shop) => (await opening(of)).planContents.map(({ planContentId }) => planContentId).sort()

/** Contents of this month, of no month, of the month before, and of two months ahead. */
const published = async (of: Shop) => {
  const made = {
    current: await pastContent(of, monthFromNow(0)),
    monthless: await pastContent(of),
    before: await pastContent(of, monthFromNow(-1)),
    later: await pastContent(of, monthFromNow(2)),
  }
  await pool().query('update contents set period_year = null, period_month = null where plan_content_id = $1', [
    made.monthless.planContentId,
  ])
  return made
}

test('what is named as open today opens to who joins today, and nothing else does', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const made = await published(of)
  const told = await named(of)
  expect(told).toEqual([made.current, made.monthless].map(({ planContentId }) => planContentId).sort())
  await joinByCard(of, fan)
  const opened: string[] = []
  for (const { planContentId } of Object.values(made)) {
    const read = await ask(publicContents.getPublicPlanContent, { tenantId: of.tenantId, planContentId }, fan)
    if (read.ok) opened.push(planContentId)
  }
  expect(opened.sort()).toEqual(told)
})

test('six contents are named, the newest first, and the rest is counted', async () => {
  const of = await shop()
  for (let n = 0; n < 8; n++) await pastContent(of, monthFromNow(0))
  const { planContents, more } = await opening(of)
  expect([planContents.length, more]).toEqual([6, 2])
})

test('earlier months cost what they are sold for, from the cheapest to the dearest', async () => {
  const of = await shop()
  expect((await opening(of)).earlier).toBe(null)
  const { period } = await pastContent(of)
  expect((await opening(of)).earlier).toEqual({ least: 1500, most: 1500 })
  const set = { ...of.pub, period, priceOverride: 700, saleState: 'onSale' as const }
  await ask(backNumbers.updateBackNumber, set, of.owner)
  expect((await opening(of)).earlier).toEqual({ least: 700, most: 1500 })
})

test('a draft tells nothing, and a plan that is not there neither', async () => {
  const of = await shop({ status: 'draft', activatedAt: null })
  expect((await refused(backNumbers.getPublicPlanOpening, of.pub)).code).toBe('planNotFound')
  expect((await refused(backNumbers.getPublicPlanOpening, { ...of.pub, planId: 'plan_nobody' })).code).toBe(
    'planNotFound',
  )
})
