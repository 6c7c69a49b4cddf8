import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverConfig } from '#config.server.ts'
import type { Instant } from '#kit/time.ts'
import { cookiesOf } from '../http/cookies'
import { checkFolder } from './keys'
import type { FolderGrant, SignedFolder } from './types'

/*
 * Access to a whole folder takes three cookies, as in CloudFront: a policy (which URLs, until when), its
 * signature, and the key id. The media route checks them the same way where there is no CloudFront.
 */
const names = ['CloudFront-Policy', 'CloudFront-Signature', 'CloudFront-Key-Pair-Id'] as const
type Name = (typeof names)[number]
const [policyName, signatureName, keyPairName] = names

type Key = { id: string; privateKey: string }

/** Created once per data folder. If two processes create it at the same moment, the first file counts. */
const localKey = (): Key => {
  const { DATA_DIR } = serverConfig()
  const file = join(DATA_DIR, 'media-cookie-key.pem')
  try {
    return { id: 'local', privateKey: readFileSync(file, 'utf8') }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const own = `${file}.${randomBytes(8).toString('hex')}`
  mkdirSync(DATA_DIR, { recursive: true })
  writeFileSync(own, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(own, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(own, { force: true })
  }
  return { id: 'local', privateKey: readFileSync(file, 'utf8') }
}

type KnownKey = Key & { publicKey: ReturnType<typeof createPublicKey> }
let known: [KnownKey, ...KnownKey[]] | undefined
const withPublic = (key: Key): KnownKey => ({ ...key, publicKey: createPublicKey(key.privateKey) })
/** The one that signs comes first; cookies of the others open as well. */
const signingKeys = () => {
  if (!known) {
    const config = serverConfig()
    const pairOf = (id: string | undefined, privateKey: string | undefined) =>
      id && privateKey ? { id, privateKey } : null
    const current = pairOf(config.CLOUDFRONT_KEY_PAIR_ID, config.CLOUDFRONT_PRIVATE_KEY) ?? localKey()
    const previous = pairOf(config.CLOUDFRONT_KEY_PAIR_ID_PREVIOUS, config.CLOUDFRONT_PRIVATE_KEY_PREVIOUS)
    known = [withPublic(current), ...(previous ? [withPublic(previous)] : [])]
  }
  return known
}

/** Base URL under which the browser reads storage keys, without a trailing slash. */
const ownBase = () => `${serverConfig().PUBLIC_ORIGIN}/api/media`
const readingBase = () => serverConfig().CLOUDFRONT_URL ?? ownBase()

export const signFolder = async ({ folder, expiresAt, isLive = false }: FolderGrant): Promise<SignedFolder> => {
  // Imported late, so that code that never signs does not load it.
  const { getSignedCookies } = await import('@aws-sdk/cloudfront-signer')
  const [{ id: keyPairId, privateKey }] = signingKeys()
  const { CLOUDFRONT_COOKIE_DOMAIN: domain } = serverConfig()
  const url = `${isLive ? ownBase() : readingBase()}/${checkFolder(folder)}`
  const until = { DateLessThan: { 'AWS:EpochTime': Math.floor(expiresAt / 1000) } }
  const policy = JSON.stringify({ Statement: [{ Resource: `${url}/*`, Condition: until }] })
  const signed: Partial<Record<Name, string | number>> = getSignedCookies({ policy, keyPairId, privateKey })
  const { pathname: path, protocol } = new URL(url)
  const cookies = names.map((name) => ({
    name,
    value: String(signed[name]),
    path,
    domain,
    secure: protocol === 'https:',
  }))
  return { url, cookies }
}

const toBase64 = (text: string) => text.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/')

/** Accepts the canonical base64 of these bytes only: several texts decode to the same signed bytes. */
const decoded = (text: string): Buffer | null => {
  const bytes = Buffer.from(toBase64(text), 'base64')
  return bytes.toString('base64') === toBase64(text) ? bytes : null
}

const policyOf = (bytes: Buffer): { resource: string; until: number } | null => {
  try {
    const { Statement } = JSON.parse(bytes.toString('utf8'))
    const [{ Resource, Condition }] = Statement
    const until: unknown = Condition.DateLessThan['AWS:EpochTime']
    return typeof Resource === 'string' && typeof until === 'number' ? { resource: Resource, until } : null
  } catch {
    return null
  }
}

/** Whether the cookies of a request give access to this key at this moment. */
export const opensKey = (cookieHeader: string | undefined, key: string, at: Instant): boolean => {
  const cookies = cookiesOf(cookieHeader)
  const signer = signingKeys().find(({ id }) => cookies.get(keyPairName) === id)
  if (!signer) return false
  const policyBytes = decoded(cookies.get(policyName) ?? '')
  const signature = decoded(cookies.get(signatureName) ?? '')
  if (!policyBytes || !signature || !verify('RSA-SHA1', policyBytes, signer.publicKey, signature)) return false
  const policy = policyOf(policyBytes)
  // Policies made by this program end in one `*`.
  if (!policy?.resource.endsWith('/*') || at >= policy.until * 1000) return false
  const opened = policy.resource.slice(0, -1)
  return [readingBase(), ownBase()].some((base) => `${base}/${key}`.startsWith(opened))
}
