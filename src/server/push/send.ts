import { createHash } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import webPush from 'web-push'
import { serverConfig, vapidKeys } from '#config.server.ts'
import { refuseInRestoredCopy } from '../restored'
import { causeOf, log } from '../telemetry/log'
import { outsideCall } from '../telemetry/outside'
import { isPushEndpoint } from './endpoint'
import { type PushMessage, pushMessage } from './message'
import { lookupPublic } from './publicAddress'

/** Where a browser takes messages (RFC 8030), and what they are encrypted for (RFC 8291): base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** Milliseconds that a push service has for all of an answer, and seconds that it keeps a message for a phone that is off. */
const patience = 10_000
const keptFor = 86_400

type Details = Awaited<ReturnType<typeof webPush.generateRequestDetails>>

/** The answer's status. Redirects are not followed, and what else it says is not read. */
const post = ({ endpoint, method, headers, body }: Details): Promise<number> =>
  new Promise((done, fail) => {
    const isTest = new URL(endpoint).origin === serverConfig().PUSH_TEST_ORIGIN
    const send = endpoint.startsWith('http:') ? requestHttp : requestHttps
    const call = send(endpoint, {
      method,
      headers,
      agent: false,
      signal: AbortSignal.timeout(patience),
      ...(!isTest && { lookup: lookupPublic }),
    })
    call.once('error', fail)
    call.once('response', (response) => {
      done(response.statusCode ?? 0)
      response.once('error', () => {})
      response.destroy()
    })
    call.end(body)
  })

export type PushOutcome = 'sent' | 'gone' | 'refused' | 'unreachable'

/**
 * Sends one message. `gone`: the browser takes no more there (404, 410), as when its user has forbidden messages. `refused`: it never will
 * take this one (any other 4xx). `unreachable`: it may be tried again.
 */
export const sendPush = async (
  to: PushTarget,
  value: PushMessage,
  { isUrgent }: { isUrgent: boolean },
): Promise<PushOutcome> => {
  await refuseInRestoredCopy()
  const keys = vapidKeys()
  // Keys that were taken away, or an address that would be refused today.
  if (!keys || !isPushEndpoint(to.endpoint)) return 'refused'
  const details = webPush.generateRequestDetails(
    { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
    JSON.stringify(pushMessage.parse(value)),
    {
      vapidDetails: keys,
      TTL: keptFor,
      urgency: isUrgent ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    },
  )
  const topic = createHash('sha256').update(value.tag).digest('base64url').slice(0, 32)
  const status = await outsideCall({ service: 'push', call: 'send' }, async () => {
    const answered = await post({ ...details, headers: { ...details.headers, Topic: topic } })
    if (answered === 429 || answered >= 500) throw new Error(`The push service answered ${answered}.`)
    return answered
  }).catch((error: unknown) => {
    log.warn({ host: new URL(to.endpoint).host, cause: causeOf(error) }, 'push service')
    return null
  })
  if (status === null) return 'unreachable'
  if (status >= 200 && status < 300) return 'sent'
  return status === 404 || status === 410 ? 'gone' : 'refused'
}
