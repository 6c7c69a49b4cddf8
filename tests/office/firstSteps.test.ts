import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { brands } from '#club/brands/tables.server.ts'
import { feeOf } from '#kit/fees.ts'
import { plans } from '#membership/plans/contract.ts'
import { bankAccounts } from '#money/payouts/bankAccounts/contract.ts'
import { brandHome } from '#office/home/contract.ts'
import { firstStepRoles, firstSteps } from '#office/home/home.ts'
import { news } from '#publishing/contents/news/contract.ts'
import { database } from '#server/db.ts'
import { addMember, ask, club, person } from '../support/club'
import { joinByCard, newFan, shop } from '../support/shop'

type Club = Awaited<ReturnType<typeof club>>
const steps = async (of: { ids: Club['ids'] }, by: { token: string }) =>
  (await ask(brandHome.getBrandHome, of.ids, by)).firstSteps
const done = async (of: Club) => (await steps(of, of.owner)).filter(({ isDone }) => isDone).map(({ step }) => step)
const draft = { name: 'Seiza', description: '', thumbnail: '', price: 500, subscriptionInterval: 'month' as const }

test('a step is ticked when what it names is there, a draft of it is not enough', async () => {
  const of = await club()
  await database().update(brands).set({ legalNotice: '' }).where(eq(brands.brandId, of.ids.brandId))
  expect((await steps(of, of.owner)).map(({ step }) => step)).toEqual([...firstSteps])
  const before = await done(of)
  expect(before).not.toContain('plan')
  expect(before).not.toContain('legalNotice')
  await ask(plans.createDraftPlan, { ...of.ids, ...draft }, of.owner)
  expect(await done(of)).toEqual(before)
  const { planId } = await ask(plans.createActivePlan, { ...of.ids, ...draft }, of.owner)
  expect(await done(of)).toContain('plan')
  await ask(
    news.createActivePlanContentNews,
    {
      ...{ ...of.ids, name: 'Hello', thumbnail: '', viewableBy: 'paidUsers', planIds: [planId] },
      ...{ backNumberPeriod: null, imageUrls: [], text: '' },
    } as never,
    of.owner,
  )
  expect(await done(of)).toContain('content')
  const all = { icon: 'https://example.com/i.png', thumbnail: 'https://example.com/c.png', description: 'We sing.' }
  await database()
    .update(brands)
    .set({ ...all, legalNotice: 'Hoshi Inc.' })
    .where(eq(brands.brandId, of.ids.brandId))
  expect(await done(of)).toEqual(['profile', 'legalNotice', 'plan', 'content'])
  const data = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Array(20).fill(0)]).toString('base64')
  const front = { kind: 'front', contentType: 'image/jpeg', data } as const
  await ask(bankAccounts.submitIdentityCheck, { ...of.ids, documents: [front] }, of.owner)
  expect(await done(of)).toContain('identity')
})

test('each role has the steps that it can go', async () => {
  const of = await club()
  for (const role of ['admin', 'editor', 'moderator', 'shipper', 'accountant'] as const) {
    const member = await person()
    await addMember(of.tenantId, member, role)
    const may = firstSteps.filter((step) => firstStepRoles[step].some((one) => one === role))
    expect(
      (await steps(of, member)).map(({ step }) => step),
      role,
    ).toEqual(may)
  }
})

test('the path is over with the first member', async () => {
  const of = await shop()
  expect(await steps(of, of.owner)).not.toEqual([])
  await joinByCard(of, await newFan())
  expect(await steps(of, of.owner)).toEqual([])
})

test('whoever sets a price is told the fees that a sale books', async () => {
  const of = await club()
  const { fees } = await ask(plans.getPlans, of.ids, of.owner)
  expect([feeOf(1000, fees.platformFee), feeOf(1000, fees.paymentFee), fees.konbini]).toEqual([100, 36, 200])
})
