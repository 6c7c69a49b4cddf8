import type { CallbackContext } from '../../server/jobDefinition'
import type { ProviderEvent } from '../../server/payments/payments'
import { keepEvent } from './queries.server'

/** What the payment provider tells. The signature has been verified before; each event counts once, however often it comes. */
export const receivePaymentEvent = async (
  { transaction, now }: CallbackContext,
  event: ProviderEvent,
): Promise<void> => {
  await transaction(({ db }) => keepEvent(db, event, now))
}
