// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { useRead, useWrite } from '#client/useOperation.ts'
import { forget, keep, pressOf, setKeeper } from '#kit/kept.ts'
import { plans } from '#membership/plans/contract.ts'
import { answer, asked, pageAt, Refusal } from '../support/screen'

const terms = { name: 'Galaxy', price: 1500, subscriptionInterval: 'month', description: '', thumbnail: '' } as const
const payload = (changes = {}) => ({ tenantId: 'tenant_a', brandId: 'brand_a', ...terms, ...changes })
const keys = () => asked.map(({ key }) => key)
const isMade = () => ({ planId: 'plan_a' })
/** The answer is lost on its way, and nothing tries again by itself. */
const isLost = () => {
  throw new Refusal('unreachable', 499)
}
const once = (first: () => unknown, then = first) =>
  answer({ createActivePlan: () => (asked.length > 1 ? then() : first()) })

const screen = async (options: { keep?: string } = {}) => {
  const wrapper = await pageAt()
  const { result } = renderHook(() => useWrite(plans.createActivePlan, options), { wrapper })
  return (sent: ReturnType<typeof payload>) => act(() => result.current.mutateAsync(sent).catch(() => {}))
}
/** A press on a screen that has been loaded anew. */
const press = async (options: { keep?: string }, sent: ReturnType<typeof payload>) => (await screen(options))(sent)

beforeEach(() => setKeeper('uid_a'))

describe('the key of a press', () => {
  test('is the same when the answer was lost and somebody presses again', async () => {
    const press = await screen()
    once(isLost, isMade)
    await press(payload())
    await press(payload())
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
  })

  test('is a new one once the form says something else, and once the press has succeeded', async () => {
    const press = await screen()
    once(isLost, isMade)
    await press(payload())
    await press(payload({ price: 2000 }))
    await press(payload({ price: 2000 }))
    expect(new Set(keys()).size).toBe(3)
  })

  describe('of a form whose draft is kept', () => {
    const form = { keep: 'newPlan' }

    test('outlasts a reload, so that pressing again makes no second plan', async () => {
      once(isLost, isMade)
      await press(form, payload())
      await press(form, payload())
      expect(new Set(keys()).size).toBe(1)
      // It has succeeded: the same words again are another plan.
      await press(form, payload())
      expect(new Set(keys()).size).toBe(2)
    })

    test('is a new one for other words, for another person, and once the draft is gone', async () => {
      once(isLost)
      await press(form, payload())
      await press(form, payload({ price: 2000 }))
      expect(new Set(keys()).size).toBe(2)
      setKeeper('uid_b')
      await press(form, payload({ price: 2000 }))
      setKeeper('uid_a')
      forget(pressOf('newPlan'))
      await press(form, payload({ price: 2000 }))
      expect(new Set(keys()).size).toBe(4)
    })

    test('keeps nothing of what was sent, and takes nothing that is no key', async () => {
      once(isLost)
      await press(form, payload())
      expect(JSON.stringify({ ...sessionStorage })).not.toContain('Galaxy')
      keep(pressOf('newPlan'), 'nonsense')
      await press(form, payload())
      expect(new Set(keys()).size).toBe(2)
    })
  })

  test('without a kept draft is forgotten by a reload', async () => {
    once(isLost)
    await press({}, payload())
    await press({}, payload())
    expect(new Set(keys()).size).toBe(2)
  })
})

test('the next screen shows nothing of a plan from before its change, though it was read before; another plan stays', async () => {
  const wrapper = await pageAt()
  const ids = { tenantId: 'tenant_a', brandId: 'brand_a', planId: 'plan_a' }
  const page = (payload: typeof ids) => renderHook(() => useRead(plans.getPlan, payload), { wrapper }).result
  answer({
    getPlan: (_, __, asMocked) => asMocked({ ...ids, planId: 'plan_seiza' }),
    cancelScheduledArchive: isMade,
  })
  const other = { ...ids, planId: 'plan_b' }
  const statusOf = (read: ReturnType<typeof page>) => read.current.data?.plan.status
  for (const read of [page(ids), page(other)]) await waitFor(() => expect(statusOf(read)).toBe('active'))
  cleanup()
  const { current: archiving } = renderHook(
    () => useWrite(plans.cancelScheduledArchive, { refresh: [plans.getPlan] }),
    { wrapper },
  ).result
  await act(() => archiving.mutateAsync(ids))
  expect([page(ids), page(other)].map(statusOf)).toEqual([undefined, 'active'])
})
