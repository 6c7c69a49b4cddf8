import { beforeAll, describe, expect, test } from 'vitest'
import { identity } from '#club/identity/contract.ts'
import { memberFigures } from '#membership/figures/contract.ts'
import { accounts } from '#office/accounts/contract.ts'
import { operations } from '#program/operations.ts'
import { now } from '#server/clock.ts'
import { identityAdmin, verifyToken } from '#server/identity/identity.ts'
import { runDueJobs } from '#server/queue.ts'
import { cookieOf, provider, refreshed, remake, startAccountDoor } from '../support/accountDoor'
import { ask, club, operator, type Person, person, refused, request, tokenOf } from '../support/club'
import { scene } from '../support/scene'
import { moveTo } from '../support/shop'

const { call, create } = startAccountDoor()
const seconds = () => Math.floor(Date.now() / 1000)
const hour = 3_600_000

/** The cookie of a session whose sign-in was so many seconds ago. */
const sessionOf = async ({ token }: Pick<Person, 'token'>, ago = 0) => {
  const [name, value = ''] = cookieOf(await create(token)).split('=')
  return `${name}=${remake(value, {}, { auth_time: seconds() - ago })}`
}
const customTokenOf = async (cookie: string) => {
  const opened = await call('portal/verifySessionCookie', { cookie })
  return ((await opened.json()) as { customToken: string }).customToken
}
const signInBy = (customToken: string) => provider('signInWithCustomToken', { token: customToken })
/** Somebody who has the cookie and nothing else. */
const openedBy = async (cookie: string) => {
  const { idToken, refreshToken } = await signInBy(await customTokenOf(cookie))
  return { token: idToken, refreshToken }
}

describe('a sign-in from the session cookie', () => {
  let world: Awaited<ReturnType<typeof scene>>
  const by: Record<string, Person> = {}
  beforeAll(async () => {
    world = await scene()
    Object.assign(by, { operator: await operator(), fan: world.applicant })
  })
  const fresh = [...operations.values()].map(({ operation }) => operation).filter((operation) => operation.fresh)

  test.each(fresh.map((operation) => [operation.name, operation] as const))(
    'is as old as the sign-in behind it: %s',
    async (name, operation) => {
      const whose = by[operation.caller] ?? world.owner
      const { token, refreshToken } = await openedBy(await sessionOf(whose, 3600))
      const asked = JSON.stringify(world.examples[name])
      for (const each of [token, await refreshed(refreshToken)]) {
        const { status, body } = await request(operation, asked, { token: each })
        expect([status, JSON.parse(body).code]).toEqual([401, 'signInAgain'])
      }
    },
  )

  test('still reads and writes what needs no recent one', async () => {
    const hana = await person()
    const opened = await openedBy(await sessionOf(hana, 3600))
    expect((await ask(identity['me.get'], {}, opened)).code).toBe('success')
    expect((await verifyToken(opened.token))?.uid).toBe(hana.uid)
  })

  test('makes no new session, however often it is repeated', async () => {
    const first = await sessionOf(await person(), 3600)
    const { token } = await openedBy(first)
    expect((await create(token)).status).toBe(401)
    const second = await openedBy(await sessionOf(await person(), 200))
    const again = cookieOf(await create(second.token))
    const { authTime } = (await verifyToken((await openedBy(again)).token)) ?? expect.fail('no session')
    expect(Math.round((Date.now() - authTime) / 1000)).toBeGreaterThanOrEqual(200)
  })

  test('is not made younger by its claim, and a password entered afterwards counts', async () => {
    const hana = await person()
    const claims = { auth_time: seconds() - 3600, signedInAt: seconds() }
    const younger = { token: tokenOf(hana.uid, hana.email, claims) }
    expect((await refused(accounts.exportMyAccount, {}, younger)).code).toBe('signInAgain')
    const opened = await openedBy(await sessionOf(hana, 3600))
    expect((await refused(accounts.exportMyAccount, {}, opened)).code).toBe('signInAgain')
    await identityAdmin().updateUser(hana.uid, { password: 'tsudoi-demo' })
    const { idToken } = await provider('signInWithPassword', { email: hana.email, password: 'tsudoi-demo' })
    await ask(accounts.exportMyAccount, {}, { token: idToken })
    expect((await create(idToken)).status).toBe(200)
  })
})

describe('after a logout everywhere', () => {
  test('a custom token taken before it is useless', async () => {
    const hana = await person()
    const cookie = await sessionOf(hana)
    const taken = await customTokenOf(cookie)
    const before = await openedBy(cookie)
    expect((await call('portal/logout', { authorization: `Bearer ${before.token}`, cookie })).status).toBe(200)
    const { idToken, refreshToken } = await signInBy(taken)
    for (const token of [idToken, await refreshed(refreshToken)]) {
      expect(await verifyToken(token)).toBeNull()
      expect(await verifyToken(token, { checkRevoked: true })).toBeNull()
      expect((await refused(identity['me.get'], {}, { token })).status).toBe(401)
      expect((await refused(accounts.exportMyAccount, {}, { token })).code).toBe('unauthenticated')
      expect((await create(token)).status).toBe(401)
      expect((await call('portal/logout', { authorization: `Bearer ${token}` })).status).toBe(401)
    }
  })

  // Signing in by a token of the same second gives the very same one.
  test('the token of a session that asked for it is useless', async () => {
    const { token } = await openedBy(await sessionOf(await person()))
    expect((await ask(identity['me.get'], {}, { token })).code).toBe('success')
    expect((await call('portal/logout', { authorization: `Bearer ${token}` })).status).toBe(200)
    expect(await verifyToken(token)).toBeNull()
    expect((await refused(identity['me.get'], {}, { token })).status).toBe(401)
  })

  test('a session made of a token from before it cannot be opened', async () => {
    const hana = await person()
    const cookie = await sessionOf(hana)
    const again = cookieOf(await create((await openedBy(cookie)).token))
    expect((await call('portal/logout', { authorization: `Bearer ${hana.token}` })).status).toBe(200)
    for (const each of [cookie, again])
      expect((await call('portal/verifySessionCookie', { cookie: each })).status).toBe(401)
  })
})

describe('of a deleted account', () => {
  test('no token reads, no session is made or opened, and the provider keeps nobody', async () => {
    const { ids } = await club()
    const hana = await person()
    const cookie = await sessionOf(hana)
    const taken = await customTokenOf(cookie)
    const other = await openedBy(cookie)
    await ask(accounts.deleteMyAccount, { typedEmail: hana.email }, hana)

    const isGone = async (by: { token: string }) => {
      expect(await refused(accounts.getMyAccount, {}, by)).toMatchObject({ status: 401, code: 'unauthenticated' })
      expect((await refused(identity['me.get'], {}, by)).status).toBe(401)
      expect((await refused(memberFigures.getPublicBrandProfile, ids, by)).status).toBe(401)
      expect((await create(by.token)).status).toBe(401)
    }
    // At once, while the provider still knows the account.
    for (const by of [hana, other]) await isGone(by)
    const opened = await call('portal/verifySessionCookie', { cookie })
    expect(opened.status).toBe(401)
    expect(opened.headers.get('set-cookie')).toMatch(/^session=; Path=\/; Max-Age=0/)

    await runDueJobs()
    await expect(identityAdmin().getUser(hana.uid)).rejects.toMatchObject({ code: 'auth/user-not-found' })
    // The provider makes an account for a custom token that it does not know.
    const { idToken } = await signInBy(taken)
    await isGone({ token: idToken })
    await moveTo(now() + 2 * hour)
    await expect(identityAdmin().getUser(hana.uid)).rejects.toMatchObject({ code: 'auth/user-not-found' })
  })
})
