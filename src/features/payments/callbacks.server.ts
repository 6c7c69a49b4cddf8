import type { CallbackContext } from '../../server/jobDefinition'
import { type PaymentIntent, PaymentRefused, type ProviderEvent } from '../../server/payments/payments'
import { workOf } from '../orders/jobs.server'
import type { Work } from '../orders/work.server'
import { applyIntent, applyInvoice, applySession, applySubscription, readSession } from './apply.server'
import { applyDispute, applyRefund } from './giveBack.server'
import { isCustomer, takeEvent } from './queries.server'

type Apply = (work: Work) => Promise<unknown>
type Reads = (context: Pick<CallbackContext, 'payments'>, id: string) => Promise<Apply>

/** What an event is about has not been heard of: it is to be told again, after the event that tells of it. */
export class NotYetKnown extends Error {}

/** Money that went back of a payment that is not known: one of our customers' will be, all others are none of ours. */
const ofNobody = async (work: Work, { id, customerId }: PaymentIntent) => {
  if (customerId !== null && (await isCustomer(work.tx.db, customerId))) throw new NotYetKnown(id)
}

/** What an event says has changed is read anew, outside any transaction; what is done about it comes after. */
const kinds: readonly (readonly [type: RegExp, read: Reads])[] = [
  [
    /^checkout\.session\./,
    async ({ payments }, id) => {
      const read = await readSession(payments, id)
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
    /^invoice\./,
    async ({ payments }, id) => {
      const invoice = await payments.invoice(id)
      return (work) => applyInvoice(work, invoice)
    },
  ],
  [
    /^customer\.subscription\./,
    async ({ payments }, id) => {
      const subscription = await payments.subscription(id)
      return (work) => applySubscription(work, subscription)
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

const ignored: Apply = async () => {}

/** An object that the provider does not know (any more) has nothing to tell: being told of it again would not help. */
const readOrIgnore = (read: Reads, context: CallbackContext, id: string): Promise<Apply> =>
  read(context, id).catch((error: unknown) => {
    if (error instanceof PaymentRefused && error.code === 'resource_missing') return ignored
    throw error
  })

/**
 * What the payment provider tells, verified before. Noting the event and its effect are one transaction: an event has its
 * effect once, however often and in whatever order it is delivered. Of a kind that is not known it is only noted.
 */
export const receivePaymentEvent = async (context: CallbackContext, event: ProviderEvent): Promise<void> => {
  const { transaction, now } = context
  const read = kinds.find(([type]) => type.test(event.type))?.[1]
  const apply = read ? await readOrIgnore(read, context, event.objectId) : ignored
  await transaction(async (tx) => {
    if (await takeEvent(tx.db, event, now)) await apply(workOf(context, tx))
  })
}
