import type { CallbackContext } from '../../server/jobDefinition'
import { PaymentRefused, type ProviderEvent } from '../../server/payments/payments'
import { workOf } from '../orders/jobs.server'
import type { Work } from '../orders/work.server'
import { applyIntent, applyInvoice, applySession, applySubscription, readSession } from './apply.server'
import { applyDispute, applyRefund } from './giveBack.server'
import { takeEvent } from './queries.server'

type Apply = (work: Work) => Promise<void>
type Reads = (context: Pick<CallbackContext, 'payments'>, id: string) => Promise<Apply>

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
      return (work) => applyDispute(work, dispute)
    },
  ],
  [
    /^(refund\.|charge\.refund\.)/,
    async ({ payments }, id) => {
      const refund = await payments.refundById(id)
      return (work) => applyRefund(work, refund)
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
