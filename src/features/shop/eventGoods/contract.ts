import { z } from 'zod'
import { adminRoles, contentRoles, contract, type Role, tenantRead, tenantWrite } from '#kit/contract.ts'
import { searchText } from '#kit/list.ts'
import { yen } from '#kit/money.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { wholeShare } from '#money/ledger/shares.ts'
import { goodsFields, tellsBuyers } from '../goods/contract'
import { salesStatuses, visibilities } from '../goods/goods'
import { deliveries, draftStates, mostBrands } from './eventGoods'
import { mostWindows, windowAudiences } from './windows'

/**
 * Roles that prepare event goods and hand them over (rule: access.roles); below, roles that write drafts and that
 * decide.
 */
export const eventGoodsRoles = ['owner', 'admin', 'editor', 'shipper'] as const satisfies readonly Role[]
const writers = contentRoles
const deciders = adminRoles

const [goodsId, draftId, brandId, orderId] = [id, id, id, id]
const {
  description,
  english,
  price,
  salesType,
  maxPerPerson,
  isReducedTax,
  shippingFee,
  shippingTimeText,
  thumbnails,
  variations,
  files,
} = goodsFields
const isUnique = (ids: readonly string[]) => new Set(ids).size === ids.length
const distinct = { params: { rule: 'duplicate' } }

/** Fields of a draft; missing ones are refused only on submission. */
export const eventGoodsFields = {
  homeBrandId: brandId,
  eventId: id.nullable(),
  name: text({ max: 100 }),
  description,
  english,
  price,
  salesType,
  maxPerPerson,
  /** Omitted: false. */
  isReducedTax,
  thumbnails,
  variations,
  shares: z
    .array(z.object({ brandId, share: z.int().min(1).max(wholeShare) }))
    .min(1)
    .max(mostBrands)
    .refine((all) => isUnique(all.map((one) => one.brandId)), distinct),
  delivery: z.enum(deliveries),
  shippingFee,
  shippingTimeText,
  /** Digital goods only. */
  files,
  pickUp: z.object({
    venueName: text({ max: 100 }),
    windows: z.array(z.object({ from: instant, to: instant })).max(mostWindows),
  }),
  windows: z
    .array(
      z.object({
        audience: z.enum(windowAudiences),
        planIds: z.array(id).max(50),
        startAt: instant,
        endAt: instant,
      }),
    )
    .max(mostWindows),
}
export const eventGoodsSaid = z.object(eventGoodsFields)
export type EventGoodsSaid = z.output<typeof eventGoodsSaid>

const draftRow = z.object({
  draftId,
  goodsId: goodsId.nullable(),
  name: z.string(),
  thumbnail: z.string(),
  brandId,
  state: z.enum(draftStates),
  authorName: z.string(),
  reason: z.string(),
  editedAt: instant,
  submittedAt: instant.nullable(),
  /** Names of the fields that differ from the current goods. */
  changed: z.array(z.string()),
})
export type EventGoodsDraftRow = z.infer<typeof draftRow>

const listItem = z.object({
  goodsId,
  name: z.string(),
  thumbnail: z.string(),
  price: yen,
  brandId,
  eventId: id.nullable(),
  eventTitle: z.string(),
  delivery: z.enum(deliveries),
  visibility: z.enum(visibilities),
  salesStatus: z.enum(salesStatuses),
  stock: z.int().nullable(),
  sold: z.int(),
  /** State of the goods' open draft; null without one. */
  draftState: z.enum(draftStates).nullable(),
  editedAt: instant,
})
export type EventGoodsItem = z.infer<typeof listItem>

const eventChoice = z.object({
  eventId: id,
  title: z.string(),
  brandId,
  brandName: z.string(),
  startAt: instant.nullable(),
})

/** Uploads of all files in either version. */
const uploads = z.array(z.object({ mediaId: id, contentType: z.string(), size: z.int() }))

const may = { canEdit: z.boolean(), canDecide: z.boolean() }
const brandsNamed = z.array(z.object({ brandId, name: z.string() }))

const pickUpLine = z.object({
  lineId: id,
  name: z.string(),
  variationName: z.string(),
  thumbnail: z.string(),
  quantity: z.int(),
  /** Pieces handed over already, and pieces still to be handed over. */
  handed: z.int(),
  toHand: z.int(),
})
export const pickUpOrder = z.object({
  orderId,
  orderNumber: z.string(),
  brandName: z.string(),
  buyerName: z.string(),
  state: z.enum(['ready', 'done', 'unpaid', 'refunded', 'nothingToPickUp']),
  /** When the last piece was handed over. */
  handedAt: instant.nullable(),
  lines: z.array(pickUpLine),
})
export type PickUpOrder = z.infer<typeof pickUpOrder>
const pickUpEvent = z.object({ eventId: id, title: z.string(), startAt: instant.nullable() })
export type PickUpEvent = z.infer<typeof pickUpEvent>

export const eventGoods = contract({
  getEventGoodsList: tenantRead({
    roles: eventGoodsRoles,
    payload: {
      status: z.enum([...salesStatuses, 'hidden', 'all']).optional(),
      eventId: id.optional(),
      q: searchText.optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({
      eventGoods: z.array(listItem),
      brands: brandsNamed,
      /** Events of the newest goods, latest first; options of the filter. */
      events: z.array(z.object({ eventId: id, title: z.string() })),
      pagination,
      ...may,
    }),
  }),
  getEventGoods: tenantRead({
    roles: eventGoodsRoles,
    payload: { goodsId },
    result: z.object({
      goods: listItem,
      said: eventGoodsSaid,
      variations: z.array(
        z.object({
          variationId: id,
          variationName: z.string(),
          available: z.int(),
          reserved: z.int(),
          sold: z.int(),
          isUnlimited: z.boolean(),
        }),
      ),
      draft: draftRow.nullable(),
      uploads,
      brands: brandsNamed,
      ...may,
    }),
    refusals: ['goodsNotFound'],
  }),
  /**
   * Events of all brands that the caller may work for, without cancelled ones: upcoming ones with the next one first,
   * then the others, latest first; at most 100.
   */
  getEventChoices: tenantRead({
    roles: eventGoodsRoles,
    payload: {},
    result: z.object({ events: z.array(eventChoice) }),
  }),
  getEventGoodsDrafts: tenantRead({
    roles: eventGoodsRoles,
    payload: { status: z.enum(draftStates).optional(), pagination: paginationRequest.optional() },
    result: z.object({ drafts: z.array(draftRow), brands: brandsNamed, pagination, ...may }),
  }),
  /** The draft and the current goods, to be compared. */
  getEventGoodsDraft: tenantRead({
    roles: eventGoodsRoles,
    payload: { draftId },
    result: z.object({
      draft: draftRow,
      said: eventGoodsSaid,
      now: eventGoodsSaid.nullable(),
      /** `editedAt` of the current goods, for `expectedGoodsEditedAt`; null if they are new. */
      goodsEditedAt: instant.nullable(),
      /** The goods were changed after the draft was started. */
      isStale: z.boolean(),
      /** The caller wrote the draft, and somebody else has to decide. */
      isOwn: z.boolean(),
      uploads,
      brands: brandsNamed,
      /** Events in either version. */
      events: z.array(z.object({ eventId: id, title: z.string() })),
      plans: z.array(z.object({ planId: id, name: z.string() })),
      ...may,
    }),
    refusals: ['draftNotFound'],
  }),
  /** Creates or edits a draft; editing withdraws it from review. */
  saveEventGoodsDraft: tenantWrite({
    roles: writers,
    audit: ['draftId', 'goodsId'],
    payload: {
      draftId: draftId.optional(),
      goodsId: goodsId.optional(),
      said: eventGoodsSaid,
      expectedEditedAt: instant.optional(),
      /** `editedAt` of the goods that the writer has seen; if omitted, the draft is based on the current version. */
      expectedGoodsEditedAt: instant.optional(),
    },
    result: z.object({ draftId, editedAt: instant }),
    refusals: [
      'draftNotFound',
      'goodsNotFound',
      'brandNotFound',
      'eventNotFound',
      'planNotFound',
      'variationNotFound',
      'fileNotFound',
      'draftOpen',
      'draftNotEditable',
      'conflict',
    ],
  }),
  submitEventGoodsDraft: tenantWrite({
    roles: writers,
    audit: ['draftId'],
    payload: { draftId, expectedEditedAt: instant.optional() },
    result: z.object({ state: z.enum(draftStates) }),
    refusals: ['draftNotFound', 'draftNotEditable', 'incomplete', 'eventCanceled', 'conflict'],
  }),
  /** Applies the draft, completely or not at all. `expectedEditedAt`: version of the draft that was reviewed. */
  approveEventGoodsDraft: tenantWrite({
    roles: deciders,
    limit: tellsBuyers,
    audit: ['draftId'],
    payload: { draftId, expectedEditedAt: instant.optional() },
    result: z.object({ goodsId }),
    refusals: [
      'draftNotFound',
      'draftNotSubmitted',
      'ownDraft',
      'incomplete',
      'eventCanceled',
      'conflict',
      'brandNotFound',
      'eventNotFound',
      'planNotFound',
      'variationNotFound',
      'stockShort',
      'fileNotFound',
    ],
  }),
  returnEventGoodsDraft: tenantWrite({
    roles: deciders,
    audit: ['draftId', 'reason'],
    payload: {
      draftId,
      reason: text({ min: 1, max: 1000, lines: true }),
      expectedEditedAt: instant.optional(),
    },
    result: z.object({ state: z.enum(draftStates) }),
    refusals: ['draftNotFound', 'draftNotSubmitted', 'conflict'],
  }),
  publishEventGoods: tenantWrite({
    roles: deciders,
    audit: ['goodsId'],
    payload: { goodsId, expectedEditedAt: instant.optional() },
    result: z.object({ goodsId }),
    refusals: ['goodsNotFound', 'saleEnded', 'conflict'],
  }),
  endEventGoodsSale: tenantWrite({
    roles: deciders,
    audit: ['goodsId'],
    payload: { goodsId },
    result: z.object({ goodsId }),
    refusals: ['goodsNotFound', 'saleEnded'],
  }),
  /** Looked up by the buyer's QR code, or by the order number printed next to it. */
  getPickUpOrder: tenantRead({
    roles: eventGoodsRoles,
    payload: { code: text({ min: 1, max: 100 }) },
    /** Order numbers are unique only within a brand. */
    result: z.object({ orders: z.array(pickUpOrder) }),
    refusals: ['orderNotFound'],
  }),
  /** Events with goods to pick up: coming ones, the nearest first, then those without a date, then past ones. */
  getPickUpEvents: tenantRead({
    roles: eventGoodsRoles,
    payload: {},
    result: z.object({ events: z.array(pickUpEvent) }),
  }),
  /**
   * All orders with pieces that may be handed over at this event, for a desk without a connection. `next` is `after` of
   * the next page, null on the last one; a page may have fewer orders than its size, or none.
   */
  getPickUpList: tenantRead({
    roles: eventGoodsRoles,
    payload: { eventId: id, after: id.optional() },
    result: z.object({ orders: z.array(pickUpOrder), next: id.nullable() }),
    refusals: ['eventNotFound'],
  }),
  pickUpOrderLines: tenantWrite({
    roles: eventGoodsRoles,
    audit: ['orderId', 'lines', 'at'],
    payload: {
      orderId,
      lines: z
        .array(z.object({ lineId: id, quantity: z.int().min(1).max(10_000) }))
        .min(1)
        .max(200)
        .refine((all) => isUnique(all.map(({ lineId }) => lineId)), distinct),
      /** When it was handed over, if it is sent later; a time that cannot be right counts as now. */
      at: instant.optional(),
    },
    result: z.object({ order: pickUpOrder }),
    refusals: [
      'orderNotFound',
      'alreadyPickedUp',
      'notEnough',
      'lineNotFound',
      'awaitingPayment',
      'onHold',
      'nothingToPickUp',
    ],
  }),
})
