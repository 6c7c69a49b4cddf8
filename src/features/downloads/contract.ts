import { z } from 'zod'
import { brandRead, brandWrite, contract, fanWrite, type Role } from '../../kit/contract'
import { pagination, paginationRequest } from '../../kit/pagination'
import { id, text } from '../../kit/text'
import { instant } from '../../kit/time'
import { fileNameLength, grantStates, suspendReasons } from './download'

/** Who looks after what was bought (records, 2.22: A S). */
const roles = ['owner', 'admin', 'shipper'] as const satisfies readonly Role[]

const grantId = id

/** A file as staff name it; the upload is one of purpose goodsFile that has arrived. */
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
export type GoodsFile = z.infer<typeof goodsFile>

const counted = {
  grantId,
  fileName: z.string(),
  size: z.int(),
  state: z.enum(grantStates),
  /** Null: as often as wanted. */
  remaining: z.int().nullable(),
  lastDownloadAt: instant.nullable(),
}
/** What a buyer sees on the order's page. */
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
  /** Of one that is suspended: by whom, or because the money went back. */
  reason: z.enum([...suspendReasons, 'refund']).nullable(),
})
export type Grant = z.infer<typeof grant>

export const downloads = contract({
  /** An address for one file, good for ten minutes. Why there is none is an answer, because it is written down. */
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
      /** What one person bought. */
      uid: id.optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({ grants: z.array(grant), pagination }),
  }),
  /** The count begins anew, for a buyer whose device was lost. */
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
