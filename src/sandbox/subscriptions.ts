import type Stripe from 'stripe'
import { serverConfig } from '#config.server.ts'
import { day } from '#kit/time.ts'
import { invalid } from './api/form'
import { newInvoice, newInvoicePayment } from './objects/invoices'
import { itemOf, newSubscription, type Period, periodOf } from './objects/subscriptions'
import { answerBank, chargeCard, idOf } from './paying'
import { find, get, lock, type Stored, save } from './store'
import type { World } from './world'

/*
 * Lifecycle of a subscription: started by a paid session, charged at the end of each period, retried on days 3, 5, 7
 * and 14 after a refused charge, and then given up.
 */
const retryDays = [3, 5, 7, 14]
const daySeconds = day / 1000

export const subscriptionOf = (invoice: Stripe.Invoice): string | null =>
  idOf(invoice.parent?.subscription_details?.subscription)

/** Ends with the period, or goes on. */
export const cancelling = (body: Stripe.Subscription, at: number, cancels: boolean): Stripe.Subscription => ({
  ...body,
  cancel_at: cancels ? itemOf(body).current_period_end : null,
  cancel_at_period_end: cancels,
  canceled_at: cancels ? at : null,
  cancellation_details: {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: cancels ? 'cancellation_requested' : null,
  },
})

const intervalOf = (subscription: Stripe.Subscription) =>
  itemOf(subscription).price.recurring?.interval === 'year' ? 'year' : 'month'

const amountOf = (subscription: Stripe.Subscription) =>
  (itemOf(subscription).price.unit_amount ?? 0) * (itemOf(subscription).quantity ?? 1)

const finalized = (invoice: Stripe.Invoice, at: number): Stripe.Invoice => ({
  ...invoice,
  automatically_finalizes_at: null,
  effective_at: at,
  number: `SANDBOX-${invoice.id.slice(-8).toUpperCase()}`,
  hosted_invoice_url: `${serverConfig().PUBLIC_ORIGIN}/sandbox/invoice/${invoice.id}`,
  status: 'open',
  status_transitions: { ...invoice.status_transitions, finalized_at: at },
})

const paidWith = (invoice: Stripe.Invoice, at: number, intent: Stripe.PaymentIntent | null): Stripe.Invoice => ({
  ...invoice,
  amount_paid: invoice.amount_due,
  amount_remaining: 0,
  attempted: intent !== null,
  attempt_count: invoice.attempt_count + (intent ? 1 : 0),
  next_payment_attempt: null,
  payments: withPayment(invoice, at, intent, true),
  status: 'paid',
  status_transitions: { ...invoice.status_transitions, paid_at: at },
})

const withPayment = (
  invoice: Stripe.Invoice,
  at: number,
  intent: Stripe.PaymentIntent | null,
  isPaid: boolean,
): Stripe.Invoice['payments'] => ({
  object: 'list',
  data: intent ? [newInvoicePayment(at, invoice, intent, isPaid)] : [],
  has_more: false,
  url: `/v1/invoice_payments?invoice=${invoice.id}`,
})

/** Starts with a paid first period, or with a trial that is charged at its end. */
export const startSubscription = async (
  world: World,
  of: {
    customer: Stripe.Customer
    price: Stripe.Price
    quantity: number
    /** Sold with it, and charged once. */
    once: Stripe.LineItem[]
    metadata: Record<string, string>
    methodId: string
    trialEnd: number | null
    billingMode: 'classic' | 'flexible'
    intent: Stripe.PaymentIntent | null
  },
): Promise<{ subscription: Stripe.Subscription; invoice: Stripe.Invoice }> => {
  const { db, at, emit } = world
  const interval = of.price.recurring?.interval === 'year' ? 'year' : 'month'
  const period: Period = of.trialEnd ? { start: at, end: of.trialEnd } : periodOf(at, interval, 0)
  const begun = newSubscription(at, { ...of, customer: of.customer.id, paymentMethod: of.methodId, period })
  const amount = of.trialEnd ? 0 : amountOf(begun)
  const draft = newInvoice(at, begun, of.customer, {
    amount,
    period,
    reason: 'subscription_create',
    usedPeriod: { start: at, end: at },
    finalizesAt: null,
    once: of.once,
  })
  const invoice = paidWith(finalized(draft, at), at, of.intent)
  const subscription: Stripe.Subscription = { ...begun, latest_invoice: invoice.id }
  save(db, subscription, { kept: { periods: of.trialEnd ? 0 : 1 }, dueAt: period.end * 1000 })
  save(db, invoice)
  emit('customer.subscription.created', subscription)
  emit('invoice.created', invoice)
  emit('invoice.finalized', invoice)
  emit('invoice.paid', invoice)
  emit('invoice.payment_succeeded', invoice)
  return { subscription, invoice }
}

/**
 * A trial within a subscription: nothing is charged at the former date, and the new one is the anchor of the periods that follow. An
 * invoice of nothing is made at once, and paid:
 * https://docs.stripe.com/billing/subscriptions/billing-cycle#add-a-trial-to-change-the-billing-cycle. What has been paid is not
 * credited (`proration_behavior` is none), and an end that was chosen moves with the period. It is `trialing` until then:
 * https://docs.stripe.com/api/subscriptions/object#subscription_object-status
 */
export const trialUntil = async (
  { db, at, emit }: World,
  { body, kept }: Stored<'subscription'>,
  trialEnd: number,
): Promise<Stripe.Subscription> => {
  const item = itemOf(body)
  const began = body.status === 'trialing' ? (body.trial_start ?? at) : at
  const period: Period = { start: began, end: trialEnd }
  const moved: Stripe.Subscription = {
    ...body,
    billing_cycle_anchor: trialEnd,
    cancel_at: body.cancel_at_period_end ? trialEnd : body.cancel_at,
    items: {
      ...body.items,
      data: [{ ...item, current_period_start: period.start, current_period_end: period.end }],
    },
    status: 'trialing',
    trial_end: trialEnd,
    trial_start: began,
  }
  const customer = await get(db, 'customer', idOf(body.customer) ?? '')
  const draft = newInvoice(at, moved, customer.body, {
    amount: 0,
    period: { start: at, end: trialEnd },
    reason: 'subscription_update',
    usedPeriod: { start: at, end: at },
    finalizesAt: null,
  })
  const invoice = paidWith(finalized(draft, at), at, null)
  const later: Stripe.Subscription = { ...moved, latest_invoice: invoice.id }
  save(db, later, { kept: { ...kept, periods: 0 }, dueAt: trialEnd * 1000 })
  save(db, invoice)
  emit('invoice.created', invoice)
  emit('invoice.finalized', invoice)
  emit('invoice.paid', invoice)
  emit('invoice.payment_succeeded', invoice)
  emit('customer.subscription.updated', later, {
    status: body.status,
    trial_end: body.trial_end,
    latest_invoice: body.latest_invoice,
  })
  return later
}

export const endSubscription = async (
  { db, at, emit }: World,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): Promise<Stripe.Subscription> => {
  const ended: Stripe.Subscription = {
    ...subscription,
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? at,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    ended_at: at,
    status: 'canceled',
  }
  save(db, ended)
  const latest = idOf(ended.latest_invoice)
  const invoice = latest ? await find(db, 'invoice', latest, { locked: true }) : null
  if (invoice && (invoice.body.status === 'open' || invoice.body.status === 'draft')) {
    // No further automatic collection.
    const left = { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null }
    save(db, { ...invoice.body, ...left }, { kept: invoice.kept })
  }
  emit('customer.subscription.deleted', ended)
  return ended
}

/**
 * Who leaves on the provider's own page. In the flexible billing mode the moment alone says so, and `cancel_at_period_end` stays
 * false: https://docs.stripe.com/billing/subscriptions/billing-mode/compare (scheduled subscription cancellation).
 */
export const cancelOnPage = async ({ db, at, emit }: World, id: string): Promise<Stripe.Subscription> => {
  const { body, kept, dueAt } = await lock(db, 'subscription', id)
  if (body.status === 'canceled') throw invalid('This subscription has ended.', { param: 'subscription' })
  const left = cancelling(body, at, true)
  const cancelled: Stripe.Subscription =
    body.billing_mode.type === 'flexible' ? { ...left, cancel_at_period_end: false } : left
  save(db, cancelled, { kept, dueAt })
  emit('customer.subscription.updated', cancelled, { cancel_at: body.cancel_at })
  return cancelled
}

/** At the end of a period: ends the subscription, or starts the next period with an invoice. */
export const renew = async (world: World, id: string): Promise<void> => {
  const { db, at, emit, settings } = world
  const { body, kept, dueAt } = await lock(db, 'subscription', id)
  if (dueAt === null || dueAt > world.now || body.status === 'canceled') return
  if (body.cancel_at_period_end || (body.cancel_at !== null && body.cancel_at <= at)) {
    await endSubscription(world, body, 'cancellation_requested')
    return
  }
  const n = kept.periods ?? 1
  const item = itemOf(body)
  const used: Period = { start: item.current_period_start, end: item.current_period_end }
  const period = periodOf(body.billing_cycle_anchor, intervalOf(body), n)
  const customer = await get(db, 'customer', idOf(body.customer) ?? '')
  const finalizesAt = at + settings.draftMinutes * 60
  const invoice = newInvoice(at, body, customer.body, {
    amount: amountOf(body),
    period,
    reason: 'subscription_cycle',
    usedPeriod: used,
    finalizesAt,
  })
  const renewed: Stripe.Subscription = {
    ...body,
    items: {
      ...body.items,
      data: [{ ...item, current_period_start: period.start, current_period_end: period.end }],
    },
    latest_invoice: invoice.id,
    status: body.status === 'trialing' ? 'active' : body.status,
  }
  save(db, renewed, { kept: { ...kept, periods: n + 1 }, dueAt: period.end * 1000 })
  save(db, invoice, { dueAt: finalizesAt * 1000 })
  emit('invoice.created', invoice)
  emit('customer.subscription.updated', renewed, { latest_invoice: body.latest_invoice })
}

const intentOf = async ({ db }: World, invoice: Stripe.Invoice): Promise<Stripe.PaymentIntent | undefined> => {
  const payment = invoice.payments?.data[0]?.payment
  const id = idOf(payment?.payment_intent)
  return id ? (await find(db, 'payment_intent', id, { locked: true }))?.body : undefined
}

const collected = async (world: World, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent | null) => {
  const { db, at, emit } = world
  const paid = paidWith(invoice, at, intent)
  save(db, paid)
  emit('invoice.paid', paid)
  emit('invoice.payment_succeeded', paid)
  const id = subscriptionOf(invoice)
  const subscription = id ? await find(db, 'subscription', id, { locked: true }) : null
  if (subscription?.body.status !== 'past_due') return
  const active: Stripe.Subscription = { ...subscription.body, status: 'active' }
  save(db, active, subscription)
  emit('customer.subscription.updated', active, { status: 'past_due' })
}

const refused = async (
  world: World,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
  firstFailedAt: number,
  { isRetry }: { isRetry: boolean },
) => {
  const { db, at, emit } = world
  const next = retryDays.map((days) => firstFailedAt + days * daySeconds).find((moment) => moment > at)
  const failed: Stripe.Invoice = {
    ...invoice,
    attempted: true,
    attempt_count: invoice.attempt_count + (isRetry ? 1 : 0),
    next_payment_attempt: next ?? null,
    payments: withPayment(invoice, at, intent, false),
  }
  save(db, failed, { kept: { firstFailedAt }, dueAt: next ? next * 1000 : null })
  emit('invoice.payment_failed', failed)
  // Both are sent, the second where the bank asks: https://docs.stripe.com/billing/subscriptions/webhooks
  if (intent.status === 'requires_action') emit('invoice.payment_action_required', failed)
  const id = subscriptionOf(invoice)
  const subscription = id ? await find(db, 'subscription', id, { locked: true }) : null
  if (!subscription || subscription.body.status === 'canceled') return
  if (next === undefined) {
    await endSubscription(world, subscription.body, 'payment_failed')
    return
  }
  if (subscription.body.status === 'past_due') return
  const late: Stripe.Subscription = { ...subscription.body, status: 'past_due' }
  save(db, late, subscription)
  emit('customer.subscription.updated', late, { status: subscription.body.status })
}

/** The customer has confirmed an invoice's payment to the bank, or has not; false where it is not paid. */
export const answerInvoice = async (world: World, id: string, isConfirmed: boolean): Promise<boolean> => {
  const { db, at, emit } = world
  const subscriptionId = subscriptionOf((await get(db, 'invoice', id)).body)
  if (subscriptionId) await find(db, 'subscription', subscriptionId, { locked: true })
  const { body, kept, dueAt } = await lock(db, 'invoice', id)
  const asked = await intentOf(world, body)
  if (body.status !== 'open' || asked?.status !== 'requires_action') return false
  const intent = await answerBank(world, asked.id, isConfirmed)
  if (isConfirmed) {
    await collected(world, body, intent)
    return true
  }
  const failed: Stripe.Invoice = { ...body, payments: withPayment(body, at, intent, false) }
  save(db, failed, { kept, dueAt })
  emit('invoice.payment_failed', failed)
  return false
}

/** Charges an invoice: at its finalization, on a retry day, or at the customer's request. */
export const collect = async (
  world: World,
  id: string,
  { isAsked = false, methodId: given }: { isAsked?: boolean; methodId?: string | undefined } = {},
): Promise<boolean> => {
  const { db, at, emit } = world
  const subscriptionId = subscriptionOf((await get(db, 'invoice', id)).body)
  // Locks the subscription first, like all code that changes both, so that no deadlock occurs.
  const subscription = subscriptionId ? await find(db, 'subscription', subscriptionId, { locked: true }) : null
  const { body, kept, dueAt } = await lock(db, 'invoice', id)
  const isDue = dueAt !== null && dueAt <= world.now
  if (!(body.status === 'draft' || body.status === 'open') || !(isDue || isAsked)) return false
  const invoice = body.status === 'draft' ? finalized(body, at) : body
  if (body.status === 'draft') emit('invoice.finalized', invoice)
  if (invoice.amount_due === 0) {
    await collected(world, invoice, null)
    return true
  }
  const customerId = idOf(invoice.customer)
  const customer = customerId ? await find(db, 'customer', customerId) : null
  // A subscription's own card, which Checkout has set, goes before the customer's default:
  // https://docs.stripe.com/api/subscriptions/object#subscription_object-default_payment_method
  const methodId =
    given ??
    idOf(subscription?.body.default_payment_method) ??
    idOf(customer?.body.invoice_settings.default_payment_method)
  if (!methodId) throw new Error(`${id} has no card to be charged.`)
  const intent = await chargeCard(world, {
    amount: invoice.amount_due,
    customer: customerId,
    methodId,
    isFirst: false,
    metadata: {},
    description: 'Subscription update',
    earlier: await intentOf(world, invoice),
    isOffSession: true,
  })
  if (intent.status === 'succeeded') {
    await collected(world, invoice, intent)
    return true
  }
  const firstFailedAt = kept.firstFailedAt ?? at
  await refused(world, invoice, intent, firstFailedAt, { isRetry: isDue || kept.firstFailedAt === undefined })
  return false
}
