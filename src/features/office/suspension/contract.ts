import { z } from 'zod'
import { suspensionMessageLength, suspensionReasons } from '#club/tenants/suspension.ts'
import { contract, operatorWrite } from '#kit/contract.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'

/** To whom it is said with a club's own pages: why it is suspended, since when, and what the platform wrote. */
export const shownSuspension = z.object({
  since: instant,
  reason: z.enum(suspensionReasons),
  message: z.string(),
})

const limit = { points: 60, seconds: 3600 }

export const suspension = contract({
  /** Nothing new is sold and nothing is paid out until it goes on (rule: club.suspended); its owners are told. */
  suspendTenant: operatorWrite({
    audit: ['tenantId', 'reason', 'message'],
    payload: {
      tenantId: id,
      reason: z.enum(suspensionReasons),
      message: text({ max: suspensionMessageLength, lines: true }).optional(),
    },
    result: z.object({ since: instant }),
    refusals: ['tenantNotFound', 'alreadySuspended', 'clubClosed'],
    limit,
  }),
  resumeTenant: operatorWrite({
    audit: ['tenantId', 'message'],
    payload: { tenantId: id, message: text({ max: suspensionMessageLength, lines: true }).optional() },
    result: z.object({}),
    refusals: ['tenantNotFound', 'notSuspended'],
    limit,
  }),
})
