import { openPaymentCallback } from '#program/http/paymentCallback.ts'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default openPaymentCallback
