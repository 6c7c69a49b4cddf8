import { openPaymentCallback } from '../../../server/payments/callback'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default openPaymentCallback
