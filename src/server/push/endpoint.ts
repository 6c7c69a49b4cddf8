import { isIP } from 'node:net'
import { serverConfig, vapidKeys } from '#config.server.ts'
import { isPublicAddress } from './publicAddress'

/** What browsers are told, so that only this installation can send to them; null: it sends no messages. */
export const pushPublicKey = (): string | null => vapidKeys()?.publicKey ?? null

/**
 * Whether messages may be sent there: https at its usual port, to a name or a public address. Where the name leads is looked at with each
 * connection.
 */
export const isPushEndpoint = (endpoint: string): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (origin === serverConfig().PUSH_TEST_ORIGIN) return true
  if (protocol !== 'https:' || port !== '') return false
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0
    ? /^[^.]+(\.[^.]+)+$/.test(bare) && !/\.(localhost|local|internal)$/i.test(bare)
    : isPublicAddress(bare)
}
