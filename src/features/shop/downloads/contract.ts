import { z } from 'zod'
import { brandRead, brandWrite, contract, fanWrite, type Role } from '#kit/contract.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { fileNameLength, grantStates, suspendReasons } from './download'

/** Roles that handle orders (rule: access.roles). */
const roles = ['owner', 'admin', 'shipper'] as const satisfies readonly Role[]

const grantId = id

/** A file entered by staff; its upload must have purpose goodsFile and be finished. */
export const fileSaid = z.object({
  fileId: id.optional(),
  mediaId: id,
  name: text({ min: 1, max: fileNameLength }),
})
export type FileSaid = z.output<typeof fileSaid>
export const goodsFile = z.object({
  fileId: id,
  mediaId: id,
  name: z.string(),
  contentType: z.string(),
  /** Bytes. */
  size: z.int(),
})

const counted = {
  grantId,
  fileName: z.string(),
  size: z.int(),
  state: z.enum(grantStates),
  /** Null: unlimited. */
  remaining: z.int().nullable(),
  lastDownloadAt: instant.nullable(),
}
/** A download on the buyer's order page. */
export const download = z.object({ ...counted, goodsId: id, goodsName: z.string() })
export type Download = z.infer<typeof download>

const grant = z.object({
  ...counted,
  orderId: id,
  orderNumber: z.string(),
  goodsId: id,
  goodsName: z.string(),
  buyerName: z.string(),
  usedCount: z.int(),
  maxDownloads: z.int(),
  /** Suspended only: by staff, for abuse, or because of a refund. */
  reason: z.enum([...suspendReasons, 'refund']).nullable(),
})
export type Grant = z.infer<typeof grant>

export const downloads = contract({
  /**
   * Signed URL of one file, valid for ten minutes. A missing URL is a result and not a refusal, because it has to be
   * logged.
   */
  getDownloadUrl: fanWrite({
    by: 'grant',
    payload: { grantId },
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('ready'), url: z.url(), expiresAt: instant, remaining: z.int().nullable() }),
      z.object({ status: z.enum(['limitReached', 'suspended']) }),
    ]),
    refusals: ['downloadNotFound'],
    limit: { points: 30, seconds: 60 },
  }),
  getDownloadGrants: brandRead({
    roles,
    payload: {
      orderId: id.optional(),
      goodsId: id.optional(),
      /** Only grants of this fan. */
      uid: id.optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({ grants: z.array(grant), pagination }),
  }),
  /** What was paid for within `waitedFor` and that nobody has loaded down yet, by goods, those that wait longest first. */
  getWaitingFiles: brandRead({
    roles,
    payload: {},
    result: z.object({
      rows: z.array(
        z.object({
          goodsId: id,
          name: z.string(),
          /** Goods of an event, which the club sells. */
          isOfEvent: z.boolean(),
          /** Buyers who can load it down, and have not. */
          waiting: z.int(),
          /** Buyers who cannot, because it is stopped. */
          stopped: z.int(),
          /** When the first of these orders was placed. */
          oldestAt: instant,
        }),
      ),
      /** There are more rows than are shown. */
      isCut: z.boolean(),
    }),
  }),
  /** Resets the count, for example for a buyer who lost a device. */
  resetDownloadCount: brandWrite({
    roles,
    audit: ['grantId'],
    payload: { grantId },
    result: z.object({ remaining: z.int().nullable() }),
    refusals: ['downloadNotFound'],
  }),
  suspendDownload: brandWrite({
    roles,
    audit: ['grantId', 'on'],
    payload: { grantId, on: z.boolean() },
    result: z.object({ state: z.enum(grantStates) }),
    refusals: ['downloadNotFound'],
  }),
})
