import { z } from 'zod'
import { encodings } from '#club/exports/export.ts'
import { brandOutside, brandRead, brandWrite, contract } from '#kit/contract.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { fullPostalCode, phone, shippingRoles } from '../../parcels/contract'
import { mostAtOnce, providers } from '../../parcels/fulfillment'
import { orderFilter } from '../contract'
import { orderFormats, slipTypes, widthIn } from './formats'
import { largestImport, rowResults } from './tracking'

const importId = id
const importState = z.enum(['waiting', 'read', 'applied', 'undone'])
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
      /** Those that were chosen, instead of all that the filter finds. */
      orderIds: z.array(id).min(1).max(mostAtOnce).optional(),
    },
    result: z.object({ exportId: id }),
    // One that was chosen is not the brand's.
    refusals: ['orderNotFound'],
    limit: { points: 20, seconds: 600 },
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
