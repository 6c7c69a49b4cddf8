import { z } from 'zod'
import { brandNameLength } from '#club/brands/contract.ts'
import { tenantNameLength } from '#club/tenants/contract.ts'
import { brandWrite, contract, tenantRead, tenantWrite } from '#kit/contract.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { ownersTold } from '#money/payouts/revenue/contract.ts'
import { closingStates } from './closing'

export const closingMessageLength = 1000
const message = text({ max: closingMessageLength, lines: true }).optional()
const closes = z.object({ closesAt: instant })

export const closing = contract({
  /** A second brand of a club that is there already; it begins empty, with the same members of staff. */
  createBrand: tenantWrite({
    roles: ['owner'],
    audit: ['name', 'slug'],
    payload: { name: text({ min: 1, max: brandNameLength }), slug: z.string().min(1).max(100) },
    result: z.object({ brandId: id }),
    refusals: ['slugInvalid', 'slugTaken', 'tooManyBrands', 'clubClosing'],
    limit: { points: 20, seconds: 3600 },
  }),
  /** Preview of the effects of closing, brand by brand. */
  getClosing: tenantRead({
    roles: ['owner'],
    payload: {},
    result: z.object({
      tenant: z.object({ name: z.string(), state: z.enum(closingStates), closesAt: instant.nullable() }),
      told: z.object(ownersTold),
      brands: z.array(
        z.object({
          brandId: id,
          name: z.string(),
          state: z.enum(closingStates),
          /** When it is over, or would be. */
          closesAt: instant,
          /** Counted to 10,000. */
          members: z.int(),
          openOrders: z.int(),
        }),
      ),
    }),
  }),
  /** Nothing is sold or renewed from now on; what members have paid for stays open until its end. */
  closeBrand: brandWrite({
    roles: ['owner'],
    fresh: true,
    audit: ['typedName'],
    payload: { typedName: text({ max: brandNameLength }), message },
    result: closes,
    refusals: ['nameDiffers', 'alreadyClosing'],
    limit: { points: 20, seconds: 3600 },
  }),
  /** The same with every brand of the club. */
  closeTenant: tenantWrite({
    roles: ['owner'],
    fresh: true,
    audit: ['typedName'],
    payload: { typedName: text({ max: tenantNameLength }), message },
    result: closes,
    refusals: ['nameDiffers', 'alreadyClosing'],
    limit: { points: 20, seconds: 3600 },
  }),
})
