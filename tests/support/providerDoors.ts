import type { IncomingMessage, ServerResponse } from 'node:http'
import { openPaymentCallback } from '../../src/server/payments/callback'
import { openSandboxDoors } from '../../src/server/sandbox/doors'

/** The endpoints of the program that the payment provider calls. */
export const openProviderDoors = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
  request.url?.startsWith('/api/webhooks/stripe')
    ? openPaymentCallback(request, response)
    : openSandboxDoors(request, response)
