import { z } from 'zod'
import { makeRefund } from '../refunds'
import { list } from '../store'
import { expand, integer, metadata, read, text } from './form'
import { paging, type Routes, retrieve } from './routes'

export const refundRoutes: Routes = {
  'POST /v1/refunds': async (world, { sent }) => {
    const of = read(
      z.strictObject({
        payment_intent: text,
        amount: integer.optional(),
        metadata: metadata.default({}),
        reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
        instructions_email: z.email().optional(),
        expand,
      }),
      sent,
    )
    const refund = await makeRefund(world, {
      intentId: of.payment_intent,
      amount: of.amount,
      metadata: of.metadata,
      reason: of.reason ?? null,
      instructionsEmail: of.instructions_email ?? null,
    })
    return { body: refund, expand: of.expand }
  },
  'GET /v1/refunds/:id': retrieve('refund'),
  'GET /v1/refunds': async ({ db }, { sent }) => {
    const query = read(z.strictObject({ ...paging, payment_intent: text.optional(), charge: text.optional() }), sent)
    const refs = (['payment_intent', 'charge'] as const).flatMap((name) =>
      query[name] ? [[`${name}:${query[name]}`]] : [],
    )
    return {
      body: { object: 'list', url: '/v1/refunds', ...(await list(db, 'refund', query, refs)) },
      expand: query.expand,
    }
  },
}
