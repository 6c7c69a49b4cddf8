import type { CallbackContext } from '#server/jobDefinition.ts'
import { type PaymentIntent, PaymentRefused, type ProviderEvent } from '#server/payments/payments.ts'
import type { ApplyEvent, ReadEvent, TillPorts } from '../kinds.server'
import type { Work } from '../work.server'
import { workOf } from '../work.server'
import { applyIntent, applySession } from './apply.server'
import { applyDispute } from './dispute.server'
import { applyRefund } from './giveBack.server'
import {
  claimEvent,
  fanOfCustomer,
  isKnownPayment,
  lockedUnallocated,
  type Unallocated,
  unallocatedOf,
} from './queries.server'
import { afterDispute, afterRefunds, type Standing } from './unallocated'
import { keepStanding } from './unallocated.server'

/** The event is about an object that is not stored yet: the reply is 503, so that the provider sends it again. */
export class NotYetKnown extends Error {}

/**
 * A refund or dispute of a payment that no order knows: the operator sees it where the payment stands for the operator. Otherwise it is
 * retried if the customer is ours, and ignored if not.
 */
const ofNobody = async (
  { tx: { db }, now }: Work,
  { id, customerId }: PaymentIntent,
  after: (known: Unallocated) => Standing | null,
  heard: Partial<Unallocated> = {},
) => {
  const stands = await lockedUnallocated(db, id)
  if (stands) return keepStanding(db, stands, after(stands), now, heard)
  if (await isKnownPayment(db, id)) return
  if (customerId !== null && (await fanOfCustomer(db, customerId)) !== undefined) throw new NotYetKnown(id)
}

/** Reads the object that an event names, outside of any transaction; the result is applied inside one. */
const ofOrders: TillPorts['paymentEvents'] = [
  [
    /^checkout\.session\./,
    async ({ payments }, id) => {
      const read = await payments.session(id)
      return (work) => applySession(work, read)
    },
  ],
  [
    /^payment_intent\./,
    async ({ payments }, id) => {
      const intent = await payments.intent(id)
      return (work) => applyIntent(work, intent)
    },
  ],
  [
    /^charge\.dispute\./,
    async ({ payments }, id) => {
      const dispute = await payments.dispute(id)
      const intent = await payments.intent(dispute.intentId)
      const isOpen = dispute.state === 'open' || dispute.state === 'inquiry'
      const heard = { evidenceDueAt: isOpen ? dispute.evidenceDueAt : null }
      return async (work) =>
        (await applyDispute(work, dispute)) ||
        ofNobody(work, intent, (known) => afterDispute(known, dispute.state), heard)
    },
  ],
  [
    /^(refund\.|charge\.refund\.)/,
    async ({ db, payments }, id) => {
      const refund = await payments.refundById(id)
      const intent = await payments.intent(refund.intentId)
      const stands = await unallocatedOf(db, intent.id)
      const all = stands ? await payments.refundsOf(intent.id) : []
      return async (work) =>
        (await applyRefund(work, refund)) || ofNobody(work, intent, (known) => afterRefunds(known, all))
    },
  ],
]

/** An object that the provider does not know: ignored, because a retry would not help. */
const readOrIgnore = (read: ReadEvent, context: CallbackContext, id: string): Promise<ApplyEvent | null> =>
  read(context, id).catch((error: unknown) => {
    if (error instanceof PaymentRefused && error.code === 'resource_missing') return null
    throw error
  })

/**
 * Handles a verified event of the payment provider. Recording it and its effect are one transaction: it takes effect
 * once, however often and in whatever order it is delivered. Unknown types are only recorded.
 */
export const receivePaymentEvent = async (context: CallbackContext, event: ProviderEvent): Promise<void> => {
  const { transaction, now, ports } = context
  // A card's payment is applied by its session or invoice: nothing is asked about it.
  const read = event.isOfCard
    ? undefined
    : [...ofOrders, ...ports.till.paymentEvents].find(([type]) => type.test(event.type))?.[1]
  const apply = read ? await readOrIgnore(read, context, event.objectId) : null
  // What has no effect is recorded by one statement.
  if (apply === null) return void (await claimEvent(context.db, event, now))
  await transaction(async (tx) => {
    if (await claimEvent(tx.db, event, now)) await apply(workOf(context, tx))
  })
}
