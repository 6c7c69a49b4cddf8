import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { realNow } from '../clock'
import { shared } from '../shared'
import { causeOf, log } from '../telemetry/log'
import { outsideCall } from '../telemetry/outside'
import { Unavailable } from '../unavailable'

/** Milliseconds within which the provider has answered, connecting included. */
const answerWithin = 10_000
/** Milliseconds between two requests of one address: neither an outage nor made-up key ids cause one for each call. */
const askEvery = 5000

const answerSchema = z.record(z.string(), z.string())

/** Certificates by the id of their key, as the provider publishes them. */
const fetchKeys = async (address: string) => {
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(answerWithin) })
  if (!answer.ok) throw new Error(`The identity provider answered ${answer.status}.`)
  const certificates = Object.entries(answerSchema.parse(await answer.json()))
  if (certificates.length === 0) throw new Error('The identity provider answered without keys.')
  const keys = new Map(certificates.map(([kid, certificate]) => [kid, createPublicKey(certificate)]))
  const [, maxAge] = /max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '') ?? []
  const lifetime = Number(maxAge ?? 0) - Number(answer.headers.get('age') ?? 0)
  return { keys, freshUntil: realNow() + lifetime * 1000 }
}

const keysAt = (address: string) => {
  let keys = new Map<string, KeyObject>()
  let freshUntil = 0
  let nextAskAt = 0
  let isAway = false
  let asking: Promise<void> | undefined

  const ask = async () => {
    try {
      const answered = await outsideCall({ service: 'identity', call: 'keys' }, () => fetchKeys(address))
      keys = answered.keys
      freshUntil = answered.freshUntil
      isAway = false
    } catch (error) {
      isAway = true
      // What fetch throws says only that it failed; the reason is its cause.
      log.error({ address, cause: causeOf(error instanceof Error ? (error.cause ?? error) : error) }, 'identityKeys')
    }
    nextAskAt = realNow() + askEvery
    asking = undefined
  }

  return async (kid: string): Promise<KeyObject | undefined> => {
    const known = keys.get(kid)
    if (known && realNow() < freshUntil) return known
    if (realNow() >= nextAskAt) asking ??= ask()
    // While the provider is away nobody waits for it with a key that was good when it was last heard of.
    if (known && isAway) return known
    await asking
    const found = keys.get(kid)
    if (!found && isAway) throw new Unavailable("The identity provider's keys cannot be had.")
    return found
  }
}

declare module '../shared' {
  interface Shared {
    /** The identity provider's public keys by the address that publishes them. */
    identityKeys?: Map<string, ReturnType<typeof keysAt>>
  }
}

/**
 * The provider's public key with that id; undefined where the provider has none, `Unavailable` where that cannot be known. Keys
 * are kept for the lifetime of the answer, and beyond it for as long as the provider cannot be reached.
 */
export const publicKey = (address: string, kid: string): Promise<KeyObject | undefined> => {
  shared.identityKeys ??= new Map()
  const found = shared.identityKeys.get(address) ?? keysAt(address)
  shared.identityKeys.set(address, found)
  return found(kid)
}
