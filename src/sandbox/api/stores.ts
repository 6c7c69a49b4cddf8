import type { Settings } from '../world'
import { Failure } from './form'

/* What convenience stores refuse: documented by its codes alone (https://docs.stripe.com/error-codes). */

/** Rejected as too common: https://docs.stripe.com/payments/konbini/accept-a-payment */
const tooCommon = '01234567890'

const types: Partial<Record<Settings['storesStatus'], string>> = {
  402: 'card_error',
  409: 'idempotency_error',
  500: 'api_error',
}

/** Refuses, where stores make no vouchers or reject the number that the customer would type. */
export const checkStores = ({ stores, storesStatus }: Settings, confirmationNumber: string | undefined): void => {
  const refused = (code: string, message: string, param?: string) =>
    new Failure(storesStatus, {
      ...{ type: types[storesStatus] ?? 'invalid_request_error', code, message },
      ...(param && { param }),
    })
  if (stores === 'unavailable')
    throw refused(
      'payment_method_not_available',
      'The payment processor for the provided payment method is temporarily unavailable. Try again later.',
    )
  if (stores === 'limited')
    throw refused(
      'payment_method_rate_limit_exceeded',
      'The rate limit of this payment method was exceeded. Try again later.',
    )
  if (
    confirmationNumber !== undefined &&
    (!/^(?!0+$)\d{10,11}$/.test(confirmationNumber) || confirmationNumber === tooCommon)
  )
    throw refused(
      'payment_intent_konbini_rejected_confirmation_number',
      'The confirmation number must be 10 to 11 digits, and not only zeroes or too common a number.',
      'payment_method_options[konbini][confirmation_number]',
    )
}
