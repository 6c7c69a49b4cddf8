import { expect, test } from 'vitest'
import { answerAsMock, mocks } from '#mocks/answer.ts'
import { operations } from '#program/operations.ts'
import { context, examples, ids } from '../support/mockWorld'

test('every operation of the program has its mock', () => {
  expect([...mocks.keys()].sort()).toEqual([...operations.keys()].sort())
})

for (const [name, { operation, scenarios }] of mocks) {
  test(`${name} answers what its contract says`, () => {
    const answer = answerAsMock(name, examples[name], context)
    if (answer === 'never' || !answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`)
    expect(operation.result.parse(answer.data)).toEqual(answer.data)
  })

  for (const scenario of scenarios.keys()) {
    test(`${name} answers what its contract says in the scenario ${scenario}`, () => {
      const answer = answerAsMock(name, examples[name], { ...context, scenario })
      if (answer === 'never') throw new Error('no answer')
      if (answer.ok) expect(operation.result.parse(answer.data)).toEqual(answer.data)
      else {
        const stale = operation.fresh ? ['signInAgain'] : []
        expect([...operation.refusals, ...stale, 'internal', 'forbidden']).toContain(answer.code)
      }
    })
  }
}

test('lists are long enough for three pages, and know their filters', () => {
  const list = (name: string, payload: object) => {
    const answer = answerAsMock(name, { ...ids, ...payload }, context)
    if (answer === 'never' || !answer.ok) throw new Error('refused')
    return answer.data as { pagination: { totalPage: number; currentPage: number }; plans?: { status: string }[] }
  }
  const pagination = { limit: 20, offset: 20 }
  for (const name of [
    'getPlans',
    'getTenantMembers',
    'getPendingTenants',
    'getPlanContentsWithPlans',
    'getEvents',
    'getGoodsList',
  ]) {
    expect(list(name, { pagination }).pagination, name).toMatchObject({ totalPage: expect.any(Number), currentPage: 2 })
    expect(list(name, { pagination }).pagination.totalPage, name).toBeGreaterThanOrEqual(3)
  }
  const drafts = list('getPlans', { status: 'draft' }).plans
  expect(drafts?.length).toBeGreaterThan(0)
  expect(drafts?.every(({ status }) => status === 'draft')).toBe(true)
})

test('failing and loading are everywhere, but not for who somebody is', () => {
  expect(answerAsMock('getPlans', ids, { ...context, scenario: 'failing' })).toEqual({ ok: false, code: 'internal' })
  expect(answerAsMock('getPlans', ids, { ...context, scenario: 'loading' })).toBe('never')
  expect(answerAsMock('me.get', {}, { ...context, scenario: 'failing' })).toMatchObject({ ok: true })
})
