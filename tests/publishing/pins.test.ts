import { expect, test } from 'vitest'
import { brands } from '#club/brands/contract.ts'
import { partsInOrder } from '#club/brands/pageParts.ts'
import { day } from '#kit/time.ts'
import { memberFigures } from '#membership/figures/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { now } from '#server/clock.ts'
import type { AskAsVisitor } from '#server/rendering.ts'
import { loadNewestGoods } from '#shop/goods/fan/loadGoods.server.ts'
import { ask, club, person, refused } from '../support/club'
import { addContent, addPlan } from '../support/fan'
import { makeGoods, variation } from '../support/goods'

const profile = { name: 'Aoi', brandThumbnail: '', brandIcon: '', description: '' }

test('the order and the pins that a creator chose are what visitors get, until they choose again', async () => {
  const { ids, owner } = await club()
  const seen = async () => {
    const { pageParts, pinnedContents, pinnedGoods } = await ask(memberFigures.getPublicBrandProfile, ids, null)
    return { pageParts, pinnedContents, pinnedGoods }
  }
  expect(await seen()).toEqual({ pageParts: [], pinnedContents: [], pinnedGoods: [] })
  const chosen = {
    pageParts: ['plans' as const, 'goods' as const],
    pinnedContents: ['content_a'],
    pinnedGoods: ['goods_a'],
  }
  await ask(brands.updateBrandProfile, { ...ids, ...profile, ...chosen }, owner)
  expect(await seen()).toEqual(chosen)
  // Left out they stay.
  await ask(brands.updateBrandProfile, { ...ids, ...profile }, owner)
  expect(await seen()).toEqual(chosen)
  await ask(
    brands.updateBrandProfile,
    { ...ids, ...profile, pageParts: [], pinnedContents: [], pinnedGoods: [] },
    owner,
  )
  expect(await seen()).toEqual({ pageParts: [], pinnedContents: [], pinnedGoods: [] })
  const wrong = [
    { pageParts: ['plans' as const, 'plans' as const] },
    { pinnedContents: ['a', 'b', 'c', 'd'] },
    { pinnedGoods: ['a', 'a'] },
  ]
  for (const one of wrong)
    expect((await refused(brands.updateBrandProfile, { ...ids, ...profile, ...one }, owner)).status).toBe(400)
})

test('parts that the creator did not name follow in the usual order', () => {
  expect(partsInOrder([])).toEqual(['glance', 'contents', 'goods', 'comments', 'plans', 'about'])
  expect(partsInOrder(['plans', 'contents'])).toEqual(['plans', 'contents', 'glance', 'goods', 'comments', 'about'])
})

test('pinned contents stand first in their order, once each, and only where they are public and of the brand', async () => {
  const { ids } = await club()
  const other = await club()
  const planIds = [await addPlan(ids)]
  const old = await addContent(ids, { planIds })
  const free = await addContent(ids, { viewableBy: 'allUsers' })
  const draft = await addContent(ids, { planIds, status: 'draft' })
  const foreign = await addContent(other.ids, { viewableBy: 'allUsers' })
  const newer = await Promise.all([1, 2, 3].map(() => addContent(ids, { planIds })))
  const listed = async (
    first: string[],
    pagination = { limit: 4, offset: 0 },
    by: Awaited<ReturnType<typeof person>> | null = null,
  ) => {
    const asked = { ...ids, filterOption: null, first, pagination }
    const { planContents, hasMore } = await ask(publicContents.getPublicPlanContents, asked, by)
    return { listed: planContents.map(({ planContentId }) => planContentId), hasMore }
  }
  const usual = await listed([])
  const pinned = await listed([foreign, free, draft, old])
  expect(pinned.listed.slice(0, 2)).toEqual([free, old])
  expect(new Set(pinned.listed).size).toBe(4)
  expect(pinned).toEqual({
    listed: [free, old, ...usual.listed.filter((one) => one !== free && one !== old)].slice(0, 4),
    hasMore: true,
  })
  expect(await listed([free, old], { limit: 4, offset: 0 }, await person())).toEqual({
    listed: [free, old, ...usual.listed.filter((one) => one !== free && one !== old)].slice(0, 4),
    hasMore: true,
  })
  const all = await listed([old], { limit: 5, offset: 0 })
  expect([all.listed[0], all.listed.toSorted(), all.hasMore]).toEqual([old, [old, free, ...newer].toSorted(), false])
  expect((await listed([old], { limit: 4, offset: 4 })).listed.length).toBe(1)
})

const asVisitor = (async (operation, payload) => {
  const answer = await ask(operation, payload, null).then(
    (data) => ({ ok: true, data }),
    () => ({ ok: false }),
  )
  return answer
}) as AskAsVisitor

test('pinned goods that cannot be bought say so beside their price, in the language of the page', async () => {
  const of = await club()
  const soldOut = await makeGoods(of, { variations: [variation(0)] })
  const later = await makeGoods(of, {
    saleStartDateTime: now() + day,
    saleEndDateTime: now() + 2 * day,
  })
  const open = await makeGoods(of)
  const pinnedGoods = [soldOut.goodsId, later.goodsId, open.goodsId]
  const closed = async (locale: string) =>
    (await loadNewestGoods(asVisitor, { ...of.ids, pinnedGoods }, locale)).map((one) => one.closed?.word ?? null)
  expect(await closed('en')).toEqual(['Sold out', 'Not on sale yet', null])
  expect(await closed('ja')).toEqual(['売り切れ', '販売前', null])
})

test('pinned goods stand first on the page, but for hidden ones', async () => {
  const of = await club()
  const { ids } = of
  const [first, hidden] = [await makeGoods(of), await makeGoods(of, { visibility: 'hidden' })]
  const newer = [await makeGoods(of), await makeGoods(of), await makeGoods(of), await makeGoods(of)]
  const shown = await loadNewestGoods(asVisitor, { ...ids, pinnedGoods: [hidden.goodsId, first.goodsId] }, undefined)
  expect(shown.map(({ goodsId }) => goodsId)[0]).toBe(first.goodsId)
  expect(shown.length).toBe(4)
  expect(newer.map(({ goodsId }) => goodsId)).toEqual(
    expect.arrayContaining(shown.slice(1).map(({ goodsId }) => goodsId)),
  )
})
