import { describe, expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { checkKeys, fingerprints } from '#program/backup/keys.ts'
import type { Manifest } from '#program/backup/manifest.ts'
import { demoSettings } from '../support/settings'

const [first, second, third] = ['first', 'second', 'third'].map((name) => `${name}-key-of-at-least-32-characters`)
demoSettings({ FIELD_ENCRYPTION_KEY: first ?? '', URL_SIGNING_SECRET: 'a-secret-of-at-least-32-characters' })

/** The settings as they stand later. */
const set = (current: string | undefined, previous: string | undefined) =>
  Object.assign(serverConfig(), { FIELD_ENCRYPTION_KEY: current, FIELD_ENCRYPTION_KEY_PREVIOUS: previous })
const madeWith = (current: string | undefined, previous?: string) => {
  set(current, previous)
  return { keys: fingerprints(), identityProject: serverConfig().FIREBASE_PROJECT_ID } as Manifest
}

describe('a backup is put back where its keys are known', () => {
  test.each([
    ['the same key', [first], [first]],
    ['a key that was exchanged since, and is still known', [first], [second, first]],
    ['both keys, in the midst of an exchange', [second, first], [second, first]],
  ])('%s', (_, [made, before], [now, known]) => {
    const backup = madeWith(made, before)
    set(now, known)
    expect(checkKeys(serverConfig(), backup)).toEqual([])
  })

  test.each([
    ['another key', [first], [second]],
    ['a key of long ago', [first], [third, second]],
    ['in the midst of an exchange, and the one before is forgotten', [second, first], [second]],
  ])('and refused: %s', (_, [made, before], [now, known]) => {
    const backup = madeWith(made, before)
    set(now, known)
    expect(() => checkKeys(serverConfig(), backup)).toThrow(/FIELD_ENCRYPTION_KEY does not fit/)
  })
})
