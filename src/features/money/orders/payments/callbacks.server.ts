import type { CallbackContext } from '#server/jobDefinition.ts'
import { type PaymentIntent, PaymentRefused, type ProviderEvent } from '#server/payments/payments.ts'
import type { ApplyEvent, ReadEvent, TillPorts } from '../kinds.server'
import type { Work } from '../work.server'
import { workOf } from '../work.server'
import { applyIntent, applySession } from './apply.server'
import { applyDispute, applyRefund } from './giveBack.server'
import { claimEvent, fanOfCustomer, isKnownPayment } from './queries.server'

/** The event is about an object that is not stored yet: the reply is 503, so that the provider sends it again. */
export class NotYetKnown extends Error {}

/** A refund or dispute of an unknown payment: retried if the customer is ours, ignored otherwise. */
const ofNobody = async (work: Work, { id, customerId }: PaymentIntent) => {
  // What nobody knows is the operator's to settle.
  if (await isKnownPayment(work.tx.db, id)) return
  if (customerId !== null && (await fanOfCustomer(work.tx.db, customerId)) !== undefined) throw new NotYetKnown(id)
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
      return async (work) => (await applyDispute(work, dispute)) || ofNobody(work, intent)
    },
  ],
  [
    /^(refund\.|charge\.refund\.)/,
    async ({ payments }, id) => {
      const refund = await payments.refundById(id)
      const intent = await payments.intent(refund.intentId)
      return async (work) => (await applyRefund(work, refund)) || ofNobody(work, intent)
    },
  ],
]

const ignored: ApplyEvent = async () => {}

/** An object that the provider does not know: ignored, because a retry would not help. */
const readOrIgnore = (read: ReadEvent, context: CallbackContext, id: string): Promise<ApplyEvent> =>
  read(context, id).catch((error: unknown) => {
    if (error instanceof PaymentRefused && error.code === 'resource_missing') return ignored
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
  const apply = read ? await readOrIgnore(read, context, event.objectId) : ignored
  await transaction(async (tx) => {
    if (await claimEvent(tx.db, event, now)) await apply(workOf(context, tx))
  })
}
