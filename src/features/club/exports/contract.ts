import { z } from 'zod'
import { brandRead, brandWrite, contract, type Role } from '#kit/contract.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { encodings, exportStates, exportTypes } from './export'

/** Parts of the operations by which the screens of all wings export their rows, each with its own filter. */
export const exportPayload = { encoding: z.enum(encodings) }
/** Include e-mail addresses; only for roles that may reveal a fan's address. */
export const withEmail = z.boolean().optional()
export const exportMade = z.object({ exportId: id })
export const exportLimit = { points: 20, seconds: 600 }

/** Names of all filter fields, which the audit keeps. */
export const keysOf = <Filter extends object>(filter: Filter) => Object.keys(filter) as (keyof Filter & string)[]

/** Roles that may export at least one type. */
const readers = ['owner', 'admin', 'moderator', 'shipper', 'accountant'] as const satisfies readonly Role[]

export const exports = contract({
  /** Newest first. URLs are not included: each one is requested separately, so that it is audited. */
  getExports: brandRead({
    roles: readers,
    payload: { type: z.enum(exportTypes).optional(), pagination: paginationRequest.optional() },
    result: z.object({
      exports: z.array(
        z.object({
          exportId: id,
          type: z.enum(exportTypes),
          format: z.string(),
          encoding: z.enum(encodings),
          state: z.enum(exportStates),
          rowCount: z.int(),
          fileName: z.string(),
          createdAt: instant,
          createdByName: z.string(),
          expiresAt: instant.nullable(),
        }),
      ),
      pagination,
      /** Whether the caller may include e-mail addresses. */
      mayIncludeEmail: z.boolean(),
    }),
  }),
  /** Signed URL of one file, valid for ten minutes. A write operation, so that access to personal data is audited. */
  getExportUrl: brandWrite({
    roles: readers,
    audit: ['exportId'],
    payload: { exportId: id },
    result: z.object({ url: z.string(), expiresAt: instant }),
    refusals: ['exportNotFound', 'exportNotThere'],
    limit: { points: 60, seconds: 600 },
  }),
})
