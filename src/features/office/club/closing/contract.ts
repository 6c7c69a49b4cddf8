import { z } from 'zod'
import { brandNameLength } from '#club/brands/contract.ts'
import { tenantNameLength } from '#club/tenants/contract.ts'
import { suspensionMessageLength, suspensionReasons } from '#club/tenants/suspension.ts'
import { brandWrite, contract, operatorRead, operatorWrite, tenantRead, tenantWrite } from '#kit/contract.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { ownersTold } from '#money/payouts/revenue/contract.ts'
import { closingStates } from './closing'

export const closingMessageLength = 1000
const message = text({ max: closingMessageLength, lines: true }).optional()
const closes = z.object({ closesAt: instant })

/** What closing would do, brand by brand, and whom the owners' mail reaches. */
const closingAhead = z.object({
  tenant: z.object({
    name: z.string(),
    state: z.enum(closingStates),
    closesAt: instant.nullable(),
    /** Why the platform has closed it; null for a club that is open, or that its owner closes. */
    reason: z.enum(suspensionReasons).nullable(),
  }),
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
})

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
    result: closingAhead,
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
  getClosingAsOperator: operatorRead({
    payload: { tenantId: id },
    result: closingAhead,
    refusals: ['tenantNotFound'],
  }),
  /**
   * The platform closes a club as its owner would, with a reason (rule: club.closed): its owners are told of it, its members of the end
   * alone. There is no way back.
   */
  closeTenantAsOperator: operatorWrite({
    fresh: true,
    audit: ['tenantId', 'typedName', 'reason', 'message'],
    payload: {
      tenantId: id,
      typedName: text({ max: tenantNameLength }),
      reason: z.enum(suspensionReasons),
      message: text({ max: suspensionMessageLength, lines: true }).optional(),
    },
    result: closes,
    refusals: ['tenantNotFound', 'nameDiffers', 'alreadyClosing'],
    limit: { points: 20, seconds: 3600 },
  }),
})
