import { z } from 'zod'
import { brandRead, contract } from '../../kit/contract'
import { pagination, paginationRequest } from '../../kit/pagination'
import { id } from '../../kit/text'
import { instant } from '../../kit/time'
import { encodings, exportStates, exportTypes } from './export'

export const exports = contract({
  /** The newest first; a file's address is good for ten minutes. */
  getExports: brandRead({
    roles: ['owner', 'admin', 'shipper', 'accountant'],
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
          url: z.string().nullable(),
        }),
      ),
      pagination,
    }),
  }),
})
