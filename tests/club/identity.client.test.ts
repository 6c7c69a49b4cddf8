import { beforeEach, expect, test, vi } from 'vitest'
import type { Person } from '#client/identityProvider.ts'
import type { PublicConfig } from '#config.ts'
import { identityDatabase } from '#kit/resting.ts'

/*
 * When the browser's identity client is loaded, and what happens when that fails. The identity service's library is a fake: the real
 * one runs in the browser tests.
 */
const owner: Person = { uid: 'uid_owner', displayName: '星野', email: 'owner@hoshi.test', photoURL: '' }
const loads = vi.fn()
vi.mock('firebase/app', () => ({ initializeApp: () => loads() }))
vi.mock('firebase/auth', () => ({
  ...{ indexedDBLocalPersistence: {}, browserLocalPersistence: {} },
  initializeAuth: () => ({
    currentUser: { ...owner, getIdToken: async () => 'token of the owner' },
    authStateReady: async () => {},
  }),
  onAuthStateChanged: (_: unknown, listener: () => void) => {
    listener()
    return () => {}
  },
}))
vi.stubGlobal('__TSUDOI__', { firebase: {} } as PublicConfig)
/** Whether the page shows itself to somebody who is signed in. */
const marked = vi.fn()
vi.stubGlobal('document', { documentElement: { toggleAttribute: marked } })

const knownDatabases = (...names: string[]) =>
  vi.stubGlobal('indexedDB', { databases: async () => names.map((name) => ({ name })) })

// What a page remembers of the identity client ends with the page.
const openPage = async () => {
  vi.resetModules()
  const { onUser, prepareSignIn, token } = await import('#client/identity.ts')
  const seen: (Person | null)[] = []
  const failures: unknown[] = []
  const stop = onUser(
    (person) => seen.push(person),
    (error) => failures.push(error),
  )
  return { seen, failures, prepareSignIn, token, stop }
}

beforeEach(() => {
  loads.mockReset()
  marked.mockReset()
  knownDatabases()
})

test('where nobody was ever signed in the client is not loaded, and nobody is told', async () => {
  const { seen, token } = await openPage()
  await expect.poll(() => seen).toEqual([null])
  expect(marked).toHaveBeenLastCalledWith('data-known', false)
  expect(await token()).toBe('')
  expect(loads).not.toHaveBeenCalled()
})

test('where somebody was signed in before they are told', async () => {
  knownDatabases('other', identityDatabase)
  const { seen, token } = await openPage()
  await expect.poll(() => seen).toEqual([owner])
  expect(marked).toHaveBeenLastCalledWith('data-known', true)
  expect(await token()).toBe('token of the owner')
  expect(loads).toHaveBeenCalledTimes(1)
})

test('a browser that does not tell its databases is asked by the client itself', async () => {
  vi.stubGlobal('indexedDB', {})
  const { seen } = await openPage()
  await expect.poll(() => seen).toEqual([owner])
})

test('who signs in after the client could not be loaded is told to those who waited', async () => {
  knownDatabases(identityDatabase)
  loads.mockImplementationOnce(() => {
    throw new Error('Loading chunk failed')
  })
  const { seen, failures, prepareSignIn } = await openPage()
  await expect.poll(() => failures).toHaveLength(1)
  expect(seen).toEqual([])
  prepareSignIn()
  await expect.poll(() => seen).toEqual([owner])
})

test('a page that has gone is told nothing', async () => {
  knownDatabases(identityDatabase)
  const { seen, stop } = await openPage()
  stop()
  await expect.poll(() => loads).toHaveBeenCalled()
  await Promise.resolve()
  expect(seen).toEqual([])
})
