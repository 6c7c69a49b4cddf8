import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { initializeApp } from 'firebase-admin/app'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { accounts } from '#office/accounts/contract.ts'
import { identityAdmin, identityPatience } from '#server/identity/identity.ts'
import { shared } from '#server/shared.ts'
import { cookieOf, startAccountDoor } from '../support/accountDoor'
import { ask, person, request, tokenOf } from '../support/club'
import { lastMailTo } from '../support/mail'
import { world } from '../support/world'

/*
 * Between program and identity provider stands a server that passes on what is asked, except what changes an account: the provider
 * breaks there, or never answers.
 */
const { call, create } = startAccountDoor()
const passOn = (incoming: IncomingMessage, response: ServerResponse) => {
  const { url: path, method, headers } = incoming
  const onward = forward({ host: '127.0.0.1', port: world.emulatorPort, path, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
  incoming.pipe(onward)
}
type Answering = (response: ServerResponse) => void
const breaks: Answering = (response) => response.writeHead(502).end('Bad Gateway')
const hangs: Answering = () => {}
let answering: Answering | undefined
const between = createServer((incoming, response) => {
  if (answering && incoming.url?.includes('accounts:update')) answering(response)
  else passOn(incoming, response)
})

const { answer } = identityPatience
beforeAll(async () => {
  identityAdmin()
  await new Promise<void>((up) => between.listen(0, '127.0.0.1', up))
  process.env.FIREBASE_AUTH_EMULATOR_HOST = `127.0.0.1:${(between.address() as AddressInfo).port}`
  shared.identity = initializeApp({ projectId: 'demo-tsudoi' }, 'between')
})
afterEach(() => {
  answering = undefined
  identityPatience.answer = answer
})
afterAll(() => {
  between.closeAllConnections()
  between.close()
})
const ways: [string, Answering][] = [
  ['is broken', breaks],
  ['hangs', hangs],
]
const away = (said: Answering) => {
  answering = said
  // Long enough for what is passed on.
  if (said === hangs) identityPatience.answer = 3000
}

test.each(ways)('an address that is confirmed while the provider %s is confirmed a moment later', async (_, said) => {
  const of = await person()
  await identityAdmin().updateUser(of.uid, { emailVerified: false })
  const fan = { ...of, token: tokenOf(of.uid, of.email, { email_verified: false }) }
  await ask(accounts.checkMyEmail, {}, fan)
  const [, secret = ''] = /\/fc\/me\/email\?secret=([\w-]+)/.exec((await lastMailTo(fan.email))?.text ?? '') ?? []
  away(said)
  const { status, body, headers } = await request(accounts.confirmMyEmail, JSON.stringify({ secret }), fan)
  expect([status, JSON.parse(body).code, headers['Retry-After']]).toEqual([503, 'unavailable', '5'])
  answering = undefined
  expect(await ask(accounts.confirmMyEmail, { secret }, fan)).toEqual({ email: fan.email, isChange: false })
})

test.each(ways)(
  'who signs out while the provider %s is told that it was not done, and keeps the session',
  async (_, said) => {
    const fan = await person()
    const cookie = cookieOf(await create(fan.token))
    away(said)
    const refused = await call('portal/logout', { cookie })
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('set-cookie')]).toEqual([
      503,
      '5',
      null,
    ])
    answering = undefined
    expect((await call('portal/logout', { cookie })).status).toBe(200)
    expect((await call('portal/verifySessionCookie', { cookie })).status).toBe(401)
  },
)
