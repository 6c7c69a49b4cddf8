import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSession, identityAdmin, verifyToken } from '#server/identity/identity.ts'
import { readToken } from '#server/identity/token.ts'
import { cookieOf, encode, provider, remake, startAccountDoor } from '../support/accountDoor'
// Sessions ask the database for deleted accounts.
import '../support/club'

const projectId = 'demo-tsudoi'
const run = randomUUID()
let people = 0
const signUp = () =>
  provider('signUp', { email: `${run}-${++people}@hoshi.test`, password: 'tsudoi-demo', displayName: 'Hoshi' })

describe('identity tokens', () => {
  test('a good token says who somebody is; what is missing is empty text', async () => {
    const { idToken, localId } = await signUp()
    expect(await verifyToken(idToken)).toMatchObject({
      uid: localId,
      email: `${run}-${people}@hoshi.test`,
      emailVerified: false,
      displayName: 'Hoshi',
      photoURL: '',
    })
  })

  const seconds = Math.floor(Date.now() / 1000)
  const bad: [string, (token: string) => string][] = [
    ['empty', () => ''],
    ['no token at all', () => 'hello'],
    ['two tokens', (token) => `${token} ${token}`],
    ['64 kB long', (token) => `${token.split('.')[0]}.${'a'.repeat(65_536)}.`],
    ['HS256 with some signature', (token) => remake(token, { alg: 'HS256' }, {}, 'c2lnbmF0dXJl')],
    ['RS256 with a made-up signature', (token) => remake(token, { alg: 'RS256', kid: 'abc' }, {}, 'c2lnbmF0dXJl')],
    ['alg None', (token) => remake(token, { alg: 'None' }, {})],
    ['with jku', (token) => remake(token, { jku: 'https://evil.test/keys' }, {})],
    ['with jwk', (token) => remake(token, { jwk: { kty: 'oct', k: 'YQ' } }, {})],
    ['with x5u', (token) => remake(token, { x5u: 'https://evil.test/cert' }, {})],
    ['with an unknown kid', (token) => remake(token, { kid: '../../etc/passwd' }, {})],
    ['for another audience', (token) => remake(token, {}, { aud: 'demo-other' })],
    ['by another issuer', (token) => remake(token, {}, { iss: 'https://securetoken.google.com/demo-other' })],
    ['expired', (token) => remake(token, {}, { exp: seconds - 1 })],
    ['issued in ten minutes', (token) => remake(token, {}, { iat: seconds + 600 })],
    ['signed in in ten minutes', (token) => remake(token, {}, { auth_time: seconds + 600 })],
    ['with an empty sub', (token) => remake(token, {}, { sub: '', user_id: '' })],
    ['with a sub of 200 characters', (token) => remake(token, {}, { sub: 'a'.repeat(200) })],
    ['with a number as sub', (token) => remake(token, {}, { sub: 7 })],
    ['of somebody who does not exist', (token) => remake(token, {}, { sub: 'nobody', user_id: 'nobody' })],
    ['without claims', (token) => `${token.split('.')[0]}.${encode([])}.`],
    ['a session cookie', (token) => remake(token, {}, { iss: `https://session.firebase.google.com/${projectId}` })],
  ]
  test.each(bad)('a token that is %s is refused', async (_, make) => {
    const { idToken } = await signUp()
    expect(await verifyToken(make(idToken))).toBeNull()
    expect(await verifyToken(make(idToken), { checkRevoked: true })).toBeNull()
  })

  test("an emulator's token is refused where the project is real", async () => {
    const { idToken } = await signUp()
    const expected = { issuer: 'https://securetoken.google.com', projectId, atSeconds: Date.now() / 1000 }
    expect(readToken(idToken, { ...expected, fromEmulator: true })).not.toBeNull()
    expect(readToken(idToken, { ...expected, fromEmulator: false })).toBeNull()
    const signed = remake(idToken, { alg: 'RS256', kid: 'a1' }, {}, 'c2ln')
    expect(readToken(signed, { ...expected, fromEmulator: false })).not.toBeNull()
    for (const header of [{ alg: 'none' }, { alg: 'HS256' }, { kid: '../x' }, { kid: undefined }, { jku: 'x' }]) {
      expect(readToken(remake(signed, header, {}, 'c2ln'), { ...expected, fromEmulator: false })).toBeNull()
    }
  })

  test('who was disabled keeps the token until it expires, except where revocation is asked for', async () => {
    const { idToken, localId } = await signUp()
    expect(await verifyToken(idToken)).not.toBeNull()
    await identityAdmin().updateUser(localId, { disabled: true })
    expect(await verifyToken(idToken)).not.toBeNull()
    expect(await verifyToken(idToken, { checkRevoked: true })).toBeNull()
    expect(await verifyToken(idToken)).toBeNull()
  })
})

describe('sessions', () => {
  const { at, call, create } = startAccountDoor()

  test('a session is created, opens the door again, and ends with the logout', async () => {
    const { idToken, localId } = await signUp()
    const created = await create(idToken)
    expect(created.status).toBe(200)
    expect(created.headers.get('set-cookie')).toMatch(
      /^session=[\w.-]+; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
    )
    expect(created.headers.get('cache-control')).toBe('private, no-store')

    const cookie = cookieOf(created)
    const opened = await call('portal/verifySessionCookie', { cookie })
    const { customToken, user } = (await opened.json()) as { customToken: string; user: object }
    expect(user).toEqual({ uid: localId, email: `${run}-${people}@hoshi.test`, displayName: 'Hoshi', photoURL: '' })
    const signedIn = await provider('signInWithCustomToken', { token: customToken })
    expect((await verifyToken(signedIn.idToken))?.uid).toBe(localId)

    const ended = await call('portal/logout', { authorization: `Bearer ${signedIn.idToken}`, cookie })
    expect(ended.status).toBe(200)
    expect(ended.headers.get('set-cookie')).toMatch(/^session=; Path=\/; Max-Age=0/)
    const after = await call('portal/verifySessionCookie', { cookie })
    expect(after.status).toBe(401)
    expect(await after.json()).toMatchObject({ ok: false, code: 'unauthenticated', message: expect.any(String) })
    expect(await verifyToken(idToken, { checkRevoked: true })).toBeNull()
  })

  test('an identity token is no session cookie, nor the other way round', async () => {
    const { idToken } = await signUp()
    expect((await call('portal/verifySessionCookie', { cookie: `session=${idToken}` })).status).toBe(401)
    const session = cookieOf(await create(idToken)).replace('session=', '')
    expect(await verifyToken(session)).toBeNull()
    expect((await create(session)).status).toBe(401)
  })

  test('a sign-in of more than five minutes ago makes no session', async () => {
    const { idToken } = await signUp()
    const old = remake(idToken, {}, { auth_time: Math.floor(Date.now() / 1000) - 301 })
    expect(await createSession(old, async () => false)).toBeNull()
  })

  test.each<[string, Record<string, string>, number]>([
    ['without the csrf header', { 'x-csrf-token': '' }, 403],
    ['with another csrf cookie', { cookie: `csrf=${'b'.repeat(32)}` }, 403],
    ['without the csrf cookie', { cookie: 'x=y' }, 403],
    ['from another origin', { origin: 'https://evil.test' }, 403],
    ['from origin null', { origin: 'null' }, 403],
    ['from a look-alike origin', { origin: 'http://localhost:3000.evil.test' }, 403],
    ['cross-site without an origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['as plain text', { 'content-type': 'text/plain' }, 415],
  ])('createSession %s is refused', async (_, headers, status) => {
    const { idToken } = await signUp()
    const response = await create(idToken, headers)
    expect(response.status).toBe(status)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('our own origin may call with credentials', async () => {
    const { idToken } = await signUp()
    const response = await create(idToken, { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
  })

  test.each([
    ['other/verifySessionCookie', 'POST', 404],
    ['portal/constructor', 'POST', 404],
    ['fanclub/verifySessionCookie', 'POST', 401],
    ['portal/verifySessionCookie', 'GET', 405],
    ['portal/logout', 'POST', 401],
  ])('%s by %s is %i', async (path, method, status) => {
    const response = await fetch(`${at()}/${path}`, { method, headers: { 'content-type': 'application/json' } })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ ok: false, code: expect.any(String), message: expect.any(String) })
  })
})
