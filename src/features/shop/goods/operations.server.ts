import { brandOfShop } from '#club/brands/queries.server.ts'
import { editorOf } from '#club/tenants/queries.server.ts'
import { mayEdit, seesMoney } from '#kit/contract.ts'
import { allInLanguage, inLanguage } from '#kit/english.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { withoutBinned } from '#membership/plans/bin.queries.server.ts'
import { paidForGoods } from '#money/ledger/sales.queries.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Db, Locale, PublicBrand } from '#server/proven.ts'
import { checkoutOf, forCart } from '../carts/checkouts.queries.server'
import { filesOf, insertFiles } from '../downloads/queries.server'
import { eventOfGoods, pickUpsOf, plansHeldBy } from '../eventGoods/queries.server'
import { isFor, windowStateAt } from '../eventGoods/windows'
import type { goods } from './contract'
import {
  fewLeft,
  isSent,
  isSoldOut,
  left,
  maxQuantityOf,
  missingIn,
  mostQuantity,
  salesStatusAt,
  unnamedIn,
} from './goods'
import { type HeldGoods, heldGoods, purchaseInfoOf } from './owned.queries.server'
import { publicGoodsOf } from './public.queries.server'
import {
  countsOfGoods,
  findGoods,
  type GoodsRow,
  type GoodsWithVariations,
  goodsOf,
  insertGoods,
  insertVariations,
  lockGoods,
  metadataOfGoods,
  plansOfGoods,
  saveGoods,
  variationsOf,
} from './queries.server'
import { addGoods, changeGoods } from './save.server'
import { lockVariation, moveStock, movesOfGoods } from './stock.queries.server'

const publicOf = (
  { goods, variations }: GoodsWithVariations,
  {
    locale,
    now,
    held,
    origin,
    inCheckout,
  }: { locale: Locale; now: Instant; held: HeldGoods | undefined; origin: string; inCheckout?: ReadonlySet<string> },
) => {
  const row = inLanguage(goods, locale)
  const shown = {
    goodsId: row.goodsId,
    name: row.name,
    price: row.price,
    goodsStatus: { visibility: 'visible' as const, salesStatus: salesStatusAt(row, variations, now) },
    variations: variations
      .filter(({ isHidden }) => !isHidden)
      .map((variation) => {
        const few = isSoldOut(variation) ? null : fewLeft(variation)
        const most = Math.min(maxQuantityOf(variation, row), left(variation) || mostQuantity)
        return {
          variationId: variation.variationId,
          variationName: inLanguage(variation, locale).name,
          isSoldOut: isSoldOut(variation),
          ...(most < mostQuantity && { maxQuantity: most }),
          ...(inCheckout?.has(variation.variationId) && { isInCheckout: true as const }),
          ...(few !== null && { remainingStocks: few }),
        }
      }),
    thumbnails: row.thumbnails,
    description: row.description,
    salesType: row.salesType,
    saleStartDateTime: row.saleStartAt,
    saleEndDateTime: row.saleEndAt,
    audience: row.audience,
    ...(row.maxPerPerson !== null && row.goodsType === 'physicalGoods' && { maxPerPerson: row.maxPerPerson }),
  }
  return row.goodsType === 'physicalGoods'
    ? {
        ...shown,
        goodsType: row.goodsType,
        shippingFee: row.shippingFee,
        shippingTimeText: row.shippingTimeText,
        ...(row.isPickUp && { isPickUp: true }),
      }
    : { ...shown, goodsType: row.goodsType, purchaseInfo: purchaseInfoOf(row.goodsId, held, origin) }
}

type Reader = { db: Db; brand: PublicBrand; user: { uid: string } | null }
type Checkout = Awaited<ReturnType<typeof checkoutOf>>
/** The reader's own checkout. Queried only if a variation is sold out: nothing else depends on it. */
const checkoutFor = async (
  { db, brand, user }: Reader,
  all: readonly Pick<GoodsWithVariations, 'variations'>[],
): Promise<Checkout> =>
  user && all.some(({ variations }) => variations.some(isSoldOut)) ? checkoutOf(db, brand, user) : undefined

/** Adds the pieces reserved by the reader's own checkout to the available ones. */
const forReader = (found: GoodsWithVariations, checkout: Checkout) => {
  if (!checkout) return { found, inCheckout: new Set<string>() }
  const variations = forCart(found.variations, checkout.held)
  const freed = variations.filter((one, n) => !isSoldOut(one) && isSoldOut(found.variations[n] ?? one))
  const inCheckout = freed.map(({ variationId }) => variationId).filter((one) => checkout.inCart.includes(one))
  return { found: { ...found, variations }, inCheckout: new Set(inCheckout) }
}

const staffOf = ({ goods: row, variations }: GoodsWithVariations, now: Instant) => ({
  goodsId: row.goodsId,
  name: row.name,
  price: row.price,
  visibility: row.visibility,
  salesStatus: salesStatusAt(row, variations, now),
  goodsType: row.goodsType,
  salesType: row.salesType,
  saleStartDateTime: row.saleStartAt,
  saleEndDateTime: row.saleEndAt,
  audience: row.audience,
  editedAt: row.editedAt,
})

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)

export const goodsHandlers: Handlers<typeof goods> = {
  async getGoodsList(
    { db, brand, member, now },
    { tab = 'all', goodsType, isLow = false, q, sort, pagination: page = everything },
  ) {
    const asked = { tab, goodsType, isLow, q, now }
    const money = seesMoney(member.role)
    const [rows, counts] = await Promise.all([
      goodsOf(db, brand, { ...asked, sort, page }),
      countsOfGoods(db, brand, asked),
    ])
    const goodsIds = rows.map((row) => row.goods.goodsId)
    const income = money ? await paidForGoods(db, brand, goodsIds) : null
    return {
      goodsList: rows.map((row) => {
        const sold = row.variations.filter(({ isHidden }) => !isHidden)
        return {
          ...staffOf(row, now),
          thumbnail: row.goods.thumbnails[0]?.url ?? '',
          countOfVariations: sold.length,
          stock: sold.some(({ isUnlimited }) => isUnlimited) ? null : sum(sold.map(({ available }) => available)),
          reserved: sum(row.variations.map(({ reserved }) => reserved)),
          sold: sum(row.variations.map((one) => one.sold)),
          income: income && (income.get(row.goods.goodsId) ?? 0),
        }
      }),
      counts,
      pagination: paginationOf(counts[tab], page),
      canEdit: mayEdit(member.role),
      seesMoney: money,
    }
  },

  async getGoods({ db, brand, member, user, now, refuse }, { goodsId }) {
    const found = (await findGoods(db, brand, goodsId)) ?? refuse('goodsNotFound')
    const { goods: row, variations } = found
    // Event goods have a screen of their own, where they are changed by drafts.
    if (row.saleWindows) return refuse('goodsNotFound')
    return {
      goods: {
        ...staffOf(found, now),
        description: row.description,
        english: row.english,
        planIds: await withoutBinned(db, brand, row.planIds),
        maxPerPerson: row.maxPerPerson,
        isReducedTax: row.isReducedTax,
        shippingFee: row.shippingFee,
        shippingTimeText: row.shippingTimeText,
        thumbnails: row.thumbnails,
        variations: variations.map(({ name, ...variation }) => ({ ...variation, variationName: name })),
        files: row.goodsType === 'digitalGoods' ? await filesOf(db, brand, goodsId) : [],
      },
      canEdit: mayEdit(member.role),
      editedBy: await editorOf(db, brand, row.editedBy, user),
      stockMoves: await movesOfGoods(db, brand, goodsId),
    }
  },

  async createGoods(context, said) {
    return { goodsId: await addGoods(context, said) }
  },

  async updateGoods(context, { goodsId, expectedEditedAt, ...said }) {
    const { db, brand, refuse } = context
    const from = (await lockGoods(db, brand, goodsId)) ?? refuse('goodsNotFound')
    if (from.saleWindows) return refuse('goodsNotFound')
    if (expectedEditedAt !== undefined && expectedEditedAt !== from.editedAt) return refuse('conflict')
    return { goodsId, editedAt: await changeGoods(context, from, said) }
  },

  async setGoodsVisibility({ db, brand, user, now, refuse }, { goodsId, visibility, expectedEditedAt }) {
    const from = (await lockGoods(db, brand, goodsId)) ?? refuse('goodsNotFound')
    if (from.saleWindows) return refuse('goodsNotFound')
    if (expectedEditedAt !== undefined && expectedEditedAt !== from.editedAt) return refuse('conflict')
    if (visibility === 'visible') {
      const variations = await variationsOf(db, brand, goodsId)
      const problems = [
        ...missingIn({ ...from, variations, files: await filesOf(db, brand, goodsId) }),
        ...unnamedIn(variations.map(({ name, isHidden }) => ({ variationName: name, isHidden }))),
      ]
      if (problems.length > 0) return refuse('incomplete', problems)
    }
    const editedAt = Math.max(now, from.editedAt + 1)
    await saveGoods(db, brand, goodsId, { visibility, editedAt, editedBy: user.uid })
    return { goodsId }
  },

  async adjustStock({ db, brand, user, now, newId, refuse }, { variationId, delta, reason }) {
    const row = (await lockVariation(db, brand, variationId)) ?? refuse('variationNotFound')
    if (!row.isUnlimited && row.available + delta < 0) return refuse('stockShort')
    const told = { now, newId, actorUid: user.uid, note: reason }
    await moveStock(db, brand.tenantId, [{ goodsId: row.goodsId, variationId, quantity: delta }], 'adjust', told)
    return { stock: row.available + delta }
  },

  async duplicateGoods(context, { goodsId: fromId }) {
    const { db, brand, user, now, newId, refuse } = context
    const from = (await findGoods(db, brand, fromId)) ?? refuse('goodsNotFound')
    if (from.goods.saleWindows) return refuse('goodsNotFound')
    const goodsId = newId('goods')
    const { goods: row, variations } = from
    const copy: GoodsRow = {
      ...row,
      goodsId,
      visibility: 'hidden',
      createdAt: now,
      editedAt: now,
      editedBy: user.uid,
    }
    await insertGoods(db, copy)
    await insertVariations(
      db,
      variations
        .filter(({ isHidden }) => !isHidden)
        .map(({ name, english, sku, maxQuantity, isUnlimited }, position) => ({
          tenantId: brand.tenantId,
          goodsId,
          variationId: newId('variation'),
          position,
          name,
          english,
          sku,
          maxQuantity,
          isUnlimited,
        })),
    )
    await insertFiles(
      db,
      (await filesOf(db, brand, fromId)).map(({ mediaId, name }, position) => ({
        tenantId: brand.tenantId,
        goodsId,
        fileId: newId('file'),
        mediaId,
        name,
        position,
        addedAt: now,
      })),
    )
    return { goodsId }
  },

  async getPublicGoodsList(
    { db, brand, user, locale, now, origin },
    { filterOption, q, sort: order = '-createdAt', isEnded, eventId, pagination: page = everything },
  ) {
    const goodsType =
      filterOption?.deliveryMethod === 'physical'
        ? ('physicalGoods' as const)
        : filterOption?.deliveryMethod === 'digital'
          ? ('digitalGoods' as const)
          : null
    const isPurchasableOnly = filterOption?.isPurchasableOnly ?? false
    const { rows, total } = await publicGoodsOf(db, brand, {
      goodsType,
      isPurchasableOnly,
      isEnded,
      eventId,
      q,
      order,
      page,
      now,
    })
    const digital = rows
      .filter(({ goods: row }) => row.goodsType === 'digitalGoods')
      .map(({ goods: row }) => row.goodsId)
    const held = user ? await heldGoods(db, brand, user.uid, digital, now) : undefined
    const checkout = await checkoutFor({ db, brand, user }, rows)
    return {
      goodsList: rows.map((row) => {
        const { found, inCheckout } = forReader(row, checkout)
        return publicOf(found, { locale, now, held, origin, inCheckout })
      }),
      pagination: paginationOf(total, page),
    }
  },

  async getPublicGoods({ db, brand, user, locale, now, origin, refuse }, { goodsId }) {
    const forAll = (await findGoods(db, brand, goodsId)) ?? refuse('goodsNotFound')
    const { goods: row } = forAll
    if (row.visibility === 'hidden') return refuse('goodsNotFound')
    const { found, inCheckout } = forReader(forAll, await checkoutFor({ db, brand, user }, [forAll]))
    const isDigital = row.goodsType === 'digitalGoods'
    const bought = user && isDigital ? await heldGoods(db, brand, user.uid, [goodsId], now) : undefined
    const named = [
      ...(row.audience === 'plans' ? row.planIds : []),
      ...(row.saleWindows ?? []).flatMap(({ planIds }) => planIds),
    ]
    const names = allInLanguage(await plansOfGoods(db, brand, [...new Set(named)]), locale)
    const plans = names.filter(({ planId }) => row.planIds.includes(planId))
    const isForPlans = row.audience === 'plans' && !row.saleWindows
    const held = user && (row.saleWindows || isForPlans) ? await plansHeldBy(db, brand, user, now) : new Set<string>()
    const saleWindows = row.saleWindows
      ?.toSorted((a, b) => a.startAt - b.startAt || a.endAt - b.endAt)
      .map((window) => ({
        audience: window.audience,
        plans: window.audience === 'plans' ? names.filter(({ planId }) => window.planIds.includes(planId)) : [],
        startAt: window.startAt,
        endAt: window.endAt,
        state: windowStateAt(window, now),
        isYours: isFor(window, held),
      }))
    const place = row.isPickUp || row.isPickUpOffered ? (await pickUpsOf(db, brand, [goodsId])).get(goodsId) : undefined
    // Only goods of events have windows.
    const event = row.saleWindows ? await eventOfGoods(db, brand, goodsId, now) : null
    const { freeShippingOver } = isSent(row) && row.shippingFee > 0 ? await brandOfShop(db, brand) : {}
    return {
      goods: {
        ...publicOf(found, { locale, now, held: bought, origin, inCheckout }),
        ...(freeShippingOver && { freeShippingOver }),
        plans,
        ...(isForPlans && { isYours: row.planIds.some((planId) => held.has(planId)) }),
        event: event && inLanguage(event, locale),
        ...(place && { pickUp: { ...place, isChoice: row.isPickUpOffered } }),
        ...(saleWindows && { saleWindows }),
      },
    }
  },

  async getGoodsMetadataById({ db, locale }, { goodsId }) {
    const found = await metadataOfGoods(db, goodsId)
    const row = found && inLanguage(found, locale)
    return row ? { name: row.name, thumbnail: row.thumbnails[0]?.url ?? '', description: row.description } : null
  },
}
