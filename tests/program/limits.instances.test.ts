import { expect, test, vi } from 'vitest'

// Several instances are those that share an outside database; which one it is, club.ts has said already.
vi.hoisted(() => {
  process.env.RATE_LIMITS = 'on'
  process.env.DATABASE_URL = 'postgres://tsudoi@127.0.0.1/tsudoi'
})

import pg from 'pg'
import { applications } from '#club/applications/contract.ts'
import type { Operation } from '#kit/contract.ts'
import { plans } from '#membership/plans/contract.ts'
import { serve } from '#program/serve.ts'
import { now } from '#server/clock.ts'
import { makeAnswerCache } from '#server/http/answerCache.ts'
import { limitPage } from '#server/limits.ts'
import { shared } from '#server/shared.ts'
import { club, type Person, person, request } from '../support/club'
import { together } from '../support/naive'
import { ownerUrl } from '../support/world'

const { checkBrandSlug } = applications
const points = checkBrandSlug.limit?.points ?? 0

const check = async (by: Person) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${by.token}` }
  const body = JSON.stringify({ slug: 'hidamari' })
  const { base, name } = checkBrandSlug
  return (await serve({ base, name, method: 'POST', body, headers, address: '10.3.0.1' })).status
}

/** Another instance does not share this one's memory. */
const asAnotherInstance = () => {
  shared.limiters = undefined
}

test('calls are counted together, whichever instance they reach', async () => {
  const newcomer = await person()
  expect(await together(points, () => check(newcomer))).toEqual(Array(points).fill(200))
  asAnotherInstance()
  expect(await together(5, () => check(newcomer))).toEqual(Array(5).fill(429))
  expect(await check(await person())).toBe(200)
})

test('where the counters cannot be written each instance counts for itself, and nobody is locked out', async () => {
  const newcomer = await person()
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  asAnotherInstance()
  await owner.query('alter table rate_limits rename to lost')
  try {
    expect(await together(points, () => check(newcomer))).toEqual(Array(points).fill(200))
    expect(await check(newcomer)).toBe(429)
  } finally {
    await owner.query('alter table lost rename to rate_limits')
    await owner.end()
  }
})

test('a call costs at most one write of the limits, whoever calls and whatever it is', async () => {
  const { ids, owner } = await club()
  asAnotherInstance()
  const { pool: own } = shared
  let writes = 0
  class Counting extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const query = this.query.bind(this) as (...all: unknown[]) => never
      this.query = (...all: unknown[]) => {
        const [first] = all
        const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : first
        if (/^\s*(insert|update)[^;]*rate_limits/i.test(String(text))) writes++
        return query(...all)
      }
    }
  }
  shared.pool = new pg.Pool({ connectionString: shared.databaseUrl, max: 4, Client: Counting as typeof pg.Client })
  const writesOf = async (operation: Operation, payload: object, by: Person | null) => {
    writes = 0
    expect((await request(operation, JSON.stringify(payload), by)).status).toBe(200)
    return writes
  }
  try {
    expect(await writesOf(plans.getPublicPlans, ids, null)).toBe(1)
    expect(await writesOf(plans.getPublicPlans, ids, owner)).toBe(1)
    expect(await writesOf(plans.getPlans, ids, owner)).toBe(1)
    expect(await writesOf(checkBrandSlug, { slug: 'hidamari' }, owner)).toBe(1)
    // What is kept for every visitor is made once, and costs no write from then on.
    const answers = makeAnswerCache({ now, clockOffset: () => 0 })
    answers.listening(true)
    shared.answers = answers
    expect(await writesOf(plans.getPublicPlans, ids, null)).toBe(1)
    expect(await writesOf(plans.getPublicPlans, ids, null)).toBe(0)
    expect(await writesOf(plans.getPublicPlans, ids, owner)).toBe(1)
    writes = 0
    expect(await limitPage('10.9.0.1', { costs: false })).toBe(null)
    expect(writes).toBe(0)
    expect(await limitPage('10.9.0.1', { costs: true })).toBe(null)
    expect(writes).toBe(1)
  } finally {
    shared.answers = undefined
    await shared.pool?.end()
    shared.pool = own
    asAnotherInstance()
  }
})
