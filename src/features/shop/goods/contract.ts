import { z } from 'zod'
import {
  brandRead,
  brandWrite,
  contentRoles,
  contract,
  roles as everyRole,
  type Issue,
  visitorRead,
} from '#kit/contract.ts'
import { englishTexts } from '#kit/english.ts'
import { editedBy, searchText, sortOf } from '#kit/list.ts'
import { yen } from '#kit/money.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { anyId, id, pictureUrl, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { fileSaid, goodsFile } from '../downloads/contract'
import { mostFiles } from '../downloads/download'
import { windowAudiences, windowStates } from '../eventGoods/windows'
import {
  goodsAudiences,
  goodsPrice,
  goodsTypes,
  missingIn,
  mostQuantity,
  mostStock,
  salesStatuses,
  salesTypes,
  stockReasons,
  unnamedIn,
  visibilities,
} from './goods'
import { forMembers } from './members'

export const goodsNameLength = 100
export const goodsTextLength = 4000
export const variationNameLength = 50
export const mostVariations = 50
export const mostPictures = 10

const roles = contentRoles
const goodsId = id
const variationId = id
const expectedEditedAt = instant.optional()
const distinct = { params: { rule: 'duplicate' } }
const isUnique = (ids: readonly (string | undefined)[]) => {
  const given = ids.filter((one) => one !== undefined)
  return new Set(given).size === given.length
}

// --- What everybody sees ------------------------------------------------------------------------------------------

const picture = z.object({ url: z.string(), alt: z.string() })
const publicVariation = z.object({
  variationId,
  variationName: z.string(),
  isSoldOut: z.boolean(),
  /** Maximum quantity per order; absent: unlimited. */
  maxQuantity: z.int().min(1).optional(),
  /**
   * Not in the specification: the remaining pieces are reserved by the reader's own checkout, to be continued in the
   * cart.
   */
  isInCheckout: z.literal(true).optional(),
  /** Not in the specification: the pieces left, once they are few (`lowStock` of goods.ts); absent when sold out. */
  remainingStocks: z.int().min(1).optional(),
})
const shown = {
  goodsId,
  name: z.string(),
  price: yen,
  goodsStatus: z.object({ visibility: z.literal('visible'), salesStatus: z.enum(salesStatuses) }),
  variations: z.array(publicVariation),
  thumbnails: z.array(picture),
  description: z.string(),
  salesType: z.enum(salesTypes),
  saleStartDateTime: instant,
  /** Not in the specification: end and audience of the sale. */
  saleEndDateTime: instant.nullable(),
  audience: z.enum(goodsAudiences),
  /** Not in the specification: pieces that one person may buy in all; absent: unlimited. */
  maxPerPerson: z.int().min(1).optional(),
}
const saleWindow = z.object({
  audience: z.enum(windowAudiences),
  plans: forMembers.plans,
  startAt: instant,
  endAt: instant,
  state: z.enum(windowStates),
  /** Whether the window applies to the reader; for a visitor, only public ones. */
  isYours: z.boolean(),
})
export type ShownWindow = z.infer<typeof saleWindow>
const details = {
  ...forMembers,
  /** Not in the specification: the event that it belongs to, where that stands in the brand's list. */
  event: z.object({ eventId: id, title: z.string() }).nullable(),
  /** Not in the specification, event goods only: audience and time of each window, in order. */
  saleWindows: z.array(saleWindow).optional(),
  /** Venue and hours of pick-up; `isChoice`: they can be sent instead. */
  pickUp: z
    .object({
      venueName: z.string(),
      windows: z.array(z.object({ from: instant, to: instant })),
      isChoice: z.boolean(),
    })
    .optional(),
}
export const purchaseInfo = z.discriminatedUnion('isPurchased', [
  z.object({ isPurchased: z.literal(true), downloadUrl: z.string() }),
  /** Not in the specification: the order with a pending store payment. */
  z.object({ isPurchased: z.literal(false), awaitedOrderId: id.optional() }),
])
const physical = {
  goodsType: z.literal('physicalGoods'),
  shippingFee: yen,
  shippingTimeText: z.string(),
  /** Not in the specification: picked up at the venue named in `shippingTimeText`. */
  isPickUp: z.boolean().optional(),
}
/** Not in the specification, goods that are sent only: orders of this much or more are sent free; absent: none are. */
const freeShippingOver = yen.min(1).optional()
const digital = { goodsType: z.literal('digitalGoods'), purchaseInfo }
export const publicGoods = z.discriminatedUnion('goodsType', [
  z.object({ ...shown, ...physical }),
  z.object({ ...shown, ...digital }),
])
export type PublicGoods = z.infer<typeof publicGoods>
const publicGoodsDetail = z.discriminatedUnion('goodsType', [
  z.object({ ...shown, ...details, ...physical, freeShippingOver }),
  z.object({ ...shown, ...details, ...digital }),
])
export type PublicGoodsDetail = z.infer<typeof publicGoodsDetail>

// --- For staff -------------------------------------------------------------------------------------------------------

/** Not in the specification: its name on the English site. */
const englishOfVariation = englishTexts({ name: text({ max: variationNameLength }) })
/** `stockChange`: initial stock of a new variation, otherwise the difference to add; never the remaining stock. */
const variationSaid = z.object({
  variationId: variationId.optional(),
  variationName: text({ max: variationNameLength }),
  /** Unchanged if omitted. */
  english: englishOfVariation.optional(),
  sku: text({ max: 50 }),
  isUnlimited: z.boolean(),
  stockChange: z.int().min(-mostStock).max(mostStock),
  maxQuantity: z.int().min(1).max(mostQuantity).nullable(),
  isStopped: z.boolean(),
  isHidden: z.boolean(),
})
export type VariationSaid = z.output<typeof variationSaid>

const description = text({ max: goodsTextLength, lines: true })
/** Not in the specification: what fans read on the English site in place of the texts beside it. */
const english = englishTexts({ name: text({ max: goodsNameLength }), description })

export const goodsFields = {
  name: text({ min: 1, max: goodsNameLength }),
  description,
  /** Unchanged if omitted. */
  english: english.optional(),
  price: z.int().min(goodsPrice.least).max(goodsPrice.most),
  salesType: z.enum(salesTypes),
  saleStartDateTime: instant,
  saleEndDateTime: instant.nullable(),
  audience: z.enum(goodsAudiences),
  planIds: z
    .array(id)
    .max(50)
    .refine((ids) => isUnique(ids), distinct),
  maxPerPerson: z.int().min(1).max(mostQuantity).nullable(),
  /** Food or drink at the reduced rate of the consumption tax, never of digital goods; unchanged if omitted, at first false. */
  isReducedTax: z.boolean().optional(),
  shippingFee: z.int().min(0).max(100_000),
  shippingTimeText: text({ max: 200 }),
  thumbnails: z
    .array(
      z.object({
        url: pictureUrl.refine((url) => url !== '', { params: { rule: 'required' } }),
        alt: text({ max: 200 }),
      }),
    )
    .max(mostPictures),
  variations: z
    .array(variationSaid)
    .max(mostVariations)
    .refine((all) => isUnique(all.map((one) => one.variationId)), distinct),
  /** Files of a digital product, in order; unchanged if omitted. */
  files: z
    .array(fileSaid)
    .max(mostFiles)
    .refine((all) => isUnique(all.map((one) => one.fileId)), distinct)
    .optional(),
}
const goodsSaid = z.object(goodsFields)
export type GoodsSaid = z.output<typeof goodsSaid>

/** Rules across fields, used by both the form and the operation. */
export const checkGoods = (
  said: GoodsSaid & { goodsType: (typeof goodsTypes)[number]; visibility: (typeof visibilities)[number] },
  issue: Issue,
): void => {
  if (said.saleEndDateTime !== null && said.saleEndDateTime <= said.saleStartDateTime)
    issue('saleEndDateTime', 'endsBeforeStart')
  if (said.salesType === 'builtToOrder' && said.saleEndDateTime === null) issue('saleEndDateTime', 'required')
  if (said.audience === 'plans' && said.planIds.length === 0) issue('planIds', 'noPlansSelected')
  if (said.visibility === 'hidden') return
  for (const { field, rule } of [...missingIn({ ...said, files: said.files ?? [] }), ...unnamedIn(said.variations)])
    issue(field, rule)
}

const variation = z.object({
  variationId,
  variationName: z.string(),
  english: englishOfVariation,
  sku: z.string(),
  isUnlimited: z.boolean(),
  maxQuantity: z.int().nullable(),
  isStopped: z.boolean(),
  isHidden: z.boolean(),
  initial: z.int(),
  adjusted: z.int(),
  available: z.int(),
  reserved: z.int(),
  sold: z.int(),
})
const staffShown = {
  goodsId,
  name: z.string(),
  price: yen,
  visibility: z.enum(visibilities),
  salesStatus: z.enum(salesStatuses),
  goodsType: z.enum(goodsTypes),
  salesType: z.enum(salesTypes),
  saleStartDateTime: instant,
  saleEndDateTime: instant.nullable(),
  audience: z.enum(goodsAudiences),
  editedAt: instant,
}
const listItem = z.object({
  ...staffShown,
  thumbnail: z.string(),
  countOfVariations: z.int(),
  /** Null: unlimited. */
  stock: z.int().nullable(),
  reserved: z.int(),
  sold: z.int(),
  /** Total income in yen without shipping; null for roles that may not see income. */
  income: z.int().min(0).nullable(),
})
export type GoodsListItem = z.infer<typeof listItem>
export const adminGoods = z.object({
  ...staffShown,
  description: z.string(),
  english,
  planIds: z.array(id),
  maxPerPerson: z.int().nullable(),
  isReducedTax: z.boolean(),
  shippingFee: yen,
  shippingTimeText: z.string(),
  thumbnails: z.array(picture),
  variations: z.array(variation),
  files: z.array(goodsFile),
})
export type AdminGoods = z.infer<typeof adminGoods>

export const goodsTabs = ['onSale', 'beforeSale', 'soldOut', 'endOfSale', 'hidden', 'all'] as const
export type GoodsTab = (typeof goodsTabs)[number]
const counts = z.object(Object.fromEntries(goodsTabs.map((tab) => [tab, z.int()])) as Record<GoodsTab, z.ZodInt>)
const changed = z.object({ goodsId })
/** Limit for saving, because replaced files cause mails to buyers. */
export const tellsBuyers = { points: 120, seconds: 600 }
const canEdit = z.boolean()

export const goods = contract({
  getGoodsList: brandRead({
    roles: everyRole,
    payload: {
      tab: z.enum(goodsTabs).optional(),
      goodsType: z.enum(goodsTypes).optional(),
      /** Only goods with low stock (`lowStock` of goods.ts). */
      isLow: z.boolean().optional(),
      q: searchText.optional(),
      sort: sortOf(['name', 'price', 'saleStartAt', 'createdAt']).optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({ goodsList: z.array(listItem), counts, pagination, canEdit, seesMoney: z.boolean() }),
  }),
  getGoods: brandRead({
    roles: everyRole,
    payload: { goodsId },
    result: z.object({
      goods: adminGoods,
      canEdit,
      editedBy,
      /** The last hundred stock changes, newest first. */
      stockMoves: z.array(
        z.object({
          at: instant,
          variationName: z.string(),
          reason: z.enum(stockReasons),
          quantity: z.int(),
          orderNumber: z.string(),
          note: z.string(),
        }),
      ),
    }),
    refusals: ['goodsNotFound'],
  }),
  createGoods: brandWrite({
    roles,
    audit: ['name', 'price', 'visibility'],
    payload: { ...goodsFields, goodsType: z.enum(goodsTypes), visibility: z.enum(visibilities) },
    check: checkGoods,
    result: changed,
    refusals: ['planNotFound', 'stockShort', 'fileNotFound'],
  }),
  /** A sold variation that is no longer listed is hidden instead of deleted. */
  updateGoods: brandWrite({
    roles,
    limit: tellsBuyers,
    audit: ['goodsId', 'name', 'price'],
    payload: { goodsId, ...goodsFields, expectedEditedAt },
    /** `editedAt`: of the version that was made, which the next change begins from. */
    result: changed.extend({ editedAt: instant }),
    refusals: [
      'goodsNotFound',
      'planNotFound',
      'variationNotFound',
      'fileNotFound',
      'stockShort',
      'incomplete',
      'conflict',
    ],
  }),
  setGoodsVisibility: brandWrite({
    roles,
    audit: ['goodsId', 'visibility'],
    payload: { goodsId, visibility: z.enum(visibilities), expectedEditedAt },
    result: changed,
    refusals: ['goodsNotFound', 'incomplete', 'conflict'],
  }),
  adjustStock: brandWrite({
    roles: [...roles, 'shipper'],
    audit: ['variationId', 'delta', 'reason'],
    payload: {
      variationId,
      delta: z
        .int()
        .min(-mostStock)
        .max(mostStock)
        .refine((delta) => delta !== 0, { params: { rule: 'required' } }),
      reason: text({ min: 1, max: 200 }),
    },
    result: z.object({ stock: z.int() }),
    refusals: ['variationNotFound', 'stockShort'],
  }),
  duplicateGoods: brandWrite({
    roles,
    audit: ['goodsId'],
    payload: { goodsId },
    result: changed,
    refusals: ['goodsNotFound'],
  }),
  getPublicGoodsList: visitorRead({
    kept: true,
    by: 'brand',
    payload: {
      filterOption: z
        .object({
          deliveryMethod: z.enum(['physical', 'digital']).nullable(),
          isPurchasableOnly: z.boolean(),
        })
        .nullable()
        .optional(),
      /** Not in the specification: words of the name, all of which it contains. */
      q: searchText.optional(),
      /** Not in the specification; without it newest first. */
      sort: sortOf(['createdAt', 'price']).optional(),
      /** Not in the specification: only goods whose sale has ended, or only the others. */
      isEnded: z.boolean().optional(),
      /** Not in the specification: only goods that belong to this event. */
      eventId: id.optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({ goodsList: z.array(publicGoods), pagination }),
  }),
  getPublicGoods: visitorRead({
    kept: true,
    by: 'brand',
    payload: { goodsId },
    result: z.object({ goods: publicGoodsDetail }),
    refusals: ['goodsNotFound'],
  }),
  getGoodsMetadataById: visitorRead({
    payload: { goodsId: anyId },
    result: z.object({ name: z.string(), thumbnail: z.string(), description: z.string() }).nullable(),
  }),
})
