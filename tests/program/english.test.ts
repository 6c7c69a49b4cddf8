import { describe, expect, test } from 'vitest'
import { brands } from '#club/brands/contract.ts'
import type { Operation, PayloadOf } from '#kit/contract.ts'
import { plainTextOf } from '#kit/plainText.ts'
import { day } from '#kit/time.ts'
import { memberFigures } from '#membership/figures/contract.ts'
import { plans } from '#membership/plans/contract.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import { contents } from '#publishing/contents/contract.ts'
import { news } from '#publishing/contents/news/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { versions } from '#publishing/contents/versions/contract.ts'
import { events } from '#publishing/events/contract.ts'
import { now } from '#server/clock.ts'
import { carts } from '#shop/carts/contract.ts'
import { eventGoods } from '#shop/eventGoods/contract.ts'
import { goods } from '#shop/goods/contract.ts'
import { exampleGoods, exampleVariation } from '#shop/goods/mock.ts'
import { languageOf } from '#ui/text/languageOf.ts'
import { ask, club, type Person, person, refused } from '../support/club'
import { onSale } from '../support/eventGoods'

/* What creators give in English beside their first text (rule: texts.english). */

/** As a visitor of the English site asks, or somebody who has signed in there. */
const inEnglish = <O extends Operation>(operation: O, payload: PayloadOf<O>, by: Person | null = null) =>
  ask(operation, payload, by, { 'accept-language': 'en' })

const profile = { name: '葵', brandThumbnail: '', brandIcon: '', description: '歌と旅。\nどうぞごゆっくり。' }
const terms = {
  name: '星座プラン',
  price: 1500,
  subscriptionInterval: 'month',
  description: '毎月の動画\n制作ノート',
  thumbnail: '',
} as const
const planEnglish = { name: 'Constellation', description: 'A video each month\nNotes' }
const document = (text: string) =>
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
const letter = (planIds: string[]) => ({
  name: '冬の手紙',
  description: '雪の朝のこと。',
  preview: '窓を開けたら雪でした。',
  thumbnail: '',
  viewableBy: 'paidUsers' as const,
  planIds,
  backNumberPeriod: null,
  imageUrls: [],
  text: document('本文'),
})
const letterEnglish = { name: 'A winter letter', description: 'A morning of snow.', preview: 'It snowed.' }

describe('who reads the English site reads the English text that the creator gave', () => {
  test('of the brand, in its head, its description and for search engines', async () => {
    const { ids, slug, owner } = await club()
    const english = { description: 'Songs and travels.\nCome in.' }
    await ask(brands.updateBrandProfile, { ...ids, ...profile, english }, owner)
    expect((await inEnglish(memberFigures.getPublicBrandProfile, ids)).description).toBe(english.description)
    expect((await ask(memberFigures.getPublicBrandProfile, ids)).description).toBe(profile.description)
    const found = await inEnglish(brands.getBrandMetadataBySlug, { brandSlug: slug })
    expect(found?.brandDescription).toBe(english.description)
    // Staff see both, whatever language they work in.
    const own = await inEnglish(brands.getBrandProfile, ids, owner)
    expect(own).toMatchObject({ description: profile.description, english })
  })

  test('of plans and of the contents that these name; what was not given stays Japanese', async () => {
    const { ids, owner } = await club()
    const { planId } = await ask(plans.createActivePlan, { ...ids, ...terms, english: planEnglish }, owner)
    const half = { ...ids, ...terms, price: 3000, english: { name: 'Galaxy', description: '' } }
    const other = await ask(plans.createActivePlan, half, owner)
    await ask(news.createActivePlanContentNews, { ...ids, ...letter([planId]), english: letterEnglish }, owner)
    const { plans: shown } = await inEnglish(plans.getPublicPlans, ids)
    expect(shown).toMatchObject([
      { planId, ...planEnglish, planContents: [{ name: letterEnglish.name }] },
      { planId: other.planId, name: 'Galaxy', description: terms.description },
    ])
    const { plan } = await inEnglish(plans.getPublicPlan, { ...ids, planId })
    expect(plan).toMatchObject(planEnglish)
    expect((await inEnglish(backNumbers.getPublicPlanOpening, { ...ids, planId })).planContents).toMatchObject([
      { name: letterEnglish.name },
    ])
    const { plans: japanese } = await ask(plans.getPublicPlans, ids)
    expect(japanese.map(({ name }) => name)).toEqual([terms.name, terms.name])
  })

  test('of contents, in lists, on the page, in what opens them and for search engines; who may not read one learns no more', async () => {
    const { ids, owner } = await club()
    const { planId } = await ask(plans.createActivePlan, { ...ids, ...terms, english: planEnglish }, owner)
    const made = { ...ids, ...letter([planId]), english: letterEnglish }
    const { planContentId } = await ask(news.createActivePlanContentNews, made, owner)
    const filter = { ...ids, filterOption: null }
    const card = { ...letterEnglish, plans: [{ planId, name: planEnglish.name }] }
    expect((await inEnglish(publicContents.getPublicPlanContents, filter)).planContents).toMatchObject([card])
    const named = { ...ids, planContentId }
    expect((await inEnglish(publicContents.getPublicPlanContentWithPlans, named)).planContent).toMatchObject(card)
    const one = { tenantId: ids.tenantId, planContentId }
    expect(await inEnglish(publicContents.getPlanContentMetadata, one)).toMatchObject({
      name: letterEnglish.name,
      description: letterEnglish.description,
    })
    expect((await inEnglish(publicContents.explainMyAccess, one)).plans).toEqual(card.plans)
    const page = await inEnglish(publicContents.getPublicPlanContent, one)
    expect(page).toEqual({ ok: false, status: 'requiredPurchasePlan' })
    const opened = await inEnglish(publicContents.getPublicPlanContent, one, owner)
    expect(opened).toMatchObject({ ok: true, planContent: { planContentName: letterEnglish.name } })
    expect((await ask(publicContents.getPublicPlanContents, filter)).planContents).toMatchObject([
      { name: '冬の手紙', plans: [{ name: terms.name }] },
    ])
  })

  test('of the body of a content, in which its pictures stand; who may not read it learns nothing of it', async () => {
    const { ids, owner } = await club()
    const fan = await person()
    const { planId } = await ask(plans.createActivePlan, { ...ids, ...terms }, owner)
    const english = { ...letterEnglish, text: document('The words of winter') }
    const made = { ...ids, ...letter([planId]), english }
    const { planContentId } = await ask(news.createActivePlanContentNews, made, owner)
    const one = { tenantId: ids.tenantId, planContentId }
    const bodyIn = async (locale: string) => {
      const read = await ask(publicContents.getPublicPlanContent, one, owner, { 'accept-language': locale })
      return read.ok && JSON.stringify(read.planContent)
    }
    expect(await bodyIn('en')).toContain('The words of winter')
    expect(await bodyIn('en')).not.toContain('本文')
    expect(await bodyIn('ja')).toContain('本文')
    expect(await bodyIn('ja')).not.toContain('The words of winter')
    for (const by of [fan, null]) {
      const seen = await Promise.all([
        inEnglish(publicContents.getPublicPlanContent, one, by),
        inEnglish(publicContents.getPublicPlanContents, { ...ids, filterOption: null }, by),
        inEnglish(publicContents.getPublicPlanContentWithPlans, { ...ids, planContentId }, by),
        inEnglish(publicContents.getPlanContentMetadata, one, by),
        inEnglish(plans.getPublicPlans, ids, by),
        inEnglish(backNumbers.getPublicPlanOpening, { ...ids, planId }, by),
      ])
      expect(JSON.stringify(seen)).not.toContain('words of winter')
    }
    const { planContent } = await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, owner)
    expect(planContent.english).toEqual(english)
    const picture = { type: 'image', attrs: { mediaId: 'media_nobody', alt: '' } }
    const strange = { ...english, text: JSON.stringify({ type: 'doc', content: [picture] }) }
    const failure = await refused(news.createActivePlanContentNews, { ...made, english: strange }, owner)
    expect(failure).toMatchObject({ code: 'mediaNotFound' })
  })

  test('of goods, in the shelf and on their page', async () => {
    const { ids, owner } = await club()
    const english = { name: 'Starry towel', description: 'Soft, from Imabari.' }
    const made = { ...ids, ...exampleGoods(now(), { name: '星空のタオル', description: '今治の生地です。' }) }
    const { goodsId } = await ask(goods.createGoods, { ...made, english }, owner)
    expect((await inEnglish(goods.getPublicGoodsList, ids)).goodsList).toMatchObject([english])
    expect((await inEnglish(goods.getPublicGoods, { ...ids, goodsId })).goods).toMatchObject(english)
    expect(await inEnglish(goods.getGoodsMetadataById, { goodsId })).toMatchObject(english)
    expect((await ask(goods.getPublicGoods, { ...ids, goodsId })).goods.name).toBe('星空のタオル')
  })

  test('of what goods are chosen by, on their page and in the cart; an order keeps the names that its club wrote first', async () => {
    const { ids, owner } = await club()
    const fan = await person()
    const variations = [
      { ...exampleVariation(5, '紺'), english: { name: 'Navy' } },
      { ...exampleVariation(5, '白'), english: { name: '' } },
    ]
    const made = {
      ...ids,
      ...exampleGoods(now(), { name: '星空のタオル', variations }),
      english: { name: 'Starry towel' },
    }
    const { goodsId } = await ask(goods.createGoods, made, owner)
    const shown = (await inEnglish(goods.getPublicGoods, { ...ids, goodsId })).goods.variations
    expect(shown.map(({ variationName }) => variationName)).toEqual(['Navy', '白'])
    const variationId = shown[0]?.variationId ?? ''
    await ask(carts.addGoodsToCart, { ...ids, goodsId, variationId, quantity: 1 }, fan)
    const inCart = async (locale: string) => {
      const [cart] = (await ask(carts.getCarts, {}, fan, { 'accept-language': locale })).carts
      return cart?.goodsList.map(({ name, variation }) => [name, variation.variationName])
    }
    expect([await inCart('en'), await inCart('ja')]).toEqual([[['Starry towel', 'Navy']], [['星空のタオル', '紺']]])
    // A save that says nothing of it leaves it.
    const { goods: own } = await ask(goods.getGoods, { ...ids, goodsId }, owner)
    expect(own.variations.map(({ english }) => english)).toEqual([{ name: 'Navy' }, { name: '' }])
    const { goodsType: _, visibility: __, ...look } = exampleGoods(now())
    const kept = own.variations.map((one) => ({
      ...exampleVariation(0, one.variationName),
      variationId: one.variationId,
    }))
    await ask(goods.updateGoods, { ...ids, goodsId, ...look, variations: kept }, owner)
    const { variations: after } = (await inEnglish(goods.getPublicGoods, { ...ids, goodsId })).goods
    expect(after.map(({ variationName }) => variationName)).toEqual(['Navy', '白'])
    const copy = await ask(goods.duplicateGoods, { ...ids, goodsId }, owner)
    expect((await ask(goods.getGoods, { ...ids, ...copy }, owner)).goods.variations[0]?.english).toEqual({
      name: 'Navy',
    })
  })

  test('of goods of an event, once their draft was approved', async () => {
    const of = await club()
    const { ids } = of
    const english = { name: 'Tour shirt', description: 'Black.' }
    const variations = [{ ...exampleVariation(20, '小'), english: { name: 'Small' } }]
    const { goodsId } = await onSale(of, { name: 'ツアーTシャツ', description: '黒です。', english, variations })
    const { goods: found } = await inEnglish(goods.getPublicGoods, { ...ids, goodsId })
    expect(found).toMatchObject({ ...english, variations: [{ variationName: 'Small' }] })
    expect((await ask(goods.getPublicGoods, { ...ids, goodsId })).goods.name).toBe('ツアーTシャツ')
    // The next draft begins with it.
    const { said } = await ask(eventGoods.getEventGoods, { tenantId: ids.tenantId, goodsId }, of.owner)
    expect(said).toMatchObject({ english, variations: [{ english: { name: 'Small' } }] })
  })

  test('of events, in lists and on their page', async () => {
    const { ids, owner } = await club()
    const startAt = now() + 10 * day
    const english = { title: 'Winter concert', catchCopy: 'A quiet night.', description: 'Two parts.\nDoors at six.' }
    const said = {
      ...{
        title: '冬のワンマン',
        catchCopy: '静かな夜に。',
        description: '二部構成です。',
        eventType: 'live' as const,
      },
      ...{ keyVisualUrl: 'https://example.com/visual.png', performers: [], performerLine: '', contact: '', notes: '' },
      ...{ audience: 'public' as const, planIds: [] },
      schedules: [{ doorsOpenAt: null, startAt, endAt: null, venue: { name: 'Hall', address: '', mapUrl: '' } }],
    }
    const { eventId } = await ask(events.createDraftEvent, { ...ids, ...said, english }, owner)
    await ask(events.publishEvent, { ...ids, eventId }, owner)
    const listed = { title: english.title, catchCopy: english.catchCopy }
    const { events: all } = await inEnglish(events.getPublicEvents, { ...ids, period: 'ahead' })
    expect(all).toMatchObject([listed])
    const { event } = await inEnglish(events.getPublicEvent, { ...ids, eventId })
    expect(event).toMatchObject(listed)
    expect(plainTextOf(event.description)).toBe(english.description)
    const copy = await ask(events.duplicateEvent, { ...ids, eventId }, owner)
    expect((await ask(events.getEvent, { ...ids, ...copy }, owner)).event.english).toEqual(english)
    expect((await ask(events.getPublicEvent, { ...ids, eventId })).event.title).toBe(said.title)
  })
})

test('a save that says nothing of the English text leaves it, and one that empties it shows the Japanese one again', async () => {
  const { ids, owner } = await club()
  const { planId } = await ask(plans.createActivePlan, { ...ids, ...terms, english: planEnglish }, owner)
  const { price: _, subscriptionInterval: __, ...look } = terms
  const nameInEnglish = async () => (await inEnglish(plans.getPublicPlan, { ...ids, planId })).plan.name
  await ask(plans.updateActivePlan, { ...ids, planId, ...look, name: '星座' }, owner)
  expect(await nameInEnglish()).toBe(planEnglish.name)
  await ask(plans.updateActivePlan, { ...ids, planId, ...look, english: { name: ' ', description: '' } }, owner)
  expect(await nameInEnglish()).toBe(terms.name)
})

test('an English text that is too long is refused, and the refusal names its field', async () => {
  const { ids, owner } = await club()
  const failure = await refused(
    plans.createDraftPlan,
    { ...ids, ...terms, english: { name: 'A'.repeat(81), description: '' } },
    owner,
  )
  expect(failure).toMatchObject({ status: 400, fields: [{ field: 'english.name', rule: 'tooLong', limit: 80 }] })
})

describe('fans find by both texts, on either site', () => {
  test.each(['en', 'ja'])('contents and goods (%s)', async (locale) => {
    const { ids, owner } = await club()
    const { planId } = await ask(plans.createActivePlan, { ...ids, ...terms }, owner)
    await ask(news.createActivePlanContentNews, { ...ids, ...letter([planId]), english: letterEnglish }, owner)
    const towel = { ...exampleGoods(now(), { name: '星空のタオル' }), english: { name: 'Starry towel' } }
    await ask(goods.createGoods, { ...ids, ...towel }, owner)
    const headers = { 'accept-language': locale }
    const found = async (q: string) => {
      const listed = await ask(publicContents.getPublicPlanContents, { ...ids, filterOption: null, q }, null, headers)
      const { goodsList, pagination } = await ask(goods.getPublicGoodsList, { ...ids, q }, null, headers)
      expect(pagination.totalCount).toBe(goodsList.length)
      return [listed.planContents.length, goodsList.length]
    }
    expect(await found('winter')).toEqual([1, 0])
    expect(await found('手紙')).toEqual([1, 0])
    expect(await found('towel')).toEqual([0, 1])
    expect(await found('タオル')).toEqual([0, 1])
    expect(await found('summer')).toEqual([0, 0])
  })
})

test('a copy of a content has its English text, under a name that says so; a version that is put back brings its own', async () => {
  const { ids, owner } = await club()
  const { planId } = await ask(plans.createActivePlan, { ...ids, ...terms }, owner)
  const said = { ...ids, ...letter([planId]) }
  const { planContentId } = await ask(news.createActivePlanContentNews, { ...said, english: letterEnglish }, owner)
  const copy = await ask(contents.copyPlanContent, { ...ids, planContentId }, owner)
  const { planContent } = await ask(contents.getPrivatePlanContent, { ...ids, ...copy }, owner)
  expect(planContent.english).toEqual({ ...letterEnglish, name: 'Copy of A winter letter' })

  const changed = { ...letterEnglish, name: 'A letter' }
  await ask(news.updatePlanContentNewsAsActive, { ...said, planContentId, english: changed }, owner)
  const { versions: all } = await ask(versions.getContentVersions, { ...ids, planContentId }, owner)
  expect(all).toHaveLength(2)
  const english = await Promise.all(
    all.map(async ({ versionId }) => ask(versions.getContentVersion, { ...ids, planContentId, versionId }, owner)),
  )
  expect(english.map((one) => one.english.name)).toEqual(['A letter', 'A winter letter'])
})

test('a text with any Japanese in it is read aloud by a Japanese voice', () => {
  expect(['歌と旅', 'ひらがな', 'LIVE at 武道館'].map(languageOf)).toEqual(['ja', 'ja', 'ja'])
  expect(['Songs', '', 'Café 2026 — ¥500'].map(languageOf)).toEqual([undefined, undefined, undefined])
})
