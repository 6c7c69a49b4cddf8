import type { IncomingMessage, ServerResponse } from 'node:http'
import { NotYetKnown, receivePaymentEvent } from '#money/orders/payments/callbacks.server.ts'
import { addressOf, seenOf } from '#server/http/address.ts'
import { readRaw } from '#server/http/raw.ts'
import { limitForgedCallback } from '#server/limits.ts'
import { isLive } from '#server/payments/provider.ts'
import { causeOf, log } from '#server/telemetry/log.ts'
import { metrics } from '#server/telemetry/metrics.ts'
import { isUnavailable, retryAfterSeconds } from '#server/unavailable.ts'
import { callbackContext } from '../workContext'

/*
 * Endpoint for the payment provider's events. The sender is authenticated by a signature over the raw bytes, so they
 * are read unparsed; any response but 200 makes the provider send the event again.
 */
const maxBytes = 1024 * 1024

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header) ?? ''

type Answer = { status: number; code: string; type?: string }
const answer = async (request: IncomingMessage): Promise<Answer> => {
  if (request.method !== 'POST') return { status: 405, code: 'methodNotAllowed' }
  const address = addressOf(request)
  const seen = seenOf(request)
  const body = await readRaw(request, maxBytes)
  if (body === null) return { status: 413, code: 'tooLarge' }
  const context = callbackContext()
  const event = context.payments.verifyEvent(body, one(request.headers['stripe-signature']), context.now)
  if (!event || event.livemode !== isLive()) {
    const isTooMany = await limitForgedCallback(address)
    log.warn({ ...seen, isSigned: event !== null }, 'payment callback refused')
    return isTooMany ? { status: 429, code: 'tooManyRequests' } : { status: 400, code: 'badSignature' }
  }
  const { type } = event
  try {
    await receivePaymentEvent(context, event)
    metrics().paymentEventLag.observe({ type }, Math.max(0, context.now - event.at) / 1000)
    return { status: 200, code: 'received', type }
  } catch (error) {
    if (error instanceof NotYetKnown) return { status: 503, code: 'notYetKnown', type }
    metrics().paymentEventsFailed.inc({ type })
    log.error({ eventId: event.id, type, ...seen, cause: causeOf(error) }, 'payment callback failed')
    return isUnavailable(error) ? { status: 503, code: 'unavailable', type } : { status: 500, code: 'internal', type }
  }
}

export const openPaymentCallback = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const from = performance.now()
  const { status, code, type } = await answer(request)
  // Of a proven sender only: anybody may send any type.
  if (type !== undefined) metrics().callbackSeconds.observe({ type, status }, (performance.now() - from) / 1000)
  if (status === 405) response.setHeader('Allow', 'POST')
  if (status === 503) response.setHeader('Retry-After', String(retryAfterSeconds))
  if (status === 413) response.setHeader('Connection', 'close')
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-store' })
    .end(JSON.stringify({ ok: status === 200, code }))
}
