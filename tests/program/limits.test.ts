import { expect, test, vi } from 'vitest'

// Before anything reads the configuration: everywhere else in the tests the limits are off.
vi.hoisted(() => {
  process.env.RATE_LIMITS = 'on'
})

import { applications } from '#club/applications/contract.ts'
import { identity } from '#club/identity/contract.ts'
import type { Operation } from '#kit/contract.ts'
import { plans } from '#membership/plans/contract.ts'
import { operations } from '#program/operations.ts'
import { type Answer, serve } from '#program/serve.ts'
import { limits } from '#server/limits.ts'
import { club, type Person, person } from '../support/club'
import { together } from '../support/naive'

const call = ({ base, name }: Operation, by: Person | null, address: string, payload: object = {}) =>
  serve({
    base,
    name,
    method: 'POST',
    body: JSON.stringify(payload),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${by?.token ?? ''}` },
    address,
  })
const statuses = (answers: Answer[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]))

const counted: { seconds: number }[] = [
  limits.anyCallOfUser,
  limits.anyCallOfAddress,
  applications.checkBrandSlug.limit ?? { seconds: 0 },
]
const windows = counted.map(({ seconds }) => seconds)
// A busy machine may need more than a minute for so many calls: what is counted here is counted for an hour.
for (const limit of counted) Object.assign(limit, { seconds: 3600 })

test('calls are counted for a minute', () => expect(windows).toEqual([60, 60, 60]))

test('one person is refused after so many calls a minute, from wherever they come; others are not', async () => {
  const [fast, other] = [await person(), await person()]
  const { points } = limits.anyCallOfUser
  const answers = await together(points + 20, (i) => call(identity['me.get'], fast, `10.0.0.${i % 200}`))
  expect(statuses(answers)).toEqual({ 200: points, 429: 20 })
  const refused = answers.find(({ status }) => status === 429)
  expect(JSON.parse(refused?.body ?? '')).toMatchObject({ ok: false, code: 'tooManyRequests' })
  const wait = Number(refused?.headers['Retry-After'])
  expect(Number.isInteger(wait) && wait >= 1 && wait <= 3600).toBe(true)
  expect((await call(identity['me.get'], other, '10.0.0.1')).status).toBe(200)
})

test('one address is refused after so many calls a minute, whoever calls from it, and before anything is looked up', async () => {
  const { ids } = await club()
  const { points } = limits.anyCallOfAddress
  const answers = await together(points + 20, () => call(plans.getPublicPlans, null, '10.1.0.1', ids))
  expect(statuses(answers)).toEqual({ 200: points, 429: 20 })
  expect((await call(identity['me.get'], await person(), '10.1.0.1')).status).toBe(429)
  // Requests with guessed tokens are limited like all others.
  expect((await call(identity['me.get'], { uid: '', email: '', token: 'x' }, '10.1.0.1')).status).toBe(429)
  expect((await call(plans.getPublicPlans, null, '10.1.0.2', ids)).status).toBe(200)
})

test('a /64 of IPv6 is one address', async () => {
  const { ids } = await club()
  const { points } = limits.anyCallOfAddress
  const answers = await together(points + 20, (i) =>
    call(plans.getPublicPlans, null, `2001:db8:7:7::${(i + 1).toString(16)}`, ids),
  )
  expect(statuses(answers)).toEqual({ 200: points, 429: 20 })
  expect((await call(plans.getPublicPlans, null, '2001:db8:7:8::1', ids)).status).toBe(200)
})

test('an operation with a limit of its own counts for itself', async () => {
  const newcomer = await person()
  const { limit } = applications.checkBrandSlug
  const points = limit?.points ?? 0
  const answers = await together(points + 5, () =>
    call(applications.checkBrandSlug, newcomer, '10.2.0.1', { slug: 'hidamari' }),
  )
  expect(statuses(answers)).toEqual({ 200: points, 429: 5 })
  expect((await call(identity['me.get'], newcomer, '10.2.0.1')).status).toBe(200)
})

test('every write that sends mail or guesses secrets has a limit of its own', () => {
  const costly = [
    'inviteTenantMember',
    'getTenantInvitation',
    'acceptTenantInvitation',
    'declineTenantInvitation',
    'submitTenantApplication',
    'replyToApplication',
  ]
  for (const name of costly) expect(operations.get(name)?.operation.limit, name).toBeDefined()
})
