import { generateKeyPairSync } from 'node:crypto'
import { getSignedCookies } from '@aws-sdk/cloudfront-signer'
import { expect, test } from 'vitest'
import { now } from '#server/clock.ts'
import { opensKey } from '#server/storage/folders.ts'
import { storage } from '#server/storage/storage.ts'
import { demoSettings } from '../support/settings'

const keyPair = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
const [current, previous, other] = [keyPair(), keyPair(), keyPair()]
demoSettings({
  CLOUDFRONT_KEY_PAIR_ID: 'K_NEW',
  CLOUDFRONT_PRIVATE_KEY: current,
  CLOUDFRONT_KEY_PAIR_ID_PREVIOUS: 'K_OLD',
  CLOUDFRONT_PRIVATE_KEY_PREVIOUS: previous,
})
const folder = 'private/tenant_a/video/media_one'

const cookiesBy = (keyPairId: string, privateKey: string) => {
  const until = { DateLessThan: { 'AWS:EpochTime': Math.floor(now() / 1000) + 600 } }
  const Resource = `http://localhost:3000/api/media/${folder}/*`
  const policy = JSON.stringify({ Statement: [{ Resource, Condition: until }] })
  const cookies = getSignedCookies({ policy, keyPairId, privateKey })
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}
const opens = (cookie: string) => opensKey(cookie, `${folder}/run/a.m4s`, now())

test('cookies of the key pair before open what they opened; new ones are of the new pair, and no other opens', async () => {
  expect(opens(cookiesBy('K_OLD', previous))).toBe(true)
  expect(opens(cookiesBy('K_NEW', current))).toBe(true)
  expect(opens(cookiesBy('K_OLD', other))).toBe(false)
  expect(opens(cookiesBy('K_NEW', previous))).toBe(false)
  expect(opens(cookiesBy('K_OTHER', other))).toBe(false)
  const { cookies } = await storage().signFolder({ folder, expiresAt: now() + 600_000 })
  expect(cookies.find(({ name }) => name === 'CloudFront-Key-Pair-Id')?.value).toBe('K_NEW')
})
