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

test('who reads the English site reads the letter that the creator gave in English', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { name, brandThumbnail, brandIcon, description } = await ask(brands.getBrandProfile, of.ids, of.owner)
  const letters = { welcomeLetter: 'ようこそ。', english: { welcomeLetter: 'Welcome to us.' } }
  await ask(
    brands.updateBrandProfile,
    { ...of.ids, name, brandThumbnail, brandIcon, description, ...letters },
    of.owner,
  )
  await joinByCard(of, fan)
  const letterIn = async (locale: string) => {
    const answer = await ask(subscriptions.getActiveUserPlan, { planId: of.planId }, fan, { 'accept-language': locale })
    return answer.userPlan?.brand.welcomeLetter
  }
  expect([await letterIn('ja'), await letterIn('en')]).toEqual(['ようこそ。', 'Welcome to us.'])
  expect(await ask(brands.getBrandProfile, of.ids, of.owner)).toMatchObject(letters)
})
