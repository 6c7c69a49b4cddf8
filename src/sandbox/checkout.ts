import type Stripe from 'stripe'
import { answerBank, attachCard, chargeCard, idOf } from './paying'
import { type CardBehaviour, get, type Kept, lock, save } from './store'
import { startSubscription } from './subscriptions'
import type { World } from './world'

/** `asked`: the card's bank asks the customer to confirm the payment (`answerSession`). */
export type Paid = 'paid' | 'declined' | 'closed' | 'asked'

const completed = async (
  { db, emit }: World,
  session: Stripe.Checkout.Session,
  kept: Kept,
  made: Partial<Stripe.Checkout.Session>,
) => {
  const done: Stripe.Checkout.Session = {
    ...session,
    ...made,
    payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
    status: 'complete',
    url: null,
  }
  save(db, done, { kept })
  emit('checkout.session.completed', done)
}

/** Submits a session's page. A refused card leaves the session open for another one. */
export const payBySession = async (world: World, id: string, behaviour: CardBehaviour): Promise<Paid> => {
  const { db, at } = world
  const { body: session, kept } = await lock(db, 'checkout.session', id)
  if (session.status !== 'open' || session.expires_at <= at) return 'closed'
  const customerId = idOf(session.customer)
  if (!customerId) return 'closed'
  const amount = session.amount_total ?? 0
  if (behaviour === 'declines' && amount === 0) return 'declined'
  const card = await attachCard(world, customerId, behaviour)
  const intent =
    amount === 0
      ? null
      : await chargeCard(world, {
          amount,
          customer: customerId,
          methodId: card.id,
          isFirst: true,
          metadata: kept.intentMetadata ?? {},
          descriptor: kept.descriptor,
          description: session.mode === 'subscription' ? 'Subscription creation' : null,
          isOffSession: session.mode === 'subscription',
        })
  if (behaviour === 'authenticates') {
    save(db, session, { kept: { ...kept, authenticating: { cardId: card.id, intentId: intent?.id ?? null } } })
    return 'asked'
  }
  if (intent && intent.status !== 'succeeded') return 'declined'
  return completePaid(world, { session, kept }, card.id, intent)
}

/** The customer has confirmed to the bank, or has not: then the session stays open for another card. */
export const answerSession = async (world: World, id: string, isConfirmed: boolean): Promise<Paid> => {
  const { db, at } = world
  const { body: session, kept } = await lock(db, 'checkout.session', id)
  const { authenticating, ...rest } = kept
  if (session.status !== 'open' || session.expires_at <= at || !authenticating) return 'closed'
  const { cardId, intentId } = authenticating
  const intent = intentId === null ? null : await answerBank(world, intentId, isConfirmed)
  if (isConfirmed) return completePaid(world, { session, kept: rest }, cardId, intent)
  save(db, session, { kept: rest })
  return 'declined'
}

const completePaid = async (
  world: World,
  { session, kept }: { session: Stripe.Checkout.Session; kept: Kept },
  methodId: string,
  intent: Stripe.PaymentIntent | null,
): Promise<Paid> => {
  if (session.mode === 'payment') {
    await completed(world, session, kept, { payment_intent: intent?.id ?? null })
    return 'paid'
  }
  const lines = session.line_items?.data ?? []
  const line = lines.find(({ price }) => price?.type === 'recurring')
  if (!line?.price) throw new Error(`${session.id} has nothing to subscribe to.`)
  const { subscription, invoice } = await startSubscription(world, {
    customer: (await get(world.db, 'customer', idOf(session.customer) ?? '')).body,
    price: line.price,
    quantity: line.quantity ?? 1,
    once: lines.filter((each) => each !== line),
    metadata: kept.subscriptionMetadata ?? {},
    methodId,
    trialEnd: kept.trialEnd ?? null,
    // https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-subscription_data-billing_mode
    billingMode: kept.billingMode ?? 'flexible',
    intent,
  })
  await completed(world, session, kept, { subscription: subscription.id, invoice: invoice.id })
  return 'paid'
}

/** Null if it is not open any more. */
export const expireSession = async (
  { db, emit }: World,
  { body, kept }: { body: Stripe.Checkout.Session; kept: Kept },
): Promise<Stripe.Checkout.Session | null> => {
  if (body.status !== 'open') return null
  const expired: Stripe.Checkout.Session = { ...body, status: 'expired', url: null }
  save(db, expired, { kept })
  emit('checkout.session.expired', expired)
  return expired
}
