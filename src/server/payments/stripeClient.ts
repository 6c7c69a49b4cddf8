import { AsyncLocalStorage } from 'node:async_hooks'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import Stripe from 'stripe'
import { refuseInRestoredCopy } from '../restored'
import { traced, traceparent } from '../telemetry/trace'
import { Unavailable } from '../unavailable'
import type { Payments } from './payments'

/*
 * How long Stripe is waited for. The SDK repeats what was not answered, which is safe (each POST has a key), and has a limit for each
 * try alone; whoever waits for a call needs one for the whole of it.
 */

/** Milliseconds for a provider that takes no connection, that does not begin to answer, and for a call with all that is repeated. */
export const stripePatience = { connect: 3000, answer: 10_000, whole: 15_000 }

const tooLate = (what: string) => Object.assign(new Error(`Stripe ${what} in time.`), { code: 'ETIMEDOUT' })

/** Connections that are made in time, or not at all; Node has no limit for that. */
const agentOf = (protocol: 'http' | 'https') => {
  const agent = protocol === 'https' ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true })
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (...asked) => {
    const socket = connect(...asked)
    if (!socket) return socket
    const timer = setTimeout(() => socket.destroy(tooLate('took no connection')), stripePatience.connect)
    const stop = () => clearTimeout(timer)
    return socket.once(protocol === 'https' ? 'secureConnect' : 'connect', stop).once('close', stop)
  }
  return agent
}

/** Until when the call of which a request is part has time, by `performance.now()`. */
const deadline = new AsyncLocalStorage<number>()

/** Whoever has traces of the same collector finds theirs under ours. */
const given = (): Record<string, string> => {
  const parent = traceparent()
  return parent ? { traceparent: parent } : {}
}

class InTime extends Stripe.HttpClient {
  readonly #own: InstanceType<typeof Stripe.HttpClient>
  readonly #mayCall: () => Promise<void>
  constructor(protocol: 'http' | 'https', mayCall: () => Promise<void>) {
    super()
    this.#mayCall = mayCall
    this.#own = Stripe.createNodeHttpClient(agentOf(protocol))
  }

  override getClientName() {
    return this.#own.getClientName()
  }

  override async makeRequest(...asked: Parameters<InstanceType<typeof Stripe.HttpClient>['makeRequest']>) {
    await this.#mayCall()
    const [host, port, path, method, headers, data, protocol] = asked
    const until = Math.min(deadline.getStore() ?? Number.POSITIVE_INFINITY, performance.now() + stripePatience.answer)
    const left = Math.round(until - performance.now())
    if (left <= 0) throw tooLate('did not answer')
    const name = `payments ${method}`
    const answer = await traced(name, { kind: 'client', attributes: { 'peer.service': 'payments' } }, () =>
      this.#own.makeRequest(host, port, path, method, { ...headers, ...given() }, data, protocol, left),
    )
    // The SDK's own limit begins anew with every byte.
    const raw = answer.getRawResponse() as IncomingMessage
    const timer = setTimeout(() => raw.destroy(tooLate('did not answer')), until - performance.now())
    raw.once('close', () => clearTimeout(timer))
    return answer
  }
}

type Api = { protocol: 'http' | 'https' }
export const clientInTime = (at?: Api): InstanceType<typeof Stripe.HttpClient> =>
  new InTime(at?.protocol ?? 'https', async () => {})

/** Asks nothing where the database is a restored copy, whose orders are another program's. */
export const payingClient = (at?: Api): InstanceType<typeof Stripe.HttpClient> =>
  new InTime(at?.protocol ?? 'https', refuseInRestoredCopy)

/** Busy with the same call (a try before this one), or with too many. */
const busy = [409, 429]

/** Stripe was not reached, is broken or busy: the same call may succeed a moment later. */
const isAway = (error: unknown) =>
  error instanceof Stripe.errors.StripeError &&
  (error.type === 'StripeConnectionError' || busy.includes(error.statusCode ?? 0) || (error.statusCode ?? 0) >= 500)

const away = (error: unknown) =>
  isAway(error)
    ? new Unavailable(`The payment provider does not answer: ${(error as Error).message}`, { cause: error })
    : error

/** Every call with its limit, and a provider that is away by its name. */
export const inTime = (payments: Payments): Payments => {
  const bounded = <Call extends (...said: never[]) => unknown>(call: Call) =>
    ((...said: Parameters<Call>) => {
      const answer = deadline.run(performance.now() + stripePatience.whole, () => call(...said))
      if (answer instanceof Promise)
        return answer.catch((error: unknown) => {
          throw away(error)
        })
      return answer
    }) as Call
  return Object.fromEntries(Object.entries(payments).map(([name, call]) => [name, bounded(call)])) as Payments
}
