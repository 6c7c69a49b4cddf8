import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * A push service and the browsers behind it (RFC 8030): it takes messages by HTTP, checks who sent them (VAPID, RFC 8292) and opens them
 * as their browser would (RFC 8291, RFC 8188). It shares no code with what sends them.
 */

type Browser = { secret: ReturnType<typeof createECDH>; auth: Buffer; endpoint: string }
export type Taken = {
  endpoint: string
  message: Record<string, unknown>
  /** What the sender's signature says. */
  claims: { aud: string; exp: number; sub: string }
  ttl: number
  urgency: string
  topic: string
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64url')
const hkdf = (salt: Buffer, key: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** RFC 8291, section 3.4, then one record of RFC 8188. */
const opened = (body: Buffer, { secret, auth }: Browser): string => {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  if (idLength !== 65 || sealed.length > recordSize || body.length > 4096) throw new Error('not a message of aes128gcm')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), secret.getPublicKey(), sender])
  const material = hkdf(auth, secret.computeSecret(sender), info, 32)
  const key = hkdf(salt, material, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(salt, material, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('not the last record')
  return padded.subarray(0, end).toString('utf8')
}

/** The claims of `Authorization: vapid t=<JWT>, k=<key>`, if they are signed by that key (ES256). */
const claimsOf = (header: string): { claims: Taken['claims']; key: string } => {
  const { t = '', k = '' } = Object.fromEntries(
    header
      .replace(/^vapid\s+/, '')
      .split(',')
      .map((part) => part.trim().split(/=(.*)/s).slice(0, 2)),
  ) as { t?: string; k?: string }
  const [head = '', claims = '', signature = ''] = t.split('.')
  const point = fromBase64(k)
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    fromBase64(signature),
  )
  if (!isSigned || JSON.parse(fromBase64(head).toString()).alg !== 'ES256') throw new Error('not signed by its key')
  return { claims: JSON.parse(fromBase64(claims).toString()), key: k }
}

const bodyOf = async (request: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

export const openPushService = async (port = 0) => {
  const browsers = new Map<string, Browser>()
  /** Addresses that answer otherwise than by taking the message. */
  const answers = new Map<string, number>()
  /** Addresses that take a message and do not answer. */
  const silent = new Set<string>()
  const taken: Taken[] = []
  const problems: string[] = []
  let origin = ''
  /** The key that all senders have to show. */
  let senderKey: string | undefined
  const server = createServer(async (request, response) => {
    const endpoint = `${origin}${request.url}`
    const browser = browsers.get(endpoint)
    const status = answers.get(endpoint)
    if (status !== undefined) return response.writeHead(status).end()
    try {
      if (!browser || request.method !== 'POST') return response.writeHead(404).end()
      const { claims, key } = claimsOf(request.headers.authorization ?? '')
      const seconds = Date.now() / 1000
      if (claims.aud !== origin || claims.exp < seconds || claims.exp > seconds + 86_400) throw new Error('claims')
      if (senderKey !== undefined && key !== senderKey) return response.writeHead(403).end()
      if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('encoding')
      taken.push({
        endpoint,
        message: JSON.parse(opened(await bodyOf(request), browser)),
        claims,
        ttl: Number(request.headers.ttl),
        urgency: String(request.headers.urgency),
        topic: String(request.headers.topic),
      })
      if (!silent.has(endpoint)) response.writeHead(201).end()
    } catch (error) {
      problems.push(String(error))
      response.writeHead(400).end()
    }
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** A browser in which messages were allowed: what its PushSubscription says. */
  const browser = () => {
    const secret = createECDH('prime256v1')
    secret.generateKeys()
    const one = { secret, auth: randomBytes(16), endpoint: `${origin}/send/${randomBytes(12).toString('hex')}` }
    browsers.set(one.endpoint, one)
    return {
      endpoint: one.endpoint,
      p256dh: secret.getPublicKey('base64url'),
      auth: one.auth.toString('base64url'),
    }
  }
  return {
    origin,
    browser,
    taken,
    problems,
    at: (endpoint: string) => taken.filter((one) => one.endpoint === endpoint),
    answer: (endpoint: string, status: number | null) =>
      status === null ? answers.delete(endpoint) : answers.set(endpoint, status),
    /** Takes what comes there, and the sender does not learn that it was taken. */
    keepSilent: (endpoint: string, isSilent: boolean) => (isSilent ? silent.add(endpoint) : silent.delete(endpoint)),
    expectSender: (key: string) => {
      senderKey = key
    },
    close: () => new Promise((done) => server.close(done)),
  }
}
