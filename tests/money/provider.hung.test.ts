import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { now } from '#server/clock.ts'
import { PaymentRefused, type Payments } from '#server/payments/payments.ts'
import { stripePayments } from '#server/payments/stripe.ts'
import { stripePatience } from '#server/payments/stripeClient.ts'
import { isUnavailable } from '#server/unavailable.ts'
import { ask, request } from '../support/club'
import { provider } from '../support/payments'
import { moveTo, newFan, shop } from '../support/shop'

/* A payment provider that takes connections and never answers, answers without end, or is broken: whoever waits for it is told so. */
const patience = { ...stripePatience }
const sockets = new Set<Socket>()
const mute = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => {})
})
let says: (response: ServerResponse) => void = () => {}
const talking = createHttpServer((_, response) => says(response))
const portOf = (server: Server) => (server.address() as AddressInfo).port
const at = (server: Server, protocol: 'http' | 'https' = 'http') =>
  stripePayments({
    secretKey: 'sk_test_hung',
    webhookSecret: 'whsec_hung',
    at: { protocol, host: '127.0.0.1', port: portOf(server) },
  })
let hung: Payments
beforeAll(async () => {
  for (const server of [mute, talking]) await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  hung = at(mute)
})
// Shorter than those of the program.
const short = () => Object.assign(stripePatience, { connect: 300, answer: 300, whole: 600 })
afterEach(() => {
  Object.assign(stripePatience, patience)
  vi.restoreAllMocks()
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  talking.closeAllConnections()
  for (const server of [mute, talking]) server.close()
})

const isAway = async (asked: Promise<unknown>) => {
  const ended = await asked.catch((error: unknown) => error)
  expect(ended).toBeInstanceOf(Error)
  expect(isUnavailable(ended), String(ended)).toBe(true)
  return ended as Error & { cause: { detail?: { code?: string } } }
}

const calls: [string, () => Promise<unknown>][] = [
  ['is asked for a session', () => hung.session('cs_1')],
  ['is to make a customer', () => hung.createCustomer({ uid: 'u', email: 'a@example.test', name: 'A' }, 'key')],
  ['is to end a session', () => hung.expireSession('cs_1')],
  ['is to take a payment', () => hung.payInvoice('in_1', 'pm_1', 'key')],
  ['is to give back', () => hung.refund({ refundId: 'r', intentId: 'pi_1', amount: 100 }, 'key')],
  ['is asked for a list', () => hung.refundsOf('pi_1')],
  ['is asked whose key it is', () => hung.account()],
  [
    'is to open the page for the card',
    () => hung.portalUrl({ customerId: 'c', returnUrl: 'https://a', doneUrl: 'https://b', locale: 'ja' }),
  ],
]
test.each(calls)('a provider that hangs when it %s is one that is not there at this moment', async (_, call) => {
  short()
  await isAway(call())
})

test('one that takes no connection is given up before it could have answered', async () => {
  Object.assign(stripePatience, { connect: 300 })
  const ended = await isAway(at(mute, 'https').session('cs_1'))
  expect(ended.cause.detail).toMatchObject({ code: 'ETIMEDOUT', message: 'Stripe took no connection in time.' })
})

test('an answer without end is none', async () => {
  short()
  let timer: NodeJS.Timeout | undefined
  says = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":"')
    timer = setInterval(() => response.write('a'), 20)
    response.on('close', () => clearInterval(timer))
  }
  await isAway(at(talking).session('cs_1'))
})

test('a broken provider, and one that is busy, may answer later; a refusal stays one', async () => {
  for (const status of [500, 503, 429, 409]) {
    says = (response) =>
      response.writeHead(status, { 'stripe-should-retry': 'false' }).end('{"error":{"message":"Not now."}}')
    await isAway(at(talking).session('cs_1'))
  }
  says = (response) =>
    response.writeHead(404).end('{"error":{"type":"invalid_request_error","code":"resource_missing","message":"No."}}')
  await expect(at(talking).session('cs_1')).rejects.toThrow(PaymentRefused)
})

test('who buys while the provider hangs is told when to come again, and buys then', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const payload = { ...of.of, returnPath: null }
  const buy = () => request(subscriptions.purchasePlanSubscription, JSON.stringify(payload), fan)
  short()
  for (const name of ['account', 'createCustomer', 'ensurePrice', 'openSession'] as const)
    vi.spyOn(provider, name).mockImplementation(hung[name] as never)
  const answer = await buy()
  expect([answer.status, JSON.parse(answer.body).code, Number(answer.headers['Retry-After']) > 0]).toEqual([
    503,
    'unavailable',
    true,
  ])
  Object.assign(stripePatience, patience)
  vi.restoreAllMocks()
  await moveTo(now() + 6 * 60_000)
  expect(await ask(subscriptions.purchasePlanSubscription, payload, fan)).toMatchObject({
    sessionUrl: expect.any(String),
  })
})
