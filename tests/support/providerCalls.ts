import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseForm } from '#sandbox/api/form.ts'
import { type Message, objectMessage } from './providerTypes'

/*
 * What the program's SDK asks of the payment sandbox over HTTP and what it is answered, as messages of the SDK's types: requests
 * by their route, objects by their name, errors as the SDK reads them.
 */

const resources: Record<string, string> = {
  customers: 'Customer',
  prices: 'Price',
  products: 'Product',
  'checkout/sessions': 'Checkout.Session',
  payment_intents: 'PaymentIntent',
  payment_methods: 'PaymentMethod',
  charges: 'Charge',
  subscriptions: 'Subscription',
  invoices: 'Invoice',
  refunds: 'Refund',
  disputes: 'Dispute',
  balance_transactions: 'BalanceTransaction',
  events: 'Event',
  'billing_portal/configurations': 'BillingPortal.Configuration',
  'billing_portal/sessions': 'BillingPortal.Session',
}
const acts: Record<string, string> = { POST: 'Create', GET: 'List' }
const actsOfOne: Record<string, string> = { POST: 'Update', GET: 'Retrieve', DELETE: 'Cancel' }

/** The SDK's type of a request's parameters. */
const paramsOf = (method: string, path: string): string | null => {
  const resource = Object.keys(resources).find((name) => path === `/v1/${name}` || path.startsWith(`/v1/${name}/`))
  if (!resource) return null
  const [, id, verb] = path.slice(`/v1/${resource}`.length).split('/')
  const act = verb ? verb.replace(/^./, (letter) => letter.toUpperCase()) : (id ? actsOfOne : acts)[method]
  return `${resources[resource]}${act}Params`
}

/** Codes of the stores' own page that the SDK's list of codes leaves out; https://docs.stripe.com/payments/konbini */
const storeCodes = `'payment_method_rate_limit_exceeded'`
export const errorType = `Omit<Stripe.StripeRawError, 'code'> & { code?: Stripe.PaymentIntent.LastPaymentError.Code | ${storeCodes} }`

const answered = (status: number, body: { object?: string; data?: object[]; error?: object }): Message[] => {
  if (status !== 200) return body.error ? [{ type: errorType, body: body.error }] : []
  return (body.object === 'list' ? (body.data ?? []) : [body]).flatMap((one) =>
    'object' in one ? [objectMessage(one as { object: string })] : [],
  )
}

/**
 * Notes a call while it is answered. A request that was refused for its parameters is not one of the program's, except where it
 * is the program that sent it by mistake: its tests fail then.
 */
export const noting = (
  note: (messages: readonly Message[]) => void,
  request: IncomingMessage,
  response: ServerResponse,
) => {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2)
  if (!path.startsWith('/v1/') || !request.headers['user-agent']?.startsWith('Stripe/')) return
  const chunks: Buffer[] = []
  const parts = request[Symbol.asyncIterator].bind(request)
  request[Symbol.asyncIterator] = async function* (): AsyncGenerator<Buffer, undefined> {
    for await (const chunk of parts()) {
      chunks.push(chunk as Buffer)
      yield chunk as Buffer
    }
    return undefined
  }
  const end = response.end.bind(response)
  response.end = ((text?: string) => {
    const body = text ? JSON.parse(text) : {}
    const type = paramsOf(request.method ?? '', path)
    const sent = parseForm(Buffer.concat(chunks).toString('utf8') || query)
    const isRefused = response.statusCode === 400 && body.error?.param !== undefined
    note([
      ...(type && !isRefused ? [{ type: `Stripe.${type}`, body: sent, isForm: true }] : []),
      ...answered(response.statusCode, body),
    ])
    return end(text)
  }) as typeof response.end
}
