import { z } from 'zod'
import { shared } from '#server/shared.ts'
import { answerSession, expireSession, payBySession } from './checkout'
import { attachCard, beginPayingAtStore, lapse, payAtStore, storeChains, takePayment } from './paying'
import {
  appealDispute,
  bounceRefund,
  closeDispute,
  endRefund,
  escalateDispute,
  openDispute,
  withdrawDispute,
} from './refunds'
import { cardBehaviours, lock, save } from './store'
import { answerInvoice, cancelOnPage } from './subscriptions'
import { inWorld, settings, type World, writeSettings } from './world'

const id = z.string().min(1).max(100)
const card = z.enum(cardBehaviours)

/** Actions of a tester in place of a customer, a store or a bank. */
const actions = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('declineNext'), customer: id, times: z.int().min(0).max(100).default(1) }),
  /** By somebody else on the same account; `yen` is what came into the balance, null where that keeps the currency. */
  z.strictObject({
    action: z.literal('takePayment'),
    customer: id,
    amount: z.int().min(1),
    currency: z.string().length(3),
    yen: z.int().min(1).nullable(),
    orderId: z.string().max(100).default(''),
  }),
  /** In the billing portal. */
  z.strictObject({ action: z.literal('setCard'), customer: id, card }),
  /** On a page of the provider's that lets customers leave; the program's own does not. */
  z.strictObject({ action: z.literal('cancelSubscription'), subscription: id }),
  z.strictObject({ action: z.literal('paySession'), session: id, card: card.default('works') }),
  /** The customer confirms a payment to the card's bank (authentication), or does not. */
  z.strictObject({ action: z.literal('answerBank'), session: id, isConfirmed: z.boolean().default(true) }),
  z.strictObject({ action: z.literal('answerBankOfInvoice'), invoice: id, isConfirmed: z.boolean().default(true) }),
  z.strictObject({ action: z.literal('expireSession'), session: id }),
  z.strictObject({ action: z.literal('payAtStore'), intent: id, store: z.enum(storeChains).default('lawson') }),
  /** The customer stands at the till: the payment can neither be cancelled nor is it done. */
  z.strictObject({ action: z.literal('beginPayingAtStore'), intent: id }),
  z.strictObject({ action: z.literal('letExpire'), intent: id }),
  /** Partial where an amount is given; an inquiry takes no money. */
  z.strictObject({
    action: z.literal('createDispute'),
    intent: id,
    amount: z.int().min(1).optional(),
    isInquiry: z.boolean().default(false),
    /** The yen leave the balance by `withdrawDispute`: until then nobody knows what a foreign amount is in yen. */
    isTakenLater: z.boolean().default(false),
    /** Of the amount: the cardholder's, where it is not the yen. */
    currency: z.string().length(3).default('jpy'),
    reason: z
      .enum([
        'fraudulent',
        'product_not_received',
        'product_unacceptable',
        'duplicate',
        'subscription_canceled',
        'general',
      ])
      .default('fraudulent'),
  }),
  z.strictObject({ action: z.literal('withdrawDispute'), dispute: id, yen: z.int().min(1).optional() }),
  /** An inquiry without a response becomes a dispute. */
  z.strictObject({ action: z.literal('escalateDispute'), dispute: id }),
  z.strictObject({ action: z.literal('closeDispute'), dispute: id, status: z.enum(['won', 'lost', 'warning_closed']) }),
  /** `isUpdated`: told of by `updated` as well; documented is that the money came back, by an event of its own. */
  z.strictObject({ action: z.literal('appealDispute'), dispute: id, isUpdated: z.boolean().default(true) }),
  z.strictObject({
    action: z.literal('answerRefund'),
    refund: id,
    status: z.enum(['succeeded', 'failed', 'canceled']).default('succeeded'),
  }),
  /** The recipient's bank rejects the refund. */
  z.strictObject({ action: z.literal('bounceRefund'), refund: id }),
  /** Runs due work and sends pending callbacks; responds when that is done. */
  z.strictObject({ action: z.literal('deliver') }),
])
type Action = z.output<typeof actions>
const payload = z.union([actions, settings.partial()])

const act = async (world: World, of: Action): Promise<unknown> => {
  switch (of.action) {
    case 'declineNext': {
      const { body, kept } = await lock(world.db, 'customer', of.customer)
      save(world.db, body, { kept: { ...kept, declines: of.times } })
      return { declines: of.times }
    }
    case 'takePayment':
      return takePayment(world, of)
    case 'setCard':
      return attachCard(world, of.customer, of.card)
    case 'cancelSubscription':
      return cancelOnPage(world, of.subscription)
    case 'paySession':
      return { outcome: await payBySession(world, of.session, of.card) }
    case 'answerBank':
      return { outcome: await answerSession(world, of.session, of.isConfirmed) }
    case 'answerBankOfInvoice':
      return { paid: await answerInvoice(world, of.invoice, of.isConfirmed) }
    case 'expireSession':
      return expireSession(world, await lock(world.db, 'checkout.session', of.session))
    case 'payAtStore':
      return { paid: await payAtStore(world, of.intent, of.store) }
    case 'beginPayingAtStore':
      return { isBeingPaid: await beginPayingAtStore(world, of.intent) }
    case 'letExpire':
      return { expired: await lapse(world, of.intent) }
    case 'createDispute':
      return openDispute(world, of)
    case 'withdrawDispute':
      return withdrawDispute(world, of.dispute, of.yen)
    case 'escalateDispute':
      return escalateDispute(world, of.dispute)
    case 'closeDispute':
      return closeDispute(world, of.dispute, of.status)
    case 'appealDispute':
      return appealDispute(world, of.dispute, of.isUpdated)
    case 'answerRefund':
      return endRefund(world, of.refund, of.status)
    case 'bounceRefund':
      return bounceRefund(world, of.refund)
    case 'deliver':
      return {}
  }
}

/** `POST /sandbox/control`: given settings replace the current ones; an action runs at once. */
export const control = async (sent: unknown): Promise<{ status: number; body: object }> => {
  const parsed = payload.safeParse(sent)
  if (!parsed.success) return { status: 400, body: { ok: false, code: 'validation', issues: parsed.error.issues } }
  const of = parsed.data
  if ('action' in of) {
    const result = await inWorld((world) => act(world, of))
    if (of.action === 'deliver') await shared.sandbox?.advance()
    return { status: 200, body: { ok: true, result } }
  }
  const next = await inWorld(async (world) => {
    // Defaults of omitted settings must not overwrite current values.
    const given = Object.fromEntries(Object.entries(of).filter(([name]) => name in (sent as object)))
    const all = settings.parse({ ...world.settings, ...given })
    await writeSettings(world.db, all)
    return all
  })
  return { status: 200, body: { ok: true, settings: next } }
}
