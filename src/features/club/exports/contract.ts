import { z } from 'zod'
import { brandRead, brandWrite, contract, moneyRoles, type Role } from '#kit/contract.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { subscriberFilter } from '#membership/subscriptions/staff/contract.ts'
import { fanFilter, fanRoles } from '#office/fans/contract.ts'
import { listedSales, spans } from '#office/sales/contract.ts'
import { encodings, exportStates, exportTypes } from './export'

const made = z.object({ exportId: id })
const encoding = z.enum(encodings)
const limit = { points: 20, seconds: 600 }
/** Include e-mail addresses; only for roles that may reveal a fan's address. */
const withEmail = z.boolean().optional()

/** Names of all filter fields, which the audit keeps. */
const keysOf = <Filter extends object>(filter: Filter) => Object.keys(filter) as (keyof Filter & string)[]

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
  /** Exports the rows of the screen, with the same filter. */
  exportFans: brandWrite({
    roles: fanRoles,
    audit: ['encoding', 'withEmail', ...keysOf(fanFilter)],
    payload: { encoding, withEmail, ...fanFilter },
    result: made,
    refusals: ['emailNotAllowed'],
    limit,
  }),
  exportSubscribers: brandWrite({
    roles: moneyRoles,
    audit: ['encoding', 'withEmail', ...keysOf(subscriberFilter)],
    payload: { encoding, withEmail, ...subscriberFilter },
    result: made,
    refusals: ['emailNotAllowed'],
    limit,
  }),
  exportSales: brandWrite({
    roles: moneyRoles,
    audit: ['encoding', ...keysOf(listedSales)],
    payload: { encoding, ...listedSales },
    check: spans,
    result: made,
    limit,
  }),
})
