import type Stripe from 'stripe'
import { z } from 'zod'
import type { Db } from '#server/proven.ts'
import { itemOf, pricedAt } from '../objects/subscriptions'
import { idOf } from '../paying'
import { get, lock, save } from '../store'
import { cancelling, collect, endSubscription, trialUntil } from '../subscriptions'
import { boolean, expand, integer, invalid, metadata, missing, read, text } from './form'
import { listing, type Routes, retrieve } from './routes'

/** "The trial period must be 730 days (2 years) or less": https://docs.stripe.com/billing/subscriptions/trials/free-trials */
const longestTrial = 730 * 86_400

/** A card that is charged has to be attached to the customer. */
const cardOf = async (db: Db, customerId: string | null, id: string) => {
  const { body } = await get(db, 'payment_method', id, 'payment_method')
  if (idOf(body.customer) === customerId) return body.id
  throw invalid(`The payment method \`${id}\` is not attached to the customer.`, { param: 'payment_method' })
}

/**
 * Another price. One of the same interval moves no date and charges nothing now; one of another interval is charged at once and moves
 * the billing date (https://docs.stripe.com/api/subscriptions/update), unless a trial lasts until then: the sandbox takes it with
 * `trial_end` alone, to which the provider moves the anchor.
 */
const priced = async (
  db: Db,
  body: Stripe.Subscription,
  { id, price: priceId }: { id: string; price: string },
  trialEnd: number | undefined,
): Promise<Stripe.Subscription> => {
  const item = itemOf(body)
  if (item.id !== id) throw missing('item', id, 'items[0][id]')
  const { body: price } = await get(db, 'price', priceId, 'items[0][price]')
  if (price.recurring === null) {
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      {
        param: 'items[0][price]',
      },
    )
  }
  const isSameInterval = price.recurring.interval === item.price.recurring?.interval
  if (!isSameInterval && trialEnd === undefined) {
    throw invalid('The sandbox takes a price of another interval together with `trial_end`.', { param: 'trial_end' })
  }
  return { ...body, items: { ...body.items, data: [pricedAt(item, price)] } }
}

export const subscriptionRoutes: Routes = {
  'POST /v1/subscriptions/:id': async (world, { id, sent }) => {
    const { db, at, emit } = world
    const of = read(
      z.strictObject({
        cancel_at_period_end: boolean.optional(),
        /** Empty: it goes on after all. */
        cancel_at: z.literal('').optional(),
        metadata: metadata.optional(),
        default_payment_method: text.optional(),
        trial_end: integer.optional(),
        items: z
          .array(z.strictObject({ id: text, price: text }))
          .length(1)
          .optional(),
        proration_behavior: z.enum(['create_prorations', 'always_invoice', 'none']).optional(),
        expand,
      }),
      sent,
    )
    const { body, kept, dueAt } = await lock(db, 'subscription', id)
    if (body.status === 'canceled') {
      throw invalid('A canceled subscription can only update its cancellation_details and metadata.', {
        code: 'resource_missing',
      })
    }
    const cancels = of.cancel_at_period_end
    const isTurned = of.cancel_at === '' || (cancels !== undefined && cancels !== body.cancel_at_period_end)
    const turned = isTurned ? cancelling(body, at, cancels ?? false) : body
    if (of.default_payment_method !== undefined) await cardOf(db, idOf(body.customer), of.default_payment_method)
    const [item] = of.items ?? []
    const sold = item ? await priced(db, turned, item, of.trial_end) : turned
    const named: Stripe.Subscription = {
      ...sold,
      default_payment_method: of.default_payment_method ?? body.default_payment_method,
      metadata: { ...body.metadata, ...of.metadata },
    }
    if (of.trial_end !== undefined && of.trial_end <= at) {
      throw invalid('Invalid timestamp: `trial_end` must be an integer Unix timestamp in the future.', {
        param: 'trial_end',
      })
    }
    // Proration is not supported.
    if (item && of.proration_behavior !== 'none') {
      throw invalid('Only `none` is supported.', { param: 'proration_behavior' })
    }
    if (of.trial_end !== undefined && body.status !== 'trialing' && of.proration_behavior !== 'none') {
      throw invalid('Only `none` is supported.', { param: 'proration_behavior' })
    }
    if (of.trial_end !== undefined && of.trial_end - at > longestTrial) {
      throw invalid('The trial period must be 730 days or less.', { param: 'trial_end' })
    }
    if (of.trial_end !== undefined) {
      const later = await trialUntil(world, { body: named, kept, dueAt }, of.trial_end)
      return { body: later, expand: of.expand }
    }
    save(db, named, { kept, dueAt })
    emit('customer.subscription.updated', named, { cancel_at_period_end: body.cancel_at_period_end })
    return { body: named, expand: of.expand }
  },
  'DELETE /v1/subscriptions/:id': async (world, { id, sent }) => {
    const of = read(z.strictObject({ invoice_now: boolean.optional(), prorate: boolean.optional(), expand }), sent)
    const { body } = await lock(world.db, 'subscription', id)
    if (body.status === 'canceled') throw missing('subscription', id)
    return { body: await endSubscription(world, body, 'cancellation_requested'), expand: of.expand }
  },
  'GET /v1/subscriptions/:id': retrieve('subscription'),
  'GET /v1/subscriptions': listing('subscription', '/v1/subscriptions', ['customer', 'status']),

  'POST /v1/invoices/:id/pay': async (world, { id, sent }) => {
    const of = read(z.strictObject({ payment_method: text.optional(), off_session: boolean.optional(), expand }), sent)
    const { body: before } = await get(world.db, 'invoice', id)
    const methodId = of.payment_method && (await cardOf(world.db, idOf(before.customer), of.payment_method))
    if (before.status === 'paid') throw invalid('Invoice is already paid')
    if (before.status === 'draft') throw invalid('This invoice is still a draft.')
    if (before.status !== 'open') throw invalid('Only open invoices can be paid.')
    const isPaid = await collect(world, id, { isAsked: true, methodId })
    const { body } = await get(world.db, 'invoice', id)
    if (isPaid) return { body, expand: of.expand }
    const intentId = idOf(body.payments?.data[0]?.payment.payment_intent)
    const intent = intentId ? (await get(world.db, 'payment_intent', intentId)).body : null
    // https://docs.stripe.com/error-codes#invoice-payment-intent-requires-action
    if (intent?.status === 'requires_action') {
      const message = 'This payment requires additional user action before it can be completed successfully.'
      const asked = { type: 'card_error', code: 'invoice_payment_intent_requires_action', message }
      return { status: 402, body: { error: asked } }
    }
    const error = {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    }
    return { status: 402, body: { error } }
  },
  'GET /v1/invoices/:id': retrieve('invoice'),
  'GET /v1/invoices': listing('invoice', '/v1/invoices', ['customer', 'subscription', 'status']),
}
