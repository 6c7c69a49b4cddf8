import { z } from 'zod'
import { encodings } from '#club/exports/export.ts'
import { brandOutside, brandRead, brandWrite, contract } from '#kit/contract.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { fullPostalCode, parcelMail, phone, shippingRoles } from '../../parcels/contract'
import { mostAtOnce, providers } from '../../parcels/fulfillment'
import { orderFilter } from '../contract'
import { carrierFormats, misfitFields, widthIn } from './fit'
import { orderFormats, slipTypes } from './formats'
import { largestImport, rowResults } from './tracking'

const importId = id
const importState = z.enum(['waiting', 'read', 'applied', 'undone'])
const carried = {
  provider: z.enum(providers),
  providerName: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string(),
}
/** So many mails of an import are shown. */
export const mostMailsShown = 20
const importRow = z.object({
  line: z.int(),
  orderNumber: z.string(),
  provider: z.enum(providers),
  trackingNumber: z.string(),
  /** Who receives the order; empty where it is not found, or its address is no longer shown. */
  buyer: z.string(),
  /** The day of shipment that the file says, as yyyy-mm-dd. */
  shippedOn: z.string().nullable(),
  result: z.enum(rowResults),
})
const read = z.object({
  importId,
  fileName: z.string(),
  state: importState,
  rows: z.array(importRow),
  counts: z.object({ ok: z.int(), others: z.int() }),
  /** If buyers are told: to how many people, and the first of the mails. */
  mails: z.object({ people: z.int(), brandName: z.string(), first: z.array(parcelMail.extend(carried)) }),
})

/** Limit of a label's field in full-width characters; half-width ones count half. */
const upTo = (limit: number, min = 0) =>
  text({ min, max: 2 * limit }).refine((value) => widthIn(value) <= limit, { params: { rule: 'tooLong', limit } })

/** The widths are those of B2クラウド (formats.ts). */
export const sender = z.object({
  name: upTo(16, 1),
  phone,
  postalCode: fullPostalCode,
  address: upTo(32, 1),
  building: upTo(16),
})

/** A carrier's number, as it is written on its papers. */
const numberOf = (least: number, most: number) =>
  text({ max: 30 })
    .transform((value) => value.normalize('NFKC').replace(/[-\s‐−ー]/g, ''))
    .refine((value) => new RegExp(`^\\d{${least},${most}}$`).test(value), {
      params: { rule: 'invalidDigits', limit: most },
    })
/** お客様コード (ご請求先顧客コード), 分類コード and 運賃管理番号, at their carrier's widths. */
export const billing = z.object({
  customerCode: numberOf(9, 12),
  classCode: numberOf(0, 3),
  freightNumber: numberOf(0, 2),
})

const senderText = z.object({
  name: z.string(),
  phone: z.string(),
  postalCode: z.string(),
  address: z.string(),
  building: z.string(),
})
const billingText = z.object({ customerCode: z.string(), classCode: z.string(), freightNumber: z.string() })

const addressToLookAt = z.object({ orderId: id, orderNumber: z.string() })
/** So many orders are named; the others are counted. */
export const mostNamed = 200

/** All that narrows a file is written down with it. */
const filters = Object.keys(orderFilter) as (keyof typeof orderFilter)[]

export const orderFiles = contract({
  exportOrders: brandWrite({
    roles: shippingRoles,
    audit: ['format', 'encoding', 'orderIds', ...filters],
    payload: {
      format: z.enum(orderFormats),
      /** Standard format only; carriers read Shift-JIS. */
      encoding: z.enum(encodings),
      // A file holds the rows that the screen shows.
      ...orderFilter,
      /** B2クラウド only: kind of label, and sender; without a sender B2クラウド uses its own setting. */
      slipType: z.enum(slipTypes).optional(),
      sender: sender.optional(),
      /** B2クラウド and e飛伝III: who pays. Kept with the sender for the next file. */
      billing: billing.optional(),
      /** Those that were chosen, instead of all that the filter finds. */
      orderIds: z.array(id).min(1).max(mostAtOnce).optional(),
    },
    result: z.object({
      /** The first of the files. */
      exportId: id,
      /** クリックポスト takes 40 orders at a time. */
      files: z.int(),
      /** Orders whose address or name is too long for the carrier: they are in no file. */
      leftOut: z.int(),
    }),
    // One that was chosen is not the brand's.
    refusals: ['orderNotFound'],
    limit: { points: 20, seconds: 600 },
  }),
  /** What there is to look at before a carrier's file is made: addresses that its columns do not hold, and changed ones. */
  checkOrderFile: brandRead({
    roles: shippingRoles,
    payload: {
      format: z.enum(carrierFormats),
      ...orderFilter,
      orderIds: z.array(id).min(1).max(mostAtOnce).optional(),
    },
    result: z.object({
      /** Orders that the file would hold, and how many files that makes. */
      rows: z.int(),
      files: z.int(),
      /** `over`: by how many full-width characters; half-width ones count half. */
      tooLong: z.array(addressToLookAt.extend({ field: z.enum(misfitFields), over: z.number() })),
      tooLongCount: z.int(),
      /** Changed since the order was placed, or since a label or slip was last made of it. */
      changed: z.array(addressToLookAt.extend({ changedAt: instant })),
      changedCount: z.int(),
    }),
    refusals: ['orderNotFound'],
  }),
  /** What was said for the last file: who sends, and who pays each carrier. */
  getLabelSender: brandRead({
    roles: shippingRoles,
    payload: {},
    result: z.object({
      isGiven: z.boolean(),
      sender: senderText.nullable(),
      billing: z.object({ b2cloud: billingText.nullable(), ehidenIII: billingText.nullable() }),
    }),
  }),
  /** Where the file of an import is sent. */
  startTrackingImport: brandOutside({
    roles: shippingRoles,
    audit: ['fileName', 'size'],
    payload: { fileName: text({ min: 1, max: 200 }), size: z.int().min(1).max(largestImport) },
    result: z.object({ importId, url: z.string(), headers: z.record(z.string(), z.string()) }),
    limit: { points: 30, seconds: 600 },
  }),
  /** Dry run: reads the file and returns the effect of each row, without changing anything. */
  previewTrackingImport: brandOutside({
    roles: shippingRoles,
    audit: ['importId'],
    payload: { importId },
    result: read,
    refusals: [
      'importNotFound',
      'importUsed',
      'fileMissing',
      'importTooLarge',
      'brokenEncoding',
      'brokenCsv',
      'tooManyColumns',
      'columnsMissing',
    ],
    limit: { points: 60, seconds: 600 },
  }),
  /** An import with its rows, and what would be done with each as the orders are at this moment. */
  getTrackingImport: brandRead({
    roles: shippingRoles,
    payload: { importId },
    result: read.extend({ createdAt: instant, appliedCount: z.int(), appliedAt: instant.nullable() }),
    refusals: ['importNotFound'],
  }),
  /** Sends what can be sent; the other rows are left, and may come again in another file. */
  applyTrackingImport: brandWrite({
    roles: shippingRoles,
    audit: ['importId', 'notify'],
    payload: { importId, notify: z.boolean() },
    result: z.object({ applied: z.int(), skipped: z.int() }),
    refusals: ['importNotFound', 'importUsed', 'nothingToApply'],
  }),
  /** For a day after it was applied; parcels that arrived since, or whose order had money given back, stay. */
  undoTrackingImport: brandWrite({
    roles: shippingRoles,
    audit: ['importId'],
    payload: { importId },
    result: z.object({ undone: z.int(), kept: z.int() }),
    refusals: ['importNotFound', 'notApplied', 'tooLate'],
  }),
  getTrackingImports: brandRead({
    roles: shippingRoles,
    payload: { pagination: paginationRequest.optional() },
    result: z.object({
      imports: z.array(
        z.object({
          importId,
          fileName: z.string(),
          state: importState,
          rowCount: z.int(),
          appliedCount: z.int(),
          createdAt: instant,
          createdByName: z.string(),
          appliedAt: instant.nullable(),
          canUndo: z.boolean(),
        }),
      ),
      pagination,
    }),
  }),
})
