import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { initializeApp } from 'firebase-admin/app'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { identity } from '#club/identity/contract.ts'
import { serverConfig } from '#config.server.ts'
import { accounts } from '#office/accounts/contract.ts'
import { identityAdmin } from '#server/identity/identity.ts'
import { shared } from '#server/shared.ts'
import { log } from '#server/telemetry/log.ts'
import { encode, startAccountDoor } from '../support/accountDoor'
import { type Person, person, request } from '../support/club'

/*
 * A real project: tokens are signed, and the provider's public keys are fetched from where it publishes them, which is a server
 * here that comes and goes. Accounts stay with the emulator.
 */
const projectId = 'demo-tsudoi'
const paths = {
  idToken: '/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com',
  sessionCookie: '/identitytoolkit/v3/relyingparty/publicKeys',
}

const der = (tag: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, 0x82, body.length >> 8, body.length & 255]), body])
}
/** A certificate without names, as small as the format allows. */
const certificateOf = ({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }) => {
  const sha256WithRsa = der(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'))
  const time = (text: string) => der(0x17, Buffer.from(text))
  const validity = der(0x30, time('260101000000Z'), time('460101000000Z'))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const content = der(0x30, Buffer.from('020101', 'hex'), sha256WithRsa, der(0x30), validity, der(0x30), key)
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)])
  const whole = der(0x30, content, sha256WithRsa, der(0x03, signature))
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`
}
const makeKey = (kid: string) => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid, privateKey: pair.privateKey, certificate: certificateOf(pair) }
}
type Key = ReturnType<typeof makeKey>
const [first, second, ofCookies] = [makeKey('first'), makeKey('second'), makeKey('cookies')]

const seconds = () => Math.floor(Date.now() / 1000)
const signed = ({ kid, privateKey }: Key, claims: object, header: object = {}) => {
  const content = `${encode({ alg: 'RS256', kid, typ: 'JWT', ...header })}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`
}
const claimsOf = ({ uid, email }: Person, issuer = 'https://securetoken.google.com') => ({
  ...{ iss: `${issuer}/${projectId}`, aud: projectId, sub: uid, email, email_verified: true },
  ...{ auth_time: seconds(), iat: seconds(), exp: seconds() + 3600, jti: randomUUID() },
})

let hana: Person
/** What Hana's browser has; each one is new, so that none is known from before. */
const tokenBy = (key: Key, claims: object = {}, header: object = {}) =>
  signed(key, { ...claimsOf(hana), ...claims }, header)
const cookieBy = (key: Key) => `session=${signed(key, claimsOf(hana, 'https://session.firebase.google.com'))}`

const me = async (token: string) => {
  const { status, body, headers } = await request(identity['me.get'], '{}', { token })
  return { status, code: JSON.parse(body).code, later: headers['Retry-After'] }
}
const known = { status: 200, code: 'success', later: undefined }
const invalid = { status: 401, code: 'unauthenticated', later: undefined }
const unavailable = { status: 503, code: 'unavailable', later: '5' }

type Answering = (incoming: IncomingMessage, response: ServerResponse) => void
let answering: Answering
let asked: string[] = []
const publishing =
  (keys: Key[], lifetime = 3600): Answering =>
  ({ url }, response) => {
    const those = url === paths.idToken ? keys : url === paths.sessionCookie ? [ofCookies] : []
    response.writeHead(200, { 'cache-control': `public, max-age=${lifetime}, must-revalidate` })
    response.end(JSON.stringify(Object.fromEntries(those.map(({ kid, certificate }) => [kid, certificate]))))
  }
const server = createServer((incoming, response) => {
  asked.push(incoming.url ?? '')
  answering(incoming, response)
})
let port = 0
const comeBack = (answers: Answering) => {
  answering = answers
  if (server.listening) return
  return new Promise<void>((up) => server.listen(port, '127.0.0.1', up))
}
const goAway = () => {
  if (!server.listening) return
  return new Promise<void>((gone) => {
    server.close(() => gone())
    server.closeAllConnections()
  })
}

const { call, create } = startAccountDoor()
const errors: unknown[] = []
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const hour = 3_600_000

beforeAll(async () => {
  hana = await person()
  identityAdmin()
  serverConfig().USE_EMULATOR = false
  await comeBack(publishing([first]))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  serverConfig().USE_EMULATOR = true
  await goAway()
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await comeBack(publishing([first]))
  shared.identityKeys = undefined
  asked = []
  errors.length = 0
  const reach = fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((to, init) =>
    reach(String(to).replace('https://www.googleapis.com', `http://127.0.0.1:${port}`), init),
  )
  vi.spyOn(log, 'error').mockImplementation(((...line: unknown[]) => void errors.push(line)) as never)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('where the keys have never been had', () => {
  const ways: [string, Answering | null][] = [
    ['cannot be reached', null],
    ['ends the connection', (_, response) => response.destroy()],
    ['answers 500', (_, response) => response.writeHead(500).end()],
    [
      'answers 404 with keys',
      (_, response) => response.writeHead(404).end(JSON.stringify({ first: first.certificate })),
    ],
    ['sends elsewhere', (_, response) => response.writeHead(302, { location: paths.sessionCookie }).end()],
    ['answers a page', (_, response) => response.end('<html>')],
    ['answers no keys', (_, response) => response.end('{}')],
    ['answers an error', (_, response) => response.end('{"error":{"code":503}}')],
    ['answers what is no key', (_, response) => response.end('{"first":"a key"}')],
  ]
  test.each(ways)('because the provider %s, nobody is called a stranger', async (_, answers) => {
    if (answers) await comeBack(answers)
    else await goAway()
    expect(await me(tokenBy(first))).toEqual(unavailable)
    expect(errors).toMatchObject([
      [{ address: `https://www.googleapis.com${paths.idToken}`, cause: { message: /./ } }, 'identityKeys'],
      [{ status: 503, code: 'unavailable' }, 'operation'],
    ])
    for (const door of [await create(tokenBy(first)), await call('portal/logout', { cookie: cookieBy(ofCookies) })]) {
      expect([door.status, door.headers.get('retry-after'), door.headers.get('set-cookie')]).toEqual([503, '5', null])
    }

    await comeBack(publishing([first]))
    pass(6000)
    expect(await me(tokenBy(first))).toEqual(known)
  })

  test('because the provider takes the question and does not answer, the wait has an end', async () => {
    const patience = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    await comeBack(() => patience.abort(new DOMException('too long', 'TimeoutError')))
    expect(await me(tokenBy(first))).toEqual(unavailable)
    expect(timeout).toHaveBeenCalledWith(10_000)
  })

  test('what is no token of ours is refused as ever', async () => {
    await goAway()
    for (const token of ['hello', tokenBy(first, { aud: 'demo-other' }), tokenBy(first, { exp: seconds() - 1 })])
      expect(await me(token)).toEqual(invalid)
    expect(errors).toEqual([])
  })
})

describe('while the provider is away', () => {
  test('who is known by a key from before stays known beyond its lifetime; an unknown key is a matter of later', async () => {
    expect(await me(tokenBy(first))).toEqual(known)
    await goAway()
    pass(48 * hour)
    expect(await me(tokenBy(first))).toEqual(known)
    expect(errors).toMatchObject([[{ address: expect.any(String), cause: { code: 'ECONNREFUSED' } }, 'identityKeys']])
    expect(await me(tokenBy(second))).toEqual(unavailable)
    pass(6000)
    expect(await me(tokenBy(second))).toEqual(unavailable)
    expect(await me(tokenBy(first))).toEqual(known)
    // A key that is known does not make everything good that names it.
    expect(await me(signed({ ...second, kid: 'first' }, claimsOf(hana)))).toEqual(invalid)
    expect(await me(tokenBy(first, { exp: seconds() - 1 }))).toEqual(invalid)

    await comeBack(publishing([second]))
    pass(6000)
    expect(await me(tokenBy(second))).toEqual(known)
    expect(await me(tokenBy(first))).toEqual(invalid)
  })

  test('nobody with a known key waits for it, and it is asked once in five seconds', async () => {
    expect(await me(tokenBy(first))).toEqual(known)
    await comeBack((_, response) => response.writeHead(503).end())
    pass(2 * hour)
    for (const [wait, questions] of [
      [0, 2],
      [4000, 2],
      [2000, 3],
    ] as const) {
      pass(wait)
      const calls = [first, second, first, second].map((key) => me(tokenBy(key)))
      expect(await Promise.all(calls)).toEqual([known, unavailable, known, unavailable])
      expect(asked).toHaveLength(questions)
    }
    // One that takes the question and does not answer it.
    await comeBack(() => {})
    pass(6000)
    expect(await me(tokenBy(first))).toEqual(known)
  })

  test('a session from before opens; one is not ended because nobody can say whether it is good', async () => {
    const opens = async () => {
      const { status, headers } = await call('portal/verifySessionCookie', { cookie: cookieBy(ofCookies) })
      return [status, headers.get('retry-after'), headers.get('set-cookie')]
    }
    await goAway()
    expect(await opens()).toEqual([503, '5', null])
    await comeBack(publishing([first]))
    pass(6000)
    expect(await opens()).toEqual([200, null, null])
    await goAway()
    pass(2 * hour)
    expect(await opens()).toEqual([200, null, null])
  })

  test('where it has to be asked whether somebody was signed out, that is 503', async () => {
    const exported = () => request(accounts.exportMyAccount, '{}', { token: tokenBy(first) })
    expect((await exported()).status).toBe(200)
    const there = shared.identity
    const failing = createServer((_, response) => response.writeHead(502).end('Bad Gateway'))
    await new Promise<void>((up) => failing.listen(0, '127.0.0.1', up))
    for (const away of ['127.0.0.1:1', `127.0.0.1:${(failing.address() as AddressInfo).port}`]) {
      process.env.FIREBASE_AUTH_EMULATOR_HOST = away
      shared.identity = initializeApp({ projectId }, away)
      const { status, headers } = await exported()
      expect([away, status, headers['Retry-After']]).toEqual([away, 503, '5'])
      expect((await create(tokenBy(first))).status).toBe(503)
    }
    shared.identity = there
    expect((await exported()).status).toBe(200)
    failing.close()
  })
})

describe('with the provider there', () => {
  const refusals: [string, () => string][] = [
    ['signed by a key that it does not have', () => tokenBy(second)],
    ['signed by another key than it names', () => signed({ ...second, kid: 'first' }, claimsOf(hana))],
    ['signed by a key of session cookies', () => tokenBy(ofCookies)],
    ['changed after it was signed', () => tokenBy(first).replace(/\.[^.]+\./, `.${encode(claimsOf(hana))}.`)],
    ['with half a signature', () => tokenBy(first).slice(0, -20)],
    ['without a signature', () => tokenBy(first).replace(/[^.]+$/, '')],
    ['of the emulator', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claimsOf(hana))}.`],
    ['with alg PS256', () => tokenBy(first, {}, { alg: 'PS256' })],
    ['with alg HS256', () => tokenBy(first, {}, { alg: 'HS256' })],
    ['without a kid', () => tokenBy(first, {}, { kid: undefined })],
    ['whose kid is a word of the language', () => tokenBy(first, {}, { kid: '__proto__' })],
    ['with a key of its own', () => tokenBy(first, {}, { jwk: { kty: 'RSA' } })],
    ['for another audience', () => tokenBy(first, { aud: 'demo-other' })],
    ['for several audiences', () => tokenBy(first, { aud: [projectId, 'demo-other'] })],
    ['by another issuer', () => tokenBy(first, { iss: 'https://securetoken.google.com/demo-other' })],
    ['that is a session cookie', () => tokenBy(first, { iss: `https://session.firebase.google.com/${projectId}` })],
    ['expired', () => tokenBy(first, { exp: seconds() - 1 })],
    ['not good yet', () => tokenBy(first, { nbf: seconds() + 600 })],
    ['signed in in ten minutes', () => tokenBy(first, { auth_time: seconds() + 600 })],
    ['without a sign-in', () => tokenBy(first, { auth_time: undefined })],
    ['with an empty sub', () => tokenBy(first, { sub: '' })],
  ]
  test.each(refusals)('a token %s is refused', async (_, make) => {
    expect(await me(make())).toEqual(invalid)
    expect(await me(tokenBy(first))).toEqual(known)
    expect(errors).toEqual([])
  })

  test('a session cookie is good by its own keys only', async () => {
    const open = (cookie: string) => call('portal/verifySessionCookie', { cookie })
    expect((await open(cookieBy(ofCookies))).status).toBe(200)
    expect((await open(cookieBy(first))).status).toBe(401)
    expect((await open(`session=${tokenBy(first)}`)).status).toBe(401)
  })

  test('all who come at once cause one question, and so do made-up keys', async () => {
    const calls = Array.from({ length: 20 }, () => me(tokenBy(first)))
    for (const answer of await Promise.all(calls)) expect(answer).toEqual(known)
    expect(asked).toEqual([paths.idToken])
    for (let kid = 0; kid < 20; kid++) expect(await me(tokenBy({ ...second, kid: `made-up-${kid}` }))).toEqual(invalid)
    expect(asked).toEqual([paths.idToken])
  })

  test('keys are asked for again when their lifetime is over, or a token names a new one', async () => {
    expect(await me(tokenBy(first))).toEqual(known)
    pass(hour - 1000)
    expect(await me(tokenBy(first))).toEqual(known)
    expect(asked).toHaveLength(1)
    pass(2000)
    expect(await me(tokenBy(first))).toEqual(known)
    expect(asked).toHaveLength(2)
    await comeBack(publishing([first, second]))
    pass(6000)
    expect(await me(tokenBy(second))).toEqual(known)
    // One that is withdrawn counts until its lifetime is over, and no longer.
    await comeBack(publishing([second]))
    expect(await me(tokenBy(first))).toEqual(known)
    pass(2 * hour)
    expect(await me(tokenBy(first))).toEqual(invalid)
  })
})
