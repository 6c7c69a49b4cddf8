import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, inject } from 'vitest'
import { openAccountDoor } from '#program/http/account.ts'

const json = { 'content-type': 'application/json' }

/** The endpoint of the session calls behind a real http server; `at()` is its address once the tests run. */
export const startAccountDoor = () => {
  let base = ''
  const server = createServer((request, response) => void openAccountDoor(request, response))
  beforeAll(async () => {
    await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/account`
  })
  afterAll(() => new Promise((closed) => server.close(closed)))

  const csrf = 'a'.repeat(32)
  const call = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${base}/${path}`, { method: 'POST', headers: { ...json, ...headers }, body: '{}' })
  const create = (token: string, headers: Record<string, string> = {}) =>
    call('portal/createSession', {
      authorization: `Bearer ${token}`,
      cookie: `csrf=${csrf}`,
      'x-csrf-token': csrf,
      ...headers,
    })
  return { at: () => base, call, create }
}

export const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

/** What the identity provider's client calls in a browser. */
export const provider = async (operation: string, body: object) => {
  const response = await fetch(
    `http://127.0.0.1:${inject('world').emulatorPort}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=demo`,
    { method: 'POST', headers: json, body: JSON.stringify({ ...body, returnSecureToken: true }) },
  )
  return (await response.json()) as { idToken: string; localId: string; refreshToken: string }
}

/** A new token of the same sign-in, as the client gets one every hour. */
export const refreshed = async (refreshToken: string): Promise<string> => {
  const response = await fetch(
    `http://127.0.0.1:${inject('world').emulatorPort}/securetoken.googleapis.com/v1/token?key=demo`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    },
  )
  return ((await response.json()) as { id_token: string }).id_token
}

export const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
/** The same token or cookie with other claims; the emulator signs nothing. */
export const remake = (token: string, header: object, claims: object, signature = '') => {
  const [head, body] = token.split('.')
  return `${encode({ ...decode(head), ...header })}.${encode({ ...decode(body), ...claims })}.${signature}`
}
