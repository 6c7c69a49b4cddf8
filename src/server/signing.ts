import { createHmac, timingSafeEqual } from 'node:crypto'
import { serverConfig } from '#config.server.ts'

/*
 * Signatures by URL_SIGNING_SECRET. What was signed by the one before it (URL_SIGNING_SECRET_PREVIOUS), or by the one that comes next and
 * stands there meanwhile, is accepted too.
 */
const by = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest()

export const signatureOf = (text: string): Buffer => by(serverConfig().URL_SIGNING_SECRET, text)

/** `given` may be the beginning of a signature, `length` bytes long. */
export const isSigned = (text: string, given: Buffer, length = 32): boolean => {
  const { URL_SIGNING_SECRET: current, URL_SIGNING_SECRET_PREVIOUS: previous } = serverConfig()
  const secrets = previous ? [current, previous] : [current]
  return (
    given.length === length && secrets.some((secret) => timingSafeEqual(given, by(secret, text).subarray(0, length)))
  )
}
