import { contentRoles, type Role } from '../../kit/contract'
import type { NewId } from '../../kit/ids'
import { everything, paginationOf } from '../../kit/pagination'
import type { Instant } from '../../kit/time'
import type { Brand, Db, Handlers } from '../../server/context'
import { plansForContents } from '../plans/queries.server'
import { editorOf } from '../tenants/queries.server'
import { checkGoods, type GoodsSaid, type goods, type VariationSaid } from './contract'
import { type GoodsType, incompleteness, isSoldOut, left, mostOf, mostQuantity, salesStatusAt } from './goods'
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
  ownedGoods,
  plansOfGoods,
  publicGoodsOf,
  saveGoods,
  setVariation,
  variationsOf,
} from './queries.server'
import { lockVariation, lockVariations, moveStock, movesOfGoods, noteInitial } from './stock/queries.server'

const mayEdit = (role: Role) => contentRoles.some((one) => one === role)

/** Where a digital one that was bought is downloaded: an address of ours, never the storage's. */
const downloadOf = (orderId: string | undefined, origin: string) =>
  orderId === undefined
    ? ({ isPurchased: false } as const)
    : ({ isPurchased: true, downloadUrl: `${origin}/fc/me/orders/${orderId}` } as const)

const publicOf = (
  { goods: row, variations }: GoodsWithVariations,
  { now, orderId, origin }: { now: Instant; orderId: string | undefined; origin: string },
) => {
  const shown = {
    goodsId: row.goodsId,
    name: row.name,
    price: row.price,
    goodsStatus: { visibility: 'visible' as const, salesStatus: salesStatusAt(row, variations, now) },
    variations: variations
      .filter(({ isHidden }) => !isHidden)
      .map((variation) => {
        const most = Math.min(mostOf(variation, row), left(variation) || mostQuantity)
        return {
          variationId: variation.variationId,
          variationName: variation.name,
          isSoldOut: isSoldOut(variation),
          ...(most < mostQuantity && { maxQuantity: most }),
        }
      }),
    thumbnails: row.thumbnails,
    description: row.description,
    salesType: row.salesType,
    saleStartDateTime: row.saleStartAt,
    saleEndDateTime: row.saleEndAt,
    audience: row.audience,
  }
  return row.goodsType === 'physicalGoods'
    ? {
        ...shown,
        goodsType: row.goodsType,
        shippingFee: row.shippingFee,
        shippingTimeText: row.shippingTimeText,
      }
    : { ...shown, goodsType: row.goodsType, purchaseInfo: downloadOf(orderId, origin) }
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

type Refuse<Code extends string> = (code: Code | 'validation', fields?: { field: string; rule: string }[]) => never

const checkPlans = async (
  { db, brand, now, refuse }: { db: Db; brand: Brand; now: Instant; refuse: Refuse<'planNotFound'> },
  { audience, planIds }: Pick<GoodsSaid, 'audience' | 'planIds'>,
) => {
  const known = audience === 'public' ? planIds : await plansForContents(db, brand, planIds, now)
  if (known.length < planIds.length) return refuse('planNotFound')
}

const columnsOf = (said: GoodsSaid, goodsType: GoodsType) => ({
  name: said.name,
  description: said.description,
  price: said.price,
  salesType: said.salesType,
  saleStartAt: said.saleStartDateTime,
  saleEndAt: said.saleEndDateTime,
  audience: said.audience,
  planIds: said.audience === 'plans' ? said.planIds : [],
  maxPerPerson: said.maxPerPerson,
  shippingFee: goodsType === 'physicalGoods' ? said.shippingFee : 0,
  shippingTimeText: goodsType === 'physicalGoods' ? said.shippingTimeText : '',
  thumbnails: said.thumbnails,
})
/** Digital goods never run out, nor does what is made to order. */
const isEndless = ({ isUnlimited }: VariationSaid, said: GoodsSaid, goodsType: GoodsType) =>
  isUnlimited || goodsType === 'digitalGoods' || said.salesType === 'builtToOrder'

type Adding = {
  db: Db
  brand: Brand
  user: { uid: string }
  now: Instant
  newId: NewId
  refuse: Refuse<'stockShort'>
}
const addVariations = async (
  { db, brand, user, now, newId, refuse }: Adding,
  goodsId: string,
  said: GoodsSaid,
  goodsType: GoodsType,
  added: readonly { one: VariationSaid; position: number }[],
) => {
  const rows = added.map(({ one, position }) => ({
    tenantId: brand.tenantId,
    goodsId,
    variationId: newId('variation'),
    position,
    name: one.variationName,
    sku: one.sku,
    maxQuantity: one.maxQuantity,
    isStopped: one.isStopped,
    isHidden: one.isHidden,
    isUnlimited: isEndless(one, said, goodsType),
    initial: isEndless(one, said, goodsType) ? 0 : one.stockChange,
  }))
  if (rows.some(({ initial }) => initial < 0)) return refuse('stockShort')
  await insertVariations(db, rows)
  await noteInitial(
    db,
    brand.tenantId,
    rows.map(({ variationId, initial }) => ({ goodsId, variationId, quantity: initial })),
    { now, newId, actorUid: user.uid },
  )
}

export const goodsHandlers: Handlers<typeof goods> = {
  async getGoodsList(
    { db, brand, member, now },
    { tab = 'all', goodsType, isLow = false, q, sort, pagination: page = everything },
  ) {
    const asked = { tab, goodsType, isLow, q, now }
    const [rows, counts] = await Promise.all([
      goodsOf(db, brand, { ...asked, sort, page }),
      countsOfGoods(db, brand, asked),
    ])
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
        }
      }),
      counts,
      pagination: paginationOf(counts[tab], page),
      canEdit: mayEdit(member.role),
    }
  },

  async getGoods({ db, brand, member, user, now, refuse }, { goodsId }) {
    const found = (await findGoods(db, brand, goodsId)) ?? refuse('goodsNotFound')
    const { goods: row, variations } = found
    return {
      goods: {
        ...staffOf(found, now),
        description: row.description,
        planIds: row.planIds,
        maxPerPerson: row.maxPerPerson,
        shippingFee: row.shippingFee,
        shippingTimeText: row.shippingTimeText,
        thumbnails: row.thumbnails,
        variations: variations.map(({ name, ...variation }) => ({ ...variation, variationName: name })),
      },
      canEdit: mayEdit(member.role),
      editedBy: await editorOf(db, brand, row.editedBy, user),
      stockMoves: await movesOfGoods(db, brand, goodsId),
    }
  },

  async createGoods(context, { goodsType, visibility, ...said }) {
    const { db, brand, user, now, newId } = context
    await checkPlans(context, said)
    const goodsId = newId('goods')
    await insertGoods(db, {
      ...columnsOf(said, goodsType),
      tenantId: brand.tenantId,
      brandId: brand.brandId,
      goodsId,
      goodsType,
      visibility,
      createdAt: now,
      editedAt: now,
      editedBy: user.uid,
    })
    const added = said.variations.map((one, position) => ({ one, position }))
    await addVariations(context, goodsId, said, goodsType, added)
    return { goodsId }
  },

  async updateGoods(context, { goodsId, expectedEditedAt, ...said }) {
    const { db, brand, user, now, newId, refuse } = context
    const from = (await lockGoods(db, brand, goodsId)) ?? refuse('goodsNotFound')
    if (expectedEditedAt !== undefined && expectedEditedAt !== from.editedAt) return refuse('conflict')
    const { goodsType, visibility } = from
    const problems: { field: string; rule: string }[] = []
    checkGoods({ ...said, goodsType, visibility }, (field, rule) => problems.push({ field, rule }))
    if (problems.length > 0) return refuse('validation', problems)
    await checkPlans(context, said)
    const known = await lockVariations(
      db,
      brand.tenantId,
      (await variationsOf(db, brand, goodsId)).map(({ variationId }) => variationId),
    )
    const named = said.variations.map((one, position) => ({ one, position }))
    for (const { one, position } of named) {
      if (one.variationId === undefined) continue
      const row = known.get(one.variationId) ?? refuse('variationNotFound')
      const isUnlimited = isEndless(one, said, goodsType)
      // What had no end begins to be counted at nothing: what was sold of it before stays sold.
      const change = isUnlimited ? 0 : one.stockChange - (row.isUnlimited ? row.available : 0)
      if (!isUnlimited && row.available + change < 0) return refuse('stockShort')
      const piece = { goodsId, variationId: one.variationId, quantity: change }
      await moveStock(db, brand.tenantId, [piece], 'adjust', { now, newId, actorUid: user.uid })
      await setVariation(db, brand, one.variationId, {
        position,
        name: one.variationName,
        sku: one.sku,
        maxQuantity: one.maxQuantity,
        isStopped: one.isStopped,
        isHidden: one.isHidden,
        isUnlimited,
      })
    }
    const kept = new Set(said.variations.map(({ variationId }) => variationId))
    for (const { variationId } of known.values())
      if (!kept.has(variationId)) await setVariation(db, brand, variationId, { isHidden: true })
    const added = named.filter(({ one }) => one.variationId === undefined)
    await addVariations(context, goodsId, said, goodsType, added)
    await saveGoods(db, brand, goodsId, {
      ...columnsOf(said, goodsType),
      editedAt: Math.max(now, from.editedAt + 1),
      editedBy: user.uid,
    })
    return { goodsId }
  },

  async setGoodsVisibility({ db, brand, user, now, refuse }, { goodsId, visibility, expectedEditedAt }) {
    const from = (await lockGoods(db, brand, goodsId)) ?? refuse('goodsNotFound')
    if (expectedEditedAt !== undefined && expectedEditedAt !== from.editedAt) return refuse('conflict')
    const problem =
      visibility === 'visible' && incompleteness({ ...from, variations: await variationsOf(db, brand, goodsId) })
    if (problem) return refuse('incomplete', [problem])
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
        .map(({ name, sku, maxQuantity, isUnlimited }, position) => ({
          tenantId: brand.tenantId,
          goodsId,
          variationId: newId('variation'),
          position,
          name,
          sku,
          maxQuantity,
          isUnlimited,
        })),
    )
    return { goodsId }
  },

  async getPublicGoodsList({ db, brand, user, now, origin }, { filterOption, pagination: page = everything }) {
    const goodsType =
      filterOption?.deliveryMethod === 'physical'
        ? ('physicalGoods' as const)
        : filterOption?.deliveryMethod === 'digital'
          ? ('digitalGoods' as const)
          : null
    const isPurchasableOnly = filterOption?.isPurchasableOnly ?? false
    const { rows, total } = await publicGoodsOf(db, brand, { goodsType, isPurchasableOnly, page, now })
    const digital = rows
      .filter(({ goods: row }) => row.goodsType === 'digitalGoods')
      .map(({ goods: row }) => row.goodsId)
    const owned = user ? await ownedGoods(db, brand, user.uid, digital) : new Map<string, string>()
    return {
      goodsList: rows.map((row) => publicOf(row, { now, orderId: owned.get(row.goods.goodsId), origin })),
      pagination: paginationOf(total, page),
    }
  },

  async getPublicGoods({ db, brand, user, now, origin, refuse }, { goodsId }) {
    const found = (await findGoods(db, brand, goodsId)) ?? refuse('goodsNotFound')
    const { goods: row } = found
    if (row.visibility === 'hidden') return refuse('goodsNotFound')
    const owned =
      user && row.goodsType === 'digitalGoods' ? await ownedGoods(db, brand, user.uid, [goodsId]) : undefined
    const plans = row.audience === 'plans' ? await plansOfGoods(db, brand, row.planIds) : []
    return { goods: { ...publicOf(found, { now, orderId: owned?.get(goodsId), origin }), plans } }
  },

  async getGoodsMetadataById({ db }, { goodsId }) {
    const row = await metadataOfGoods(db, goodsId)
    return row ? { name: row.name, thumbnail: row.thumbnails[0]?.url ?? '', description: row.description } : null
  },
}
