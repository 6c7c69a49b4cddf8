import { expect, test } from 'vitest'
import { brands } from '#club/brands/contract.ts'
import { day } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { ask } from '../support/club'
import { mailsTo } from '../support/mail'
import { told } from '../support/payments'
import { joinByCard, moveTo, myPlan, newFan, orderAtStore, settled, shop } from '../support/shop'

test('the creator’s letter comes with the welcome, and stands beside the card for as long as somebody is a member', async () => {
  const [of, byStore, byCard] = [await shop(), await newFan(), await newFan()]
  const welcomeLetter = 'ようこそ。\n\n金曜の夜に、新しい歌を届けます。'
  const profile = await ask(brands.getBrandProfile, of.ids, of.owner)
  const { name, brandThumbnail, brandIcon, description } = profile
  await ask(
    brands.updateBrandProfile,
    { ...of.ids, name, brandThumbnail, brandIcon, description, welcomeLetter },
    of.owner,
  )
  const { intentId } = await orderAtStore(of, byStore)
  // Who has only ordered is no member yet.
  expect((await myPlan(of, byStore))?.brand.welcomeLetter).toBe('')
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  await joinByCard(of, byCard)
  for (const fan of [byStore, byCard]) {
    const mail = (await mailsTo(fan.email)).find(({ subject }) => subject.startsWith('ようこそ'))
    expect(mail?.text).toContain(`${name}より\nようこそ。\n金曜の夜に、新しい歌を届けます。`)
    expect((await myPlan(of, fan))?.brand.welcomeLetter).toBe(welcomeLetter)
  }
  const joined = await myPlan(of, byCard)
  if (joined?.status !== 'active') throw new Error('not a member')
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, byCard)
  await moveTo(joined.expiredAt + day)
  const { canceledMyPlans } = await ask(subscriptions.getCanceledMyPlans, {}, byCard)
  expect(canceledMyPlans.map(({ brand }) => brand.welcomeLetter)).toEqual([''])
})
