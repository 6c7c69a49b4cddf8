import type { IncomingMessage, ServerResponse } from 'node:http'
import { openPaymentCallback } from '#program/http/paymentCallback.ts'
import { openSandboxDoors } from '#sandbox/doors.ts'

/** The endpoints of the program that the payment provider calls. */
export const openProviderDoors = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
  request.url?.startsWith('/api/webhooks/stripe')
    ? openPaymentCallback(request, response)
    : openSandboxDoors(request, response)
